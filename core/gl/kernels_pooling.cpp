// Pooling with weights: scores of rows or places, and the average that they weigh.
#include "core/gl/kernels.h"

namespace glassformer::gl::kernel {

namespace {

/// A shader over the scores of all rows, with the padding where there is one.
void scored(Plan& plan, std::span<const Operand> in, const char* shader, std::size_t items, std::vector<Slice> slices,
            std::vector<std::string> definitions) {
    const Shape& x = in[0].shape;
    slices.push_back(in.size() > 2 ? in[2].slice : Slice{});
    if (in.size() > 2) definitions.emplace_back("PADDING");
    plan.call_over(items, 64, shader, definitions, slices,
                   {{"rows", static_cast<int>(x.rows())}, {"tokens", x.size(x.rank() - 2)}, {"columns", x.cols()}});
}

Uniforms weighed(const Shape& x) { return {{"tokens", x.size(x.rank() - 2)}, {"columns", x.cols()}}; }

void query_scores(Plan& plan, const ForwardCall& call) {
    scored(plan, call.in, "query_scores", call.out.slice.count, {call.in[0].slice, call.in[1].slice, call.out.slice},
           {});
}
void query_scores_backward(Plan& plan, const BackwardCall& call) {
    const Slice &x_grad = call.in_grad[0].slice, &query_grad = call.in_grad[1].slice;
    if (x_grad)
        scored(plan, call.in, "query_scores", x_grad.count, {x_grad, call.in[1].slice, call.out_grad.slice},
               {"BACKWARD_ROWS"});
    if (query_grad)
        scored(plan, call.in, "query_scores", query_grad.count, {call.in[0].slice, query_grad, call.out_grad.slice},
               {"BACKWARD_QUERY"});
}

void place_scores(Plan& plan, const ForwardCall& call) {
    scored(plan, call.in, "place_scores", call.out.slice.count, {call.in[1].slice, call.out.slice}, {});
}
void place_scores_backward(Plan& plan, const BackwardCall& call) {
    const Slice& table = call.in_grad[1].slice;
    if (table)
        scored(plan, call.in, "place_scores", size_of(call.out.shape.cols()), {table, call.out_grad.slice},
               {"BACKWARD"});
}

void weighted_rows(Plan& plan, const ForwardCall& call) {
    plan.call_over(call.out.slice.count, 64, "weighted_rows", {}, {call.in[0].slice, call.in[1].slice, call.out.slice},
                   weighed(call.in[1].shape));
}
void weighted_rows_backward(Plan& plan, const BackwardCall& call) {
    const Slice &weights_grad = call.in_grad[0].slice, &x_grad = call.in_grad[1].slice;
    const Uniforms sizes = weighed(call.in[1].shape);
    if (weights_grad)
        plan.call_over(weights_grad.count, 64, "weighted_rows", {"BACKWARD_WEIGHTS"},
                       {weights_grad, call.in[1].slice, call.out_grad.slice}, sizes);
    if (x_grad)
        plan.call_over(x_grad.count, 64, "weighted_rows", {"BACKWARD_ROWS"},
                       {call.in[0].slice, x_grad, call.out_grad.slice}, sizes);
}

}  // namespace

extern const Kernel query_scores_kernel{"query_scores", query_scores, query_scores_backward};
extern const Kernel place_scores_kernel{"place_scores", place_scores, place_scores_backward, false};
extern const Kernel weighted_rows_kernel{"weighted_rows", weighted_rows, weighted_rows_backward};

}  // namespace glassformer::gl::kernel
