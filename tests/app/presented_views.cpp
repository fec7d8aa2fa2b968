// Presenter mode without a lesson: the picture and its sentence alone, with the views' own keys; what survives F5, F6
// and Shift+F6; and in both, notices beside the picture and cuts in place of flights. ctest: alone 4 s
#include <doctest/doctest.h>

#include <memory>
#include <set>
#include <string>

#include "app/workspace/settings.h"
#include "tests/support/lecture.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("presented_views");

TEST_CASE("without a lesson F5 shows the picture and its sentence alone, and the views' own keys act") {
    const SettledProgram program(shipped_options("coreference-full", {1280, 720}));
    if (!program) return;
    const float text = program.target("text").h;
    program.run(
        "key 1\ntype /\ntype b2 softmax\nwait-idle\nkey Enter\nwait-idle\nexpect panel=yes\nkey F5\nwait-idle\n"
        "expect presenter=yes\nexpect fullscreen=yes\nexpect alone=yes\nexpect panel=no\n");
    for (const char* bar : {"undo", "model", "timeline"}) CHECK_MESSAGE(!program.app->find_target(bar), bar);
    CHECK(program.target("text").w > 1200);
    CHECK(program.target("text").h > text);
    const int index = std::stoi(program.state("index"));
    program.run("key Page down\nwait-idle\nexpect index=" + std::to_string(index + 1) +
                "\nkey Page up\nwait-idle\nkey Page up\nwait-idle\nexpect index=" + std::to_string(index - 1) +
                "\nkey Right\nwait-idle\nexpect index=" + std::to_string(index) + "\n");
    // The letters are the demo's; what measures the program stays shut.
    program.run(
        "key P\nwait-idle\nexpect command=show or hide the explanation\nkey P\nwait-idle\nkey X\nwait-idle\n"
        "expect edits=1\nkey R\nwait-idle\nexpect edits=0\nkey G\nwait-idle\nexpect compare=closed\n"
        "key Ctrl+K\nwait 1\ntype show messages\nwait 1\nkey Enter\nwait-idle\nkey Esc\nwait-idle\nexpect "
        "presenter=yes\n");
    program.run(
        "key Ctrl+L\nkey Ctrl+A\ntype The dog was tired.\nkey Enter\nwait-idle\nexpect text=The dog was tired.\n");
    // A view that shows no run of a text has none above it; Ctrl+L is the laser pointer there.
    program.run("key 7\nwait-idle\nkey Ctrl+L\nexpect tool=laser\nkey Esc\nexpect tool=arrow\n");
    CHECK(!program.app->find_target("text"));
    // Esc lets a selected cell go before it ends presenter mode.
    program.run(
        "key 1\nwait-idle\nkey Down\nwait-idle\nexpect locked=yes\nkey Esc\nwait-idle\nexpect locked=no\nexpect "
        "presenter=yes\n"
        "key Esc\nwait-idle\nexpect presenter=no\nexpect fullscreen=no\nexpect panel=yes\nexpect alone=no\n");
    CHECK(program.app->find_target("undo"));
}

TEST_CASE("full screen and presenter mode survive F5, F6, Shift+F6 and the end of the lesson") {
    const TemporaryFolder folder;
    const SettledProgram program(lecture_options(folder));
    if (!program) return;
    program.run(
        "key F5\nexpect fullscreen=yes\nkey F5\nexpect fullscreen=no\nkey F11\nexpect fullscreen=yes\n"
        "key F5\nwait-idle\nkey F5\nwait-idle\nexpect presenter=no\nexpect fullscreen=yes\n"
        "key F5\nwait-idle\nkey Page down\nwait-idle\nkey Shift+F6\nwait-idle\nexpect lesson=\nexpect presenter=yes\n"
        "expect fullscreen=yes\nexpect panel=no\nkey X\nwait-idle\nexpect edits=1\n"
        "key F6\nwait-idle\nexpect lesson_step=2\nexpect presenter=yes\nexpect edits=0\n"
        "click @lesson.leave\nwait-idle\nexpect lesson=\nexpect presenter=yes\nkey F5\nwait-idle\n"
        "expect presenter=no\nexpect fullscreen=yes\nexpect panel=yes\nkey F11\nexpect fullscreen=no\n");
}

