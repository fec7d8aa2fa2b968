// Operations that go entry by entry: nothing to share between threads, cut into pieces wherever a tensor is large.
#include "core/gl/kernels.h"
#include "core/ops/activation_table.h"
#include "core/ops/ops.h"
#include "core/tensor/head_layout.h"

namespace glassformer::gl::kernel {

void entry_by_entry(Plan& plan, const char* shader, const std::vector<std::string>& definitions,
                    const std::vector<Slice>& slices, const Uniforms& uniforms) {
    in_pieces(plan, slices.back().count, 1, [&](std::size_t begin, std::size_t size) {
        std::vector<Slice> pieces = slices;
        for (Slice& piece : pieces) piece = piece.part(begin, size);
        plan.call_over(size, 256, shader, definitions, pieces, uniforms);
    });
}

void accumulate(Plan& plan, const Slice& from, const Slice& to) { entry_by_entry(plan, "copy", {"ADD"}, {from, to}); }

namespace {

void column_sums(Plan& plan, const Slice& from, const Slice& to, const Columns& how) {
    const std::size_t columns = how.heads * how.width;
    plan.call("column_sums", {}, {from, to},
              {{"row_count", static_cast<int>(how.sequences * how.rows)},
               {"columns", static_cast<int>(columns)},
               {"width", static_cast<int>(how.width)},
               {"inner", static_cast<int>(how.rows)},
               {"head_stride", static_cast<int>(how.rows * how.width)},
               {"sequence_stride", static_cast<int>(how.rows * columns)},
               {"row_stride", static_cast<int>(how.width)}},
              {static_cast<unsigned>((columns + 31) / 32), 1, 1});
}

}  // namespace

void sum_rows_into(Plan& plan, const Slice& from, const Slice& to, const Columns& how) {
    if (from.count + plan.device().offset_alignment_floats() <= plan.device().max_block_floats())
        return column_sums(plan, from, to, how);
    // One head of one sequence after the other, some rows at a time.
    for (std::size_t pile = 0; pile < how.sequences * how.heads; ++pile)
        in_pieces(plan, how.rows, how.width, [&](std::size_t row, std::size_t rows) {
            column_sums(plan, from.part((pile * how.rows + row) * how.width, rows * how.width),
                        to.part(pile % how.heads * how.width, how.width), {.rows = rows, .width = how.width});
        });
}

void set_selected(Plan& plan, const Operand& tensor, const Cell& selection, float value) {
    Uniforms uniforms{{"value", value}};
    for (int axis = 0, d = tensor.shape.rank() - 4; axis < 4; ++axis, ++d) {
        uniforms.emplace_back("size" + std::to_string(axis), d < 0 ? 1 : tensor.shape.size(d));
        uniforms.emplace_back("index" + std::to_string(axis), d < 0 ? 0 : selection[d]);
    }
    in_pieces(plan, tensor.slice.count, 1, [&](std::size_t begin, std::size_t size) {
        Uniforms piece = uniforms;
        piece.emplace_back("first", static_cast<int>(begin));
        plan.call_over(size, 256, "set_selected", {}, {tensor.slice.part(begin, size)}, piece);
    });
}

namespace {

void copy(Plan& plan, const ForwardCall& call) { entry_by_entry(plan, "copy", {}, {call.in[0].slice, call.out.slice}); }
void copy_backward(Plan& plan, const BackwardCall& call) {
    if (call.in_grad[0].slice) accumulate(plan, call.out_grad.slice, call.in_grad[0].slice);
}

/// a + b into `out`, where b may lack the batch axis.
void add_pair(Plan& plan, const Slice& a, const Slice& b, const Slice& out) {
    const bool same = a.count == b.count;
    in_pieces(plan, out.count, 1, [&](std::size_t begin, std::size_t size) {
        plan.call_over(
            size, 256, "add", {}, {a.part(begin, size), same ? b.part(begin, size) : b, out.part(begin, size)},
            {{"offset", same ? 0 : static_cast<int>(begin)}, {"period", static_cast<int>(same ? size : b.count)}});
    });
}

/// A third summand is added to the sum of two in memory of its own: no shader reads what it writes.
void add(Plan& plan, const ForwardCall& call) {
    const Slice& out = call.out.slice;
    if (call.in.size() == 2) return add_pair(plan, call.in[0].slice, call.in[1].slice, out);
    const Slice sum = plan.scratch(out.count);
    add_pair(plan, call.in[0].slice, call.in[1].slice, sum);
    add_pair(plan, sum, call.in[2].slice, out);
}
void add_backward(Plan& plan, const BackwardCall& call) {
    const Slice& upstream = call.out_grad.slice;
    for (const Operand& operand : call.in_grad) {
        const Slice& gradient = operand.slice;
        if (!gradient) continue;
        if (gradient.count == upstream.count)
            accumulate(plan, upstream, gradient);
        else
            sum_rows_into(plan, upstream, gradient, {.rows = upstream.count / gradient.count, .width = gradient.count});
    }
}

void scale(Plan& plan, const ForwardCall& call) {
    entry_by_entry(plan, "scale", {}, {call.in[0].slice, call.out.slice},
                   {{"factor", settings_of<op::ScaleSettings>(call.operation).factor}});
}
void scale_backward(Plan& plan, const BackwardCall& call) {
    if (!call.in_grad[0].slice) return;
    entry_by_entry(plan, "scale", {"ADD"}, {call.out_grad.slice, call.in_grad[0].slice},
                   {{"factor", settings_of<op::ScaleSettings>(call.operation).factor}});
}

std::string activation_definition(const Operation& operation) {
    return "ACTIVATION_" + std::string(settings_of<op::ActivationSettings>(operation).activation->name);
}

void activate(Plan& plan, const ForwardCall& call) {
    entry_by_entry(plan, "activate", {activation_definition(call.operation)}, {call.in[0].slice, call.out.slice});
}
void activate_backward(Plan& plan, const BackwardCall& call) {
    if (call.in_grad[0].slice)
        entry_by_entry(plan, "activate", {activation_definition(call.operation), "BACKWARD"},
                       {call.in[0].slice, call.in_grad[0].slice, call.out_grad.slice});
}

void gated(Plan& plan, const ForwardCall& call) {
    entry_by_entry(plan, "gated", {activation_definition(call.operation)},
                   {call.in[0].slice, call.in[1].slice, call.out.slice});
}
void gated_backward(Plan& plan, const BackwardCall& call) {
    for (std::size_t i = 0; i < 2; ++i)
        if (call.in_grad[i].slice)
            entry_by_entry(plan, "gated",
                           {activation_definition(call.operation), i == 0 ? "BACKWARD_GATE" : "BACKWARD_PRE"},
                           {call.in[0].slice, call.in[1].slice, call.in_grad[i].slice, call.out_grad.slice});
}

void merge(Plan& plan, const Shape& x_shape, const Slice& x, const Slice& merged,
           const std::vector<std::string>& definitions) {
    const Heads of = heads_of(x_shape);
    plan.call_over(merged.count, 256, "merge_heads", definitions, {x, merged},
                   {{"heads", of.heads}, {"tokens", of.rows}, {"d_head", of.cols}});
}

void merge_heads(Plan& plan, const ForwardCall& call) {
    merge(plan, call.in[0].shape, call.in[0].slice, call.out.slice, {});
}
void merge_heads_backward(Plan& plan, const BackwardCall& call) {
    if (call.in_grad[0].slice) merge(plan, call.in[0].shape, call.in_grad[0].slice, call.out_grad.slice, {"BACKWARD"});
}

void head_bias(Plan& plan, const ForwardCall& call) {
    const Heads of = heads_of(call.out.shape);
    plan.call_over(call.out.slice.count, 256, "head_bias", {}, {call.in[0].slice, call.in[1].slice, call.out.slice},
                   {{"heads", of.heads}, {"tokens", of.rows}, {"d_head", of.cols}});
}
void head_bias_backward(Plan& plan, const BackwardCall& call) {
    const Heads of = heads_of(call.out.shape);
    if (call.in_grad[0].slice) accumulate(plan, call.out_grad.slice, call.in_grad[0].slice);
    if (call.in_grad[1].slice)
        sum_rows_into(plan, call.out_grad.slice, call.in_grad[1].slice,
                      {.sequences = size_of(of.batch),
                       .heads = size_of(of.heads),
                       .rows = size_of(of.rows),
                       .width = size_of(of.cols)});
}

void masked(Plan& plan, std::span<const Operand> in, const Slice& from, const Slice& to,
            std::vector<std::string> definitions) {
    const Heads scores = heads_of(in[0].shape);
    const bool padding = in.size() > 2;
    if (padding) definitions.emplace_back("PADDING");
    in_pieces(plan, from.count, 1, [&](std::size_t begin, std::size_t size) {
        std::vector<Slice> slices{from.part(begin, size), in[1].slice, to.part(begin, size)};
        if (padding) slices.push_back(in[2].slice);
        plan.call_over(size, 256, "mask", definitions, slices,
                       {{"offset", static_cast<int>(begin)},
                        {"heads", scores.heads},
                        {"queries", scores.rows},
                        {"keys", scores.cols},
                        {"padding_sequence", padding && in[2].shape.rank() == 2 ? scores.cols : 0}});
    });
}

void mask(Plan& plan, const ForwardCall& call) { masked(plan, call.in, call.in[0].slice, call.out.slice, {}); }
void mask_backward(Plan& plan, const BackwardCall& call) {
    if (call.in_grad[0].slice) masked(plan, call.in, call.out_grad.slice, call.in_grad[0].slice, {"BACKWARD"});
}

}  // namespace

extern const Kernel add_kernel{"add", add, add_backward};
extern const Kernel copy_kernel{"copy", copy, copy_backward};
extern const Kernel merge_heads_kernel{"merge_heads", merge_heads, merge_heads_backward};
extern const Kernel head_bias_kernel{"head_bias", head_bias, head_bias_backward};
extern const Kernel scale_kernel{"scale", scale, scale_backward};
extern const Kernel mask_kernel{"mask", mask, mask_backward};
extern const Kernel activate_kernel{"activate", activate, activate_backward};
extern const Kernel gated_kernel{"gated", gated, gated_backward};

}  // namespace glassformer::gl::kernel
