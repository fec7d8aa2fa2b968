// The lecture hall, by keys and mouse: spotlight, laser pointer, pen, the class's hands, and what Esc ends first.
// ctest: alone 6 s
#include <doctest/doctest.h>

#include <string>

#include "core/base/file.h"
#include "tests/support/lecture.h"
#include "tests/support/lesson_pictures.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("lecture");

TEST_CASE("under the laser pointer nothing is hovered and nothing is clicked, until Esc or its key ends it") {
    const TemporaryFolder folder;
    const SettledProgram program(lecture_options(folder));
    if (!program) return;
    program.run("click @lesson.next\nwait-idle\nexpect lesson_step=2\nclick @lesson.back\nwait-idle\n");
    program.run("expect lesson_step=1\nkey F10\nexpect tool=laser\nclick @lesson.next\nwait-idle\nexpect lesson_step=1\n");
    program.run("doubleclick @lesson.next\nrightclick @canvas\nwait-idle\nexpect lesson_step=1\nexpect menu=\n");
    // What the mouse would say elsewhere is not said, and the pointer is the dot.
    const Rect place = program.target("canvas");
    program.run("move @canvas\nwait-idle\n");
    const Image pointed = program.pixels();
    const Vec2 centre = place.centre();
    CHECK(pointed.pixel(static_cast<int>(centre.x), static_cast<int>(centre.y))[0] > 240);
    CHECK(pointed.pixel(static_cast<int>(centre.x), static_cast<int>(centre.y))[1] < 60);
    CHECK(!program.app->needs_frame());
    program.run("key Esc\nexpect tool=arrow\nclick @lesson.next\nwait-idle\nexpect lesson_step=2\n");
    program.run("key F10\nkey F10\nexpect tool=arrow\nkey F10\nkey Ctrl+A\nexpect tool=arrow\n");
}

TEST_CASE("after a key of the clicker nothing lies under the mouse until it moves") {
    const TemporaryFolder folder;
    const SettledProgram program(lecture_options(folder));
    if (!program) return;
    program.run("key F5\nwait-idle\nmove @cell:blocks.1.attn.weights[0,8,1]\nwait-idle\nexpect hovered!=\n"
                "key Page down\nwait-idle\nexpect lesson_step=2\nexpect hovered=\n"
                "key Page up\nwait-idle\nexpect hovered=\n"
                "move @cell:blocks.1.attn.weights[0,8,2]\nwait-idle\nexpect hovered!=\n");
    const Image pointed = program.pixels();
    program.run("key Page down\nkey Page up\nwait-idle\n");
    const Image away = program.pixels();
    CHECK(different_pixels(pointed, away) > 50);
    CHECK(different_pixels(away, program.picture()) == 0);
}

TEST_CASE("the runs of the next key and of the one back are computed while the step is shown") {
    const TemporaryFolder folder;
    write_file(folder / "two.md",
               "---\ntitle: Two runs\n---\n## One\n\n```scene\nmodel: coreference-full\nview: walk\n"
               "stage: blocks.1.attn.weights\n```\n\nOne.\n\n## Two\n\n```scene\nmodel: sort\n```\n\nTwo.\n");
    AppOptions options = shipped_options("coreference-full");
    options.still = true;
    options.lesson = folder / "two.md";
    const SettledProgram program(options);
    if (!program) return;
    program.run("key F5\nwait-idle\nexpect presenter=yes\n");
    Session& session = program.app->session();
    session.wait_prepared();
    const std::uint64_t before = session.shown().current->generation();
    program.run("key Page down\nwait-idle\nexpect model=sort\n");
    const std::uint64_t ahead = session.shown().current->generation();
    CHECK(ahead > before);
    program.run("key Page up\nwait-idle\n");
    CHECK(session.shown().current->generation() == before);  // the same run, not computed again
}

TEST_CASE("a sheet that is opened while a tool is held is worked by the mouse") {
    const TemporaryFolder folder;
    const SettledProgram program(lecture_options(folder));
    if (!program) return;
    program.run("key Ctrl+P\ntype ?\nwait-idle\nexpect keys=yes\nclick @close keys\nwait-idle\n"
                "expect keys=no\nexpect tool=pen\nexpect strokes=0\n");
}

TEST_CASE("strokes of the pen belong to their step, in four colors, with undo and erase") {
    const TemporaryFolder folder;
    const SettledProgram program(lecture_options(folder));
    if (!program) return;
    const std::string draw = "drag 200 300 500 420\nwait-idle\n";
    program.run("key Ctrl+P\nexpect tool=pen\n" + draw + "expect strokes=1\nexpect locked=no\nexpect lesson_left=no\n");
    const std::array<int, 3> red = program.pixel({350, 360});
    CHECK(red[0] > 180);
    CHECK(red[1] < 120);
    program.run("key 3\nexpect pen_color=green\nexpect view=walk\ndrag 200 420 500 300\nwait-idle\nexpect strokes=2\n"
                "click @pen blue\nexpect pen_color=blue\nexpect strokes=2\n");
    program.run("key Page down\nwait-idle\nexpect lesson_step=2\nexpect strokes=0\n" + draw + "expect strokes=1\n"
                "key Page up\nwait-idle\nexpect lesson_step=1\nexpect strokes=2\nexpect tool=pen\n");
    CHECK(program.pixel({350, 360}) != red);  // the green one crosses it here
    program.run("key Ctrl+Z\nexpect strokes=1\nexpect edits=0\n");
    CHECK(program.pixel({350, 360}) == red);
    program.run("key Ctrl+Backspace\nexpect strokes=0\nkey Ctrl+Backspace\nexpect notice=Nothing is drawn here\n");
    program.run(draw + draw + "expect strokes=2\nkey E\nexpect strokes=0\n" + draw + "key Ctrl+Del\nexpect strokes=0\n");
    program.run(draw + "key Page down\nwait-idle\nexpect strokes=1\nkey Esc\nexpect tool=arrow\nexpect strokes=1\n"
                "click @lesson.leave\nwait-idle\nexpect lesson=\nexpect strokes=0\n");
}

