// From tokens to vectors and from vectors of a text to one: tables looked up, positions, pooling.
#include <cmath>

#include "core/gl/kernels.h"
#include "core/ops/ops.h"
#include "core/ops/position_formulas.h"

namespace glassformer::gl::kernel {

namespace {

/// Over the table (or its gradient) in pieces, each token served by the piece that holds its row.
void look_up(Plan& plan, const Operation& operation, const Operand& ids, const Shape& table_shape, const Slice& table,
             const Slice& result, bool backward) {
    const auto d_model = static_cast<std::size_t>(table_shape.cols());
    in_pieces(plan, static_cast<std::size_t>(table_shape.size(0)), d_model, [&](std::size_t row, std::size_t rows) {
        plan.call_over(backward ? d_model : result.count, 64, "embed",
                       backward ? std::vector<std::string>{"BACKWARD"} : std::vector<std::string>{},
                       {ids.slice, table.part(row * d_model, rows * d_model), result},
                       {{"tokens", static_cast<int>(ids.slice.count)},
                        {"d_model", static_cast<int>(d_model)},
                        {"first_row", static_cast<int>(row)},
                        {"table_rows", static_cast<int>(rows)},
                        {"factor", settings_of<op::EmbedSettings>(operation).scale}});
    });
}

void embed(Plan& plan, const ForwardCall& call) {
    look_up(plan, call.operation, call.in[0], call.in[1].shape, call.in[1].slice, call.out.slice, false);
}
void embed_backward(Plan& plan, const BackwardCall& call) {
    if (call.in_grad[1].slice)
        look_up(plan, call.operation, call.in[0], call.in[1].shape, call.in_grad[1].slice, call.out_grad.slice, true);
}

/// Entries of the table before the first position.
std::size_t rows_before(const Operation& operation, const Shape& rows) {
    return static_cast<std::size_t>(settings_of<op::PositionSettings>(operation).first) *
           static_cast<std::size_t>(rows.cols());
}

void learned_positions(Plan& plan, const ForwardCall& call) {
    const std::size_t before = rows_before(call.operation, call.out.shape);
    entry_by_entry(plan, "copy", {}, {call.in[1].slice.part(before, call.out.slice.count), call.out.slice});
}
void learned_positions_backward(Plan& plan, const BackwardCall& call) {
    const Slice& table = call.in_grad[1].slice;
    if (!table) return;
    const std::size_t before = rows_before(call.operation, call.out.shape);
    accumulate(plan, call.out_grad.slice, table.part(before, call.out_grad.slice.count));
}

/// Cosine and sine of every pair of every row.
std::vector<float> turns(int first, int rows, int columns, double base) {
    std::vector<float> values;
    for (int p = first; p < first + rows; ++p)
        for (int k = 0; 2 * k < columns; ++k) {
            const double angle = rotary_angle(p, k, columns, base);
            values.push_back(static_cast<float>(std::cos(angle)));
            values.push_back(static_cast<float>(std::sin(angle)));
        }
    return values;
}

/// The rows stand for whole numbers from `first` on.
void waves(Plan& plan, const ForwardCall& call, double base, int first, RotaryLayout layout) {
    const int rows = call.out.shape.size(0), columns = call.out.shape.cols(), pairs = (columns + 1) / 2;
    std::vector<std::string> definitions;
    if (layout == RotaryLayout::half) definitions.emplace_back("HALF");
    plan.call_over(call.out.slice.count, 256, "sinusoidal_positions", definitions,
                   {plan.constant(turns(first, rows, columns, base)), call.out.slice},
                   {{"d_model", columns}, {"pairs", pairs}});
}

void sinusoidal_positions(Plan& plan, const ForwardCall& call) {
    const auto [base, first, layout] = settings_of<op::SinusoidalSettings>(call.operation);
    waves(plan, call, base, first, layout);
}
void sinusoidal_distances(Plan& plan, const ForwardCall& call) {
    const auto [base, sides] = settings_of<op::DistanceSettings>(call.operation);
    waves(plan, call, base, sides == Sides::two ? -(call.out.shape.size(0) / 2) : 0, RotaryLayout::interleaved);
}

void one_hot_positions(Plan& plan, const ForwardCall& call) {
    plan.call_over(
        call.out.slice.count, 256, "one_hot_positions", {}, {call.out.slice},
        {{"columns", call.out.shape.cols()}, {"first", settings_of<op::PositionSettings>(call.operation).first}});
}

Uniforms pooled(const Shape& x) { return {{"tokens", x.size(x.rank() - 2)}, {"d_model", x.cols()}}; }

void pool_mean(Plan& plan, std::span<const Operand> in, const Slice& x, const Slice& result,
               std::vector<std::string> definitions) {
    std::vector<Slice> slices{x, result};
    if (in.size() > 1) {
        definitions.emplace_back("PADDING");
        slices.push_back(in[1].slice);
    }
    plan.call_over(result.count, 64, "mean_pool", definitions, slices, pooled(in[0].shape));
}

void mean_pool(Plan& plan, const ForwardCall& call) { pool_mean(plan, call.in, call.in[0].slice, call.out.slice, {}); }
void mean_pool_backward(Plan& plan, const BackwardCall& call) {
    if (call.in_grad[0].slice) pool_mean(plan, call.in, call.in_grad[0].slice, call.out_grad.slice, {"BACKWARD"});
}

void first_token(Plan& plan, const ForwardCall& call) {
    plan.call_over(call.out.slice.count, 64, "first_token", {}, {call.in[0].slice, call.out.slice},
                   pooled(call.in[0].shape));
}
void first_token_backward(Plan& plan, const BackwardCall& call) {
    if (call.in_grad[0].slice)
        plan.call_over(call.out_grad.slice.count, 64, "first_token", {"BACKWARD"},
                       {call.in_grad[0].slice, call.out_grad.slice}, pooled(call.in[0].shape));
}

}  // namespace

extern const Kernel embed_kernel{"embed", embed, embed_backward};
extern const Kernel learned_positions_kernel{"learned_positions", learned_positions, learned_positions_backward, false};
extern const Kernel sinusoidal_positions_kernel{"sinusoidal_positions", sinusoidal_positions, no_gradient, false};
extern const Kernel sinusoidal_distances_kernel{"sinusoidal_distances", sinusoidal_distances, no_gradient, false};
extern const Kernel one_hot_positions_kernel{"one_hot_positions", one_hot_positions, no_gradient, false};
extern const Kernel mean_pool_kernel{"mean_pool", mean_pool, mean_pool_backward};
extern const Kernel first_token_kernel{"first_token", first_token, first_token_backward};

}  // namespace glassformer::gl::kernel
