// Where positions act inside attention: turned queries and keys, biases on the scores.

#include "core/gl/kernels.h"
#include "core/ops/ops.h"
#include "core/ops/position_formulas.h"
#include "core/tensor/head_layout.h"

namespace glassformer::gl::kernel {

namespace {

/// Cosine and sine of every pair of every row.
std::vector<float> rotary_values(const op::RopeSettings& settings, int rows) {
    std::vector<float> values, cosine, sine;
    for (int row = 0; row < rows; ++row) {
        op::rotary_turns(settings, row, rows, cosine, sine);
        for (std::size_t k = 0; k < cosine.size(); ++k) values.insert(values.end(), {cosine[k], sine[k]});
    }
    return values;
}

void turn(Plan& plan, const Operation& operation, const Shape& shape, const Slice& from, const Slice& to,
          std::vector<std::string> definitions) {
    const Heads x = heads_of(shape);
    const auto settings = settings_of<op::RopeSettings>(operation);
    const int dims = settings.rotary_dims;
    if (settings.layout == RotaryLayout::half) definitions.emplace_back("HALF");
    plan.call_over(from.count, 256, "rope", definitions, {from, to, plan.constant(rotary_values(settings, x.rows))},
                   {{"tokens", x.rows}, {"d_head", x.cols}, {"dims", dims}});
}

void rope(Plan& plan, const ForwardCall& call) {
    turn(plan, call.operation, call.out.shape, call.in[0].slice, call.out.slice, {});
}
void rope_backward(Plan& plan, const BackwardCall& call) {
    if (call.in_grad[0].slice)
        turn(plan, call.operation, call.out.shape, call.out_grad.slice, call.in_grad[0].slice, {"BACKWARD"});
}

void alibi_bias(Plan& plan, const ForwardCall& call) {
    const Heads out = heads_of(call.out.shape);
    std::vector<float> slopes;
    slopes.reserve(static_cast<std::size_t>(out.heads));
    for (int head = 0; head < out.heads; ++head) slopes.push_back(alibi_slope(head, out.heads));
    plan.call_over(call.out.slice.count, 256, "alibi_bias", {}, {plan.constant(slopes), call.out.slice},
                   {{"queries", out.rows},
                    {"keys", out.cols},
                    {"first", settings_of<op::PositionSettings>(call.operation).first}});
}

/// The bucket of each key - query row, from -(queries - 1) to keys - 1.
std::vector<float> buckets(const Operation& operation, const Heads& out, int number_of_buckets) {
    std::vector<float> values;
    const auto [max_distance, bidirectional, first] = settings_of<op::T5Settings>(operation);
    for (int rows = 1 - out.rows; rows < out.cols; ++rows)
        values.push_back(static_cast<float>(t5_bucket(rows - first, number_of_buckets, max_distance, bidirectional)));
    return values;
}

Uniforms bias_sizes(const Heads& out) { return {{"heads", out.heads}, {"queries", out.rows}, {"keys", out.cols}}; }

void t5_bias(Plan& plan, const ForwardCall& call) {
    const Heads out = heads_of(call.out.shape);
    const Slice of_distance = plan.constant(buckets(call.operation, out, call.in[1].shape.size(0)));
    plan.call_over(call.out.slice.count, 64, "t5_bias", {}, {call.in[1].slice, of_distance, call.out.slice},
                   bias_sizes(out));
}
void t5_bias_backward(Plan& plan, const BackwardCall& call) {
    const Slice& table = call.in_grad[1].slice;
    if (!table) return;
    const Heads out = heads_of(call.out.shape);
    const Slice of_distance = plan.constant(buckets(call.operation, out, call.in[1].shape.size(0)));
    const Slice sums = plan.scratch(static_cast<std::size_t>(out.heads) * of_distance.count);
    plan.call_over(sums.count, 64, "t5_bias", {"DISTANCES"}, {{}, {}, call.out_grad.slice, sums}, bias_sizes(out));
    plan.call_over(table.count, 64, "t5_bias", {"BACKWARD"}, {table, of_distance, {}, sums}, bias_sizes(out));
}

/// A variant of the shader, for `count` results; the gradient from above where it goes backward.
void fire(Plan& plan, const Operation& operation, std::span<const Operand> in, const Shape& shape, const char* variant,
          const Slice& above, const Slice& result) {
    const Heads out = heads_of(shape);
    const auto [length, first, first_key] = settings_of<op::FireSettings>(operation);
    Uniforms uniforms = bias_sizes(out);
    uniforms.insert(uniforms.end(), {{"hidden", in[3].shape.size(0)},
                                     {"first", first},
                                     {"first_key", first_key},
                                     {"unit", static_cast<float>(length)}});
    std::vector<std::string> definitions;
    if (variant != nullptr) definitions.emplace_back(variant);
    plan.call_over(result.count, 64, "fire_bias", definitions,
                   {in[1].slice, in[2].slice, in[3].slice, in[4].slice, in[5].slice, in[6].slice, above, result},
                   uniforms);
}

void fire_bias(Plan& plan, const ForwardCall& call) {
    fire(plan, call.operation, call.in, call.out.shape, nullptr, {}, call.out.slice);
}
void fire_bias_backward(Plan& plan, const BackwardCall& call) {
    static constexpr const char* variants[] = {"IN_WEIGHT", "IN_BIAS", "OUT_WEIGHT", "OUT_BIAS", "SCALE", "REACH"};
    const std::size_t queries = size_of(heads_of(call.out.shape).rows);
    for (std::size_t o = 1; o < call.in_grad.size(); ++o) {
        const Slice& gradient = call.in_grad[o].slice;
        if (!gradient) continue;
        const Slice rows = plan.scratch(queries * gradient.count);
        fire(plan, call.operation, call.in, call.out.shape, variants[o - 1], call.out_grad.slice, rows);
        sum_rows_into(plan, rows, gradient, {.rows = queries, .width = gradient.count});
    }
}

}  // namespace

extern const Kernel rope_kernel{"rope", rope, rope_backward};
extern const Kernel alibi_bias_kernel{"alibi_bias", alibi_bias, no_gradient, false};
extern const Kernel t5_bias_kernel{"t5_bias", t5_bias, t5_bias_backward, false};
extern const Kernel fire_bias_kernel{"fire_bias", fire_bias, fire_bias_backward, false};

}  // namespace glassformer::gl::kernel
