// Relative biases (Raffel et al. 2020): a learned number for each head and bucket of distances,
// core/model/positional.h's t5_bucket. A row of the result is a piece of one line over the distances, so each head
// computes that line once.

#include <vector>

#include "core/ops/example_operands.h"
#include "core/ops/heads.h"
#include "core/ops/ops.h"
#include "core/ops/position_formulas.h"
#include "core/ops/row_wise.h"

namespace glassformer::op {

namespace {

class T5Bias : public SizedByFirst {
public:
    T5Bias(int max_distance, bool bidirectional, int first)
        : max_distance_(max_distance), bidirectional_(bidirectional), first_(first) {}

    std::string_view name() const override { return "t5_bias"; }

    std::string formula(std::size_t) const override {
        const std::string from = first_ == 0 ? "" : " - " + std::to_string(first_);
        return "{out}_{hij} = {1}_{\\text{bucket}(j - i" + from + "), h}";
    }

    Attributes attributes() const override {
        return {{"max_distance", static_cast<double>(max_distance_)},
                {"bidirectional", bidirectional_ ? 1.0 : 0.0},
                {"first", static_cast<double>(first_)}};
    }
    std::any settings() const override { return T5Settings{max_distance_, bidirectional_, first_}; }

    Shape infer(std::span<const Shape> in) const override {
        expect_operands(name(), in, 2, 2);
        if (!has_heads(in[0]) || in[1].rank() != 2 || in[1].size(1) != heads_of(in[0]).heads)
            throw Error("t5_bias needs scores [batch,] head, query, key and a table [bucket, head], got " +
                        text(in[0]) + " and " + text(in[1]));
        if (in[1].size(0) < (bidirectional_ ? 2 : 1))
            throw Error("t5_bias needs a bucket for each direction, got " + text(in[0]) + " and " + text(in[1]));
        const Heads scores = heads_of(in[0]);
        return {{Axis::head, scores.heads}, {Axis::query, scores.rows}, {Axis::key, scores.cols}};
    }

    void forward(const Forward& run) const override {
        const Heads out = heads_of(run.out.shape);
        const std::vector<std::size_t>& entry = entries_by_distance(run.in[1].shape, out);
        for (int head = 0; head < out.heads; ++head)
            for (int i = 0; i < out.rows; ++i) {
                const std::size_t* first = entry.data() + (out.rows - 1 - i);  // of key 0
                float* row = run.out.data + out.at(0, head) + static_cast<std::ptrdiff_t>(i) * out.cols;
                for (int j = 0; j < out.cols; ++j) row[j] = run.in[1].data[first[j] + head];
            }
    }

    void backward(const Backward& run) const override {
        if (run.in_grad[1].data == nullptr) return;
        const Heads out = heads_of(run.out.shape);
        const std::vector<std::size_t>& entry = entries_by_distance(run.in[1].shape, out);
        // Added up a distance first, in double: a bucket collects up to a million gradients.
        thread_local std::vector<double> sums;
        for (int head = 0; head < out.heads; ++head) {
            sums.assign(entry.size(), 0.0);
            for (int i = 0; i < out.rows; ++i) {
                double* first = sums.data() + (out.rows - 1 - i);
                const float* row = run.out_grad.data + out.at(0, head) + static_cast<std::ptrdiff_t>(i) * out.cols;
                for (int j = 0; j < out.cols; ++j) first[j] += static_cast<double>(row[j]);
            }
            for (std::size_t d = 0; d < entry.size(); ++d)
                run.in_grad[1].data[entry[d] + head] += static_cast<float>(sums[d]);
        }
    }

    CellBox readers(int operand, const Cell& cell, std::span<const Shape>, const Shape& out) const override {
        return operand == 1 ? CellBox::whole(out).at(0, cell[1]) : CellBox::none();
    }

    Derivation derive(const CellQuery& question) const override {
        const int head = question.cell[0], distance = question.cell[2] - question.cell[1] - first_;
        const int bucket = t5_bucket(distance, question.in[1].size(0), max_distance_, bidirectional_);
        DerivationBuilder builder(question.read);
        return builder.finish(
            {.meaning = "bucket " + std::to_string(bucket) + " of distance " + std::to_string(distance),
             .terms = {{.factors = {builder.operand(1, Cell{{bucket, head, 0, 0}})}}}});
    }

    Cost cost(std::span<const Shape> in, const Shape& out) const override {
        return {0, 4 * (entries(in[1]) + entries(out))};
    }

private:
    /// Where the bucket's row starts in the table, for each key - query row from -(queries-1) to keys-1. Kept
    /// between calls, one list a thread, so that an evaluation allocates nothing.
    const std::vector<std::size_t>& entries_by_distance(const Shape& table, const Heads& out) const {
        thread_local std::vector<std::size_t> entry;
        entry.clear();
        for (int rows = 1 - out.rows; rows < out.cols; ++rows) {
            const int bucket = t5_bucket(rows - first_, table.size(0), max_distance_, bidirectional_);
            entry.push_back(static_cast<std::size_t>(bucket) * static_cast<std::size_t>(table.cols()));
        }
        return entry;
    }

    int max_distance_;
    bool bidirectional_;
    int first_;
};

std::vector<Example> t5_bias_examples() {
    const auto example = [](const char* label, bool bidirectional, int buckets, const Shape& scores, int first = 0) {
        const Shape table{{Axis::bucket, buckets}, {Axis::head, heads_of(scores).heads}};
        return Example{label, t5_bias(12, bidirectional, first), {normal_tensor(scores, 1), normal_tensor(table, 2)}};
    };
    const auto scores = [](int heads, int queries, int keys) {
        return Shape{{Axis::head, heads}, {Axis::query, queries}, {Axis::key, keys}};
    };
    return {example("a decoder", false, 8, scores(3, 17, 17)),
            example("an encoder", true, 8, scores(2, 15, 15)),
            example("one token", true, 2, scores(1, 1, 1)),
            example("more keys than queries", true, 12, scores(2, 3, 14)),
            example("taken up at position 12", false, 8, scores(2, 3, 15), 12),
            example("a batch", false, 6, {{Axis::batch, 2}, {Axis::head, 2}, {Axis::query, 9}, {Axis::key, 9}})};
}

}  // namespace

OperationPtr t5_bias(int max_distance, bool bidirectional, int first) {
    return std::make_shared<T5Bias>(max_distance, bidirectional, first);
}

extern const OperationRow t5_bias_row{"t5_bias", t5_bias_examples};

}  // namespace glassformer::op
