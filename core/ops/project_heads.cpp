// The projection onto queries, keys or values: a linear map whose result is laid out head by head. Head h's columns
// stand together in the weight, so every head is one product with a slice of it.
#include "core/base/aligned.h"
#include "core/math/product.h"
#include "core/ops/example_operands.h"
#include "core/ops/ops.h"
#include "core/ops/row_wise.h"

namespace glassformer::op {

namespace {

class ProjectHeads : public RowWise {
public:
    explicit ProjectHeads(int heads) : heads_(heads) {}

    std::string_view name() const override { return "project_heads"; }

    std::string formula(std::size_t operands) const override {
        return operands > 2 ? "{out} = {0} {1} + {2}" : "{out} = {0} {1}";
    }

    Attributes attributes() const override { return {{"heads", static_cast<double>(heads_)}}; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 2, 3);
        const Shape &x = in[0], &weight = in[1];
        if (x.rank() < 2 || x.rank() > 3 || weight.rank() != 2 || x.cols() != weight.size(0))
            throw Error("project_heads needs equal inner sizes, got " + text(x) + " times " + text(weight));
        if (heads_ < 1 || weight.cols() % heads_ != 0)
            throw Error("project_heads cannot divide " + std::to_string(weight.cols()) + " columns among " +
                        std::to_string(heads_) + " heads");
        if (in.size() > 2 && (in[2].rank() != 1 || in[2].cols() != weight.cols()))
            throw Error("project_heads needs one bias per column, got " + text(in[2]) + " for the weight " +
                        text(weight));
        std::vector<Dimension> dimensions;
        if (x.rank() == 3) dimensions.push_back(x[0]);
        dimensions.push_back({Axis::head, heads_});
        dimensions.push_back(x[x.rank() - 2]);
        dimensions.push_back({Axis::d_head, weight.cols() / heads_});
        return Shape{dimensions};
    }

    void forward(const Forward& run) const override {
        const Sizes n = sizes(run.in[0].shape, run.out.shape);
        if (n.batch > 1) return forward_together(run, n);
        const float* bias = run.in.size() > 2 ? run.in[2].data : nullptr;
        const int first = n.batch == 1 && rows_bitwise_independent(n.rows(), run.in[1].packing) ? run.first_row : 0;
        const auto left = static_cast<std::size_t>(first);
        // One head of one sequence a part: their products are too small to be split themselves.
        split(run.pool, n.batch * n.heads, n.product_work(), [&](std::size_t begin, std::size_t end) {
            for (std::size_t part = begin; part < end; ++part) {
                const std::size_t column = part % n.heads * n.d_head;
                float* out = run.out.data + part * n.tokens * n.d_head + left * n.d_head;
                const float* x = run.in[0].data + part / n.heads * n.sequence() + left * n.d_model;
                if (bias != nullptr)
                    for (std::size_t i = 0; i < n.tokens - left; ++i)
                        copy_short(bias + column, n.d_head, out + i * n.d_head);
                product(
                    n.rows() - first, n.cols(), n.inner(), {x, n.inner()},
                    {run.in[1].data + column, n.stride(), Transpose::no, run.in[1].packing, static_cast<int>(column)},
                    out, n.cols(), bias != nullptr);
            }
        });
    }

