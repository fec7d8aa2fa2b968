// Every number can say where it came from: derivations of random cells of every stage, of every golden and shipped
// model.
// ctest: alone 11 s, optimised too
#include <doctest/doctest.h>

#include "core/analysis/explain.h"
#include "core/base/error.h"
#include "core/base/random.h"
#include "core/io/model_folder.h"
#include "core/session/session.h"
#include "core/tape/cell_name.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

/// What a float may differ by: a millionth of the largest magnitude that enters the last step, or, of a long sum, a few
/// roundings of all its magnitudes together, in whatever order they were added (Higham 1993).
double rounding(const Derivation& derivation) {
    double largest = std::fabs(derivation.value), sum = 0;
    if (!derivation.steps.empty())
        for (const Term& term : derivation.steps.back().terms) {
            largest = std::max(largest, std::fabs(term.value));
            sum += std::fabs(term.value);
        }
    return std::max(1e-6 * largest, 4e-7 * sum) + 1e-12;
}

void check_cell(const Trace& trace, int id, const Cell& cell) {
    const Record& record = trace.record(id);
    CAPTURE(cell_name(record, cell));
    const double value = trace.value(id, cell);
    Derivation derivation = trace.derive(id, cell);
    if (std::isinf(value)) {
        CHECK(derivation.value == value);
        return;
    }
    CHECK(std::fabs(derivation.value - value) <= rounding(derivation));
    CHECK(evaluate(derivation) == doctest::Approx(derivation.value).epsilon(1e-12));
    // Whatever an operand factor says must stand in the cell it names.
    for (const Step& step : derivation.steps)
        for (const Term& term : step.terms)
            for (const Factor& factor : term.factors) {
                if (factor.kind != Factor::Kind::operand) continue;
                const int source = record.operands[static_cast<std::size_t>(factor.operand)];
                REQUIRE(trace.record(source).shape.contains(factor.cell));
                const double stands = trace.value(source, factor.cell);
                CHECK((stands == factor.value || std::isinf(stands)));
            }
}

void check_all_stages(const Trace& trace, Random& random) {
    for (const int id : trace.stages()) {
        const Record& record = trace.record(id);
        for (int i = 0; i < 12; ++i) {
            const auto at = static_cast<std::size_t>(random.below(static_cast<int>(record.shape.count())));
            check_cell(trace, id, record.shape.cell(at));
        }
    }
}

}  // namespace

TEST_SUITE_BEGIN("explain");

TEST_CASE("explain evaluates to the cell's value in every stage of every golden model") {
    Random random(7);
    for (const auto& folder : test::folders(test::golden("models"))) {
        CAPTURE(folder.filename().string());
        const auto model = std::make_shared<const Model>(load_model(folder));
        const bool pair = has_target(model->config);
        const auto tokens = [&](int count, int vocabulary) {
            std::vector<float> ids;
            for (int i = 0; i < std::min(count, model->config.max_seq_len); ++i)
                ids.push_back(static_cast<float>(random.below(vocabulary)));
            return ids;
        };
        const std::vector<float> source = tokens(6, model->config.vocab_size);
        const std::vector<float> target = pair ? tokens(4, model->config.target_vocab_size) : std::vector<float>{};
        Tape tape;
        const Graph graph = record_model(tape, model->config, model->weights,
                                         {.batch = 0,
                                          .seq_len = static_cast<int>(source.size()),
                                          .target_len = static_cast<int>(target.size()),
                                          .probs = true,
                                          .loss = !model->config.head.classifier,
                                          .smoothing = 0.1F});
        tape.set(graph.tokens, source);
        if (pair) tape.set(graph.target_tokens, target);
        if (graph.labels) tape.set(graph.labels, std::vector<float>(tape.shape(graph.labels).count(), 1.0F));
        tape.evaluate();
        check_all_stages(tape.trace(), random);
    }
}

TEST_CASE("explain evaluates to the cell's value in every stage of every shipped model") {
    Random random(8);
    const auto shipped = test::folders(test::source_dir() / "assets" / "models");
    REQUIRE(shipped.size() >= 3);
    for (const auto& folder : shipped) {
        CAPTURE(folder.filename().string());
        const auto model = std::make_shared<const Model>(load_model(folder));
        REQUIRE(!model->card.examples.empty());
        for (const std::string& example : model->card.examples) {
            const auto evaluation =
                evaluate_once(model, {.model = model->name, .text = example, .target = "", .edits = {}});
            check_all_stages(evaluation->trace(), random);
        }
    }
}

TEST_CASE("an edited cell says that it was set by hand, and what was computed") {
    const auto folders = test::folders(test::source_dir() / "assets" / "models");
    REQUIRE(!folders.empty());
    const auto model = std::make_shared<const Model>(load_model(folders.front()));
    const Edit edit{"blocks.0.attn.weights", Cell{{0, 1, 2}}, 0.7F};
    const auto evaluation =
        evaluate_once(model, {.model = "", .text = model->card.examples.front(), .target = "", .edits = {edit}});
    const NamedCell cell = find_cell(evaluation->trace(), "blocks.0.attn.weights[0,1,2]");
    CHECK(evaluation->trace().value(cell.record, cell.cell) == 0.7F);
    const Derivation derivation = evaluation->trace().derive(cell.record, cell.cell);
    CHECK(derivation.note.find("edited; computed value:") == 0);
    CHECK(explain(evaluation->trace(), cell.record, cell.cell).find("edited") != std::string::npos);
    // What follows, follows: the head's output is the sum with the new weight.
    check_cell(evaluation->trace(), evaluation->trace().find("blocks.0.attn.heads"), Cell{{0, 1, 0}});
}

TEST_CASE("a cell's name is read back, and a wrong one is said to be wrong") {
    const auto folders = test::folders(test::golden("models"));
    REQUIRE(!folders.empty());
    const Model model = load_model(test::golden("models") / "decoder-defaults");
    Tape tape;
    record_model(tape, model.config, model.weights, {.batch = 0, .seq_len = 3});
    const NamedCell cell = find_cell(tape.trace(), "blocks.1.attn.scores_raw[1, 2,0]");
    CHECK(tape.trace().record(cell.record).name == "blocks.1.attn.scores_raw");
    CHECK(cell.cell == Cell{{1, 2, 0}});
    CHECK_THROWS_WITH_AS(find_cell(tape.trace(), "blocks.1.attn.score_raw[0,0,0]"),
                         doctest::Contains("did you mean \"blocks.1.attn.scores_raw\""), Error);
    CHECK_THROWS_WITH_AS(find_cell(tape.trace(), "embed[0]"), doctest::Contains("has 2 axes"), Error);
    CHECK_THROWS_WITH_AS(find_cell(tape.trace(), "embed[0,x]"), doctest::Contains("not a whole number"), Error);
    CHECK_THROWS_WITH_AS(find_cell(tape.trace(), "embed[3,0]"), doctest::Contains("outside embed"), Error);
    CHECK_THROWS_AS(find_cell(tape.trace(), ""), Error);
}

TEST_SUITE_END();
