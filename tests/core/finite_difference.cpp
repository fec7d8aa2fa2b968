// Derivatives against moved numbers, in every kind of model, and against a curve whose derivative is known.
// ctest: alone 10 s, optimised only
#include "core/analysis/finite_difference.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/io/model_folder.h"
#include "core/session/session.h"
#include "tests/support/sanitized.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

std::shared_ptr<Evaluation> example_of(const char* name, const std::vector<Edit>& edits = {}) {
    const auto model = std::make_shared<const Model>(load_model(test::source_dir() / "assets" / "models" / name));
    Inputs inputs{.model = name, .text = model->card.examples.front(), .target = "", .edits = edits};
    if (!model->card.targets.empty()) inputs.target = model->card.targets.front();
    inputs.gradients = true;
    return evaluate_once(model, inputs);
}

}  // namespace

TEST_SUITE_BEGIN("finite_difference");

TEST_CASE("a moved number changes the loss as its gradient says, in stages and parameters") {
    Random random(4);
    int checked = 0;
    for (const char* name : {"induction", "sentiment-but", "translate-fr-en", "recall-rnn", "soft-lookup"}) {
        CAPTURE(name);
        const auto evaluation = example_of(name);
        const Trace& trace = evaluation->trace();
        for (int trial = 0; trial < 12; ++trial) {
            const Record& record = trace.record(random.below(static_cast<int>(trace.records().size())));
            if (record.kind == Record::Kind::input || record.stage == &stage::loss) continue;
            // A cell whose gradient is among the larger ones of its tensor: rounding hides the small ones.
            const ConstView gradient = record.gradient_view();
            std::size_t at = 0;
            for (std::size_t i = 0; i < gradient.shape.count(); ++i)
                if (std::abs(gradient.data[i]) > std::abs(gradient.data[at])) at = i;
            if (std::abs(gradient.data[at]) < 1e-5F) continue;
            const Cell cell = record.shape.cell(at);
            CAPTURE(record.name);
            CAPTURE(text(cell, record.shape.rank()));
            const float before = record.at(cell);
            const DerivativeCheck check = check_derivative(*evaluation, record.id, cell);
            CHECK(check.finished);
            CHECK(check.recorded == static_cast<double>(gradient.data[at]));
            // Logits near 10 are rounded by up to 5e-7: two losses that far apart, over the width of the step.
            const double rounding = 5e-7 / check.step / std::abs(check.recorded);
            CHECK(check.relative_difference < 0.02 + std::min(rounding, 0.1));
            CHECK(check.numeric == doctest::Approx((check.above - check.below) / (2 * check.step)));
            CHECK(check.trials.size() >= 4);
            CHECK(record.at(cell) == before);  // what is shown was not touched
            ++checked;
        }
    }
    CHECK(checked >= 25);
}

TEST_CASE("a derivative is checked with the pass's own edits, an edited cell's too, and can be stopped") {
    const std::vector<Edit> edits{{"blocks.0.attn.weights", Cell{{0, 3, 1}}, 0.7F}};
    const auto evaluation = example_of("induction", edits);
    const Trace& trace = evaluation->trace();
    const int weights = trace.find("blocks.0.attn.weights");
    const DerivativeCheck edited = check_derivative(*evaluation, weights, Cell{{0, 3, 1}});
    CHECK(edited.value == doctest::Approx(0.7));
    CHECK(std::abs(edited.numeric - edited.recorded) < 0.02 * std::abs(edited.recorded) + 1e-6);
    int asked = 0;
    CHECK_FALSE(
        check_derivative(*evaluation, weights, Cell{{0, 2, 1}}, nullptr, [&] { return ++asked < 40; }).finished);
    CHECK(asked == 40);
    CHECK(check_derivative(*evaluation, trace.find("loss"), {}).relative_difference == 0);
    const DerivativeCheck unread = check_derivative(*evaluation, trace.find("probs"), {});
    CHECK(unread.recorded == 0);
    CHECK(unread.numeric == 0);
    CHECK_THROWS_WITH_AS(check_derivative(*evaluation, trace.find("tokens"), {}),
                         "tokens is an input and has no gradient to check", Error);
    CHECK_THROWS_AS(check_derivative(*evaluation, weights, Cell{{0, 99, 0}}), Error);
    CHECK_THROWS_AS(check_derivative(*evaluation, trace.find("blocks.0.attn.scores_masked"), Cell{{0, 0, 1}}), Error);
}

