// Every switch of the architecture sheet, at every value, on every shipped model and on one model of every make: what
// each stage then says holds for the numbers that were computed.
// ctest: alone 6 s, optimised too
#include <doctest/doctest.h>

#include <cmath>

#include "app/views/shared/architecture_switches.h"
#include "core/base/error.h"
#include "core/session/evaluation.h"
#include "tests/support/picture_models.h"
#include "tests/support/sanitized.h"
#include "tests/support/shipped_program.h"
#include "tests/support/stage_claims.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

struct Walked {
    int passes = 0, refused = 0, claims = 0;
};

/// The values that a switch is tried at: every option, or the ends and the middle of its range.
std::vector<std::string> values_of(const ArchitectureSwitch& what) {
    std::vector<std::string> values;
    switch (what.kind) {
        case ArchitectureSwitch::Kind::choice:
            for (const SwitchOption& option : what.options()) values.push_back(option.name);
            break;
        case ArchitectureSwitch::Kind::flag: values = {"true", "false"}; break;
        case ArchitectureSwitch::Kind::whole: values = {"1", "3"}; break;
        case ArchitectureSwitch::Kind::number:
            values = {decimal(what.low), decimal(std::sqrt(what.low * what.high)), decimal(what.high)};
            break;
    }
    return values;
}

void check(const std::shared_ptr<const Model>& model, const Inputs& inputs, Walked& walked) {
    const auto evaluation = evaluate_once(model, inputs);
    ++walked.passes;
    CHECK(contradictions(evaluation->trace(), evaluation->model().config, walked.claims) == "");
}

void walk(const std::shared_ptr<const Model>& model, const Inputs& inputs, Walked& walked) {
    check(model, inputs, walked);
    for (const ArchitectureSwitch& what : all_switches()) {
        if (!what.applies(model->config)) continue;
        const std::string own = what.value(model->config);
        for (const std::string& value : values_of(what)) {
            if (value == own) continue;
            CAPTURE(what.key);
            CAPTURE(value);
            Inputs changed;
            try {
                changed = with_switch(model, inputs, what, value, 6);
            } catch (const Error&) {  // the weights do not allow it
                ++walked.refused;
                continue;
            }
            check(model, changed, walked);
        }
    }
}

/// The first words of a text: every stage is there, and a pass takes milliseconds.
std::string beginning(const std::string& text) {
    if (text.find(' ') == std::string::npos) return text.substr(0, 8);
    std::size_t end = 0;
    for (int words = 0; words < 7 && end != std::string::npos; ++words) end = text.find(' ', end + 1);
    return text.substr(0, end);
}

}  // namespace

TEST_SUITE_BEGIN("stage_claims");

TEST_CASE("every stage of every shipped model says what is so, at every switch") {
    Walked walked;
    const std::size_t every = sanitized ? 5 : 1;  // variants of a task's model have the same stages
    for (std::size_t at = 0; at < shipped_models().size(); at += every) {
        const BuiltinModel& row = shipped_models()[at];
        CAPTURE(row.name);
        const auto model = std::make_shared<const Model>(load_model(row.path));
        walk(model,
             {.model = row.name,
              .text = beginning(row.card.examples.at(0)),
              .target = row.card.targets.empty() ? "" : row.card.targets[0],
              .edits = {}},
             walked);
    }
    CHECK(walked.passes > 900 / static_cast<int>(every));
    CHECK(walked.refused > 100 / static_cast<int>(every));
    CHECK(walked.claims > 10000 / static_cast<int>(every));
}

TEST_CASE("every stage of a model of every make says what is so, at every switch") {
    Walked walked;
    for (const PictureModel& from : picture_models()) {
        if (from.name.starts_with("large")) continue;
        CAPTURE(from.name);
        walk(make_model(from), {.model = from.name, .text = from.text, .target = from.target, .edits = {}}, walked);
    }
    CHECK(walked.passes > 300);
    CHECK(walked.claims > 10000);
}

TEST_SUITE_END();
