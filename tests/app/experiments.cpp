// The experiments view: its frame, and the page on the division by √d_k, whose numbers are those of the core.
#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "app/views/experiments/frame/page.h"
#include "core/analysis/measures.h"
#include "core/experiments/score_scale.h"
#include "core/model/patched_model.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

SettledProgram opened(const std::string& page, PixelSize size = {1280, 720}) {
    AppOptions options = window_options(decoder, size);
    options.view = "experiments";
    options.view_values["mode"] = '"' + page + '"';
    SettledProgram program(options);
    if (program) run_settled(program, "wait-idle");
    return program;
}

double number(const Program& program, const char* name) { return std::stod(program.state(name)); }

}  // namespace

TEST_SUITE_BEGIN("experiments");

TEST_CASE("every page has a name, a place and texts of its own, and opens in windows of all sizes") {
    std::set<std::string_view> names, titles, questions;
    std::set<int> places;
    for (const ExperimentRow& row : experiment_rows()) {
        names.insert(row.name), titles.insert(row.title), questions.insert(row.question), places.insert(row.place);
        for (const PixelSize size : {PixelSize{1280, 720}, PixelSize{640, 360}}) {
            CAPTURE(row.name);
            const SettledProgram program = opened(std::string(row.name), size);
            if (!program) return;
            CHECK(program.state("view") == "experiments");
            CHECK(program.state("experiments_page") == row.name);
            CHECK(program.state("error").empty());
            CHECK(program.state("experiments_control").empty());  // until a key or the mouse chooses one
        }
    }
    const std::size_t count = experiment_rows().size();
    CHECK(names.size() == count);
    CHECK(titles.size() == count);
    CHECK(questions.size() == count);
    CHECK(places.size() == count);
}

TEST_CASE("keys go through pages and controls and step them; each step is one for undo, reset goes back to the first") {
    const SettledProgram program = opened("score-scale");
    if (!program) return;
    run_settled(program, "key Down\nwait-idle");
    CHECK(program.state("experiments_control") == "source");
    run_settled(program, "key Down\nwait-idle");
    CHECK(program.state("experiments_control") == "d_k");
    run_settled(program, "key Right\nkey Right\nwait-idle");
    CHECK(program.state("score_scale_d_k") == "256");
    run_settled(program, "key Left\nwait-idle");
    CHECK(program.state("score_scale_d_k") == "128");
    run_settled(program, "key Ctrl+Z\nwait-idle\nkey Ctrl+Z\nwait-idle");
    CHECK(program.state("score_scale_d_k") == "128");
    run_settled(program, "key Ctrl+Y\nwait-idle");
    CHECK(program.state("score_scale_d_k") == "256");
    run_settled(program, "click @experiments reset\nwait-idle");
    CHECK(program.state("score_scale_d_k") == "64");
    run_settled(program, "key Ctrl+Z\nwait-idle");
    CHECK(program.state("score_scale_d_k") == "256");
    const std::string page = program.state("experiments_page");
    run_settled(program, "key V\nwait-idle");
    CHECK(program.state("experiments_page") != page);
    run_settled(program, "key Shift+V\nwait-idle");
    CHECK(program.state("experiments_page") == page);
}

TEST_CASE("the numbers of random queries and keys are the core's, for every setting of the controls") {
    const SettledProgram program = opened("score-scale");
    if (!program) return;
    const auto check = [&](const RandomScores& setting) {
        CHECK(program.state("score_scale_d_k") == std::to_string(setting.d_k));
        const Tensor scores = random_scores(setting);
        const ScoreMeasures raw = score_measures(scores.view(), 1),
                            scaled = score_measures(scores.view(), 1 / std::sqrt(static_cast<double>(setting.d_k)));
        CHECK(number(program, "score_scale_variance") == doctest::Approx(raw.variance));
        CHECK(number(program, "score_scale_variance_scaled") == doctest::Approx(scaled.variance));
        CHECK(number(program, "score_scale_entropy") == doctest::Approx(raw.entropy));
        CHECK(number(program, "score_scale_entropy_scaled") == doctest::Approx(scaled.entropy));
        CHECK(number(program, "score_scale_slope") == doctest::Approx(raw.slope));
        CHECK(number(program, "score_scale_slope_scaled") == doctest::Approx(scaled.slope));
    };
    check({.d_k = 64, .keys = 16, .seed = 0});
    run_settled(program, "key Down\nkey Down\nkey Right\nkey Right\nkey Right\nwait-idle");
    const int d_k = std::stoi(program.state("score_scale_d_k"));
    CHECK(d_k != 64);
    check({.d_k = d_k, .keys = 16, .seed = 0});
    run_settled(program, "key Down\nwait-idle");
    run_settled(program, "key Shift+N\nwait-idle");
    check({.d_k = d_k, .keys = 16, .seed = 1});
}

TEST_CASE("a head of the open model has its own scores, and the Walk opens where they stand") {
    const SettledProgram program = opened("score-scale");
    if (!program) return;
    run_settled(program, "click @experiment source open model\nwait-idle");
    const std::string record = program.state("score_scale_record");
    REQUIRE(record.ends_with("attn.scores_raw"));
    const auto current = program.app->session().shown().current;
    REQUIRE(current);
    const Record& scores = current->trace().record(current->trace().find(record));
    CHECK(number(program, "score_scale_variance") == doctest::Approx(score_variance(scores.view()).at(0)));
    CHECK(number(program, "score_scale_d_k") == current->trace().record(scores.operands.front()).shape.cols());
    run_settled(program, "click @experiments walk\nwait-idle");
    CHECK(program.state("view") == "walk");
    CHECK(program.state("stage") == record);
}