TEST_CASE("no cell of any shipped model is refuted: the difference stays within the uncertainty that is shown") {
    // Of each model, a like number in every stage and parameter; fewer where each is checked for memory too.
    constexpr int cells = test::sanitized ? 10 : 200;
    Random random(11);
    int checked = 0, measured = 0;
    for (const auto& folder : test::folders(test::source_dir() / "assets" / "models")) {
        const std::string name = folder.filename().string();
        CAPTURE(name);
        const auto evaluation = example_of(name.c_str());
        const Trace& trace = evaluation->trace();
        std::vector<int> records;
        for (const Record& record : trace.records())
            if (record.gradient != nullptr && record.stage != &stage::loss) records.push_back(record.id);
        DerivativeChecks checks(*evaluation);
        for (int trial = 0; trial < cells; ++trial) {
            // Evenly over the list where it is longer than the number of cells.
            const auto place = records.size() > cells ? static_cast<std::size_t>(trial) * records.size() / cells
                                                      : static_cast<std::size_t>(trial) % records.size();
            const Record& record = trace.record(records[place]);
            const Cell cell =
                record.shape.cell(static_cast<std::size_t>(random.below(static_cast<int>(record.shape.count()))));
            if (!std::isfinite(record.at(cell))) continue;  // masked: no small step changes it
            CAPTURE(record.name);
            CAPTURE(text(cell, record.shape.rank()));
            const DerivativeCheck check = checks.check(record.id, cell);
            CHECK(std::abs(check.numeric - check.recorded) <= check.uncertainty);
            ++checked;
            if (check.uncertainty < 0.2 * std::abs(check.recorded)) ++measured;
        }
    }
    MESSAGE(checked << " checked, " << measured << " measured");
    CHECK(checked > 45 * cells);
    CHECK(measured > checked / 4);  // an uncertainty that is large everywhere would pass and say nothing
}

TEST_CASE("a wrong gradient is refuted wherever a right one is measured") {
    int refuted = 0;
    for (const char* name : {"induction", "sentiment-but", "translate-fr-en", "recall-rnn", "coreference-full"}) {
        CAPTURE(name);
        const auto evaluation = example_of(name);
        DerivativeChecks checks(*evaluation);
        for (const Record& record : evaluation->trace().records()) {
            if (record.gradient == nullptr || record.stage == &stage::loss) continue;
            const ConstView gradient = record.gradient_view();
            std::size_t at = 0;
            for (std::size_t i = 0; i < gradient.shape.count(); ++i)
                if (std::abs(gradient.data[i]) > std::abs(gradient.data[at])) at = i;
            const Cell cell = record.shape.cell(at);
            const DerivativeCheck right = checks.check(record.id, cell);
            if (right.uncertainty > 0.05 * std::abs(right.recorded)) continue;  // not measured
            CAPTURE(record.name);
            // The evaluation is this test's own; an error of a fifth, a wrong sign and a gradient that was left out.
            auto* const planted = const_cast<float*>(gradient.data) + at;
            const float kept = *planted;
            for (const float factor : {1.2F, -1.0F, 0.0F}) {
                *planted = kept * factor;
                const DerivativeCheck wrong = checks.check(record.id, cell);
                CHECK(std::abs(wrong.numeric - wrong.recorded) > wrong.uncertainty);
            }
            *planted = kept;
            ++refuted;
        }
    }
    MESSAGE(refuted << " cells");
    CHECK(refuted >= 100);
}

TEST_CASE("a target that is all but certain leaves gradients that can be measured") {
    const auto evaluation = example_of("coreference-full");  // p = 0.997
    const Trace& trace = evaluation->trace();
    const int weights = trace.find("blocks.1.attn.weights");
    REQUIRE(weights >= 0);
    const ConstView gradient = trace.record(weights).gradient_view();
    std::size_t at = 0;
    for (std::size_t i = 0; i < gradient.shape.count(); ++i)
        if (std::abs(gradient.data[i]) > std::abs(gradient.data[at])) at = i;
    const DerivativeCheck check = check_derivative(*evaluation, weights, gradient.shape.cell(at));
    CHECK(std::abs(check.numeric - check.recorded) <= check.uncertainty);
    CHECK(check.uncertainty < 0.1 * std::abs(check.recorded));
}

TEST_SUITE_END();
