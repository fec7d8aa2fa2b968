// Steps that F7 writes: their titles, their place in the file, what they say of the window; and a lesson that is read
// again while it is shown.
// ctest: alone 4 s
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "app/lessons/player.h"
#include "app/views/shared/view.h"
#include "core/base/file.h"
#include "core/lesson/read_lesson.h"
#include "tests/support/shipped_program.h"
#include "tests/support/support.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

constexpr const char* begun_by_hand =
    "---\ntitle: Mine\n---\n## One\n\n```scene\nmodel: coreference-full\n```\n\nWords.\n";

std::string file_of(const std::vector<std::string>& steps) {
    std::string text = "---\ntitle: Read again\n---\n";
    for (const std::string& step : steps) {
        const std::size_t bar = step.find('|');
        text += "## " + step.substr(0, bar) + "\n\n```scene\nmodel: m\nstage: " + step.substr(bar + 1) +
                "\n```\n\nText.\n\n";
    }
    return text;
}

Lesson lesson_of_steps(const std::vector<std::string>& steps) { return lesson_from_text(file_of(steps), "l.md"); }

ExampleOf no_examples() {
    return [](const std::string& model) {
        Inputs inputs;
        inputs.model = model;
        return inputs;
    };
}

std::vector<std::string> titles_of(const Program& program) {
    std::vector<std::string> titles;
    for (const LessonStep& step : program.app->lesson().lesson().steps) titles.push_back(step.title);
    return titles;
}

}  // namespace

TEST_SUITE_BEGIN("lesson_written_steps");

TEST_CASE("a lesson that is read again stays at its step, whatever the titles are") {
    struct Case {
        std::vector<std::string> before;
        int step;
        std::vector<std::string> now;
        int same;
    };
    const Case cases[] = {
        {{"P|a", "P|b", "P|c"}, 2, {"P|a", "P|b", "P|c"}, 2},                // not the first of its title
        {{"P|a", "P|b", "P|c"}, 1, {"P|x", "P|a", "P|b", "P|c"}, 2},         // one was added before it
        {{"P|a", "P|b", "P|c"}, 2, {"P|b", "P|c"}, 1},                       // one before it is gone
        {{"A|a", "B|b", "C|c", "D|d"}, 1, {"A|a", "C|c", "B|b", "D|d"}, 2},  // it was moved
        {{"A|a", "B|b", "C|c"}, 1, {"A|a", "Another title|b", "C|c"}, 1},    // it has another title
        {{"A|a", "B|b", "C|c"}, 1, {"A|a", "B|another", "C|c"}, 1},          // another picture
        {{"A|a", "B|b", "C|c"}, 1, {"A|a", "C|c"}, 1},                       // it is gone
        {{"A|a", "B|b", "C|c"}, 2, {"A|a"}, 0},
        {{"A|a"}, 0, {"X|x", "Y|y"}, 0},
    };
    for (const Case& c : cases) {
        CAPTURE(&c - cases);
        LessonPlayer player;
        player.open(lesson_of_steps(c.before), no_examples(), c.step);
        const Lesson now = lesson_of_steps(c.now);
        CHECK(player.step_in(now) == c.same);
        player.replace(now, no_examples());
        CHECK(player.step() == c.same);
    }
}

TEST_CASE("a picture that was left stays while the lesson is read again, and hands stay with their question") {
    const std::string asked =
        file_of({"A|a", "B|b"}) + "```ask\nchoice: Which?\noption: x | 1 > 2\noption: y | 2 > 1\n```\n";
    LessonPlayer player;
    player.open(lesson_from_text(asked, "l.md"), no_examples(), 1);
    CHECK(player.take_change());
    player.question().hands = {2, 1};
    // Other words alone show nothing anew; another scene does, where its picture is what is shown.
    player.replace(lesson_from_text(asked, "l.md"), no_examples());
    CHECK(!player.take_change());
    std::string moved = asked;
    moved.insert(moved.find("## A"), "## Before\n\n```scene\nmodel: m\n```\n\nNew.\n\n");
    player.replace(lesson_from_text(moved, "l.md"), no_examples());
    CHECK(player.step() == 2);
    CHECK(player.question().hands == std::vector<int>{2, 1});
    CHECK(!player.take_change());
    std::string other = moved;
    other.replace(other.find("stage: b"), 8, "stage: c");
    player.replace(lesson_from_text(other, "l.md"), no_examples());
    CHECK(player.take_change());
    player.left = true;
    player.replace(lesson_from_text(moved, "l.md"), no_examples());
    CHECK(player.left);
    CHECK(!player.take_change());
}

