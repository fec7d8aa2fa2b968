#include "core/gl/fusion.h"

#include "core/gl/kernels.h"
#include "core/ops/ops.h"
#include "core/tensor/head_layout.h"

namespace glassformer::gl {

namespace {

const Record* made_by(const Trace& trace, int id, std::string_view operation) {
    const Record& record = trace.record(id);
    return record.operation && record.operation->name() == operation && record.edits.empty() ? &record : nullptr;
}

}  // namespace

std::optional<FusedAttention> fused_attention(const Trace& trace, int weights, const std::vector<int>& readers) {
    const Record* softmax = made_by(trace, weights, "softmax");
    if (softmax == nullptr) return std::nullopt;
    FusedAttention fused;
    fused.weights = weights;
    int at = softmax->operands[0];
    const auto enter = [&](std::string_view operation) -> const Record* {
        const Record* record = made_by(trace, at, operation);
        if (record == nullptr || readers[static_cast<std::size_t>(at)] != 1) return nullptr;
        fused.inside.push_back(at);
        at = record->operands[0];
        return record;
    };
    const Record* mask = enter("mask");
    if (mask == nullptr) return std::nullopt;
    fused.mask = mask->operands[1];
    if (mask->operands.size() > 2) fused.padding = mask->operands[2];
    if (const Record* bias = enter("add")) fused.bias = bias->operands[1];
    if (const Record* scale = enter("scale")) fused.factor = settings_of<op::ScaleSettings>(*scale->operation).factor;
    // A bias that itself asks for the size of the scores inside reads them: then there were two readers, and no chain.
    fused.scores = at;
    const Shape& scores = trace.record(at).shape;
    const bool bias_for_all = fused.bias < 0 || trace.record(fused.bias).shape.find(Axis::batch) < 0;
    if (scores.rank() < 3 || !bias_for_all) return std::nullopt;
    return fused;
}

void attention_weights(Plan& plan, const FusedAttention& fused, const std::function<Operand(int)>& operand) {
    const Operand scores = operand(fused.scores), weights = operand(fused.weights);
    const Heads of = heads_of(scores.shape);
    const auto keys = static_cast<std::size_t>(of.cols);
    std::vector<std::string> definitions = kernel::row_definitions(of.cols);
    const Slice bias = fused.bias >= 0 ? operand(fused.bias).slice : Slice{};
    const Slice padding = fused.padding >= 0 ? operand(fused.padding).slice : Slice{};
    if (bias) definitions.emplace_back("BIAS");
    if (padding) definitions.emplace_back("PADDING");
    const bool one_a_sequence = fused.padding >= 0 && operand(fused.padding).shape.rank() == 2;
    kernel::in_pieces(plan, scores.shape.rows(), keys, [&](std::size_t row, std::size_t rows) {
        plan.call("attention_weights", definitions,
                  {scores.slice.part(row * keys, rows * keys), weights.slice.part(row * keys, rows * keys),
                   operand(fused.mask).slice, bias, padding},
                  {{"first_row", static_cast<int>(row)},
                   {"row_count", static_cast<int>(rows)},
                   {"heads", of.heads},
                   {"queries", of.rows},
                   {"keys", of.cols},
                   {"padding_sequence", one_a_sequence ? of.cols : 0},
                   {"factor", fused.factor}},
                  {static_cast<unsigned>(std::min<std::size_t>(rows, 65535)), 1, 1});
    });
}

}  // namespace glassformer::gl