TEST_CASE("without a lesson the pen and the laser pointer work, too") {
    const SettledProgram program(shipped_options("coreference"));
    if (!program) return;
    program.run("key Ctrl+P\ndrag 300 200 500 300\nwait-idle\nexpect strokes=1\nexpect locked=no\nkey F10\nexpect tool=laser\n"
                "drag 300 200 500 300\nwait-idle\nexpect strokes=1\nkey Esc\nkey Ctrl+Del\nexpect strokes=0\n");
}

TEST_CASE("the spotlight dims all but the step's cells, follows the step, and moves nothing without motion") {
    const TemporaryFolder folder;
    const SettledProgram program(lecture_options(folder));
    if (!program) return;
    for (const char* theme : {"light", "dark"}) {
        CAPTURE(theme);
        while (program.state("theme") != theme) program.run("key T\nwait-idle\n");
        program.app->lesson().go(1);
        const Image before = program.picture();
        program.run("key F3\nwait-idle\nexpect spotlight=yes\n");
        CHECK(!program.app->needs_frame());
        const Image after = program.picture();
        const Rect lit = program.target("lit 1"), cell = program.target("cell:blocks.1.attn.weights[0,8,1]");
        CHECK(lit.contains(cell.centre()));
        const auto light = [](const Image& image, Vec2 at) {
            const std::uint8_t* p = image.pixel(static_cast<int>(at.x), static_cast<int>(at.y));
            return static_cast<float>(p[0] + p[1] + p[2]);
        };
        CHECK(light(after, cell.centre()) == light(before, cell.centre()));
        const Rect title = program.target("lesson.title");
        const Vec2 far{title.right() - 2, title.bottom() + 4};  // ground of the lesson's panel
        CHECK(light(after, far) < 0.7F * light(before, far));
        CHECK(light(after, far) > 0.2F * light(before, far));
        // The next step has another cell.
        program.run("key Page down\nwait-idle\nkey Page down\nwait-idle\nexpect lesson_step=3\n");
        CHECK(program.target("lit 1") != lit);
        program.run("key F3\nwait-idle\nexpect spotlight=no\n");
        CHECK(!program.app->find_target("lit 1"));
    }
}

TEST_CASE("where nothing is chosen the spotlight is round the mouse, and with the laser pointer round its dot") {
    const SettledProgram program(shipped_options("coreference"));
    if (!program) return;
    program.run("key Esc\nkey F3\nmove 500 300\nwait-idle\n");
    CHECK(program.target("lit 1").centre() == Vec2{500, 300});
    program.run("key F10\nmove 300 200\nwait-idle\n");
    CHECK(program.target("lit 1").centre() == Vec2{300, 200});
}

TEST_CASE("Esc ends the tool, then the notes, then presenter mode") {
    const TemporaryFolder folder;
    const SettledProgram program(lecture_options(folder));
    if (!program) return;
    program.run("key F5\nexpect presenter=yes\nexpect fullscreen=yes\nkey F2\nkey Ctrl+L\nexpect tool=laser\n"
                "expect speaker_notes=yes\nkey Esc\nexpect tool=arrow\nexpect speaker_notes=yes\nexpect presenter=yes\n"
                "key Esc\nexpect speaker_notes=no\nexpect presenter=yes\nkey Esc\nexpect presenter=no\n"
                "expect fullscreen=no\nexpect lesson_step=1\n");
}

TEST_CASE("in presenter mode arrows step, and letters count the class's hands until the answer is shown") {
    const TemporaryFolder folder;
    const SettledProgram program(lecture_options(folder));
    if (!program) return;
    program.run("key F5\nkey Right\nwait-idle\nexpect lesson_step=2\nkey Left\nwait-idle\nexpect lesson_step=1\n"
                "key Right\nkey Right\nwait-idle\nexpect lesson_step=3\nexpect lesson_answer=open\n");
    program.run("key A\nkey A\nkey A\nkey B\nkey Shift+A\nexpect hands=2 1\nexpect changes_sheet=no\nkey D\n"
                "expect hands=2 1\nkey Shift+B\nkey Shift+B\nkey B\nexpect hands=2 1\n");
    CHECK(program.target("lesson.bar A").w > 1.9F * program.target("lesson.bar B").w);
    // A question that has the keyboard counts, too.
    program.run("click @lesson.option B\nkey B\nexpect hands=2 2\n");
    program.run("key Page down\nwait-idle\nexpect lesson_answer=shown\nexpect hands=2 2\n");
    CHECK(program.app->find_target("lesson.bar A"));
    program.run("key Page up\nwait-idle\nkey Page down\nwait-idle\nexpect lesson_step=3\nexpect hands=2 2\n");
    program.run("key Ctrl+K\ntype clear the show of hands\nkey Enter\nwait-idle\nexpect hands=\n");
}

TEST_SUITE_END();