    void backward(const Backward& run) const override {
        const Sizes n = sizes(run.in[0].shape, run.out.shape);
        if (n.batch > 1) return backward_together(run, n);
        const auto upstream = [&](std::size_t b, std::size_t h, Transpose transpose = Transpose::no) {
            return MatrixIn{run.out_grad.data + (b * n.heads + h) * n.tokens * n.d_head, n.cols(), transpose};
        };
        if (float* grad = run.in_grad[0].data)  // a sequence a part
            split(run.pool, n.batch, n.heads * n.product_work(), [&](std::size_t begin, std::size_t end) {
                for (std::size_t b = begin; b < end; ++b)
                    for (std::size_t h = 0; h < n.heads; ++h)
                        product(n.rows(), n.inner(), n.cols(), upstream(b, h),
                                {run.in[1].data + h * n.d_head, n.stride(), Transpose::yes}, grad + b * n.sequence(),
                                n.inner(), run.accumulates(0) || h > 0, n.batch == 1 ? run.pool : nullptr);
            });
        if (float* grad = run.in_grad[1].data)  // a head a part: each owns its columns
            split(run.pool, n.heads, n.batch * n.product_work(), [&](std::size_t begin, std::size_t end) {
                for (std::size_t h = begin; h < end; ++h)
                    for (std::size_t b = 0; b < n.batch; ++b)
                        product(n.inner(), n.cols(), n.rows(),
                                {run.in[0].data + b * n.sequence(), n.inner(), Transpose::yes}, upstream(b, h),
                                grad + h * n.d_head, n.stride(), run.accumulates(1) || b > 0);
            });
        if (run.in.size() > 2 && run.in_grad[2].data != nullptr) {
            if (!run.accumulates(2)) array(run.in_grad[2].data, n.heads * n.d_head).setZero();
            for (std::size_t r = 0; r < n.batch * n.heads * n.tokens; ++r)
                array(run.in_grad[2].data + r / n.tokens % n.heads * n.d_head, n.d_head) +=
                    array(run.out_grad.row(r), n.d_head);
        }
    }
    bool assigns_gradients() const override { return true; }

    CellBox readers(int operand, const Cell& cell, std::span<const Shape>, const Shape& out) const override {
        const int last = out.rank() - 1;
        if (operand > 0) {
            const int column = operand == 1 ? cell[1] : cell[0];
            return CellBox::whole(out).at(last - 2, column / out.cols()).at(last, column % out.cols());
        }
        CellBox token = CellBox::whole(out).at(last - 1, cell[last - 2]);
        return last == 3 ? token.at(0, cell[0]) : token;
    }

