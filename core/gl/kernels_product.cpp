// Operations that are matrix products: each says how its tensors lie, and the one product shader does the rest.
#include "core/gl/kernels.h"
#include "core/gl/product.h"
#include "core/ops/ops.h"
#include "core/tensor/head_layout.h"

namespace glassformer::gl::kernel {

namespace {

/// Rows of x, whatever axes come before the last.
struct Map {
    int rows, d_in, d_out;
};

Map map_of(const Shape& x, const Shape& out) { return {static_cast<int>(out.rows()), x.cols(), out.cols()}; }

/// The weight as [d_in, d_out], however it lies: a tied embedding is [d_out, d_in].
Layout weight_of(const Slice& slice, const Map& of, bool tied) {
    if (tied) return {.slice = slice, .row = 1, .column = of.d_in};
    return {.slice = slice, .row = of.d_out};
}

Layout transposed(Layout layout) {
    std::swap(layout.row, layout.column);
    return layout;
}

void map(Plan& plan, const ForwardCall& call, bool tied) {
    const Map of = map_of(call.in[0].shape, call.out.shape);
    product(plan, {.m = of.rows,
                   .n = of.d_out,
                   .k = of.d_in,
                   .a = {.slice = call.in[0].slice, .row = of.d_in},
                   .b = weight_of(call.in[1].slice, of, tied),
                   .c = {.slice = call.out.slice, .row = of.d_out},
                   .bias = call.in.size() > 2 ? call.in[2].slice : Slice{}});
}

void map_backward(Plan& plan, const BackwardCall& call, bool tied) {
    const Map of = map_of(call.in[0].shape, call.out.shape);
    const Layout x{.slice = call.in[0].slice, .row = of.d_in}, upstream{.slice = call.out_grad.slice, .row = of.d_out};
    if (call.in_grad[0].slice)
        product(plan, {.m = of.rows,
                       .n = of.d_in,
                       .k = of.d_out,
                       .a = upstream,
                       .b = transposed(weight_of(call.in[1].slice, of, tied)),
                       .c = {.slice = call.in_grad[0].slice, .row = of.d_in},
                       .accumulate = true});
    if (call.in_grad[1].slice)  // laid out as the weight is: C's columns lie side by side either way
        product(plan, {.m = tied ? of.d_out : of.d_in,
                       .n = tied ? of.d_in : of.d_out,
                       .k = of.rows,
                       .a = transposed(tied ? upstream : x),
                       .b = tied ? x : upstream,
                       .c = {.slice = call.in_grad[1].slice, .row = tied ? of.d_in : of.d_out},
                       .accumulate = true});
    if (call.in.size() > 2 && call.in_grad[2].slice)
        sum_rows_into(plan, call.out_grad.slice, call.in_grad[2].slice,
                      {.rows = size_of(of.rows), .width = size_of(of.d_out)});
}

void linear(Plan& plan, const ForwardCall& call) { map(plan, call, false); }
void linear_backward(Plan& plan, const BackwardCall& call) { map_backward(plan, call, false); }
void linear_transposed(Plan& plan, const ForwardCall& call) { map(plan, call, true); }
void linear_transposed_backward(Plan& plan, const BackwardCall& call) { map_backward(plan, call, true); }

/// x [sequence, pos, d_model] and the result [sequence, head, pos, d_head].
struct Projection {
    int sequences, heads, tokens, d_head, d_model;
    int stride() const { return heads * d_head; }   // of the weight's rows
    int matrix() const { return tokens * d_head; }  // of one head of the result
    int x_sequence() const { return tokens * d_model; }
    int out_sequence() const { return heads * matrix(); }
};

Projection projection(const Shape& x, const Shape& out) {
    const Heads of = heads_of(out);
    return {of.batch, of.heads, of.rows, of.cols, x.cols()};
}

void project_heads(Plan& plan, const ForwardCall& call) {
    const Projection of = projection(call.in[0].shape, call.out.shape);
    product(plan, {.m = of.tokens,
                   .n = of.d_head,
                   .k = of.d_model,
                   .sequences = of.sequences,
                   .heads = of.heads,
                   .a = {.slice = call.in[0].slice, .row = of.d_model, .sequence = of.x_sequence()},
                   .b = {.slice = call.in[1].slice, .row = of.stride(), .head = of.d_head},
                   .c = {.slice = call.out.slice, .row = of.d_head, .head = of.matrix(), .sequence = of.out_sequence()},
                   .bias = call.in.size() > 2 ? call.in[2].slice : Slice{},
                   .bias_head = of.d_head});
}
void project_heads_backward(Plan& plan, const BackwardCall& call) {
    const Projection of = projection(call.in[0].shape, call.out.shape);
    const Slice& upstream = call.out_grad.slice;
    if (call.in_grad[0].slice)  // the heads add up
        product(plan, {.m = of.tokens,
                       .n = of.d_model,
                       .k = of.d_head,
                       .sequences = of.sequences,
                       .repeats = of.heads,
                       .a = {.slice = upstream, .row = of.d_head, .sequence = of.out_sequence(), .repeat = of.matrix()},
                       .b = {.slice = call.in[1].slice, .row = 1, .column = of.stride(), .repeat = of.d_head},
                       .c = {.slice = call.in_grad[0].slice, .row = of.d_model, .sequence = of.x_sequence()},
                       .accumulate = true});
    if (call.in_grad[1].slice)  // the sequences add up
        product(plan, {.m = of.d_model,
                       .n = of.d_head,
                       .k = of.tokens,
                       .heads = of.heads,
                       .repeats = of.sequences,
                       .a = {.slice = call.in[0].slice, .row = 1, .column = of.d_model, .repeat = of.x_sequence()},
                       .b = {.slice = upstream, .row = of.d_head, .head = of.matrix(), .repeat = of.out_sequence()},
                       .c = {.slice = call.in_grad[1].slice, .row = of.stride(), .head = of.d_head},
                       .accumulate = true});
    if (call.in.size() > 2 && call.in_grad[2].slice)
        sum_rows_into(plan, upstream, call.in_grad[2].slice,
                      {.sequences = size_of(of.sequences),
                       .heads = size_of(of.heads),
                       .rows = size_of(of.tokens),
                       .width = size_of(of.d_head)});
}

/// A pile of matrices, a head each, as the query heads or (group > 1) several query heads share them.
Layout pile(const Slice& slice, const Heads& of, int group = 1) {
    return {.slice = slice,
            .row = of.cols,
            .head = static_cast<int>(of.size()),
            .group = group,
            .sequence = static_cast<int>(of.size()) * of.heads};
}

/// One matrix a kv head: that of its first query head; the others of the group follow as repeats.
Layout by_group(Layout layout, int group) {
    layout.repeat = layout.head;
    layout.head *= group;
    return layout;
}

/// C of each query head = A of the head times B of its kv head.
void each_head(Plan& plan, int m, int n, int k, const Heads& queries, const Layout& a, const Layout& b, const Layout& c,
               bool accumulate) {
    product(plan, {.m = m,
                   .n = n,
                   .k = k,
                   .sequences = queries.batch,
                   .heads = queries.heads,
                   .a = a,
                   .b = b,
                   .c = c,
                   .accumulate = accumulate});
}

/// C of each kv head += Σ over its query heads A B.
void each_kv_head(Plan& plan, int m, int n, int k, const Heads& kv, int group, const Layout& a, const Layout& b,
                  const Layout& c) {
    product(plan, {.m = m,
                   .n = n,
                   .k = k,
                   .sequences = kv.batch,
                   .heads = kv.heads,
                   .repeats = group,
                   .a = by_group(a, group),
                   .b = by_group(b, group),
                   .c = c,
                   .accumulate = true});
}

void scores_of(Plan& plan, std::span<const Operand> in, const Operand& out) {
    const Heads q = heads_of(in[0].shape), k = heads_of(in[1].shape), s = heads_of(out.shape);
    each_head(plan, q.rows, k.rows, q.cols, q, pile(in[0].slice, q),
              transposed(pile(in[1].slice, k, q.heads / k.heads)), pile(out.slice, s), false);
}

void scores_backward(Plan& plan, const BackwardCall& call) {
    const Heads q = heads_of(call.in[0].shape), k = heads_of(call.in[1].shape), s = heads_of(call.out.shape);
    const int group = q.heads / k.heads;
    const Layout upstream = pile(call.out_grad.slice, s);
    if (call.in_grad[0].slice)
        each_head(plan, q.rows, q.cols, k.rows, q, upstream, pile(call.in[1].slice, k, group),
                  pile(call.in_grad[0].slice, q), true);
    if (call.in_grad[1].slice)
        each_kv_head(plan, k.rows, q.cols, q.rows, k, group, transposed(upstream), pile(call.in[0].slice, q),
                     pile(call.in_grad[1].slice, k));
}

void attention_scores(Plan& plan, const ForwardCall& call) { scores_of(plan, call.in, call.out); }
void attention_scores_backward(Plan& plan, const BackwardCall& call) { scores_backward(plan, call); }

void attention_values(Plan& plan, const ForwardCall& call) {
    const Heads a = heads_of(call.in[0].shape), v = heads_of(call.in[1].shape), out = heads_of(call.out.shape);
    each_head(plan, a.rows, v.cols, a.cols, a, pile(call.in[0].slice, a), pile(call.in[1].slice, v, a.heads / v.heads),
              pile(call.out.slice, out), false);
}
void attention_values_backward(Plan& plan, const BackwardCall& call) {
    const Heads a = heads_of(call.in[0].shape), v = heads_of(call.in[1].shape), out = heads_of(call.out.shape);
    const int group = a.heads / v.heads;
    const Layout upstream = pile(call.out_grad.slice, out);
    if (call.in_grad[0].slice)
        each_head(plan, a.rows, a.cols, v.cols, a, upstream, transposed(pile(call.in[1].slice, v, group)),
                  pile(call.in_grad[0].slice, a), true);
    if (call.in_grad[1].slice)
        each_kv_head(plan, v.rows, v.cols, a.rows, v, group, transposed(pile(call.in[0].slice, a)), upstream,
                     pile(call.in_grad[1].slice, v));
}

/// Shaw's products of all queries with the relative keys: one tall matrix of queries.
struct Relative {
    int queries, offsets, d_head;
    std::size_t entries() const { return size_of(queries) * size_of(offsets); }
};

Relative relative_of(std::span<const Operand> in) {
    return {static_cast<int>(in[0].shape.rows()), in[2].shape.size(0), in[0].shape.cols()};
}

Uniforms shaw_sizes(const Operation& operation, const Shape& scores) {
    const Heads of = heads_of(scores);
    const auto [clip, first] = settings_of<op::ShawSettings>(operation);
    return {{"queries", of.rows}, {"keys", of.cols}, {"clip", clip}, {"first", first}};
}

void shaw_scores(Plan& plan, const ForwardCall& call) {
    scores_of(plan, call.in, call.out);
    const Relative of = relative_of(call.in);
    const Slice products = plan.scratch(of.entries());
    product(plan, {.m = of.queries,
                   .n = of.offsets,
                   .k = of.d_head,
                   .a = {.slice = call.in[0].slice, .row = of.d_head},
                   .b = {.slice = call.in[2].slice, .row = 1, .column = of.d_head},
                   .c = {.slice = products, .row = of.offsets}});
    plan.call_over(call.out.slice.count, 256, "shaw_scores", {}, {call.out.slice, products},
                   shaw_sizes(call.operation, call.out.shape));
}
void shaw_scores_backward(Plan& plan, const BackwardCall& call) {
    scores_backward(plan, call);
    const Slice &q_grad = call.in_grad[0].slice, &a_grad = call.in_grad[2].slice;
    if (!q_grad && !a_grad) return;
    const Relative of = relative_of(call.in);
    const Slice collected = plan.scratch(of.entries());
    plan.call_over(of.entries(), 256, "shaw_scores", {"BACKWARD"}, {call.out_grad.slice, collected},
                   shaw_sizes(call.operation, call.out.shape));
    if (q_grad)
        product(plan, {.m = of.queries,
                       .n = of.d_head,
                       .k = of.offsets,
                       .a = {.slice = collected, .row = of.offsets},
                       .b = {.slice = call.in[2].slice, .row = of.d_head},
                       .c = {.slice = q_grad, .row = of.d_head},
                       .accumulate = true});
    if (a_grad)
        product(plan, {.m = of.offsets,
                       .n = of.d_head,
                       .k = of.queries,
                       .a = {.slice = collected, .row = 1, .column = of.offsets},
                       .b = {.slice = call.in[0].slice, .row = of.d_head},
                       .c = {.slice = a_grad, .row = of.d_head},
                       .accumulate = true});
}

/// Transformer-XL's products of all queries with the keys of all distances, which serve every sequence.
struct Distances {
    Heads q, r, products;
    Layout keys(const Slice& slice) const {
        Layout layout = pile(slice, r);
        layout.sequence = 0;
        return layout;
    }
    std::size_t entries() const { return products.matrices() * products.size(); }
};

Distances distances_of(std::span<const Operand> in) {
    Distances of{heads_of(in[0].shape), heads_of(in[1].shape), heads_of(in[0].shape)};
    of.products.cols = of.r.rows;
    return of;
}

/// Between the scores and the products, along the diagonals.
void along_diagonals(Plan& plan, const Operation& operation, const Distances& of, std::size_t n, const Slice& scores,
                     const Slice& products, const std::vector<std::string>& definitions) {
    const auto [sides, from] = settings_of<op::RelativeSettings>(operation);
    const int first = sides == Sides::two ? 1 - of.q.rows : 0;
    plan.call_over(
        n, 256, "relative_scores", definitions, {scores, products},
        {{"queries", of.q.rows}, {"keys", of.q.rows + from}, {"offsets", of.r.rows}, {"first", first - from}});
}

void relative_scores(Plan& plan, const ForwardCall& call) {
    const Distances of = distances_of(call.in);
    const Slice products = plan.scratch(of.entries());
    each_head(plan, of.q.rows, of.r.rows, of.q.cols, of.q, pile(call.in[0].slice, of.q),
              transposed(of.keys(call.in[1].slice)), pile(products, of.products), false);
    along_diagonals(plan, call.operation, of, call.out.slice.count, call.out.slice, products, {});
}
void relative_scores_backward(Plan& plan, const BackwardCall& call) {
    const Slice &q_grad = call.in_grad[0].slice, &r_grad = call.in_grad[1].slice;
    if (!q_grad && !r_grad) return;
    const Distances of = distances_of(call.in);
    const Slice products = plan.scratch(of.entries());
    along_diagonals(plan, call.operation, of, of.entries(), call.out_grad.slice, products, {"BACKWARD"});
    const Layout upstream = pile(products, of.products);
    if (q_grad)
        each_head(plan, of.q.rows, of.q.cols, of.r.rows, of.q, upstream, of.keys(call.in[1].slice), pile(q_grad, of.q),
                  true);
    if (!r_grad) return;
    const auto repeated = [](Layout layout) {  // the sequences add up
        layout.repeat = layout.sequence;
        return layout;
    };
    product(plan, {.m = of.r.rows,
                   .n = of.q.cols,
                   .k = of.q.rows,
                   .heads = of.q.heads,
                   .repeats = of.q.batch,
                   .a = repeated(transposed(upstream)),
                   .b = repeated(pile(call.in[0].slice, of.q)),
                   .c = pile(r_grad, of.r),
                   .accumulate = true});
}

}  // namespace

extern const Kernel linear_kernel{"linear", linear, linear_backward};
extern const Kernel linear_transposed_kernel{"linear_transposed", linear_transposed, linear_transposed_backward};
extern const Kernel project_heads_kernel{"project_heads", project_heads, project_heads_backward};
extern const Kernel attention_scores_kernel{"attention_scores", attention_scores, attention_scores_backward};
extern const Kernel shaw_scores_kernel{"shaw_scores", shaw_scores, shaw_scores_backward};
extern const Kernel relative_scores_kernel{"relative_scores", relative_scores, relative_scores_backward};
extern const Kernel attention_values_kernel{"attention_values", attention_values, attention_values_backward};

}  // namespace glassformer::gl::kernel
