// Keys before a class: a step is found without losing the lecture, the list of steps keeps its keys, and a letter that
// was hit by mistake changes nothing.
// ctest: alone 4 s
#include <doctest/doctest.h>

#include <string>

#include "tests/support/lecture.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

constexpr const char* other_lesson = R"(---
title: Another lecture
---
## Two

```scene
model: coreference-full
```

A step with the same title as one of the lecture.

## Axolotls

Every axolotl has gills.
)";

/// The lecture, one more lesson beside it, and a clock that the test sets.
struct LectureAmongLessons {
    TemporaryFolder folder;
    AppOptions options = lecture_options(folder);
    std::shared_ptr<double> time = std::make_shared<double>(0);

    LectureAmongLessons() {
        write_file(folder / "another.md", other_lesson);
        options.lessons = {folder / "another.md", folder / "lecture.md"};
        options.clock = [now = time] { return *now; };
    }
};

}  // namespace

TEST_SUITE_BEGIN("lecture_keys");

TEST_CASE("a search in a lesson finds its own steps first, keeps the lecture, and asks before it opens another") {
    const LectureAmongLessons among;
    const SettledProgram program(among.options);
    if (!program) return;
    program.run(
        "key F5\nkey Page down\nkey Page down\nwait-idle\nexpect lesson_step=3\nkey A\nkey A\nkey B\n"
        "expect hands=2 1\nkey Ctrl+P\ndrag 200 300 500 420\nwait-idle\nkey Esc\nexpect strokes=1\n");
    *among.time = 420;
    program.run(
        "wait 1\nexpect time=7:00\ntype /\ntype two\nwait-idle\nexpect marked=Two\nkey Enter\nwait-idle\n"
        "expect lesson=A lecture\nexpect lesson_step=2\nexpect leave_lesson=no\nexpect time=7:00\n"
        "key Page down\nwait-idle\nexpect hands=2 1\nexpect strokes=1\nexpect presenter=yes\n");
    // Esc, N and the button stay; Enter leaves.
    const std::string another =
        "type /\ntype axolotl\nwait-idle\nexpect marked=Axolotls\nkey Enter\nwait-idle\n"
        "expect leave_lesson=yes\nexpect lesson=A lecture\n";
    for (const char* no : {"key Esc", "key N", "key Page down\nclick @leave lesson no"})
        program.run(another + no +
                    "\nwait-idle\nexpect leave_lesson=no\nexpect lesson=A lecture\n"
                    "expect lesson_step=3\nexpect hands=2 1\nexpect presenter=yes\n");
    program.run(another +
                "key Enter\nwait-idle\nexpect leave_lesson=no\nexpect lesson=Another lecture\n"
                "expect lesson_step=2\nexpect time=0:00\nexpect presenter=yes\n");
    // Without a lesson nothing is asked.
    program.run(
        "key F5\nclick @lesson.leave\nwait-idle\ntype /\ntype axolotl\nwait-idle\nkey Enter\nwait-idle\n"
        "expect lesson=Another lecture\nexpect lesson_step=2\n");
    // A lesson that was left for its picture is come back to.
    program.run(
        "key Shift+F6\nwait-idle\nexpect lesson_away=2\ntype /\ntype axolotl\nwait-idle\nkey Enter\nwait-idle\n"
        "expect lesson_away=\nexpect lesson_step=2\n");
}

