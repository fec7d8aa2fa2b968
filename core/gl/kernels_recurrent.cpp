// What recurrent cells, the attention between two of them, and convolutions are made of.
#include <array>

#include "core/gl/kernels.h"
#include "core/ops/activation_table.h"
#include "core/ops/ops.h"
#include "core/tensor/head_layout.h"

namespace glassformer::gl::kernel {

namespace {

/// A block that lies in one piece, among more: how long its lines are, how far apart, and where the first begins.
struct Stride {
    int width, stride, offset;
};

void strided_copy(Plan& plan, const char* direction, const Slice& many, const Slice& block, const Stride& how) {
    plan.call_over(block.count, 256, "strided_copy", {direction}, {many, block},
                   {{"width", how.width}, {"stride", how.stride}, {"offset", how.offset}});
}

Stride row_of(const Operation& operation, const Shape& x) {
    const int tokens = x.size(x.rank() - 2), index = settings_of<op::RowSettings>(operation).index;
    return {x.cols(), tokens * x.cols(), (index == last_row ? tokens - 1 : index) * x.cols()};
}

void last_row_of(Plan& plan, std::span<const Operand> in, const Slice& x, const Slice& result,
                 const std::vector<std::string>& definitions) {
    const Shape& shape = in[0].shape;
    plan.call_over(result.count, 64, "last_row", definitions, {x, result, in[1].slice},
                   {{"tokens", shape.size(shape.rank() - 2)}, {"columns", shape.cols()}});
}

void row(Plan& plan, const ForwardCall& call) {
    if (call.in.size() > 1) return last_row_of(plan, call.in, call.in[0].slice, call.out.slice, {});
    strided_copy(plan, "GATHER", call.in[0].slice, call.out.slice, row_of(call.operation, call.in[0].shape));
}
void row_backward(Plan& plan, const BackwardCall& call) {
    const Slice &x_grad = call.in_grad[0].slice, &upstream = call.out_grad.slice;
    if (!x_grad) return;
    if (call.in.size() > 1) return last_row_of(plan, call.in, x_grad, upstream, {"BACKWARD"});
    strided_copy(plan, "SCATTER_ADD", x_grad, upstream, row_of(call.operation, call.in[0].shape));
}

/// Calls each(operand, stride) for the places of the operands in the result.
template <class Each>
void each_part(const Operation& operation, std::span<const Operand> in, const Shape& out, const Each& each) {
    int along = out.rank() - 1;
    if (settings_of<op::ConcatSettings>(operation).along == ConcatAlong::rows)
        along = out.find(Axis::position) >= 0 ? out.find(Axis::position) : out.find(Axis::query);
    int inner = 1, offset = 0;
    for (int d = along + 1; d < out.rank(); ++d) inner *= out.size(d);
    for (std::size_t i = 0; i < in.size(); ++i) {
        const int missing = out.rank() - in[i].shape.rank();
        const int width = in[i].shape.size(along - missing) * inner, stride = out.size(along) * inner;
        const int rows = static_cast<int>(in[i].shape.count()) / width;
        // Without a batch axis it serves every sequence.
        for (int sequence = 0; sequence < (missing > 0 ? out.batch() : 1); ++sequence)
            each(i, Stride{width, stride, offset + sequence * rows * stride});
        offset += width;
    }
}

void concat(Plan& plan, const ForwardCall& call) {
    each_part(call.operation, call.in, call.out.shape, [&](std::size_t i, const Stride& at) {
        strided_copy(plan, "SCATTER", call.out.slice, call.in[i].slice, at);
    });
}
void concat_backward(Plan& plan, const BackwardCall& call) {
    each_part(call.operation, call.in, call.out.shape, [&](std::size_t i, const Stride& at) {
        if (call.in_grad[i].slice) strided_copy(plan, "GATHER_ADD", call.out_grad.slice, call.in_grad[i].slice, at);
    });
}

void split(Plan& plan, const Shape& heads_shape, const Slice& heads, const Slice& row, const char* definition) {
    const Heads of = heads_of(heads_shape);
    plan.call_over(row.count, 256, "merge_heads", {definition}, {heads, row},
                   {{"heads", of.heads}, {"tokens", of.rows}, {"d_head", of.cols}});
}

void split_heads(Plan& plan, const ForwardCall& call) {
    split(plan, call.out.shape, call.out.slice, call.in[0].slice, "SPLIT");
}
void split_heads_backward(Plan& plan, const BackwardCall& call) {
    if (call.in_grad[0].slice)
        split(plan, call.out.shape, call.out_grad.slice, call.in_grad[0].slice, "SPLIT_BACKWARD");
}

void gate(Plan& plan, const Operation& operation, std::span<const Operand> in, const Shape& out, const Slice& result,
          const Slice& upstream, const char* direction) {
    const auto [activation, part] = settings_of<op::GateSettings>(operation);
    std::vector<std::string> definitions{"ACTIVATION_" + std::string(activation->name), direction};
    if (in.size() > 2) definitions.emplace_back("RESET");
    plan.call_over(out.count(), 256, "recurrent_gate", definitions,
                   {in[0].slice, in[1].slice, result, upstream, in.size() > 2 ? in[2].slice : Slice{}},
                   {{"columns", out.cols()}, {"width", in[0].shape.cols()}, {"first", part * out.cols()}});
}

void recurrent_gate(Plan& plan, const ForwardCall& call) {
    gate(plan, call.operation, call.in, call.out.shape, call.out.slice, {}, "FORWARD");
}
void recurrent_gate_backward(Plan& plan, const BackwardCall& call) {
    constexpr std::array directions{"BACKWARD_X", "BACKWARD_R", "BACKWARD_G"};
    for (std::size_t i = 0; i < call.in_grad.size(); ++i)
        if (call.in_grad[i].slice)
            gate(plan, call.operation, call.in, call.out.shape, call.in_grad[i].slice, call.out_grad.slice,
                 directions.at(i));
}

void gated_sum(Plan& plan, const ForwardCall& call) {
    const auto& in = call.in;
    plan.call_over(call.out.slice.count, 256, "gated_sum", {},
                   {in[0].slice, in[1].slice, call.out.slice, in[2].slice, in[3].slice}, {});
}
void gated_sum_backward(Plan& plan, const BackwardCall& call) {
    for (std::size_t i = 0; i < 4; ++i)
        if (call.in_grad[i].slice)
            plan.call_over(call.out_grad.slice.count, 256, "gated_sum", {"BACKWARD"},
                           {call.in[i ^ 1U].slice, call.out_grad.slice, call.in_grad[i].slice}, {});
}

void blend(Plan& plan, const ForwardCall& call) {
    plan.call_over(call.out.slice.count, 256, "blend", {},
                   {call.in[0].slice, call.in[1].slice, call.in[2].slice, call.out.slice}, {});
}
void blend_backward(Plan& plan, const BackwardCall& call) {
    constexpr std::array directions{"BACKWARD_Z", "BACKWARD_NEW", "BACKWARD_OLD"};
    for (std::size_t i = 0; i < 3; ++i)
        if (call.in_grad[i].slice)
            plan.call_over(
                call.out_grad.slice.count, 256, "blend", {directions.at(i)},
                {call.in[0].slice, call.in[1].slice, call.in[2].slice, call.in_grad[i].slice, call.out_grad.slice}, {});
}

void additive(Plan& plan, std::span<const Operand> in, const Slice& result, const Slice& upstream,
              const char* direction) {
    const Heads q = heads_of(in[0].shape), k = heads_of(in[1].shape);
    plan.call_over(
        result.count, 64, "additive_scores", {"ACTIVATION_tanh", direction},
        {in[0].slice, in[1].slice, in[2].slice, result, upstream},
        {{"matrices", static_cast<int>(q.matrices())}, {"queries", q.rows}, {"keys", k.rows}, {"columns", q.cols}});
}

void additive_scores(Plan& plan, const ForwardCall& call) { additive(plan, call.in, call.out.slice, {}, "FORWARD"); }
void additive_scores_backward(Plan& plan, const BackwardCall& call) {
    constexpr std::array directions{"BACKWARD_Q", "BACKWARD_K", "BACKWARD_V"};
    for (std::size_t i = 0; i < 3; ++i)
        if (call.in_grad[i].slice)
            additive(plan, call.in, call.in_grad[i].slice, call.out_grad.slice, directions.at(i));
}

void convolution(Plan& plan, const Operation& operation, std::span<const Operand> in, const Slice& x, const Slice& w,
                 const Slice& result, std::size_t items, const char* direction, const Slice& bias) {
    const Shape &shape = in[0].shape, &weight = in[1].shape;
    const int taps = weight.size(0);
    const bool causal = settings_of<op::ConvolutionSettings>(operation).window == Window::causal;
    std::vector<std::string> definitions{direction};
    if (in.size() > 3) definitions.emplace_back("PADDING");
    plan.call_over(items, 64, "conv1d", definitions, {x, w, result, in.size() > 3 ? in[3].slice : Slice{}, bias},
                   {{"rows", static_cast<int>(shape.rows())},
                    {"tokens", shape.size(shape.rank() - 2)},
                    {"taps", taps},
                    {"before", causal ? taps - 1 : (taps - 1) / 2},
                    {"d_in", shape.cols()},
                    {"d_out", weight.cols()}});
}

void conv1d(Plan& plan, const ForwardCall& call) {
    convolution(plan, call.operation, call.in, call.in[0].slice, call.in[1].slice, call.out.slice, call.out.slice.count,
                "FORWARD", call.in[2].slice);
}
void conv1d_backward(Plan& plan, const BackwardCall& call) {
    const Slice &x = call.in_grad[0].slice, &w = call.in_grad[1].slice, &bias = call.in_grad[2].slice;
    const Slice& upstream = call.out_grad.slice;
    if (x) convolution(plan, call.operation, call.in, x, call.in[1].slice, upstream, x.count, "BACKWARD_X", {});
    if (w) convolution(plan, call.operation, call.in, call.in[0].slice, w, upstream, w.count, "BACKWARD_W", {});
    if (bias) {
        const auto columns = static_cast<std::size_t>(call.out.shape.cols());
        sum_rows_into(plan, upstream, bias, {.rows = upstream.count / columns, .width = columns});
    }
}

}  // namespace

extern const Kernel row_kernel{"row", row, row_backward};
extern const Kernel concat_kernel{"concat", concat, concat_backward};
extern const Kernel split_heads_kernel{"split_heads", split_heads, split_heads_backward};
extern const Kernel recurrent_gate_kernel{"recurrent_gate", recurrent_gate, recurrent_gate_backward};
extern const Kernel gated_sum_kernel{"gated_sum", gated_sum, gated_sum_backward};
extern const Kernel blend_kernel{"blend", blend, blend_backward};
extern const Kernel additive_scores_kernel{"additive_scores", additive_scores, additive_scores_backward};
extern const Kernel conv1d_kernel{"conv1d", conv1d, conv1d_backward};

}  // namespace glassformer::gl::kernel
