// What `lesson check` says of values of views that a scene sets, of run B in questions, and of numbers of pages.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "app/lessons/check_lesson.h"
#include "app/lessons/kept_values.h"
#include "core/io/model_folder.h"
#include "core/lesson/read_lesson.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

std::shared_ptr<const Model> model_of(const std::string& name) {
    return std::make_shared<const Model>(load_model(test::source_dir() / "assets" / "models" / name));
}

Inputs first_example(const std::string& name) {
    Inputs inputs;
    inputs.model = name;
    inputs.text = "The animal didn't cross the street because it was too tired.";
    return inputs;
}

const KeptValues& kept_values() {
    static const KeptValues kept(all_views({.session_options = [] {
        Session::Options options;
        options.load = model_of;
        options.wake = [] {};
        return options;
    }}));
    return kept;
}

std::vector<std::string> problems(const std::string& steps, std::vector<NamedNumber> page = {}) {
    const LessonTools tools{.example_of = first_example,
                            .load = model_of,
                            .write = [](double number) { return std::to_string(number); },
                            .page = [&](const LessonScene&) { return page; },
                            .kept = &kept_values()};
    return check_lesson(lesson_from_text("---\ntitle: T\n---\n" + steps, "l.md"), tools).problems;
}

/// What is said of one value of a view; its line is 8.
std::string value(const std::string& line) {
    const auto found = problems("## S\n\n```scene\nmodel: coreference\n" + line + "\n```\n");
    REQUIRE(found.size() <= 1);
    return found.empty() ? "" : found.front();
}

const std::string first = "## S\n\n```scene\nmodel: coreference\n```\n\n";

}  // namespace

TEST_SUITE_BEGIN("lesson_values_of_views");

TEST_CASE("a scene sets only values that a view keeps, and that it can use") {
    CHECK(value("attention.threshold: 0.3") == "");
    CHECK(value("attention.all_queries: true") == "");
    CHECK(value("experiments.cost.n: 11") == "");
    CHECK(value("experiments.from-nothing.points: [30, -60, 160, 90, -130, 110, -90, -140, 110, 170]") == "");
    CHECK(value("train.learning_rate: 0.005") == "");
    CHECK(value("train.step: 100") == "");
    CHECK(value("train.task: \"sort\"\ntrain.layers: 3") == "");
    CHECK(value("compare.b: null") == "");  // of the view that keeps run B alone
    CHECK(value("compare.proposed: true") == "");
    CHECK(value("positions.columns: \"rope\"") == "");
    CHECK(value("positions.start_model: \"sort\"\npositions.start_query: 2") == "");
    CHECK(value("train.surface: true\ntrain.surface_without_residual: true") == "");
    CHECK(value("attention.treshold: 0.3") ==
          "l.md:8:20: the view attention keeps no value \"attention.treshold\"; did you mean \"attention.threshold\"?");
    CHECK(
        value("experiments.cost.m: 11").find("l.md:8:20: the view experiments keeps no value \"experiments.cost.m\"") ==
        0);
    CHECK(value("train.nothing_like_it: 1") == "l.md:8:23: the view train keeps no value \"train.nothing_like_it\"");
    CHECK(value("positions.columns: [\"sinusoidal\"]").find("cannot use this value") != std::string::npos);
    CHECK(value("experiments.cost.n: 99") ==
          "l.md:8:20: the view experiments cannot use this value of \"experiments.cost.n\", which stays 10.0: 99");
    CHECK(value("train.task: \"nothing\"").find("l.md:8:12: the view train cannot use this value of \"train.task\"") ==
          0);
    CHECK(value("attention.by_key: 1").find("cannot use this value of \"attention.by_key\"") != std::string::npos);
    // Of a reveal, too.
    CHECK(problems(first + "```ask\ntoken: Which?\nanswer: argmax(logits[it])\n```\n```reveal\nwalk.sped: 2\n```\n")
              .front()
              .find("l.md:15:11: the view walk keeps no value \"walk.sped\"") == 0);
}

TEST_CASE("run B is read in a question, whatever view is shown, and refused with its place where there is none") {
    const std::string begin = "## S\n\n```scene\nmodel: coreference\n", b = "b.text: The dog was tired.\n";
    const std::string ask = "```\n\n```ask\ntoken: Which word?\nanswer: argmax(b(logits[last]))\n```\n";
    CHECK(problems(begin + b + ask).empty());
    CHECK(problems(begin + b + "view: compare\n" + ask).empty());
    CHECK(problems(begin + ask) ==
          std::vector<std::string>{"l.md:12:15: the scene has no run B; a key “b.model”, “b.text” or “b.edit” makes one"});
    const std::string options =
        "```\n\n```ask\nchoice: Which is larger?\noption: A | max(logits[last])\n"
        "option: B | b(max(logits[last]))\n```\n";
    CHECK(problems(begin + options) ==
          std::vector<std::string>{"l.md:13:12: the scene has no run B; a key “b.model”, “b.text” or “b.edit” makes one"});
}

TEST_CASE("a condition that does not hold is said with its two sides") {
    CHECK(problems(first + "```check\nconfig.n_heads = 3\n```\n") ==
          std::vector<std::string>{"l.md:11:1: this does not hold in the run: config.n_heads = 3 (left 1, right 3)"});
}

TEST_CASE("numbers of a page are read in texts, conditions and questions, and unknown ones refused") {
    const std::vector<NamedNumber> page{{"variance", 64.5}, {"entropy", 1.25}};
    CHECK(problems(first + "{{page.variance : 1}}\n\n```check\npage.variance > page.entropy\n```\n", page).empty());
    CHECK(problems(first + "{{page.varianc}}\n", page) ==
          std::vector<std::string>{"l.md:10:3: the page that the scene shows has no number \"page.varianc\"; its "
                                   "numbers are variance, entropy"});
    CHECK(problems(first + "```ask\nnumber: How large?\nanswer: page.variance\n```\n", page).empty());
    CHECK(problems(first + "```ask\norder: Which?\noption: a | page.variance\noption: b | page.x\n```\n", page)
              .front()
              .find("l.md:13:12: the page that the scene shows has no number \"page.x\"") == 0);
    CHECK(problems(first + "{{page.variance}}\n").front().find("is a number of a page, and what the scene shows") !=
          std::string::npos);
}

TEST_SUITE_END();
