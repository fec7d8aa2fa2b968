#include "core/tape/stage_text.h"

#include <algorithm>

#include "core/ops/ops.h"

namespace glassformer {

namespace {

std::string_view operation_name(const Record& record) {
    return record.operation ? record.operation->name() : std::string_view();
}

const Record& operand(const Trace& trace, const Record& record, std::size_t which) {
    return trace.record(record.operands[which]);
}

/// The record of this stage in the same block and attention; null where there is none.
const Record* beside(const Trace& trace, const Record& record, const Stage& stage) {
    const int id = trace.find(full_name(stage, record.site));
    return id < 0 ? nullptr : &trace.record(id);
}

double attribute(const Record& record, std::string_view name, double otherwise) {
    for (const Attribute& set : record.operation->attributes())
        if (set.key == name && set.is_number) return set.number;
    return otherwise;
}

bool formula_has(const Record& record, std::string_view part) {
    return record.operation->formula(record.operands.size()).find(part) != std::string::npos;
}

/// The mask that the record's scores went through, [query, key]; null before its values are known.
const Record* mask_before(const Trace& trace, const Record& record) {
    const Record* at = &record;
    if (operation_name(*at) == "softmax") at = &operand(trace, *at, 0);
    if (operation_name(*at) != "mask" || at->operands.size() < 2) return nullptr;
    const Record& mask = operand(trace, *at, 1);
    return mask.value == nullptr ? nullptr : &mask;
}

}  // namespace

const StageText unknown_operation_text{nullptr, "", nullptr, "Computed values",
                                       "The formula shows how these numbers are computed from their operands."};

std::span<const StageAddition> stage_additions() {
    static constexpr std::array additions{
        StageAddition{stage_table::reads_normalized, "The vector is normalized first.", Claim::reads_normalized},
        StageAddition{stage_table::adds_bias, "A learned bias is added.", Claim::adds_bias},
        StageAddition{stage_table::slows_rotations,
                      "The angles of slow pairs are reduced, so that long texts stay within the angles of training.",
                      Claim::smaller_angles},
    };
    return additions;
}

std::string stage_sentence(const Trace& trace, const Record& record) {
    std::string sentence = stage_text(trace, record).sentence;
    for (const StageAddition& addition : stage_additions())
        if (addition.fits(trace, record)) sentence += std::string(" ") + addition.sentence;
    return sentence;
}

std::array<std::span<const StageText>, 3> all_stage_texts() {
    return {transformer_texts(), recurrent_texts(), variant_texts()};
}

const StageText& stage_text(const Trace& trace, const Record& record) {
    const std::string_view operation = operation_name(record);
    const StageText* found = nullptr;
    for (const std::span<const StageText> rows : all_stage_texts())
        for (const StageText& row : rows)
            if (row.stage == record.stage && row.operation == operation &&
                (row.fits == nullptr || row.fits(trace, record)))
                found = &row;
    return found != nullptr ? *found : unknown_operation_text;
}

bool is_unchanged(const Trace& trace, const Record& record) {
    if (record.kind != Record::Kind::computed || record.operands.empty() || !record.edits.empty()) return false;
    const std::array<Claim, 2>& claims = stage_text(trace, record).claims;
    return std::ranges::find(claims, Claim::copies) != claims.end();
}

std::string stage_label(const Trace& trace, const Record& record) {
    const bool mask = record.stage == &stage::scores_masked || record.stage == &stage::alignment_masked;
    const std::string label = record.stage->label;
    return mask && is_unchanged(trace, record) ? label + ": none" : label;
}

namespace stage_table {

bool has_residual_connections(const Trace& trace, const Record& record) {
    for (const Stage* stage : {&stage::resid_mid, &stage::resid_self})
        if (const Record* sum = beside(trace, record, *stage)) return operation_name(*sum) == "add";
    const Record* sum = beside(trace, record, stage::resid_post);
    return sum != nullptr && is_parallel_sum(trace, *sum);
}

bool is_parallel_sum(const Trace&, const Record& record) { return record.operands.size() == 3; }

bool is_sum_of_sublayers(const Trace& trace, const Record& record) {
    return operation_name(record) == "add" && operand(trace, record, 0).stage == &stage::out;
}

bool is_parallel_block(const Trace& trace, const Record& record) {
    const Record* sum = beside(trace, record, stage::resid_post);
    return sum != nullptr && (is_parallel_sum(trace, *sum) || is_sum_of_sublayers(trace, *sum));
}

bool adds_segments(const Trace& trace, const Record& record) {
    return operand(trace, record, record.operands.size() - 1).stage == &stage::embed_types;
}

bool adds_segments_alone(const Trace& trace, const Record& record) {
    return record.operands.size() == 2 && adds_segments(trace, record);
}

bool reads_projected(const Trace& trace, const Record& record) {
    return operand(trace, record, 0).stage == &stage::embed_projected;
}

bool is_of_classes(const Trace&, const Record& record) { return record.shape.find(Axis::classes) >= 0; }

bool is_cross_attention(const Trace&, const Record& record) { return record.site.attention == AttentionKind::cross; }

bool shares_heads(const Trace& trace, const Record& record) {
    const Record* q = beside(trace, record, stage::q);
    const int heads = record.shape.find(Axis::head);
    return q != nullptr && heads >= 0 && q->shape.size(q->shape.find(Axis::head)) > record.shape.size(heads);
}

bool has_one_head(const Trace& trace, const Record& record) {
    const Shape& heads = operand(trace, record, 0).shape;
    return heads.find(Axis::head) >= 0 && heads.size(heads.find(Axis::head)) == 1;
}

bool rotates_some_dimensions(const Trace&, const Record& record) {
    const double dimensions = attribute(record, "rotary_dims", 0);
    return dimensions > 0 && dimensions < record.shape.cols();
}

bool decays_with_position(const Trace&, const Record& record) { return attribute(record, "decay", 0) != 0; }

bool lengthens_rotated(const Trace&, const Record& record) {
    return operation_name(record) == "rope" &&
           rotary_factor(settings_of<op::RopeSettings>(*record.operation).scaling) != 1;
}

bool slows_rotations(const Trace&, const Record& record) {
    if (operation_name(record) != "rope") return false;
    const auto settings = settings_of<op::RopeSettings>(*record.operation);
    const int tokens = settings.first + record.shape.size(record.shape.rank() - 2);
    return scaled_frequencies(settings.scaling, settings.base, settings.rotary_dims, settings.max_seq_len, tokens) !=
           scaled_frequencies({}, settings.base, settings.rotary_dims, settings.max_seq_len, tokens);
}

bool embeds_scaled(const Trace&, const Record& record) { return attribute(record, "scale", 1) != 1; }

bool scaled_before(const Trace& trace, const Record& record) {
    return beside(trace, record, stage::q_scaled) != nullptr;
}

bool by_temperature(const Trace&, const Record& record) { return formula_has(record, "τ"); }

bool by_width_and_temperature(const Trace&, const Record& record) {
    return formula_has(record, "τ") && formula_has(record, "sqrt");
}

bool masks_nothing(const Trace& trace, const Record& record) {
    const Record* mask = mask_before(trace, record);
    if (mask == nullptr || operation_name(record) != "mask" || record.operands.size() > 2) return false;
    const ConstView view = mask->view();
    return std::all_of(view.data, view.data + view.shape.count(), [](float allowed) { return allowed != 0; });
}

bool masks_later_keys(const Trace& trace, const Record& record) {
    const Record* mask = mask_before(trace, record);
    if (mask == nullptr || record.operands.size() > 2) return false;
    const ConstView view = mask->view();
    const int queries = view.shape.size(0), keys = view.shape.size(1), first = keys - queries;
    if (first < 0 || keys < 2) return false;
    for (int query = 0; query < queries; ++query)
        for (int key = 0; key < keys; ++key)
            if ((view.data[query * keys + key] != 0) != (key <= first + query)) return false;
    return true;
}

bool leaves_a_query_without_keys(const Trace& trace, const Record& record) {
    const Record* mask = mask_before(trace, record);
    if (mask == nullptr) return false;
    const ConstView view = mask->view();
    const int queries = view.shape.size(0), keys = view.shape.size(1);
    for (int query = 0; query < queries; ++query)
        if (std::all_of(view.data + query * keys, view.data + (query + 1) * keys, [](float on) { return on == 0; }))
            return true;
    return false;
}

bool widens(const Trace& trace, const Record& record) {
    return record.shape.cols() > operand(trace, record, 0).shape.cols();
}

bool is_gated(const Trace& trace, const Record& record) { return beside(trace, record, stage::mlp_gate) != nullptr; }

bool reads_normalized(const Trace& trace, const Record& record) {
    constexpr std::array readers{&stage::q, &stage::k, &stage::v, &stage::mlp_pre, &stage::mlp_gate};
    if (std::ranges::find(readers, record.stage) == readers.end() || record.operands.empty()) return false;
    const Record& read = operand(trace, record, 0);
    // The encoder's output is called by that name, with its norm.
    return read.stage->part == ModelPart::norms && read.site.stack == record.site.stack &&
           read.site.block == record.site.block;
}

bool adds_bias(const Trace& trace, const Record& record) {
    constexpr std::array<std::string_view, 4> products{"linear", "linear_transposed", "project_heads", "conv1d"};
    return std::ranges::find(products, operation_name(record)) != products.end() && record.operands.size() > 2 &&
           operand(trace, record, 2).kind == Record::Kind::parameter;
}

bool reads_pooled(const Trace& trace, const Record& record) {
    return operand(trace, record, 0).stage == &stage::pooled;
}

bool makes_no_probabilities(const Trace& trace, const Record& record) {
    return is_of_classes(trace, record) && trace.find(stage::probs.key) < 0;
}

bool is_smoothed(const Trace&, const Record& record) { return attribute(record, "smoothing", 0) > 0; }

bool adds_epsilon_to_deviation(const Trace&, const Record& record) {
    for (const Attribute& set : record.operation->attributes())
        if (set.key == "placement") return set.word == "added_to_std";
    return false;
}

}  // namespace stage_table

}  // namespace glassformer