TEST_CASE("the list of steps takes the arrows, Home, End, Enter and Esc, and the picture gets none of them") {
    const TemporaryFolder folder;
    const SettledProgram program(lecture_options(folder));
    if (!program) return;
    const std::string before =
        "key F5\nkey Page down\nwait-idle\nexpect lesson_step=2\nclick @lesson.list\nwait-idle\n";
    const std::string cell = "expect cell=blocks.1.attn.weights[0,8,1]\nexpect editing=no\n";
    program.run(before);
    const Rect second = program.target("lesson.marked step");
    program.run("key Down\nwait-idle\n" + cell);
    CHECK(program.target("lesson.marked step").y > second.y);
    program.run("key Up\nwait-idle\n" + cell);
    CHECK(program.target("lesson.marked step") == second);
    program.run("key Home\nkey Up\nkey Enter\nwait-idle\nexpect lesson_step=1\nexpect editing=no\n");
    CHECK(!program.app->find_target("lesson.marked step"));
    program.run(
        "click @lesson.list\nwait-idle\nkey End\nkey Enter\nwait-idle\nexpect lesson_step=3\nexpect editing=no\n");
    // Esc closes the list before it ends presenter mode; the clicker closes it and goes on.
    program.run("click @lesson.list\nwait-idle\nkey Esc\nwait-idle\nexpect presenter=yes\n");
    CHECK(!program.app->find_target("lesson.marked step"));
    program.run("click @lesson.list\nwait-idle\nkey Page up\nwait-idle\nexpect lesson_step=2\n");
    CHECK(!program.app->find_target("lesson.marked step"));
    // What opened it by the keyboard does not take Enter from it.
    program.run(
        "click @lesson.list\nkey Esc\nwait-idle\nclick @lesson.list\nkey Down\nkey Enter\nwait-idle\n"
        "expect lesson_step=3\n");
}

TEST_CASE("before a class letters do nothing but count hands, show the explanation and find a step") {
    const TemporaryFolder folder;
    const SettledProgram program(lecture_options(folder));
    if (!program) return;
    program.run("key F5\nkey Page down\nwait-idle\nexpect panel=no\n");
    const std::string theme = program.state("theme");
    const std::string said = program.state("messages");
    for (const char* key : {"G", "A", "B", "X", "S", "E", "Enter", "Del", "T", "R", "V", "Y", "U", "W", "M", "Shift+H"})
        program.run(std::string("key ") + key + "\nwait-idle\n");
    program.run(
        "expect compare=closed\nexpect changes_sheet=no\nexpect edits=0\nexpect editing=no\nexpect backward=no\n"
        "expect view=walk\nexpect lesson_left=no\nexpect path=0\nexpect theme=" +
        theme + "\n");
    CHECK(std::stoi(program.state("messages")) == std::stoi(said) + 1);  // it is said once
    program.run(
        "key P\nwait-idle\nexpect command=show or hide the explanation\nkey P\nwait-idle\nkey F3\nexpect "
        "spotlight=yes\n"
        "key F3\nkey F10\nexpect tool=laser\nkey Esc\nkey .\nwait 1\nexpect blank=yes\nkey G\nwait-idle\n"
        "expect blank=no\ntype /\nwait 1\nexpect search!=closed\nkey Esc\nwait-idle\n");
    // A lecture that begins again says it again, and outside presenter mode the letters are commands.
    program.run("key F5\nkey G\nwait-idle\nexpect compare!=closed\nkey Esc\nwait-idle\n");
}

TEST_CASE("a search for the stage that is current leaves the data flow and the diagram for its picture") {
    const SettledProgram program(shipped_options("coreference-full"));
    if (!program) return;
    program.run(
        "type /\ntype b2 softmax\nwait-idle\nkey Enter\nwait-idle\nexpect zoom=stage\n"
        "expect stage=blocks.1.attn.weights\n");
    for (const char* whole : {"Shift+0", "Ctrl+0"}) {
        program.run("key " + std::string(whole) +
                    "\nwait-idle\nexpect zoom!=stage\ntype /\ntype b2 softmax\nwait-idle\n"
                    "key Enter\nwait-idle\nexpect zoom=stage\nexpect stage=blocks.1.attn.weights\n");
    }
    program.run(
        "key Shift+0\nwait-idle\nkey Ctrl+K\ntype softmax block 2\nwait-idle\nkey Esc\nwait-idle\nexpect zoom=story\n");
}

TEST_SUITE_END();
