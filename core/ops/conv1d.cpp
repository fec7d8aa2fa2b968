// A convolution along the tokens (Kalchbrenner et al. 2014; causal as in WaveNet, van den Oord et al. 2016): each token
// sees a window of its neighbours, every place of the window through a matrix of its own. Beyond the text, and where a
// batch is padded, there are zeros.
#include "core/math/product.h"
#include "core/ops/example_operands.h"
#include "core/ops/operands.h"
#include "core/ops/ops.h"

namespace glassformer::op {

namespace {

class Conv1d : public Operation {
public:
    explicit Conv1d(Window window) : window_(window) {}

    std::string_view name() const override { return "conv1d"; }

    std::string formula(std::size_t) const override {
        return causal() ? "{out}[i] = Σ_{k} {0}[i + k - w + 1] {1}[k] + {2}"
                        : "{out}[i] = Σ_{k} {0}[i + k - ⌊(w - 1) / 2⌋] {1}[k] + {2}";
    }

    Attributes attributes() const override { return {{"window", std::string(causal() ? "causal" : "centred")}}; }
    std::any settings() const override { return ConvolutionSettings{window_}; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 3, 4);
        const Shape &x = in[0], &weight = in[1];
        if (x.rank() < 2 || x.rank() > 3 || weight.rank() != 3 || weight.size(0) < 1 || weight.size(1) != x.cols())
            throw Error("conv1d needs [pos, d_in] and [offset, d_in, d_out], got " + text(x) + " and " + text(weight));
        if (in[2].rank() != 1 || in[2].cols() != weight.cols())
            throw Error("conv1d needs one bias a result column, got " + text(in[2]) + " for the weight " +
                        text(weight));
        if (in.size() > 3 && (in[3].count() != x.rows() || in[3].cols() != tokens_of(x)))
            throw Error("conv1d needs one padding entry a token of " + text(x) + ", got " + text(in[3]));
        return x.with(x.rank() - 1, weight[2]);
    }

    void forward(const Forward& run) const override {
        const int d_in = run.in[0].shape.cols(), d_out = run.out.shape.cols();
        for (std::size_t r = 0; r < run.out.shape.rows(); ++r) std::copy_n(run.in[2].data, d_out, run.out.row(r));
        each_overlap(run.in, [&](const Overlap& o) {
            product(o.rows, d_out, d_in, {run.in[0].row(o.from), d_in},
                    {tap(run.in[1].data, run.in[1].shape, o.tap), d_out}, run.out.row(o.to), d_out, true, run.pool);
        });
    }

    void backward(const Backward& run) const override {
        const int d_in = run.in[0].shape.cols(), d_out = run.out.shape.cols();
        float *x_grad = run.in_grad[0].data, *weight_grad = run.in_grad[1].data, *bias_grad = run.in_grad[2].data;
        each_overlap(run.in, [&](const Overlap& o) {
            const MatrixIn upstream{run.out_grad.row(o.to), d_out};
            if (x_grad != nullptr)
                product(o.rows, d_in, d_out, upstream,
                        {tap(run.in[1].data, run.in[1].shape, o.tap), d_out, Transpose::yes},
                        run.in_grad[0].row(o.from), d_in, true, run.pool);
            if (weight_grad != nullptr)
                product(d_in, d_out, o.rows, {run.in[0].row(o.from), d_in, Transpose::yes}, upstream,
                        tap(weight_grad, run.in[1].shape, o.tap), d_out, true, run.pool);
        });
        if (bias_grad != nullptr)
            for (std::size_t r = 0; r < run.out.shape.rows(); ++r)
                array(bias_grad, static_cast<std::size_t>(d_out)) +=
                    array(run.out_grad.row(r), static_cast<std::size_t>(d_out));
    }

    ChangedRows changed_rows(std::span<const ChangedRows> changed, std::span<const ConstView> in) const override {
        for (std::size_t i = 1; i < changed.size(); ++i)
            if (changed[i].any()) return ChangedRows::all();
        if (!changed[0].any()) return {};
        if (row_dimension(in[0].shape) < 0 || changed[0].column != ChangedRows::none) return ChangedRows::all();
        const int ahead = in[1].shape.size(0) - 1 - before(in[1].shape);
        return {.row = std::max(0, changed[0].row - ahead)};
    }

