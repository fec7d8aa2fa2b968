// What the speaker alone sees: the time by a clock that the test sets, the notes, the second window.
// ctest: alone 4 s
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <memory>
#include <string>

#include "app/lecture/texts.h"
#include "core/lesson/read_lesson.h"
#include "tests/support/lecture.h"
#include "tests/support/lesson_page.h"
#include "tests/support/notes_painter.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

struct Clocked {
    std::shared_ptr<double> time = std::make_shared<double>(14.0 * 3600);
    AppOptions options;
    explicit Clocked(const TemporaryFolder& folder, PixelSize size = {1920, 1080})
        : options(lecture_options(folder, size)) {
        options.clock = [time = time] { return *time; };
    }
};

}  // namespace

TEST_SUITE_BEGIN("speaker");

TEST_CASE("a timer counts while it runs, for the step that is shown") {
    LectureTimer timer;
    timer.show_step(0, 5);
    CHECK(timer.elapsed(100) == 0);
    timer.start(100);
    CHECK(timer.elapsed(130) == 30);
    timer.show_step(1, 130);
    timer.pause(140);
    CHECK(timer.elapsed(1000) == 40);
    CHECK(timer.used(0, 1000) == 30);
    CHECK(timer.used(1, 1000) == 10);
    timer.show_step(0, 1000);
    timer.start(1000);
    timer.start(1010);  // runs on
    CHECK(timer.used(0, 1020) == 50);
    CHECK(timer.elapsed(1020) == 60);
    timer.reset(1020);
    CHECK(timer.running());
    CHECK(timer.elapsed(1025) == 5);
    CHECK(timer.used(1, 1025) == 0);
    CHECK(elapsed_text(65.9) == "1:05");
    CHECK(elapsed_text(3725) == "1:02:05");
    CHECK(clock_text(14 * 3600 + 5 * 60 + 59) == "14:05");
}

TEST_CASE("presenter mode starts the time, which is kept by step, paused and reset") {
    const TemporaryFolder folder;
    const Clocked clocked(folder);
    const SettledProgram program(clocked.options);
    if (!program) return;
    double& time = *clocked.time;
    program.run("expect timer=no\nkey F5\nwait-idle\nexpect timer=yes\nexpect time=0:00\n");
    time += 75;
    program.run("expect time=1:15\nexpect step_time=1:15\nkey Page down\nwait-idle\nexpect lesson_step=2\n");
    time += 20;
    program.run("expect time=1:35\nexpect step_time=0:20\nkey Page up\nwait-idle\nexpect step_time=1:15\n");
    program.run("key F2\nwait-idle\nclick @speaker.pause\nwait-idle\nexpect timer=no\n");
    time += 600;
    program.run("expect time=1:35\nclick @speaker.pause\nwait-idle\nexpect timer=yes\nclick @speaker.reset\nwait-idle\n"
                "expect time=0:00\nkey F5\nwait-idle\nexpect timer=yes\nclick @lesson.leave\nwait-idle\n"
                "expect timer=no\nexpect speaker_notes=no\n");
}

TEST_CASE("the notes over the picture are the lesson's, with what comes next and the plan") {
    const TemporaryFolder folder;
    const Clocked clocked(folder);
    const SettledProgram program(clocked.options);
    if (!program) return;
    const Lesson& lesson = program.app->lesson().lesson();
    SpeakerPage page = speaker_page(lesson, 0, false, false, "Page down");
    CHECK(page.titles == std::vector<std::string>{"One", "Two", "Three"});
    CHECK(page.next_title == "Two");
    CHECK(page.next_words == "“it” attends to animal.");
    CHECK(page.next_key == "Page down: go to step 2");
    CHECK(speaker_page(lesson, 0, false, true, "Page down").next_key == "Page down: show the next part of this step");
    CHECK(speaker_page(lesson, 2, true, false, "Page down").next_key == "Page down: show the answer");
    CHECK(speaker_page(lesson, 2, false, false, "Page down").next_key == "Page down: nothing follows");
    // The lesson's 12 minutes are shared by its steps as they are planned: 1, 2 and 3 of 6.
    LectureTimer timer;
    timer.start(0);
    timer.show_step(0, 0);
    tell_time(page, lesson, timer, 61.5, 14 * 3600 + 61.5);
    CHECK(page.clock == "14:01");
    CHECK(page.lecture == "1:01 of 12:00");
    CHECK(page.this_step == "1:01 of 2:00");
    CHECK(page.plan.empty());
    tell_time(page, lesson, timer, 180, 0);
    CHECK(page.plan == "1:00 behind the plan");
    CHECK(page.late);
    timer.show_step(1, 30);
    page.step = 1;
    tell_time(page, lesson, timer, 31, 0);
    CHECK(page.plan == "1:30 ahead of the plan");

    program.run("key F2\nwait-idle\nexpect speaker_notes=yes\n");
    CHECK(program.app->find_target("speaker.notes"));
    CHECK(!program.app->needs_frame());
    REQUIRE(program.app->speaker().notes() != nullptr);
    CHECK(program.app->speaker().notes()->front().spans.front().text == "Ask the class first. The weight is ");
    const float weight = program.trace().value(program.trace().find("blocks.1.attn.weights"), Cell{{0, 8, 1}});
    CHECK(program.app->speaker().notes()->front().spans[1].text == fmt::format("{:.3f}", weight));
    program.run("key Page down\nwait-idle\nexpect lesson_step=2\n");
    CHECK(program.app->speaker().notes() == nullptr);
    // The picture below it feels no mouse.
    program.run("click @speaker.notes\nwait-idle\nexpect locked=yes\nexpect lesson_left=no\nkey F2\nwait-idle\n");
    CHECK(!program.app->find_target("speaker.notes"));
}