TEST_CASE("F7 writes step after step behind the open one, each with a title of its own that names what is shown") {
    const TemporaryFolder folder;
    write_file(folder / "mine.md", begun_by_hand);
    AppOptions options = shipped_options("coreference-full", {1280, 720});
    options.lesson = folder / "mine.md";
    options.motion = true;  // the file is watched
    const SettledProgram program(options);
    if (!program) return;
    const char* const pictures[] = {"key 1\ntype /\ntype b2 softmax\nwait-idle\nkey Enter\n",
                                    "key 2\n",
                                    "key 2\nkey V\n",
                                    "key 2\nkey V\n",
                                    "key 3\n",
                                    "key 1\ntype /\ntype b1 softmax\nwait-idle\nkey Enter\n",
                                    "key Shift+0\n",
                                    "key 4\n",
                                    "key 7\n"};
    int steps = 1;
    for (const char* picture : pictures)
        program.run(std::string(picture) +
                    "wait-idle\nkey F7\nwait-idle\nexpect lesson_step=" + std::to_string(++steps) + "\n");
    // Longer than the file is looked at: what the window wrote itself is not read again.
    const std::string said = program.state("messages");
    for (int i = 0; i < 40; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        program.app->frame();
    }
    CHECK(program.state("messages") == said);
    CHECK(program.state("lesson_step") == std::to_string(steps));
    const std::vector<std::string> titles = titles_of(program);
    CHECK(std::set(titles.begin(), titles.end()).size() == titles.size());
    CHECK(titles[1] == "Attention weights: where each token attends");
    CHECK(titles[2] == "Attention: heads");
    CHECK(titles[3] == "Attention: steps");
    CHECK(titles[4].starts_with("Attention: "));
    CHECK(titles[5] == "Output: choice");
    CHECK(titles[6] == titles[1] + ", block 1");
    CHECK(titles[7] == "Data flow");
    CHECK(titles[8].starts_with("Inspector: "));
    CHECK(titles[9] == "Train: training");
    CHECK(read_text_file(folder / "mine.md").find(".entered:") == std::string::npos);
}

TEST_CASE("F7 without a lesson begins one, and F7 while its picture is explored goes on in it") {
    const TemporaryFolder folder;
    const SettledProgram program(shipped_options("coreference-full", {1280, 720}));
    if (!program) return;
    program.run("key F7\nwait 2\nexpect open=saving\nexpect open_lesson=yes\nkey Ctrl+A\ntype " +
                (folder / "begun").string() +
                "\nkey Enter\nwait-idle\nexpect lesson=begun\nexpect lesson_step=1\nexpect open=closed\n");
    CHECK(read_text_file(folder / "begun.md").find("\n## The first step") == std::string::npos);
    program.run(
        "key Shift+F6\nwait-idle\nkey 2\nwait-idle\nkey F7\nwait-idle\nexpect lesson=begun\nexpect lesson_step=2\n"
        "expect view=attention\nexpect lesson_left=no\n");
    CHECK(titles_of(program).back() == "Attention: heads");
    program.run("key Ctrl+S\nwait 2\nexpect open_lesson=no\nkey Esc\n");
}

TEST_CASE("the manual of lessons explains every value of a view that F7 can write") {
    const std::string manual = read_text_file(source_dir() / "docs" / "lessons.md");
    const std::string begin = "### Values of the views";
    REQUIRE(manual.find(begin) != std::string::npos);
    const std::string values = manual.substr(manual.find(begin));
    const auto views = all_views({.session_options = [] {
        Session::Options options;
        options.load = [](const std::string& model) { return make_model(model_named(model)); };
        options.wake = [] {};
        return options;
    }});
    for (const std::unique_ptr<AppView>& view : views) {
        const std::string name(view->row().name);
        std::set<std::string> own_words;  // written in words: "zoom: block"
        if (view->row().keys != nullptr)
            for (const ViewKey& key : view->row().keys()) own_words.insert(key.name);
        const std::size_t row = values.find("\n| `" + name + "`");
        CHECK_MESSAGE(row != std::string::npos, name);
        if (row == std::string::npos) continue;
        const std::string line = values.substr(row + 1, values.find('\n', row + 1) - row - 1);
        for (const auto& [value, text] : view->save()) {
            if (value == "mode" || own_words.contains(value) || (name == "walk" && value == "by")) continue;
            const std::size_t dot = value.find('.');  // of a page of the experiments
            if (dot == std::string::npos) {
                CHECK_MESSAGE(line.find("`" + value + "`") != std::string::npos, std::string(name + "." + value));
                continue;
            }
            const std::size_t page = manual.find("\n| `" + value.substr(0, dot) + "` | `");
            REQUIRE_MESSAGE(page != std::string::npos, value);
            const std::string controls = manual.substr(page + 1, manual.find('\n', page + 1) - page - 1);
            CHECK_MESSAGE(controls.find("`" + value.substr(dot + 1) + "`") != std::string::npos, value);
        }
    }
}

TEST_SUITE_END();
