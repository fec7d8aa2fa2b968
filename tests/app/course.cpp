// Lessons as a course: the list, progress over restarts, words and stages that are found in their steps, and a step's
// picture without its lesson.
// ctest: alone 5 s
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "app/lessons/lesson_library.h"
#include "app/workspace/settings.h"
#include "app/sheets/lesson_search.h"
#include "core/base/file.h"
#include "core/lesson/read_lesson.h"
#include "tests/support/shipped_program.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

const std::string short_lesson = R"(---
title: Sorting by hand
minutes: 5
about: How digits are sorted.
before: first
---
## One stage

```scene
model: sort
view: walk
stage: blocks.0.attn.scores_raw
```

The [weights](blocks.0.attn.weights[head 1, 0, 0]) come later.

## Where does it attend?

```scene
view: attention
cell: blocks.0.attn.weights[head 1, 0, 0]
```

Every axolotl counts {{rows(blocks.0.attn.weights) : 0}} rows.

```ask
number: How many heads has the model?
answer: config.n_heads
tolerance: 0
```
```reveal
view: walk
stage: blocks.0.attn.heads
```

## The whole model

```scene
view: walk
zoom: story
stage: blocks.0.attn.q
```

All of it.

## The last step

```scene
zoom: stage
stage: logits
```

The end.
)";

const std::string first_lesson = R"(---
title: The first lesson
lecture: DIGITS 101
minutes: 60
about: What comes first.
---
## Only step

```scene
model: sort
view: walk
stage: embed.tokens
```

Words of a lecture.
)";

struct Course {
    TemporaryFolder folder;
    AppOptions options = shipped_options("sort", {1280, 720});

    Course() {
        write_file(folder / "sorting.md", short_lesson);
        write_file(folder / "first.md", first_lesson);
        options.lessons = {folder / "first.md", folder / "sorting.md"};
        options.settings = folder / "settings.json";
    }
    /// What the program remembers of the lesson that was shown last.
    LessonProgress remembered() const {
        std::string message;
        const Settings settings = load_settings(folder / "settings.json", message);
        CHECK(message == "");
        return settings.lessons.empty() ? LessonProgress{} : settings.lessons.front();
    }
};

ExampleOf any_model() {
    return [](const std::string& name) {
        Inputs inputs;
        inputs.model = name;
        return inputs;
    };
}

std::vector<int> steps_of(const std::vector<LessonStepPlace>& places, bool linked) {
    std::vector<int> steps;
    for (const LessonStepPlace& place : places)
        if (place.linked == linked) steps.push_back(place.step + 1);
    return steps;
}

}  // namespace

TEST_SUITE_BEGIN("lessons");

TEST_CASE("how far somebody came in a lesson is there after a restart, until it is started again") {
    Course course;
    {
        const SettledProgram program(course.options);
        if (!program) return;
        program.run(
            "key F4\nwait-idle\nexpect lesson_list=yes\nexpect marked=Sorting by hand\nkey Enter\nwait-idle\n"
            "expect lesson_step=1\nkey Page down\nwait-idle\nexpect lesson_step=2");
        CHECK(program.state("message") == "");
        program.app->lesson().question().typed = "2";
        program.run(
            "wait 2\nclick @lesson.check\nwait-idle\nexpect lesson_answer=right\nkey Page down\nwait-idle\n"
            "expect lesson_step=3\nkey Page up\nwait-idle\nexpect lesson_step=2");
    }
    const LessonProgress first = course.remembered();
    CHECK(first.lesson == "sorting");  // of the program: by its name, wherever it lies
    CHECK(first.step == 1);
    CHECK(first.furthest == 2);
    CHECK(first.answered == std::vector{1});
    CHECK(!first.finished);
    {
        const SettledProgram program(course.options);
        program.run(
            "key F4\nwait-idle\nclick @lessons open sorting\nwait-idle\nexpect lesson_step=2\n"
            "expect lesson_answer=open\nkey Page down\nkey Page down\nkey Page down\nwait-idle\nkey Page "
            "down\nwait-idle\n"
            "expect lesson_step=4");
    }
    CHECK(course.remembered().finished);
    CHECK(course.remembered().step == 0);
    {
        const SettledProgram program(course.options);
        program.run(
            "key F4\nwait-idle\nkey Enter\nwait-idle\nexpect lesson_step=1\nkey Page down\nwait-idle\nkey F4\n"
            "wait-idle\nkey Shift+Enter\nwait-idle\nexpect lesson_step=1");
    }
    const LessonProgress again = course.remembered();
    CHECK(again.furthest == 0);
    CHECK(again.answered.empty());
    CHECK(again.finished);  // it counts as done for the lessons that come after it
}

