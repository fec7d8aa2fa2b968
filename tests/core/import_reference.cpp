// Models of another library, imported, against what that library computes from them: logits, hidden states, attention
// weights and pooler outputs, a greedy text, and gradients against moved numbers.
// ctest: alone 4 s, optimised too
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "core/analysis/finite_difference.h"
#include "core/analysis/model_check.h"
#include "core/base/error.h"
#include "core/generate/next_token.h"
#include "core/io/model_folder.h"
#include "core/model/graph.h"
#include "core/session/session.h"
#include "tests/support/hf_fixture.h"
#include "tests/support/skipped.h"

using namespace glassformer;

namespace {

std::vector<std::filesystem::path> hf_folders() {
    std::vector<std::filesystem::path> folders = test::folders(test::hf_fixtures());
    if (folders.empty()) test::skip(test::Needs::fixtures, "the fixtures hf are not beside the project");
    return folders;
}

/// A pass that may go backwards, over the fixture's input.
std::shared_ptr<Evaluation> evaluated(const std::shared_ptr<const Model>& model, const test::HfFixture& fixture,
                                      bool gradients) {
    GraphSize size;
    size.seq_len = static_cast<int>(fixture.tokens.size());
    size.target_len = static_cast<int>(fixture.target.size());
    size.loss = gradients;
    auto evaluation = std::make_shared<Evaluation>(model, size, nullptr);
    Inputs inputs{.model = model->name, .text = "", .target = "", .edits = {}};
    inputs.gradients = gradients;
    inputs.token_types = fixture.types;
    if (model->config.head.classifier) inputs.labels = "#1";
    const auto target =
        fixture.target.empty() ? std::vector<TokenLabel>{} : tokens_from_ids(*model, fixture.target, true);
    REQUIRE(evaluation->evaluate(inputs, tokens_from_ids(*model, fixture.tokens), target, 1, {}));
    return evaluation;
}

}  // namespace

TEST_SUITE_BEGIN("import_reference");

TEST_CASE("imported models compute what the library they come from computes") {
    for (const auto& folder : hf_folders()) {
        const std::string name = folder.filename().string();
        CAPTURE(name);
        const test::HfFixture fixture(folder);
        const auto model = std::make_shared<const Model>(load_model(folder));
        CHECK(model->config == load_config(folder));
        const auto evaluation = evaluated(model, fixture, false);
        const Trace& trace = evaluation->trace();
        for (const StoredTensor& expected : fixture.expected.tensors()) {
            const std::string stage = stage_of_reference(expected.name, model->config);
            CAPTURE(expected.name);
            CAPTURE(stage);
            const int id = trace.find(stage);
            REQUIRE(id >= 0);
            const Record& record = trace.record(id);
            REQUIRE(expected.count == record.shape.count());
            CHECK(relative_difference(record.value, expected.data, expected.count) < reference_tolerance);
        }
        CHECK(fixture.expected.tensors().size() >= 5);
    }
}

TEST_CASE("imported models come without complaints, and go through our own format unchanged") {
    for (const auto& folder : hf_folders()) {
        CAPTURE(folder.filename().string());
        const Model model = load_model(folder);
        for (const std::string& warning : model.all_warnings()) {
            CAPTURE(warning);
            CHECK(warning.find("not used") == std::string::npos);
        }
        CHECK(parse_config(config_json(model.config), "config.json") == model.config);
    }
}

TEST_CASE("the story that a trained Llama tells is the published one, token by token") {
    const auto folder = test::hf_fixtures() / "stories260k";
    if (!std::filesystem::exists(folder)) {
        test::skip(test::Needs::fixtures, "the fixture stories260k is not beside the project");
        return;
    }
    const test::HfFixture fixture(folder);
    REQUIRE(fixture.greedy.size() == 49);
    const Model model = load_model(folder);
    std::vector<int> tokens{fixture.greedy.front()};
    Tape tape;
    const int length = static_cast<int>(fixture.greedy.size());
    const Graph graph = record_model(tape, model.config, model.weights, {.seq_len = length});
    // Later tokens change nothing under a causal mask.
    std::vector<float> ids(fixture.greedy.size(), 0.0F);
    while (tokens.size() < fixture.greedy.size()) {
        std::copy(tokens.begin(), tokens.end(), ids.begin());
        tape.set(graph.tokens, ids);
        REQUIRE(tape.evaluate());
        const ConstView logits = tape.trace().record(graph.logits.id).view();
        const float* row = logits.row(tokens.size() - 1);
        tokens.push_back(static_cast<int>(std::max_element(row, row + logits.shape.cols()) - row));
    }
    CHECK(tokens == fixture.greedy);
}

TEST_CASE("gradients of imported models are the changes of the loss") {
    for (const auto& folder : hf_folders()) {
        CAPTURE(folder.filename().string());
        const test::HfFixture fixture(folder);
        const auto model = std::make_shared<const Model>(load_model(folder));
        if (model->config.head.none) continue;  // there is no loss
        const auto evaluation = evaluated(model, fixture, true);
        const Trace& trace = evaluation->trace();
        DerivativeChecks checks(*evaluation);
        int checked = 0;
        for (const Record& record : trace.records()) {
            if (record.kind != Record::Kind::parameter) continue;
            // One of each kind, of the first block of a stack: what the importer laid out.
            if (record.name.find("blocks.") != std::string::npos && record.name.find("blocks.0.") == std::string::npos)
                continue;
            const ConstView gradient = record.gradient_view();
            std::size_t at = 0;
            for (std::size_t i = 0; i < gradient.shape.count(); ++i)
                if (std::abs(gradient.data[i]) > std::abs(gradient.data[at])) at = i;
            if (std::abs(gradient.data[at]) < 1e-4F) continue;
            CAPTURE(record.name);
            const DerivativeCheck check = checks.check(record.id, record.shape.cell(at));
            const double rounding = 5e-7 / check.step / std::abs(check.recorded);
            CHECK(check.relative_difference < 0.02 + std::min(rounding, 0.1));
            ++checked;
        }
        CHECK(checked >= 8);
    }
}

TEST_SUITE_END();
