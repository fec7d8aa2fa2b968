// Operations that need a whole row at once: norms, softmax, the loss. One group of threads a row.
#include "core/gl/kernels.h"
#include "core/ops/ops.h"

namespace glassformer::gl::kernel {

std::vector<std::string> row_definitions(int columns) {
    std::vector<std::string> definitions{std::string("LOCAL ") + (columns <= 64    ? "32"
                                                                  : columns <= 512 ? "64"
                                                                                   : "256")};
    if (columns <= 1024)
        definitions.emplace_back("CACHED 1024");
    else if (columns <= 4096)
        definitions.emplace_back("CACHED 4096");
    return definitions;
}

namespace {

std::vector<std::string> with(std::vector<std::string> definitions, const char* another) {
    definitions.emplace_back(another);
    return definitions;
}

Groups groups_for(std::size_t rows) { return {static_cast<unsigned>(std::min<std::size_t>(rows, 65535)), 1, 1}; }

Uniforms row_sizes(std::size_t rows, std::size_t columns) {
    return {{"row_count", static_cast<int>(rows)}, {"columns", static_cast<int>(columns)}};
}

struct Norm {
    const char* shader;
    bool bias;
    float eps;
    bool inside;
};

void norm(Plan& plan, const ForwardCall& call, const Norm& how) {
    const auto columns = static_cast<std::size_t>(call.out.shape.cols());
    in_pieces(plan, call.out.shape.rows(), columns, [&](std::size_t row, std::size_t rows) {
        const auto of = [&](const Slice& slice) { return slice.part(row * columns, rows * columns); };
        Uniforms uniforms = row_sizes(rows, columns);
        uniforms.emplace_back("eps", how.eps);
        uniforms.emplace_back("eps_inside", how.inside ? 1 : 0);
        plan.call(how.shader, row_definitions(call.out.shape.cols()),
                  {of(call.in[0].slice), call.in[1].slice, how.bias ? call.in[2].slice : Slice{}, of(call.out.slice)},
                  uniforms, groups_for(rows));
    });
}

void norm_backward(Plan& plan, const BackwardCall& call, const Norm& how) {
    const auto columns = static_cast<std::size_t>(call.out.shape.cols());
    const Slice &x_grad = call.in_grad[0].slice, &weight_grad = call.in_grad[1].slice;
    const Slice bias_grad = how.bias ? call.in_grad[2].slice : Slice{};
    in_pieces(plan, call.out.shape.rows(), columns, [&](std::size_t row, std::size_t rows) {
        const auto of = [&](const Slice& slice) { return slice ? slice.part(row * columns, rows * columns) : Slice{}; };
        const Slice moments = plan.scratch(3 * rows);
        Uniforms uniforms = row_sizes(rows, columns);
        uniforms.emplace_back("eps", how.eps);
        uniforms.emplace_back("eps_inside", how.inside ? 1 : 0);
        uniforms.emplace_back("wants_x", x_grad ? 1 : 0);
        plan.call(how.shader, with(row_definitions(call.out.shape.cols()), "BACKWARD"),
                  {of(call.in[0].slice), call.in[1].slice, {}, of(x_grad), of(call.out_grad.slice), moments}, uniforms,
                  groups_for(rows));
        if (!weight_grad && !bias_grad) return;
        uniforms.emplace_back("wants_weight", weight_grad ? 1 : 0);
        uniforms.emplace_back("wants_bias", bias_grad ? 1 : 0);
        plan.call("norm_parameters", {},
                  {of(call.in[0].slice), of(call.out_grad.slice), moments, weight_grad, bias_grad}, uniforms,
                  {static_cast<unsigned>((columns + 31) / 32), 1, 1});
    });
}

Norm layer(const Operation& operation) {
    const auto [eps, placement] = settings_of<op::LayerNormSettings>(operation);
    return {"layer_norm", true, eps, placement == NormEpsPlacement::inside_sqrt};
}

Norm rms(const Operation& operation) {
    return {"rms_norm", false, settings_of<op::RmsNormSettings>(operation).eps, true};
}

void layer_norm(Plan& plan, const ForwardCall& call) { norm(plan, call, layer(call.operation)); }
void layer_norm_backward(Plan& plan, const BackwardCall& call) { norm_backward(plan, call, layer(call.operation)); }
void rms_norm(Plan& plan, const ForwardCall& call) { norm(plan, call, rms(call.operation)); }
void rms_norm_backward(Plan& plan, const BackwardCall& call) { norm_backward(plan, call, rms(call.operation)); }

void softmax(Plan& plan, const ForwardCall& call) {
    const auto columns = static_cast<std::size_t>(call.out.shape.cols());
    const std::size_t all = call.out.shape.rows();
    const ClosedOn closing = call.closing != nullptr ? *call.closing : ClosedOn{};
    std::vector<std::string> definitions = row_definitions(call.out.shape.cols());
    if (call.closing != nullptr) definitions.emplace_back("CLOSING");
    if (closing.sees.slice) definitions.emplace_back("SEES");
    if (closing.padding.slice) definitions.emplace_back("PADDING");
    if (closing.before.slice) definitions.emplace_back("BEFORE");
    const std::size_t queries = closing.sees.slice ? closing.sees.shape.rows() : 1;
    const bool one_a_sequence = closing.padding.slice && closing.padding.shape.rank() == 2;
    const std::size_t sequences = one_a_sequence ? closing.padding.shape.rows() : 1;
    in_pieces(plan, all, columns, [&](std::size_t row, std::size_t rows) {
        const auto of = [&](const Slice& slice) { return slice ? slice.part(row * columns, rows * columns) : Slice{}; };
        Uniforms uniforms = row_sizes(rows, columns);
        uniforms.emplace_back("first_row", static_cast<int>(row));
        uniforms.emplace_back("queries", static_cast<int>(queries));
        uniforms.emplace_back("rows_a_sequence", static_cast<int>(all / sequences));
        plan.call("softmax", definitions,
                  {of(call.in[0].slice),
                   of(call.out.slice),
                   {},
                   closing.sees.slice,
                   closing.padding.slice,
                   of(closing.before.slice)},
                  uniforms, groups_for(rows));
    });
}
void softmax_backward(Plan& plan, const BackwardCall& call) {
    if (!call.in_grad[0].slice) return;
    const auto columns = static_cast<std::size_t>(call.out.shape.cols());
    in_pieces(plan, call.out.shape.rows(), columns, [&](std::size_t row, std::size_t rows) {
        const auto of = [&](const Slice& slice) { return slice.part(row * columns, rows * columns); };
        plan.call("softmax", with(row_definitions(call.out.shape.cols()), "BACKWARD"),
                  {of(call.out.slice), of(call.in_grad[0].slice), of(call.out_grad.slice)}, row_sizes(rows, columns),
                  groups_for(rows));
    });
}

/// One loss per row, then the number of labels.
Slice count_labels(Plan& plan, const Operand& logits, const Slice& labels) {
    const auto rows = logits.shape.rows();
    const Slice losses = plan.scratch(rows + 1);
    plan.call("cross_entropy", {"LOCAL 256", "COUNT"}, {{}, labels, {}, losses}, {{"all_rows", static_cast<int>(rows)}},
              {1, 1, 1});
    return losses;
}

template <class Call>
void loss_rows(Plan& plan, const Operation& operation, const Operand& logits, const Call& call) {
    const auto columns = static_cast<std::size_t>(logits.shape.cols()), all = logits.shape.rows();
    in_pieces(plan, all, columns, [&](std::size_t row, std::size_t rows) {
        Uniforms uniforms = row_sizes(rows, columns);
        uniforms.emplace_back("first_row", static_cast<int>(row));
        uniforms.emplace_back("all_rows", static_cast<int>(all));
        uniforms.emplace_back("smoothing", settings_of<op::LossSettings>(operation).smoothing);
        call(row * columns, rows * columns, uniforms, groups_for(rows));
    });
}

void cross_entropy(Plan& plan, const ForwardCall& call) {
    const Operand& logits = call.in[0];
    const Slice& labels = call.in[1].slice;
    const Slice losses = count_labels(plan, logits, labels);
    loss_rows(plan, call.operation, logits,
              [&](std::size_t begin, std::size_t size, const Uniforms& uniforms, Groups groups) {
                  plan.call("cross_entropy", row_definitions(logits.shape.cols()),
                            {logits.slice.part(begin, size), labels, {}, losses}, uniforms, groups);
              });
    plan.call("cross_entropy", {"LOCAL 256", "TOTAL"}, {{}, {}, call.out.slice, losses},
              {{"all_rows", static_cast<int>(logits.shape.rows())}}, {1, 1, 1});
}
void cross_entropy_backward(Plan& plan, const BackwardCall& call) {
    const Slice& gradient = call.in_grad[0].slice;
    if (!gradient) return;
    const Operand& logits = call.in[0];
    const Slice& labels = call.in[1].slice;
    const Slice losses = count_labels(plan, logits, labels);
    loss_rows(plan, call.operation, logits,
              [&](std::size_t begin, std::size_t size, const Uniforms& uniforms, Groups groups) {
                  plan.call(
                      "cross_entropy", with(row_definitions(logits.shape.cols()), "BACKWARD"),
                      {logits.slice.part(begin, size), labels, gradient.part(begin, size), losses, call.out_grad.slice},
                      uniforms, groups);
              });
}

}  // namespace

extern const Kernel layer_norm_kernel{"layer_norm", layer_norm, layer_norm_backward};
extern const Kernel rms_norm_kernel{"rms_norm", rms_norm, rms_norm_backward};
extern const Kernel softmax_kernel{"softmax", softmax, softmax_backward};
extern const Kernel cross_entropy_kernel{"cross_entropy", cross_entropy, cross_entropy_backward};

}  // namespace glassformer::gl::kernel