TEST_CASE("a lesson that is left for its picture keeps its time, its strokes and its hands") {
    const TemporaryFolder folder;
    AppOptions options = lecture_options(folder);
    const auto time = std::make_shared<double>(0);
    options.clock = [time] { return *time; };
    const SettledProgram program(options);
    if (!program) return;
    program.run(
        "key F5\nkey Page down\nkey Page down\nwait-idle\nkey A\nexpect hands=1 0\nkey Ctrl+P\ndrag 200 300 500 420\n"
        "wait-idle\nkey Esc\nexpect strokes=1\n");
    *time = 300;
    program.run("key Shift+F6\nwait-idle\nexpect lesson=\nexpect time=5:00\nexpect timer=yes\nexpect strokes=0\n");
    *time = 360;
    program.run("key F6\nwait-idle\nexpect lesson_step=3\nexpect time=6:00\nexpect strokes=1\nexpect hands=1 0\n");
    // Who does not come back has ended it.
    program.run(
        "key F5\nkey Shift+F6\nwait-idle\nclick @close lesson away\nwait-idle\nexpect time=0:00\nexpect timer=no\n");
    // A lesson that is opened before a class has its time run.
    program.run("key F5\nwait-idle\ndrop " + (folder / "lecture.md").string() +
                "\nwait-idle\nexpect lesson=A lecture\nexpect timer=yes\nexpect time=0:00\n"
                "click @lesson.leave\nwait-idle\nexpect timer=no\ndrop " +
                (folder / "lecture.md").string() + "\nwait-idle\nexpect timer=yes\n");
}

TEST_CASE("a window that is closed while something is presented comes back as it was before") {
    const TemporaryFolder folder;
    AppOptions options = shipped_options("coreference-full", {1280, 720});
    options.settings = folder / "settings.json";
    {
        const SettledProgram program(options);
        if (!program) return;
        program.run("expect panel=yes\nkey F5\nwait-idle\nexpect panel=no\nexpect fullscreen=yes\n");
    }
    std::string message;
    const Settings settings = load_settings(folder / "settings.json", message);
    CHECK(message == "");
    CHECK(settings.panel);
    CHECK(!settings.fullscreen);
}

TEST_CASE("before a class a notice stands on the lesson or the sentence, never on the picture or the answer") {
    const TemporaryFolder folder;
    const SettledProgram program(lecture_options(folder));
    if (!program) return;
    program.run("key F5\nwait-idle\nkey Alt+M\nwait 3\nexpect notice=Mask: causal\n");
    Rect notice = program.target("notice");
    CHECK(notice.x >= program.target("canvas").right());
    CHECK(notice.y < 60);
    program.run("wait-idle\nkey Shift+F6\nwait-idle\nkey Alt+M\nwait 3\nexpect notice!=\n");
    notice = program.target("notice");
    CHECK(notice.bottom() <= program.target("canvas").y + 1);
    CHECK(notice.right() <= program.target("answer").x + 1);
}

TEST_CASE("before a class the camera cuts from stage to stage") {
    AppOptions options = shipped_options("coreference-full", {1280, 720});
    options.motion = true;
    const Program program(options);
    if (!program) return;
    program.run("key 1\ntype /\ntype b2 softmax\nwait-idle\nkey Enter\nwait-idle\nexpect zoom=stage\n");
    for (const bool presented : {false, true}) {
        CAPTURE(presented);
        if (presented) program.run("key F5\nwait-idle\n");
        program.platform->events().key(Key::right);
        std::set<std::string> seen;
        for (int i = 0; i < 10; ++i) {
            program.app->frame();
            seen.insert(program.state("camera"));
        }
        CHECK((seen.size() == 1) == presented);
        program.run("wait-idle\n");
    }
}

TEST_SUITE_END();
