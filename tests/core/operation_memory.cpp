// What operations declare about memory: new gradients are assigned whatever was there, and a result may lie where its
// operand did.
// ctest: optimised too
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/random.h"
#include "core/ops/ops.h"
#include "tests/support/operation_harness.h"

using namespace glassformer;

namespace {

std::vector<ConstView> views(const std::vector<Tensor>& operands) {
    std::vector<ConstView> result;
    for (const Tensor& operand : operands) result.push_back(operand.view());
    return result;
}

/// An example with its result, an upstream gradient and the gradients that come of it where they are added to zeros.
struct Case {
    const Example& example;
    const Operation& operation = *example.operation;
    Tensor out = harness::forward(operation, example.operands);
    Tensor upstream = [&] {
        Tensor tensor(out.shape);
        Random random(11);
        for (float& entry : tensor.data) entry = static_cast<float>(random.normal());
        return tensor;
    }();
    std::vector<Tensor> gradients = harness::backward(operation, example.operands, out, upstream);

    bool wanted(std::size_t operand) const { return !harness::discrete(example.operands[operand]); }

    /// Gradients by backward(), each in memory that holds NaN where it is to be assigned and zeros elsewhere.
    std::vector<Tensor> run(const std::vector<Tensor>& operands, const Tensor& result, unsigned assigned) const {
        std::vector<Tensor> into;
        std::vector<View> in_grad;
        for (std::size_t i = 0; i < operands.size(); ++i) {
            into.emplace_back(operands[i].shape);
            if (wanted(i) && (assigned >> i & 1U) != 0)
                std::ranges::fill(into[i].data, std::numeric_limits<float>::quiet_NaN());
        }
        for (std::size_t i = 0; i < operands.size(); ++i)
            in_grad.push_back({operands[i].shape, wanted(i) ? into[i].data.data() : nullptr});
        operation.backward({views(operands), result.view(), upstream.view(), in_grad, nullptr, assigned});
        return into;
    }
};

bool close(const Tensor& a, const Tensor& b) {
    float scale = 1;
    for (const float entry : b.data) scale = std::max(scale, std::abs(entry));
    for (std::size_t i = 0; i < a.data.size(); ++i)
        if (!(std::abs(a.data[i] - b.data[i]) <= 1e-6F * scale)) return false;
    return true;
}

template <class Body>
void each_example(const Body& body) {
    for (const OperationRow& row : all_operations())
        for (const Example& example : row.examples()) {
            CAPTURE(row.name);
            CAPTURE(example.label);
            body(Case{example});
        }
}

}  // namespace

TEST_SUITE_BEGIN("operation_memory");

TEST_CASE("a new gradient is assigned, whatever its memory held") {
    int written = 0;
    each_example([&](const Case& of) {
        if (!of.operation.assigns_gradients()) return;
        for (unsigned assigned = 1; assigned < 1U << of.example.operands.size(); ++assigned) {
            CAPTURE(assigned);
            const std::vector<Tensor> gradients = of.run(of.example.operands, of.out, assigned);
            for (std::size_t i = 0; i < gradients.size(); ++i)
                if (of.wanted(i)) CHECK(close(gradients[i], of.gradients[i]));
            ++written;
        }
    });
    CHECK(written > 50);
}

TEST_CASE("a result computed in the memory of its operand is the same, and backward misses nothing") {
    int shared = 0;
    each_example([&](const Case& of) {
        const auto o = static_cast<std::size_t>(std::max(of.operation.output_may_alias(), 0));
        if (of.operation.output_may_alias() < 0 || of.example.operands[o].shape != of.out.shape) return;
        ++shared;
        Tensor place = of.example.operands[o];
        std::vector<ConstView> operands = views(of.example.operands);
        operands[o] = place.view();
        of.operation.forward({.in = operands, .out = place.view()});
        CHECK(place.data == of.out.data);

        std::vector<Tensor> spoilt = of.example.operands;
        std::ranges::fill(spoilt[o].data, 12345.0F);
        const std::vector<Tensor> gradients = of.run(spoilt, of.out, 0);
        for (std::size_t i = 0; i < gradients.size(); ++i)
            if (of.wanted(i)) CHECK(gradients[i].data == of.gradients[i].data);
    });
    CHECK(shared > 10);
}

TEST_CASE("backward asks for the result's values only where the operation says so") {
    each_example([&](const Case& of) {
        if (of.operation.backward_reads_result()) return;
        Tensor spoilt(of.out.shape);
        std::ranges::fill(spoilt.data, 12345.0F);
        const std::vector<Tensor> gradients = of.run(of.example.operands, spoilt, 0);
        for (std::size_t i = 0; i < gradients.size(); ++i)
            if (of.wanted(i)) CHECK(gradients[i].data == of.gradients[i].data);
    });
}

TEST_CASE("a gradient handed on in the memory of the result's is the same") {
    int shared = 0;
    each_example([&](const Case& of) {
        const auto o = static_cast<std::size_t>(std::max(of.operation.gradient_may_alias(), 0));
        if (of.operation.gradient_may_alias() < 0 || of.example.operands[o].shape != of.out.shape) return;
        ++shared;
        Tensor place = of.upstream;
        std::vector<Tensor> others;
        std::vector<View> in_grad;
        for (const Tensor& operand : of.example.operands) others.emplace_back(operand.shape);
        for (std::size_t i = 0; i < others.size(); ++i)
            in_grad.push_back(i == o ? place.view() : of.wanted(i) ? others[i].view() : View{others[i].shape, nullptr});
        of.operation.backward({views(of.example.operands), of.out.view(), place.view(), in_grad, nullptr, 1U << o});
        CHECK(close(place, of.gradients[o]));
        for (std::size_t i = 0; i < others.size(); ++i)
            if (i != o && of.wanted(i)) CHECK(close(others[i], of.gradients[i]));
    });
    CHECK(shared > 10);
}

TEST_SUITE_END();