    Derivation derive(const CellQuery& question) const override {
        const int last = question.out.rank() - 1;  // [.., head, pos, d_head]
        const int column = question.cell[last - 2] * question.out.cols() + question.cell[last];
        Cell entry;
        if (last == 3) entry[0] = question.cell[0];
        entry[last - 2] = question.cell[last - 1];
        DerivationBuilder builder(question.read);
        Step sum;
        const bool one = question.about != nullptr;
        const int only = !one                           ? 0
                         : question.about->operand == 0 ? question.about->cell[last - 1]
                                                        : question.about->cell[0];
        for (int c = one ? only : 0; c < (one ? only + 1 : question.in[0].cols()); ++c) {
            if (one && question.about->operand == 2) break;
            entry[last - 1] = c;
            sum.terms.push_back({.factors = {builder.operand(0, entry), builder.operand(1, Cell{{c, column}})}});
        }
        if (question.in.size() > 2) sum.terms.push_back({.factors = {builder.operand(2, Cell{{column}})}});
        return builder.finish(sum);
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override {
        return {2 * entries(out) * in[0].cols() + (in.size() > 2 ? entries(out) : 0), bytes(in, out)};
    }

private:
    struct Sizes {
        std::size_t batch, heads, tokens, d_head, d_model;
        int rows() const { return static_cast<int>(tokens); }
        int cols() const { return static_cast<int>(d_head); }
        int inner() const { return static_cast<int>(d_model); }
        int stride() const { return static_cast<int>(heads * d_head); }  // of the weight
        std::size_t sequence() const { return tokens * d_model; }        // entries of x
        /// A head's product, in entries of the same running time.
        std::size_t product_work() const { return tokens * d_head * d_model / 16; }
    };

    // A batch is one tall product, not a small one a head and sequence; its heads lie side by side in between.

    /// [batch · pos, heads · d_head]; kept by each thread, so that an evaluation allocates nothing.
    static float* side_by_side(const Sizes& n) {
        thread_local AlignedFloats kept;
        kept.resize(std::max(kept.size(), n.batch * n.tokens * n.heads * n.d_head));
        return kept.data();
    }

    /// Calls copy(entries of one head and token in [batch, head, pos, d_head], in the same side by side).
    template <class Copy>
    static void each_vector(const Sizes& n, const Copy& copy) {
        for (std::size_t b = 0; b < n.batch; ++b)
            for (std::size_t h = 0; h < n.heads; ++h)
                for (std::size_t t = 0; t < n.tokens; ++t)
                    copy(((b * n.heads + h) * n.tokens + t) * n.d_head, ((b * n.tokens + t) * n.heads + h) * n.d_head);
    }

    static void forward_together(const Forward& run, const Sizes& n) {
        const int rows = static_cast<int>(n.batch * n.tokens), columns = n.stride();
        float* together = side_by_side(n);
        product(rows, columns, n.inner(), {run.in[0].data, n.inner()}, {run.in[1].data, columns}, together, columns,
                false, run.pool);
        if (run.in.size() > 2)
            each_vector(n, [&](std::size_t apart, std::size_t beside) {
                add_short(together + beside, run.in[2].data + beside % static_cast<std::size_t>(columns), n.d_head,
                          run.out.data + apart);
            });
        else
            each_vector(n, [&](std::size_t apart, std::size_t beside) {
                copy_short(together + beside, n.d_head, run.out.data + apart);
            });
    }

    /// A head's vector and its bias, where the vector moves to its place: no pass of its own.
    static void add_short(const float* a, const float* b, std::size_t count, float* to) {
        constexpr std::size_t block = 16;
        using Block = Eigen::Array<float, block, 1>;
        std::size_t i = 0;
        for (; i + block <= count; i += block)
            Eigen::Map<Block>(to + i) = Eigen::Map<const Block>(a + i) + Eigen::Map<const Block>(b + i);
        for (; i < count; ++i) to[i] = a[i] + b[i];
    }

    static void backward_together(const Backward& run, const Sizes& n) {
        const int rows = static_cast<int>(n.batch * n.tokens), columns = n.stride();
        float* together = side_by_side(n);
        each_vector(n, [&](std::size_t apart, std::size_t beside) {
            copy_short(run.out_grad.data + apart, n.d_head, together + beside);
        });
        if (float* grad = run.in_grad[0].data)
            product(rows, n.inner(), columns, {together, columns}, {run.in[1].data, columns, Transpose::yes}, grad,
                    n.inner(), run.accumulates(0), run.pool);
        if (float* grad = run.in_grad[1].data)
            product(n.inner(), columns, rows, {run.in[0].data, n.inner(), Transpose::yes}, {together, columns}, grad,
                    columns, run.accumulates(1), run.pool);
        if (run.in.size() > 2 && run.in_grad[2].data != nullptr) {
            Array sum = array(run.in_grad[2].data, static_cast<std::size_t>(columns));
            if (!run.accumulates(2)) sum.setZero();
            for (int r = 0; r < rows; ++r)
                sum += array(static_cast<const float*>(together) + static_cast<std::ptrdiff_t>(r) * columns,
                             static_cast<std::size_t>(columns));
        }
    }

    static Sizes sizes(const Shape& x, const Shape& out) {
        const int last = out.rank() - 1;
        return {static_cast<std::size_t>(out.rank() == 4 ? out.size(0) : 1),
                static_cast<std::size_t>(out.size(last - 2)), static_cast<std::size_t>(out.size(last - 1)),
                static_cast<std::size_t>(out.cols()), static_cast<std::size_t>(x.cols())};
    }

    int heads_;
};

std::vector<Example> project_heads_examples() {
    const Shape weight{{Axis::d_model, 5}, {Axis::heads, 6}};
    const Tensor bias = normal_tensor({{Axis::heads, 6}}, 1);
    return {{"two heads",
             project_heads(2),
             {normal_tensor({{Axis::position, 4}, {Axis::d_model, 5}}, 2), normal_tensor(weight, 3), bias}},
            {"one head, one token, no bias",
             project_heads(1),
             {normal_tensor({{Axis::position, 1}, {Axis::d_model, 5}}, 4), normal_tensor(weight, 5)}},
            {"a batch",
             project_heads(3),
             {normal_tensor({{Axis::batch, 2}, {Axis::position, 3}, {Axis::d_model, 5}}, 6), normal_tensor(weight, 7),
              bias}}};
}

}  // namespace

OperationPtr project_heads(int heads) { return std::make_shared<ProjectHeads>(heads); }

extern const OperationRow project_heads_row{"project_heads", project_heads_examples};

}  // namespace glassformer::op
