// What the operations' examples do not reach: refusals, numbers at the ends of the range, and loops on several threads.
// ctest: optimised too
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/base/thread_pool.h"
#include "core/ops/activation_table.h"
#include "core/ops/example_operands.h"
#include "core/ops/ops.h"
#include "tests/support/operation_harness.h"

using namespace glassformer;

namespace {

std::string refusal(const OperationPtr& operation, const std::vector<Tensor>& operands) {
    try {
        harness::forward(*operation, operands);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

Tensor of(const Shape& shape) { return normal_tensor(shape, 1); }

}  // namespace

TEST_SUITE_BEGIN("operation_edges");

TEST_CASE("operations refuse operands that do not fit, with the numbers") {
    const Tensor x = of({{Axis::position, 5}, {Axis::d_model, 16}});
    CHECK(refusal(op::linear(), {x, of({{Axis::d_model, 8}, {Axis::d_ff, 5}})}) ==
          "linear needs equal inner sizes, got [pos 5, d_model 16] times [d_model 8, d_ff 5]");
    CHECK(refusal(op::linear_transposed(), {x, of({{Axis::vocab, 16}, {Axis::d_model, 8}})}) ==
          "linear_transposed needs equal inner sizes, got [pos 5, d_model 16] times [vocab 16, d_model 8] transposed");
    CHECK(refusal(op::project_heads(3), {x, of({{Axis::d_model, 16}, {Axis::heads, 16}})}) ==
          "project_heads cannot divide 16 columns among 3 heads");
    CHECK(refusal(op::learned_positions(),
                  {of({{Axis::position, 40}, {Axis::d_model, 2}}), of({{Axis::position, 32}, {Axis::d_model, 2}})}) ==
          "the model has 32 positions, the text has 40 tokens");
    CHECK(refusal(op::embed(1),
                  {tensor_of({{Axis::position, 4}}, {1, 2, 3, 99}), of({{Axis::vocab, 81}, {Axis::d_model, 2}})}) ==
          "token id 99 at position 3 is outside the vocabulary of 81");
    CHECK(
        refusal(op::embed(1), {tensor_of({{Axis::position, 1}}, {-1}), of({{Axis::vocab, 81}, {Axis::d_model, 2}})}) ==
        "token id -1 at position 0 is outside the vocabulary of 81");
    CHECK(refusal(op::add(), {x, of({{Axis::position, 4}, {Axis::d_model, 16}})}) ==
          "add needs equal shapes, or a second one without the batch axis, got [pos 5, d_model 16] plus [pos 4, "
          "d_model 16]");
    CHECK(refusal(op::cross_entropy(0), {x, tensor_of({{Axis::position, 5}}, {0, 1, 16, 2, 3})}) ==
          "label 16 at position 2 is outside the 16 classes (-1: no label)");
    CHECK(refusal(op::copy(), {x, x}) == "copy takes 1 operand, got 2");
}

TEST_CASE("the gelu is within 2e-7 of the exact one, into both tails") {
    std::vector<float> x, y;
    for (int i = -60000; i <= 60000; ++i) x.push_back(static_cast<float>(i) * 2e-4F);
    y.resize(x.size());
    find_activation("gelu")->value(x.data(), y.data(), x.size());
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double v = static_cast<double>(x[i]), exact = 0.5 * v * std::erfc(-v / std::sqrt(2.0));
        worst = std::max(worst, std::abs(static_cast<double>(y[i]) - exact) / std::max(1.0, std::abs(v)));
    }
    CHECK(worst < 2e-7);
}

TEST_CASE("activations keep a NaN, vanish or grow at the infinities, and work in place") {
    const float infinity = std::numeric_limits<float>::infinity();
    for (const Activation& row : all_activations()) {
        CAPTURE(std::string(row.name));
        std::vector<float> x{std::numeric_limits<float>::quiet_NaN(), 1e4F, -1e4F, 2.0F};
        row.value(x.data(), x.data(), x.size());
        CHECK(std::isnan(x[0]));
        if (row.name == "tanh" || row.name == "sigmoid") {  // these end at 1 and at -1 or 0
            CHECK(x[1] == 1.0F);
            CHECK(std::abs(x[2] - (row.name == "tanh" ? -1.0F : 0.0F)) < 1e-30F);
            CHECK(x[3] > 0.8F);
            continue;
        }
        CHECK(x[1] == (row.name == "relu2" ? 1e8F : 1e4F));
        CHECK(std::abs(x[2]) < 1e-30F);
        CHECK(x[3] > 1.7F);
    }
    float x = infinity;
    find_activation("gelu")->value(&x, &x, 1);
    CHECK(x == infinity);
}

TEST_CASE("a constant row is normed to the bias, and its gradient is finite") {
    const Shape shape{{Axis::position, 1}, {Axis::d_model, 4}}, row{{Axis::d_model, 4}};
    const std::vector<Tensor> operands{tensor_of(shape, {2, 2, 2, 2}), normal_tensor(row, 1), normal_tensor(row, 2)};
    for (const auto placement : {NormEpsPlacement::inside_sqrt, NormEpsPlacement::added_to_std}) {
        const OperationPtr norm = op::layer_norm(1e-5F, placement);
        const Tensor out = harness::forward(*norm, operands);
        CHECK(out.data == operands[2].data);
        std::vector<Tensor> gradients;
        std::vector<View> in_grad;
        std::vector<ConstView> in;
        for (const Tensor& operand : operands) gradients.emplace_back(operand.shape), in.push_back(operand.view());
        for (Tensor& gradient : gradients) in_grad.push_back(gradient.view());
        const Tensor upstream = normal_tensor(shape, 3);
        norm->backward({in, out.view(), upstream.view(), in_grad, nullptr});
        for (const float entry : gradients[0].data) CHECK(std::isfinite(entry));
    }
}

TEST_CASE("several threads give what one gives" * doctest::test_suite("threads")) {
    const Shape x{{Axis::batch, 4}, {Axis::position, 40}, {Axis::d_model, 256}};
    const Shape row{{Axis::d_model, 256}},
        heads{{Axis::batch, 4}, {Axis::head, 4}, {Axis::position, 40}, {Axis::d_head, 64}};
    const Tensor square = normal_tensor({{Axis::d_model, 256}, {Axis::heads, 256}}, 1),
                 bias = normal_tensor({{Axis::heads, 256}}, 2);
    const Tensor a = normal_tensor(x, 3), gamma = normal_tensor(row, 4), beta = normal_tensor(row, 5);
    const Activation& silu = *find_activation("silu");
    const std::vector<Example> large{
        {"", op::add(), {a, normal_tensor({{Axis::position, 40}, {Axis::d_model, 256}}, 6)}},
        {"", op::layer_norm(1e-5F, NormEpsPlacement::inside_sqrt), {a, gamma, beta}},
        {"", op::rms_norm(1e-5F), {a, gamma}},
        {"", op::linear(), {a, square, bias}},
        {"", op::project_heads(4), {a, square, bias}},
        {"", op::merge_heads(), {normal_tensor(heads, 7)}},
        {"", op::activate(silu), {a}},
        {"", op::gated(silu), {a, normal_tensor(x, 8)}},
        {"",
         op::embed(1),
         {whole_tensor({{Axis::batch, 4}, {Axis::position, 40}}, 9, 9),
          normal_tensor({{Axis::vocab, 9}, {Axis::d_model, 256}}, 10)}},
        {"", op::cross_entropy(0.1F), {a, whole_tensor({{Axis::batch, 4}, {Axis::position, 40}}, 256, 11)}},
    };
    ThreadPool pool(3);
    for (const Example& example : large) {
        CAPTURE(std::string(example.operation->name()));
        std::vector<ConstView> in;
        for (const Tensor& operand : example.operands) in.push_back(operand.view());
        const Tensor alone = harness::forward(*example.operation, example.operands);
        Tensor together(alone.shape);
        example.operation->forward({in, together.view(), &pool});
        const auto close = [](const Tensor& s, const Tensor& t) {
            for (std::size_t i = 0; i < s.data.size(); ++i)
                if (!(std::abs(s.data[i] - t.data[i]) <= 1e-4F * (1 + std::abs(s.data[i])))) return false;
            return true;
        };
        CHECK(close(alone, together));
        const Tensor upstream = normal_tensor(alone.shape, 12);
        const std::vector<Tensor> expected = harness::backward(*example.operation, example.operands, alone, upstream);
        std::vector<Tensor> gradients;
        for (const Tensor& operand : example.operands) gradients.emplace_back(operand.shape);
        std::vector<View> in_grad;
        for (std::size_t i = 0; i < gradients.size(); ++i)
            in_grad.push_back(
                {gradients[i].shape, harness::discrete(example.operands[i]) ? nullptr : gradients[i].data.data()});
        example.operation->backward({in, alone.view(), upstream.view(), in_grad, &pool});
        for (std::size_t i = 0; i < gradients.size(); ++i) CHECK(close(expected[i], gradients[i]));
    }
}

TEST_SUITE_END();
