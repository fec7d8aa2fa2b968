// The experiments view: its frame, and the page on the division by √d_k, whose numbers are those of the core.
// ctest: alone 14 s
#include <doctest/doctest.h>

#include <cmath>
#include <set>

#include "app/paint/printed_number.h"
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
    CHECK(program.state("experiments_control") == "d_k");  // first the one that the page says to move
    run_settled(program, "key Down\nwait-idle");
    CHECK(program.state("experiments_control") == "keys");
    run_settled(program, "key Up\nwait-idle");
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
    run_settled(program, "key Down\nkey Right\nkey Right\nkey Right\nwait-idle");
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
    const std::vector<double> variances = score_variance(scores.view());
    const auto head = static_cast<std::size_t>(number(program, "score_scale_head"));
    CHECK(number(program, "score_scale_variance") == doctest::Approx(variances.at(head)));
    CHECK(number(program, "score_scale_d_k") == current->trace().record(scores.operands.front()).shape.cols());
    // At first it is the head with the largest scores of all.
    for (const int id : current->trace().stages())
        if (current->trace().record(id).stage == scores.stage)
            for (const double other : score_variance(current->trace().record(id).view()))
                CHECK(other <= variances.at(head));
    run_settled(program, "click @experiment pick by number\nwait-idle");
    CHECK(program.state("score_scale_head") == "0");
    CHECK(program.state("score_scale_record").starts_with("blocks.0."));
    run_settled(program, "click @experiment pick largest scores\nwait-idle");
    CHECK(program.state("score_scale_record") == record);
    run_settled(program, "click @experiments walk\nwait-idle");
    CHECK(program.state("view") == "walk");
    CHECK(program.state("stage") == record);
}

TEST_CASE("what a page says stands above its controls, in sight in windows of all sizes and sizes of text") {
    for (const ExperimentRow& row : experiment_rows())
        for (const float scale : {1.0F, 2.0F}) {
            CAPTURE(row.name);
            CAPTURE(scale);
            AppOptions options = window_options(decoder, {1280, 720});
            options.view = "experiments";
            options.view_values["mode"] = '"' + std::string(row.name) + '"';
            options.text_scale = scale;
            const SettledProgram program(options);
            if (!program) return;
            program.app->settle();
            const Rect said = program.target("experiments sentence");
            CHECK(said.y > 0);
            CHECK(said.bottom() < 720);
            const auto control = program.app->find_target("experiment seed");
            if (control && control->h > 0) CHECK(said.bottom() <= control->y + 1);
        }
}

TEST_CASE("who goes elsewhere while a run opens is not taken to it later") {
    const SettledProgram program = opened("depth");
    if (!program) return;
    program.run("click @experiments walk\nkey 2");
    run_settled(program, "wait-idle\nkey 8\nwait-idle");
    CHECK(program.state("view") == "experiments");
}

TEST_CASE("a head that a file of an older version names is selected by its number") {
    const auto views = all_views({.session_options = [] { return Session::Options{}; }});
    const auto found = std::ranges::find_if(views, [](const auto& one) { return one->row().name == "experiments"; });
    REQUIRE(found != views.end());
    AppView& view = **found;
    const ViewValues first = view.save();
    CHECK(first.at("score-scale.pick") == "0.0");
    CHECK(view.completed({{"score-scale.head", "1"}}, first).at("score-scale.pick") == "1");
    CHECK(view.completed({{"score-scale.head", "1"}, {"score-scale.pick", "0"}}, first).at("score-scale.pick") == "0");
    CHECK(view.completed({}, first) == first);
    view.load(view.completed({{"score-scale.source", "1"}, {"score-scale.block", "0"}}, first));
    CHECK(view.save().at("score-scale.pick") == "1.0");
}

TEST_CASE("the page on √d says what the division does to the softmax's gradients, whatever it is set to") {
    for (const char* d_k : {"0", "1", "3", "6", "10"}) {
        CAPTURE(d_k);
        AppOptions options = window_options(decoder, {1280, 720});
        options.view = "experiments";
        options.view_values = {{"mode", "\"score-scale\""}, {"score-scale.d_k", d_k}};
        const SettledProgram program(options);
        if (!program) return;
        run_settled(program, "wait-idle");
        const std::string said = program.state("score_scale_sentence");
        const double raw = number(program, "score_scale_slope"), scaled = number(program, "score_scale_slope_scaled");
        CHECK(said.find(number_text(raw) + " without the division and " + number_text(scaled) + " with it") !=
              std::string::npos);
        const bool same = number_text(raw) == number_text(scaled);
        CHECK((said.find("does not change it") != std::string::npos) == same);
        CHECK((said.find("more of the gradient") != std::string::npos) == (!same && scaled > raw));
        CHECK((said.find("less of the gradient") != std::string::npos) == (!same && scaled < raw));
        CHECK(said.find("d_k") == std::string::npos);  // as it is written by hand
    }
}
