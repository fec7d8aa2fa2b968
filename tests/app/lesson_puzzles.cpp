// The puzzles: each is unsolved at first and solved by its solution, of which no edit is idle; and a student's edits in
// the window solve them.
// ctest: alone 2 s
#include <doctest/doctest.h>

#include <filesystem>

#include "app/lessons/check_lesson.h"
#include "app/lessons/scene.h"
#include "core/io/assets.h"
#include "core/lesson/marking.h"
#include "core/lesson/read_lesson.h"
#include "tests/support/shipped_program.h"
#include "tests/support/support.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

const std::filesystem::path assets = source_dir() / "assets";
const std::filesystem::path puzzles = assets / "lessons" / "puzzles.md";

LessonTools tools() {
    return {.example_of =
                [](const std::string& name) {
                    Inputs inputs;
                    inputs.model = name;
                    inputs.text = load_card(find_model(name, assets)).examples.front();
                    return inputs;
                },
            .load =
                [](const std::string& name) {
                    return std::make_shared<const Model>(load_model(find_model(name, assets)));
                },
            .write = [](double number) { return std::to_string(number); }};
}

Marked marked(const LessonQuestion& question, const LessonScene& scene, const Inputs& inputs) {
    LessonScene changed = scene;
    changed.session.inputs = inputs;
    return mark(question, {}, runs_of(changed, tools()).runs(), tools().write);
}

AppOptions puzzle_options() {
    AppOptions options = shipped_options("puzzle-positions", {1280, 720});
    options.still = true;
    options.lesson = puzzles;
    return options;
}

/// The step of a puzzle, from 0.
int step_of(const LessonPlayer& player, std::string_view title) {
    const auto& steps = player.lesson().steps;
    return static_cast<int>(std::ranges::find(steps, title, &LessonStep::title) - steps.begin());
}

}  // namespace

TEST_SUITE_BEGIN("lesson_puzzles");

TEST_CASE("each puzzle is solved by its solution, and by no part of it; it has three hints") {
    const Lesson lesson = read_lesson(puzzles);
    const auto scenes = scenes_of(lesson, tools().example_of);
    int count = 0;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        if (!lesson.steps[i].question) continue;
        const LessonQuestion& question = *lesson.steps[i].question;
        CAPTURE(lesson.steps[i].title);
        ++count;
        CHECK(question.kind == LessonQuestion::Kind::goal);
        CHECK(question.hints.size() == 3);
        const Inputs &first = scenes[i].first.session.inputs, &solved = scenes[i].solved.session.inputs;
        CHECK(first.edits.empty());
        CHECK(first.architecture.empty());
        CHECK_FALSE(marked(question, scenes[i].first, first).right);
        CHECK(marked(question, scenes[i].first, solved).right);
        CHECK(!solved.edits.empty());
        CHECK(solved.edits.size() <= 6);
        for (std::size_t without = 0; without < solved.edits.size(); ++without) {
            CAPTURE(without);
            Inputs part = solved;
            part.edits.erase(part.edits.begin() + static_cast<std::ptrdiff_t>(without));
            CHECK_FALSE(marked(question, scenes[i].first, part).right);
        }
        // It is weights that are set, not what they lead to.
        Inputs besides = solved;
        besides.edits.push_back({"logits", Cell{{0, 0}}, 1});
        const Marked refused = marked(question, scenes[i].first, besides);
        CHECK_FALSE(refused.right);
        CHECK(refused.said.starts_with("You also changed logits. Undo that: only blocks."));
    }
    CHECK(count == 1 + 10);  // the first shows how a number is changed
}

TEST_CASE("a student double-clicks a weight beside its product, types, and the panel says what that solved") {
    for (const bool motion : {false, true}) {
        CAPTURE(motion);
        AppOptions options = puzzle_options();
        options.still = !motion;
        options.motion = motion;
        const SettledProgram program(options);
        if (!program) return;
        program.app->lesson().go(step_of(program.app->lesson(), "1. Copy the first letter"));
        program.run(
            "wait-idle\nexpect stage=blocks.0.attn.q\nexpect lesson_answer=open\n"
            "doubleclick @cell:blocks.0.attn.q.weight[7,0]\nwait-idle\nexpect editing=yes\n"
            "expect stage=blocks.0.attn.q\nkey Ctrl+A\ntype 3\nkey Enter\nwait-idle\nexpect edits=1\n"
            "expect stage=blocks.0.attn.q\nclick @lesson.check\nwait-idle\n"
            "expect lesson_answer=wrong\nexpect lesson_left=no\n");
        const Inputs weak = program.app->session().inputs();
        REQUIRE(weak.edits.size() == 1);
        CHECK(weak.edits.front() == Edit{"blocks.0.attn.q.weight", Cell{{7, 0}}, 3});
        // The same cell again, by the key over it; the picture stays.
        program.run(
            "move @cell:blocks.0.attn.q.weight[7,0]\nwait-idle\nkey E\nwait-idle\nexpect editing=yes\nkey Ctrl+A\ntype "
            "10\nkey Enter\nwait-idle\nexpect edits=1\n"
            "expect lesson_answer=open\n"  // "not right" was said of the 3
            "expect stage=blocks.0.attn.q\nexpect lesson_left=no\n"
            "click @lesson.check\nwait-idle\nexpect lesson_answer=right\nexpect edits=1\n");
        CHECK(program.app->session().inputs().edits.front().value == 10);
        program.run("key Page down\nwait-idle\nexpect edits=0\nexpect lesson_answer=open");
    }
}

TEST_CASE("four edits in the window make the previous-token head") {
    const SettledProgram program(puzzle_options());
    if (!program) return;
    program.app->lesson().go(step_of(program.app->lesson(), "3. The previous letter"));
    for (int i = 0; i < 4; ++i) {
        const std::string cell = "[" + std::to_string(4 + i) + "," + std::to_string(i) + "]";
        program.run("wait-idle\nexpect lesson_answer=open\ndoubleclick @cell:blocks.0.attn.q.weight" + cell +
                    "\nwait-idle\nkey Ctrl+A\ntype 10\nkey Enter\nwait-idle\nexpect edits=" + std::to_string(i + 1));
    }
    // A look at the weights in another view, and back, loses no edit.
    program.run(
        "key 2\nwait-idle\nexpect view=attention\nexpect lesson_left=yes\nkey F6\nwait-idle\nexpect view=walk\n"
        "expect stage=blocks.0.attn.q\nexpect lesson_left=no\nexpect edits=4\n"
        "click @lesson.check\nwait-idle\nexpect lesson_answer=right\nexpect edits=4\n"
        "key Page up\nwait-idle\nexpect edits=0");
}

TEST_CASE("an attention weight that is typed in solves no puzzle, and the panel says why") {
    const SettledProgram program(puzzle_options());
    if (!program) return;
    program.app->lesson().go(step_of(program.app->lesson(), "1. Copy the first letter"));
    program.app->settle();
    program.edit({{"blocks.0.attn.weights", Cell{{0, 4, Cell::all}}, 0}, {"blocks.0.attn.weights", Cell{{0, 4, 0}}, 1}});
    program.run("click @lesson.check\nwait-idle\nexpect lesson_answer=wrong");
    CHECK(program.app->lesson().question().verdict.words ==
          "You also changed blocks.0.attn.weights. Undo that: only blocks.0.attn.q.weight may be changed here.");
}
