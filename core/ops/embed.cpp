// Token embeddings: each token id picks one row of the table.
#include <cmath>

#include "core/ops/example_operands.h"
#include "core/ops/ops.h"
#include "core/ops/row_wise.h"

namespace glassformer::op {

namespace {

class Embed : public RowWise {
public:
    explicit Embed(float scale) : scale_(scale) {}

    std::string_view name() const override { return "embed"; }

    std::string formula(std::size_t) const override {
        return scale_ == 1.0F ? "{out} = {1}[{0}]" : "{out} = \\sqrt{d_{model}} {1}[{0}]";
    }

    Attributes attributes() const override { return {{"scale", static_cast<double>(scale_)}}; }
    std::any settings() const override { return EmbedSettings{scale_}; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 2, 2);
        const Shape &ids = in[0], &table = in[1];
        if (table.rank() != 2 || ids.rank() < 1 || ids.rank() > 3)
            throw Error("embed needs token IDs and a table [vocab, d_model], got " + text(ids) + " and " + text(table));
        std::vector<Dimension> dimensions;
        dimensions.reserve(static_cast<std::size_t>(ids.rank()) + 1);
        for (int d = 0; d < ids.rank(); ++d) dimensions.push_back(ids[d]);
        dimensions.push_back(table[1]);
        return Shape{dimensions};
    }

    void forward(const Forward& run) const override {
        const ConstView table = run.in[1];
        const auto d_model = static_cast<std::size_t>(table.shape.cols());
        check_ids(run.in[0], table.shape.size(0));
        split(run.pool, run.in[0].shape.count(), d_model, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                array(run.out.row(i), d_model) = scale_ * array(table.row(id(run.in[0], i)), d_model);
        });
    }

    void backward(const Backward& run) const override {
        const View table = run.in_grad[1];
        if (table.data == nullptr) return;
        const auto d_model = static_cast<std::size_t>(table.shape.cols());
        for (std::size_t i = 0; i < run.in[0].shape.count(); ++i)
            array(table.row(id(run.in[0], i)), d_model) += scale_ * array(run.out_grad.row(i), d_model);
    }

    CellBox readers(int operand, const Cell& cell, std::span<const Shape>, const Shape& out) const override {
        return operand == 1 ? CellBox::whole(out).at(out.rank() - 1, cell[1]) : CellBox::whole(out);
    }

    Derivation derive(const CellQuery& question) const override {
        const int last = question.out.rank() - 1;
        Cell token = question.cell;
        token[last] = 0;
        const int row = static_cast<int>(std::lround(question.read(0, token)));
        DerivationBuilder builder(question.read);
        Term term{.factors = {builder.operand(1, Cell{{row, question.cell[last]}})}};
        if (scale_ != 1.0F)
            term.factors.insert(term.factors.begin(),
                                DerivationBuilder::constant(static_cast<double>(scale_), "\\sqrt{d_{model}}"));
        return builder.finish({.terms = {term}});
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override {
        // Only the rows that are picked are read.
        return {scale_ == 1.0F ? 0 : entries(out), 4 * entries(in[0]) + 8 * entries(out)};
    }

private:
    static std::size_t id(const ConstView& ids, std::size_t i) { return static_cast<std::size_t>(ids.data[i]); }

    static void check_ids(const ConstView& ids, int vocab) {
        for (std::size_t i = 0; i < ids.shape.count(); ++i) {
            const float token = ids.data[i];
            if (token >= 0 && token < static_cast<float>(vocab) && token == std::floor(token)) continue;
            const std::size_t position = i % static_cast<std::size_t>(ids.shape.cols());
            throw Error("token id " + id_text(token) + " at position " + std::to_string(position) +
                        " is outside the vocabulary of " + std::to_string(vocab));
        }
    }

    float scale_;
};

std::vector<Example> embed_examples() {
    const Shape table{{Axis::vocab, 11}, {Axis::d_model, 5}};
    return {
        {"one text", embed(1), {tensor_of({{Axis::position, 4}}, {3, 0, 10, 3}), normal_tensor(table, 1)}},
        {"scaled, one token", embed(std::sqrt(5.0F)), {tensor_of({{Axis::position, 1}}, {7}), normal_tensor(table, 2)}},
        {"a batch", embed(1), {whole_tensor({{Axis::batch, 3}, {Axis::position, 4}}, 11, 3), normal_tensor(table, 4)}}};
}

}  // namespace

OperationPtr embed(float scale) { return std::make_shared<Embed>(scale); }

extern const OperationRow embed_row{"embed", embed_examples};

}  // namespace glassformer::op