TEST_CASE(
    "lessons on one subject, lectures and the user's files are listed apart; broken and missing ones are said "
    "plainly") {
    Course course;
    write_file(course.folder / "broken.md", "---\ntitle: Broken\n---\n## {{\n");
    write_file(course.folder / "own.md", "---\ntitle: My own\n---\n## Step\n\n```scene\nmodel: sort\n```\n");
    course.options.lessons.push_back(course.folder / "broken.md");
    {
        const SettledProgram program(course.options);
        if (!program) return;
        program.run("drop " + (course.folder / "own.md").string() +
                    "\nwait-idle\nexpect lesson=My own\nkey F4\n"
                    "wait-idle");
        const auto place = [&](const std::string& name) { return program.app->find_target("lesson " + name); };
        REQUIRE((place("sorting") && place("first") && place("broken") && place("own.md")));
        CHECK(place("broken")->y < place("first")->y);  // a lecture, with the reason of its lesson before
        CHECK(place("sorting")->y < place("first")->y);
        CHECK(place("first")->y < place("own.md")->y);
        CHECK(!program.app->find_target("lessons open broken"));
        CHECK(program.app->find_target("lessons open first"));
        program.run(
            "type axolotl\nwait-idle\nexpect marked=\nkey Enter\nwait-idle\nexpect lesson=My own\nkey Esc\n"
            "wait-idle\nexpect lesson_list=no");
    }
    std::filesystem::remove(course.folder / "own.md");
    {
        const SettledProgram program(course.options);
        program.run("key F4\nwait-idle\nexpect lesson_list=yes");
        CHECK(!program.app->find_target("lesson own.md"));
    }
    course.options.lessons.clear();
    const SettledProgram program(course.options);
    program.run(
        "key F4\nwait-idle\nexpect lesson_list=yes\nexpect marked=\nkey Enter\nwait-idle\nexpect lesson=\n"
        "expect message=");
}

TEST_CASE("settings that lie about lessons do no harm") {
    const Course course;
    std::string many;
    for (int i = 0; i < 500; ++i) many += R"({"lesson": "/nowhere/)" + std::to_string(i) + R"(.md"},)";
    const std::string hostile =
        R"({"lesson_progress": [{"lesson": "sorting", "step": 99999999999, "furthest": -5, "answered": [3, -1, 1e9, "x", 3, 2]},)" +
        many + R"({"lesson": ")" + std::string(10000, 'a') +
        R"("}, {"lesson": "/dev/zero"}, {"lesson": "/dev/zero/x.md"}, {}],)" + R"("lessons": {"/old/path.md": 7}})";
    write_file(course.folder / "settings.json", hostile);
    std::string message;
    const Settings read = load_settings(course.folder / "settings.json", message);
    CHECK(message == "");
    CHECK(read.lessons.size() == most_remembered_lessons);
    REQUIRE(!read.lessons.empty());
    CHECK(read.lessons.front().step == static_cast<int>(most_steps) - 1);
    CHECK(read.lessons.front().furthest == static_cast<int>(most_steps) - 1);
    CHECK(read.lessons.front().answered == std::vector<int>{2, 3});
    const SettledProgram program(course.options);
    if (!program) return;
    program.run("key F4\nwait-idle\nexpect marked=Sorting by hand\nkey Enter\nwait-idle\nexpect lesson_step=4");
}

TEST_CASE("progress of an older version's settings is taken over by the lesson's name") {
    const Course course;
    write_file(course.folder / "settings.json",
               "{\"lessons\": {\"" + (course.folder / "sorting.md").string() + "\": 2}}");
    {
        const SettledProgram program(course.options);
        if (!program) return;
        program.run("key F4\nwait-idle\nkey Enter\nwait-idle\nexpect lesson_step=3");
    }
    CHECK(course.remembered().lesson == "sorting");
    CHECK(course.remembered().furthest == 2);
}