    Derivation derive(const CellQuery& question) const override {
        const Shape &x = question.in[0], &weight = question.in[1];
        const int last = x.rank() - 1, column = question.cell[last], at = question.cell[last - 1];
        DerivationBuilder builder(question.read);
        Step sum;
        for (int k = 0; k < weight.size(0); ++k) {
            const int from = at + k - before(weight);
            if (from < 0 || from >= tokens_of(x)) continue;
            Cell entry = question.cell;
            entry[last - 1] = from;
            entry[last] = 0;
            if (question.in.size() > 3 &&
                builder.read(3, question.in[3].cell(x.offset(entry) / static_cast<std::size_t>(x.cols()))) == 0)
                continue;
            for (int c = 0; c < x.cols(); ++c) {
                entry[last] = c;
                sum.terms.push_back({.factors = {builder.operand(0, entry), builder.operand(1, Cell{{k, c, column}})}});
            }
        }
        sum.terms.push_back({.factors = {builder.operand(2, Cell{{column}})}});
        return builder.finish(std::move(sum));
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override {
        return {2 * entries(out) * in[0].cols() * in[1].size(0) + entries(out), bytes(in, out)};
    }

private:
    struct Overlap {
        int tap, rows;         // of the window; how many rows in one piece
        std::size_t from, to;  // the first of them in x and in the result, counted over the batch
    };

    bool causal() const { return window_ == Window::causal; }
    static int tokens_of(const Shape& x) { return x.size(x.rank() - 2); }
    /// How many tokens before its own a window begins.
    int before(const Shape& weight) const { return causal() ? weight.size(0) - 1 : (weight.size(0) - 1) / 2; }

    template <class Float>
    static Float* tap(Float* weight, const Shape& shape, int k) {
        return weight + static_cast<std::ptrdiff_t>(k) * shape.size(1) * shape.size(2);
    }

    /// Calls each() for the rows that a place of the window moves as they are: runs of tokens between paddings.
    template <class Each>
    void each_overlap(std::span<const ConstView> in, const Each& each) const {
        const Shape& x = in[0].shape;
        const int tokens = tokens_of(x), taps = in[1].shape.size(0);
        const auto is_token = [&](std::size_t row) { return in.size() < 4 || in[3].data[row] != 0; };
        for (std::size_t sequence = 0; sequence < x.rows(); sequence += static_cast<std::size_t>(tokens))
            for (int begin = 0; begin < tokens;) {
                int end = begin;
                while (end < tokens && is_token(sequence + static_cast<std::size_t>(end))) ++end;
                for (int k = 0; k < taps && begin < end; ++k) {
                    const int shift = before(in[1].shape) - k;  // from a row of x to the row of the result it reaches
                    const int first = std::max(begin, -shift), last = std::min(end, tokens - shift);
                    if (first < last)
                        each({k, last - first, sequence + static_cast<std::size_t>(first),
                              sequence + static_cast<std::size_t>(first + shift)});
                }
                begin = end + 1;
            }
    }

    Window window_;
};

std::vector<Example> conv1d_examples() {
    const auto weight = [](int taps) {
        return normal_tensor({{Axis::offset, taps}, {Axis::d_model, 3}, {Axis::d_model, 5}}, 1);
    };
    const Tensor bias = normal_tensor({{Axis::d_model, 5}}, 2);
    const auto x = [](int tokens) { return normal_tensor({{Axis::position, tokens}, {Axis::d_model, 3}}, 3); };
    const Tensor batched = normal_tensor({{Axis::batch, 3}, {Axis::position, 4}, {Axis::d_model, 3}}, 4);
    const Tensor padding = tensor_of({{Axis::batch, 3}, {Axis::position, 4}}, {1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 0, 0});
    return {{"centred", conv1d(Window::centred), {x(6), weight(3), bias}},
            {"causal", conv1d(Window::causal), {x(6), weight(3), bias}},
            {"even width", conv1d(Window::centred), {x(5), weight(4), bias}},
            {"wider than the text", conv1d(Window::causal), {x(2), weight(5), bias}},
            {"one place", conv1d(Window::centred), {x(3), weight(1), bias}},
            {"a batch", conv1d(Window::causal), {batched, weight(2), bias}},
            {"a batch with padding", conv1d(Window::centred), {batched, weight(3), bias, padding}}};
}

}  // namespace

OperationPtr conv1d(Window window) { return std::make_shared<Conv1d>(window); }

extern const OperationRow conv1d_row{"conv1d", conv1d_examples};

}  // namespace glassformer::op
