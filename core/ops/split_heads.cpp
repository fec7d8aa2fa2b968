// A row cut into the parts of its heads, the other way round than merge_heads; with one head, the rows as attention's
// operations read them.
#include "core/ops/example_operands.h"
#include "core/ops/ops.h"
#include "core/ops/row_wise.h"
#include "core/tensor/head_layout.h"

namespace glassformer::op {

namespace {

class SplitHeads : public RowWise {
public:
    explicit SplitHeads(int heads) : heads_(heads) {}

    std::string_view name() const override { return "split_heads"; }

    std::string formula(std::size_t) const override { return "{out}_{h} = {0}[\\text{columns of head } h]"; }

    Attributes attributes() const override { return {{"heads", static_cast<double>(heads_)}}; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 1, 1);
        const Shape& x = in[0];
        if (x.rank() < 2 || x.rank() > 3 || (x.rank() == 3 && x.axis(0) != Axis::batch))
            throw Error("split_heads needs [pos, columns], got " + text(x));
        if (heads_ < 1 || x.cols() % heads_ != 0)
            throw Error("split_heads cannot divide " + std::to_string(x.cols()) + " columns among " +
                        std::to_string(heads_) + " heads");
        const Dimension heads{Axis::head, heads_}, tokens = x[x.rank() - 2], columns{Axis::d_head, x.cols() / heads_};
        return x.rank() == 3 ? Shape{x[0], heads, tokens, columns} : Shape{heads, tokens, columns};
    }

    void forward(const Forward& run) const override {
        const auto d_head = static_cast<std::size_t>(run.out.shape.cols());
        for (std::size_t r = 0; r < run.out.shape.rows(); ++r)
            std::copy_n(run.in[0].data + source(run.out.shape, r), d_head, run.out.row(r));
    }

    void backward(const Backward& run) const override {
        if (run.in_grad[0].data == nullptr) return;
        const auto d_head = static_cast<std::size_t>(run.out.shape.cols());
        for (std::size_t r = 0; r < run.out.shape.rows(); ++r)
            array(run.in_grad[0].data + source(run.out.shape, r), d_head) += array(run.out_grad.row(r), d_head);
    }

    CellBox readers(int, const Cell& cell, std::span<const Shape>, const Shape& out) const override {
        const int last = out.rank() - 1;
        Cell entry;
        if (last == 3) entry[0] = cell[0];
        entry[last - 2] = cell[last - 1] / out.cols();
        entry[last - 1] = cell[last - 2];
        entry[last] = cell[last - 1] % out.cols();
        return CellBox::cell(entry);
    }

    Derivation derive(const CellQuery& question) const override {
        const int first = question.out.rank() - 3, d_head = question.out.cols();
        const int column = question.cell[first] * d_head + question.cell[first + 2], token = question.cell[first + 1];
        DerivationBuilder builder(question.read);
        const Cell cell = first == 1 ? Cell{{question.cell[0], token, column}} : Cell{{token, column}};
        return builder.finish({.terms = {{.factors = {builder.operand(0, cell)}}}});
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override { return {0, bytes(in, out)}; }

private:
    /// Offset in x of row r of the result, which is (sequence, head, token).
    static std::size_t source(const Shape& out, std::size_t r) {
        const Heads of = heads_of(out);
        const auto tokens = static_cast<std::size_t>(of.rows), heads = static_cast<std::size_t>(of.heads);
        const std::size_t token = r % tokens, head = r / tokens % heads, sequence = r / tokens / heads;
        return ((sequence * tokens + token) * heads + head) * static_cast<std::size_t>(of.cols);
    }

    int heads_;
};

std::vector<Example> split_heads_examples() {
    return {
        {"one head", split_heads(1), {normal_tensor({{Axis::position, 5}, {Axis::d_hidden, 3}}, 1)}},
        {"three heads", split_heads(3), {normal_tensor({{Axis::position, 4}, {Axis::d_hidden, 6}}, 2)}},
        {"a batch", split_heads(2), {normal_tensor({{Axis::batch, 2}, {Axis::position, 3}, {Axis::d_hidden, 8}}, 3)}}};
}

}  // namespace

OperationPtr split_heads(int heads) { return std::make_shared<SplitHeads>(heads); }

extern const OperationRow split_heads_row{"split_heads", split_heads_examples};

}  // namespace glassformer::op
