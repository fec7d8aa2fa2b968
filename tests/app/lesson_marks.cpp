// Words at cells and arrows between cells that a lesson's step draws over its picture: where they stand, when they go,
// and what F7, the check and an exported figure say of them.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "app/files/session_file.h"
#include "app/lessons/mark_places.h"
#include "app/lessons/scene_marks.h"
#include "app/program/figure_words.h"
#include "core/base/file.h"
#include "core/lesson/read_lesson.h"
#include "tests/support/notes_painter.h"
#include "tests/support/shipped_program.h"
#include "tests/support/support.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

const std::string cell = "blocks.1.attn.weights[head 1, it, animal]", place = "cell:blocks.1.attn.weights[0,8,1]";
const std::string other = "blocks.1.attn.weights[head 1, it, street]";
const std::string marks = "label: " + cell + " = what it is\narrow: " + cell + " -> " + other + "\n";

std::string step(const std::string& title, const std::string& lines) {
    return "## " + title + "\n\n```scene\n" + lines + "```\n\nWords.\n\n";
}

const std::string lesson_of_marks =
    "---\ntitle: T\n---\n" + step("Walk", "model: coreference-full\nstage: blocks.1.attn.weights\nhead: 1\n" + marks) +
    step("Attention", "view: attention\npage: heads\n" + marks) +
    step("Compare", "view: compare\nb.text: The animal didn't cross the street because it was too wide.\n" + marks) +
    step("Inspect", "view: inspect\n" + marks) + step("Cell", "cell: " + cell + "\n") +
    step("Elsewhere", "view: walk\nstage: blocks.0.attn.q\n");

AppOptions options_of(const std::filesystem::path& file, PixelSize size) {
    write_file(file, lesson_of_marks);
    AppOptions options = shipped_options("coreference-full", size);
    options.still = true;
    options.lesson = file;
    return options;
}

bool says(const SettledProgram& program, const std::string& words) {
    Notes notes;
    program.app->draw_on(notes);
    for (const std::string& text : notes.texts)
        if (text.find(words) != std::string::npos) return true;
    return false;
}

}  // namespace

TEST_SUITE_BEGIN("lesson_marks");

TEST_CASE("words stand beside their cell, never on it, in every view whose cells have names, at every text size") {
    for (const float scale : {1.0F, 2.0F}) {
        const TemporaryFolder folder;
        AppOptions options = options_of(folder / "l.md", {1920, 1080});
        options.text_scale = scale;
        const SettledProgram program(options);
        if (!program) return;
        for (int i = 0; i < 4; ++i) {
            CAPTURE(i);
            CAPTURE(scale);
            program.app->lesson().go(i);
            program.app->settle();
            const auto at = program.app->find_target(place), label = program.app->find_target("mark 1"),
                       arrow = program.app->find_target("mark 2");
            // Pages of all heads do not say where a cell is; with large text, Compare and the table must be scrolled.
            REQUIRE((label.has_value() || (i >= 2 && scale > 1)));
            if (scale < 2) CHECK(says(program, "what it is") == label.has_value());
            CHECK((at.has_value() || i == 1 || !label));
            if (at && label) CHECK(shared_area(*at, *label) == 0);
            if (at && arrow) CHECK(shared_area(at->inset(2), *arrow) == 0);
            CHECK((arrow.has_value() || i >= 2));  // not every column of a table is in the window
        }
    }
}

TEST_CASE("marks stay with their picture, go with another one, and an explored picture has none") {
    const TemporaryFolder folder;
    const SettledProgram program(options_of(folder / "l.md", {1280, 720}));
    if (!program) return;
    const std::vector<bool> shown{true, true, true, true, true, false};
    for (std::size_t i = 0; i < shown.size(); ++i) {
        CAPTURE(i);
        program.app->lesson().go(static_cast<int>(i));
        program.app->settle();
        CHECK(says(program, "what it is") == shown[i]);
        CHECK((figure_words(program.app->workspace(), program.app->course(), true)
                   .alternative.find("stands “what it is”") != std::string::npos) == shown[i]);
    }
    program.app->lesson().go(0);
    program.app->settle();
    program.run("key Shift+F6\nwait-idle\nexpect lesson_away=1");
    CHECK(!says(program, "what it is"));
}

TEST_CASE("F7 writes the marks of the picture that is shown, and leaves them out of another one") {
    const TemporaryFolder folder;
    AppOptions options = options_of(folder / "l.md", {1280, 720});
    const SettledProgram program(options);
    if (!program) return;
    const auto marks_of = [&](int i) {
        const auto scenes = scenes_of(program.app->lesson().lesson(), program.app->workspace().example_of());
        return scenes.at(static_cast<std::size_t>(i)).first.marks.size();
    };
    program.run("key F7\nwait-idle\nexpect lesson_step=2");
    CHECK(marks_of(1) == 2);
    CHECK(marks_of(2) == 2);  // the step after it says what it said
    program.run("key Right\nwait-idle\nexpect lesson_left=yes\nkey F7\nwait-idle\nexpect lesson_step=3");
    CHECK(marks_of(1) == 2);
    CHECK(marks_of(2) == 0);
    // Another picture of a step leaves what its author wrote: the check says what is not on it.
    program.run(
        "key Page up\nwait-idle\nkey Right\nkey Right\nwait-idle\nkey Shift+F7\nwait-idle\nexpect lesson_step=2");
    CHECK(marks_of(1) == 2);
    const SettledProgram alone(shipped_options("coreference-full", {1280, 720}));
    const auto scenes = scenes_of(program.app->lesson().lesson(), program.app->workspace().example_of());
    CHECK(alone.app->unseen_marks(scenes[1].first) == std::vector<std::size_t>{0, 1});
    CHECK(alone.app->unseen_marks(scenes[0].first).empty());
}

TEST_CASE("words keep off a matrix and off other words where there is room beside them") {
    const Rect area{0, 0, 400, 300}, at{190, 140, 20, 20};
    PictureContent drawn{.maps = {{100, 100, 200, 100}}, .texts = {{100, 80, 200, 18}}, .kept = {at}};
    const Rect box = place_near(at, {90, 24}, area, drawn, 12);
    CHECK(shared_area(box, drawn.maps.front()) == 0);
    CHECK(shared_area(box, drawn.texts.front()) == 0);
    drawn.maps = {area};
    drawn.texts.clear();
    const Rect close = place_near(at, {90, 24}, area, drawn, 12);
    CHECK(shared_area(close, at) == 0);
    CHECK(apart(close, at) < 24);
    const Rect inside = place_near({0, 0, 5, 5}, {90, 24}, area, drawn, 12);
    CHECK(shared_area(inside, area) == doctest::Approx(90 * 24));
}

TEST_SUITE_END();
