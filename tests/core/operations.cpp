// Walks the list of operations and holds every example against its contract; the checks are in the harness.
// ctest: optimised too
#include <doctest/doctest.h>

#include <set>

#include "core/ops/ops.h"
#include "tests/support/operation_harness.h"

using namespace glassformer;

TEST_SUITE_BEGIN("operations");

TEST_CASE("every operation agrees with its derivation, its gradient and its batch") {
    for (const OperationRow& row : all_operations()) {
        const std::vector<Example> examples = row.examples();
        CHECK_MESSAGE(!examples.empty(), row.name);
        std::set<std::string> labels;
        bool batched = false;
        for (const Example& example : examples) {
            CHECK_MESSAGE(example.operation->name() == row.name, row.name);
            CHECK_MESSAGE(labels.insert(example.label).second, row.name, " has two examples \"", example.label, "\"");
            for (const Tensor& operand : example.operands) batched |= operand.shape.find(Axis::batch) == 0;
            const std::vector<std::string> defects = harness::defects(example);
            CHECK_MESSAGE(defects.empty(), (defects.empty() ? "" : defects.front()), " (", defects.size(), " defects)");
        }
        CHECK_MESSAGE(batched, row.name, " has no example with a batch axis");
    }
}

namespace {

/// x² with one mistake on demand, to see that the harness can fail.
class Square : public Operation {
public:
    enum class Mistake { none, value, gradient, overwrites, factor, formula };
    explicit Square(Mistake mistake) : mistake_(mistake) {}
    std::string_view name() const override { return "square"; }
    std::string formula(std::size_t) const override {
        return mistake_ == Mistake::formula ? "{out} = {0} {1}" : "{out} = {0}²";
    }
    Shape infer(std::span<const Shape> in) const override { return in[0]; }
    void forward(const Forward& run) const override {
        for (std::size_t i = 0; i < run.out.shape.count(); ++i) run.out.data[i] = run.in[0].data[i] * run.in[0].data[i];
        if (mistake_ == Mistake::value) run.out.data[0] *= 1.001F;
    }
    void backward(const Backward& run) const override {
        if (run.in_grad[0].data == nullptr) return;
        for (std::size_t i = 0; i < run.out.shape.count(); ++i) {
            if (mistake_ == Mistake::overwrites) run.in_grad[0].data[i] = 0;
            const float factor = mistake_ == Mistake::gradient ? 2.001F : 2.0F;
            run.in_grad[0].data[i] += factor * run.in[0].data[i] * run.out_grad.data[i];
        }
    }
    Derivation derive(const CellQuery& question) const override {
        DerivationBuilder builder(question.read);
        Factor x = builder.operand(0, question.cell);
        Factor first = x;
        if (mistake_ == Mistake::factor) first.cell[0] = 1 - first.cell[0];
        return builder.finish({.terms = {{.factors = {first, x}}}});
    }
    Cost cost(std::span<const Shape>, const Shape& out) const override {
        return {static_cast<double>(out.count()), 8.0 * static_cast<double>(out.count())};
    }

private:
    Mistake mistake_;
};

}  // namespace

TEST_CASE("the harness finds a wrong value, a wrong gradient, an overwritten gradient and a wrong source") {
    Tensor x(Shape{{Axis::position, 2}, {Axis::d_model, 1}});
    x.data = {1.5F, -0.25F};
    const auto found = [&](Square::Mistake mistake) {
        return harness::defects({"two numbers", std::make_shared<Square>(mistake), {x}}).size();
    };
    CHECK(found(Square::Mistake::none) == 0);
    CHECK(found(Square::Mistake::value) > 0);
    CHECK(found(Square::Mistake::gradient) > 0);
    CHECK(found(Square::Mistake::overwrites) > 0);
    CHECK(found(Square::Mistake::factor) > 0);
    CHECK(found(Square::Mistake::formula) > 0);
}

TEST_CASE("an operation's settings are read as the struct that belongs to it, and as no other") {
    const auto settings = settings_of<op::RopeSettings>(*op::rope(100, 4, RotaryLayout::half, 9));
    CHECK(settings.base == 100);
    CHECK(settings.rotary_dims == 4);
    CHECK(settings.layout == RotaryLayout::half);
    CHECK(settings.first == 9);
    CHECK(settings.scaling == RopeScaling{});
    CHECK(settings_of<op::ScaleSettings>(*op::scale(0.5F, "")).factor == 0.5F);
    CHECK(settings_of<op::ConcatSettings>(*op::concat(ConcatAlong::rows)).along == ConcatAlong::rows);
    CHECK_THROWS_WITH(settings_of<op::RopeSettings>(*op::softmax()),
                      "the operation softmax has other settings than its reader expects");
}

TEST_SUITE_END();