TEST_CASE("the search finds a word that only a lesson has, and opens the lesson at that step") {
    const Course course;
    const SettledProgram program(course.options);
    if (!program) return;
    program.run(
        "type /\ntype axolotl\nwait-idle\nexpect marked=Where does it attend?\nkey Enter\nwait-idle\n"
        "expect lesson=Sorting by hand\nexpect lesson_step=2\nexpect search=closed\nexpect view=attention");
    // What only another step has is not it; and what is in no lesson and no stage is not found.
    program.run(
        "type /\ntype weights\nwait-idle\nexpect marked!=Where does it attend?\nkey Ctrl+A\ntype zyzzyva\n"
        "wait-idle\nexpect marked=\nkey Esc");
}

TEST_CASE("a found passage begins near the word, between words, and marks it") {
    LibraryLesson lesson;
    lesson.title = "T";
    LibraryStep step;
    step.title = "S";
    std::string words;
    for (int i = 0; i < 60; ++i) words += "näher ";
    step.text = "Nothing.\n" + words + "axolotls swim " + words + "\nNothing.";
    lesson.steps = {step};
    const auto hits = search_lessons({&lesson}, "AXOLOTL");
    REQUIRE(hits.size() == 1);
    const ChooserRow& row = hits.front().row;
    CHECK(row.below.substr(row.hit.first, row.hit.second - row.hit.first) == "axolotl");
    CHECK(row.below.starts_with("… näher"));
    CHECK(row.below.size() < 260);
    CHECK(search_lessons({&lesson}, "lotl").empty());  // no word begins so
    lesson.title = "Gills";
    CHECK(search_lessons({&lesson}, "gills").empty());  // it would be every step of the lesson
    CHECK(search_lessons({&lesson}, "gills axolotl").size() == 1);
    CHECK(search_lessons({&lesson}, "  ").empty());
    // Nothing between its words can be cut: it begins with the word itself, not with the text.
    lesson.steps.front().text = "First.\n" + std::string(300, '-') + "axolotl";
    const auto uncut = search_lessons({&lesson}, "axolotl");
    REQUIRE(uncut.size() == 1);
    CHECK(uncut.front().row.below == "… axolotl");
    CHECK(uncut.front().row.hit == std::pair<std::size_t, std::size_t>{4, 11});
}

TEST_CASE("a lesson with a formula that cannot be read is listed with its place, and opens") {
    const TemporaryFolder folder;
    const std::string text =
        "---\ntitle: T\n---\n## S\n\n```scene\nmodel: sort\n```\n\nWords $\\frac{a$ and $x$.\n";
    write_file(folder / "l.md", text);
    const LibraryLesson lesson = read_for_library(folder / "l.md", any_model());
    CHECK(lesson.problem.empty());
    CHECK(lesson.fault.find("l.md:10:8: ") != std::string::npos);
    REQUIRE(lesson.steps.size() == 1);
    CHECK(lesson.steps.front().text == "Words \\frac{a and x.");
    AppOptions options = shipped_options("sort", {1280, 720});
    options.lessons = {folder / "l.md"};
    const SettledProgram program(options);
    if (!program) return;
    program.run("key F4\nwait-idle\nexpect lesson_list=yes\nexpect marked=T\nkey Enter\nwait-idle\nexpect lesson=T");
    // What a question says is read as it is written.
    write_file(folder / "l.md", text + "\n```ask\nchoice: Is $\\frac{b$ it, or {{1 + 1}}?\noption: a | 1\noption: b | 2\n```\n");
    const LibraryLesson asked = read_for_library(folder / "l.md", any_model());
    CHECK(asked.steps.front().text.find("Is \\frac{b it, or …?") != std::string::npos);
}

TEST_CASE("the lessons of a stage are those whose picture shows its kind, or whose words lead to it") {
    const Course course;
    LessonLibrary library(course.options.lessons, any_model(), [] {});
    CHECK(stage_kind("blocks.1.attn.weights") == "attn.weights");
    CHECK(stage_kind("encoder.blocks.0.self_attn.weights") == "attn.weights");
    CHECK(stage_kind("decoder.blocks.0.cross_attn.weights") == "cross_attn.weights");
    CHECK(stage_kind("blocks.0.attn.q.weight") == "attn.q.weight");
    CHECK(stage_kind("logits") == "logits");
    const auto weights = library.steps_with("encoder.blocks.3.self_attn.weights");
    CHECK(steps_of(weights, false) == std::vector{2});
    CHECK(steps_of(weights, true) == std::vector{1});
    CHECK(steps_of(library.steps_with("blocks.7.attn.heads"), false) == std::vector{2});  // after the answer
    CHECK(library.steps_with("blocks.0.attn.q").empty());                                 // the whole model is shown
    CHECK(library.steps_with("blocks.0.attn.k").empty());
    CHECK(library.steps_with("").empty());
}