TEST_CASE("the speaker's window has the keys of the audience's, its steps and its time, and closes cleanly") {
    const TemporaryFolder folder;
    const Clocked clocked(folder);
    {
        const SettledProgram program(clocked.options);
        if (!program) return;
        program.run("key Shift+F2\nwait-idle\nexpect speaker_window=yes\n");
        SpeakerWindow* const window = program.app->speaker().window();
        REQUIRE(window != nullptr);
        const auto at = [&](const std::string& name) {
            const auto found = window->targets().places.find("speaker." + name);
            REQUIRE_MESSAGE(found != window->targets().places.end(), name);
            return found->second.centre();
        };
        window->platform().events().key(Key::page_down);
        program.app->settle();
        CHECK(program.state("lesson_step") == "2");
        window->platform().events().click(at("step 3"));
        for (int i = 0; i < 10; ++i) program.app->frame();
        program.app->settle();
        CHECK(program.state("lesson_step") == "3");
        window->platform().events().click(at("pause"));
        for (int i = 0; i < 10; ++i) program.app->frame();
        CHECK(program.state("timer") == "yes");
        // At rest it draws nothing but its clock, once a second.
        program.app->settle();
        const std::uint64_t before = window->frames();
        for (int i = 0; i < 10; ++i) program.app->frame();
        CHECK(window->frames() == before);
        *clocked.time += 1;
        for (int i = 0; i < 10; ++i) program.app->frame();
        CHECK(window->frames() == before + 1);
        // The audience's picture is as it was with one window.
        program.run("key Page up\nwait-idle\n");
        const Image two = program.picture();
        window->platform().events().push(Close{});
        for (int i = 0; i < 5; ++i) program.app->frame();
        CHECK(program.state("speaker_window") == "no");
        CHECK(program.picture().rgba == two.rgba);
        program.run("key Shift+F2\nwait-idle\nexpect speaker_window=yes\nkey F5\nwait-idle\n");
    }
    const SettledProgram again(clocked.options);  // the window before was closed with the program
    again.run("key Shift+F2\nwait-idle\nclick @lesson.leave\nwait-idle\nexpect speaker_window=no\n");
}

TEST_CASE("a frozen picture stays while the lesson goes on, until it is released") {
    const TemporaryFolder folder;
    const Clocked clocked(folder, {1280, 720});
    const SettledProgram program(clocked.options);
    if (!program) return;
    program.run("key F12\nexpect frozen=no\nexpect notice=Open the speaker’s window first (Shift+F2)\nkey Shift+F2\nwait-idle\n");
    const Image one = program.picture();
    program.platform->set_draws_pixels(true);
    program.platform->events().key(Key::f12);
    program.app->frame();
    program.app->frame();
    CHECK(program.state("frozen") == "yes");
    program.run("key Page down\nwait-idle\nexpect lesson_step=2\n");
    CHECK(program.pixels().rgba == one.rgba);
    program.run("click @lesson.next\nwait-idle\nexpect lesson_step=2\n");  // nobody sees what is there
    program.run("key F12\nwait-idle\nexpect frozen=no\n");
    CHECK(program.pixels().rgba != one.rgba);
    program.run("key F12\nwait-idle\nexpect frozen=yes\nkey Shift+F2\nwait-idle\nexpect frozen=no\n");
}

TEST_CASE("at 1920 x 1080 no text of the speaker is smaller than 28 pixels, and its contrast is 7 to 1") {
    for (const bool list : {false, true})
        for (const float scale : {1.0F, 1.5F}) {
            const auto platform = headless({1920, 1080});
            if (!platform) return;
            Gui gui(*platform, {.theme = find_theme("contrast"), .text_scale = scale});
            SpeakerPage page = speaker_page(lesson_of(12), 1, true, false, "Page down");
            page.notes = std::make_shared<const std::vector<LessonBlock>>(
                lesson_blocks("Words with *stress* and a [link](embed).\n\n- an item\n- and `code`\n", "notes"));
            page.clock = "14:05";
            page.lecture = "12:40 of 30:00";
            page.this_step = "0:50 of 2:00";
            page.plan = "1:20 behind the plan";
            page.late = true;
            page.frozen = texts::lecture::frozen;
            Targets targets;
            StepList steps;
            const auto draw = [&](Ui& ui) {
                Rect place = ui.window;
                if (!list) place = place.take_bottom(620);
                static_cast<void>(draw_speaker_page(ui, targets, place, page, list ? &steps : nullptr));
            };
            gui.settle(draw, 60);
            WindowNotes notes(gui.em(), gui.theme());
            gui.draw_on(notes, draw);
            CHECK(notes.labels.size() > 12);
            CAPTURE(scale);
            CAPTURE(list);
            for (const Notes::Label& label : notes.labels) {
                CAPTURE(label.text);
                CHECK(label.style.size * notes.em() >= 27.9F);
                CHECK(contrast(label.style.colour, gui.theme().panel) >= 7);
            }
            // Nothing is cut off: the clock and the buttons are beside one another.
            const Rect pause = targets.places.at("speaker.pause"), step = targets.places.at("speaker.this step");
            CHECK((step.right() <= pause.x || step.bottom() <= pause.y || pause.bottom() <= step.y));
        }
}

TEST_SUITE_END();
