// What a lesson gives back when it is left, what is said when its picture is, and the lesson that comes after it.
#include <doctest/doctest.h>

#include <string>

#include "core/base/file.h"
#include "tests/support/shipped_program.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("lesson_left");

namespace {

std::string lesson(const std::string& title, const std::string& front, const std::string& model,
                   const std::string& keys) {
    return "---\ntitle: " + title + "\n" + front + "---\n## Its step\n\n```scene\nmodel: " + model + "\n" + keys +
           "```\n\nWords.\n";
}

struct TwoLessons {
    TemporaryFolder folder;
    AppOptions options = shipped_options("sort", {1280, 720});

    TwoLessons() {
        write_file(folder / "a.md", lesson("The second", "before: b\n", "induction", "view: attention\npage: heads\n"));
        write_file(folder / "b.md", lesson("The first", "", "coreference-full",
                                           "text: The animal was tired.\nview: walk\nzoom: story\n"
                                           "edit: blocks.0.attn.heads[0, 0, 0] = 1\n"));
        write_file(folder / "c.md",
                   lesson("A lecture", "lecture: L\nminutes: 60\nbefore: a\n", "sort", "view: walk\n"));
        options.lessons = {folder / "a.md", folder / "b.md", folder / "c.md"};
    }
};

}  // namespace

TEST_CASE("a lesson that is left gives back model, text, changes and view; one that is explored keeps its own") {
    const TwoLessons two;
    const SettledProgram program(two.options);
    if (!program) return;
    Inputs own = program.app->session().inputs();
    own.text = "315024";
    own.edits = {{"blocks.0.attn.weights", Cell{{0, 2, 1}}, 0.25F}};
    program.app->session().set(own);
    program.run("wait-idle\nkey 2\nwait-idle\nexpect view=attention\nexpect edits=1");
    program.run(
        "key F4\ntype The first\nkey Enter\nwait-idle\nexpect lesson=The first\nexpect model=coreference-full\n"
        "expect view=walk\nclick @lesson.next lesson\nwait-idle\nexpect lesson=The second\nexpect model=induction\n"
        "click @lesson.leave\nwait-idle\nexpect lesson=\nexpect model=sort\nexpect text=315024\nexpect edits=1\n"
        "expect view=attention\nexpect message=");
    // Explored, the picture is the user's, until the lesson is returned to: leaving it gives back what was before it.
    program.run(
        "key F4\ntype The first\nkey Enter\nwait-idle\nkey Shift+F6\nwait-idle\nexpect lesson=\n"
        "expect model=coreference-full\nexpect edits=1\nkey F6\nwait-idle\nexpect lesson=The first\n"
        "click @lesson.leave\nwait-idle\nexpect model=sort\nexpect text=315024\nexpect edits=1\nexpect lesson=");
    // Who closes it while exploring keeps the picture, and the next lesson gives that back.
    program.run(
        "key F4\ntype The first\nkey Enter\nwait-idle\nkey Shift+F6\nwait-idle\nclick @close lesson away\nwait-idle\n"
        "key F4\ntype The second\nkey Enter\nwait-idle\nexpect model=induction\nclick @lesson.leave\nwait-idle\n"
        "expect model=coreference-full\nexpect lesson=");
}

TEST_CASE("digits go to the open question that asks for a number, and a wrong answer keeps the keyboard") {
    const TemporaryFolder folder;
    AppOptions options = shipped_options("sort", {1280, 720});
    const std::string before = lesson("Numbers", "", "sort", "view: walk\n");
    write_file(folder.path() / "n.md", before + "\n```ask\nnumber: How much is three times four?\nanswer: 12\n```\n");
    options.lesson = folder.path() / "n.md";
    const SettledProgram program(options);
    if (!program) return;
    program.run("wait-idle\nexpect lesson=Numbers\nexpect lesson_answer=open");
    const auto press = [&](Key key, char32_t character) {
        EventQueue& events = program.platform->events();
        events.push(KeyDown{key, {}, false});
        events.push(Character{character});
        events.push(KeyUp{key, {}});
        program.run("wait 2");
    };
    press(Key::digit_1, U'1');
    press(Key::digit_3, U'3');
    program.run("expect view=walk\nkey Enter\nwait 2\nexpect lesson_answer=wrong");
    // The field still has the keyboard, with its text selected.
    press(Key::digit_1, U'1');
    press(Key::digit_2, U'2');
    program.run("expect view=walk\nkey Enter\nwait 2\nexpect lesson_answer=right");
    press(Key::digit_2, U'2');  // answered: keys are keys
    program.run("expect view=attention");
}

TEST_CASE("a lesson ends in the next one on one subject, a lecture in none") {
    const TwoLessons two;
    const SettledProgram program(two.options);
    if (!program) return;
    program.run(
        "key F4\ntype The first\nkey Enter\nwait-idle\nkey Page down\nexpect lesson=The first\n"
        "expect notice=This is the end of the lesson. Press again for “The second”.\n"
        "key Page down\nwait-idle\nexpect lesson=The second\nexpect model=induction\n"
        "key Page down\nexpect notice=This is the end of the lesson.\nkey Page down\nexpect lesson=The second\n"
        "key F4\ntype The first\nkey Enter\nwait-idle\nexpect lesson=The first");
    CHECK(program.app->find_target("lesson.next lesson"));
    // Before a class no key leaves the lesson.
    program.run("key F5\nwait-idle\nkey Page down\nkey Page down\nkey Page down\nexpect lesson=The first");
    CHECK_FALSE(program.app->find_target("lesson.next lesson"));
}

TEST_CASE("a click that leaves the lesson's picture for another one of the same view says so") {
    const TwoLessons two;
    const SettledProgram program(two.options);
    if (!program) return;
    program.run(
        "key F4\ntype The first\nkey Enter\nwait-idle\nexpect lesson_left=no\nexpect zoom=story\n"
        "key Enter\nwait-idle\nexpect zoom=stage\nexpect lesson_left=yes\nkey F6\nwait-idle\nexpect zoom=story\n"
        "expect lesson_left=no\nclick @lesson.next lesson\nwait-idle\nexpect lesson_left=no\nkey V\nwait-idle\n"
        "expect lesson_left=yes\nkey F6\nwait-idle\nexpect lesson_left=no");
}

TEST_SUITE_END();