TEST_CASE("of the program's lessons, those of the attention weights are those that say so in their files") {
    const auto assets = std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets";
    LessonLibrary library(lesson_files(assets), any_model(), [] {});
    std::set<std::string> found;
    for (const LessonStepPlace& place : library.steps_with("blocks.0.attn.weights")) {
        const LibraryStep& step = place.lesson->steps[static_cast<std::size_t>(place.step)];
        found.insert(place.lesson->name + ": " + step.title);
    }
    // By another way: a step that names the stage in its own scene, in a view that shows one stage, or in a link.
    int named = 0;
    for (const auto& file : lesson_files(assets))
        for (const LessonStep& step : read_lesson(file).steps) {
            bool has = false;
            for (const SceneLine& line : step.scene)
                has = has || ((line.key == "cell" || line.key == "stage") && line.value.starts_with("blocks.") &&
                              line.value.find(".attn.weights") == 8);
            const bool whole = std::ranges::any_of(
                step.scene, [](const SceneLine& line) { return line.key == "view" || line.key == "zoom"; });
            if (!has || whole) continue;
            ++named;
            CAPTURE(step.title);
            CHECK(found.contains(path_text(file.stem()) + ": " + step.title));
        }
    CHECK(named > 3);
    CHECK(found.size() >= static_cast<std::size_t>(named));
}

TEST_CASE("from a stage's explanation to a step that shows it, and from the step to its picture and back") {
    Course course;
    course.options.stage = "blocks.0.attn.weights";
    const SettledProgram program(course.options);
    if (!program) return;
    program.run(
        "click @show in a lesson\nwait-idle\nexpect stage_lessons=yes\nexpect marked=1. One stage\nkey Down\n"
        "key Enter\nwait-idle\nexpect lesson_step=2\nexpect lesson_left=no\nexpect panel=no");
    CHECK(!program.app->find_target("show in a lesson"));  // the lesson's own picture
    program.app->lesson().question().typed = "2";
    program.run(
        "wait 2\nclick @lesson.check\nwait-idle\nexpect lesson_answer=right\nexpect stage=blocks.0.attn.heads\n"
        "click @lesson.explore\nwait-idle\nexpect lesson=\nexpect lesson_away=2\nexpect panel=yes\n"
        "expect stage=blocks.0.attn.heads\nexpect view=walk\nexpect alone=no");
    CHECK(program.app->find_target("lesson away"));
    program.run(
        "key 3\nkey Ctrl+L\nkey Ctrl+A\ntype 123456\nkey Enter\nwait-idle\nexpect text=123456\nkey F6\n"
        "wait-idle\nexpect lesson_step=2\nexpect lesson_answer=right\nexpect lesson_left=no\nexpect view=walk\n"
        "expect stage=blocks.0.attn.heads\nexpect text!=123456\nexpect lesson_away=");
    CHECK(!program.app->find_target("lesson away"));
    program.run(
        "key Shift+F6\nwait-idle\nexpect lesson=\nclick @lesson away return\nwait-idle\nexpect lesson_step=2\n"
        "key Shift+F6\nwait-idle\nclick @close lesson away\nwait-idle\nexpect lesson_away=\nkey F6\nwait-idle\n"
        "expect lesson=");
    program.run("key Shift+F4\nwait-idle\nexpect stage_lessons=yes\nkey Esc\nwait-idle\nexpect stage_lessons=no");
}

TEST_CASE("a step that is returned to is read again where its file was changed meanwhile") {
    Course course;
    const SettledProgram program(course.options);
    if (!program) return;
    program.run("key F4\nwait-idle\nkey Enter\nwait-idle\nkey Page down\nwait-idle\nkey Shift+F6\nwait-idle");
    std::string changed = short_lesson;
    changed.replace(changed.find("Sorting by hand"), 15, "Sorted by hands");
    write_file(course.folder / "sorting.md", changed);
    program.run("key F6\nwait-idle\nexpect lesson=Sorted by hands\nexpect lesson_step=2\nkey Shift+F6\nwait-idle");
    write_file(course.folder / "sorting.md", "nothing");
    program.run("key F6\nwait-idle\nexpect lesson=Sorted by hands\nexpect lesson_step=2");
    CHECK(program.state("message").find("sorting.md:1:1: ") != std::string::npos);
}

TEST_SUITE_END();
