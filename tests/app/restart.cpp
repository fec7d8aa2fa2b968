// Closing and starting again: changes that are still on, the window's place, and what a killed program leaves.
// ctest: alone 5 s
#include <filesystem>
#include <string>
#include <vector>

#include "app/files/autosave.h"
#include "app/platform/window_place.h"
#include "app/workspace/settings.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/window_program.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("restart");

TEST_CASE("changes that are still on after a start are said, and undo takes them back") {
    const TemporaryFolder folder;
    AppOptions options = window_options(decoder);
    options.settings = folder / "settings.json";
    {
        const Program program(options);
        if (!program) return;
        program.run("wait-idle\nkey Down\nkey E\nkey Ctrl+A\ntype 9\nkey Enter\nwait-idle\nexpect edits=1");
    }
    options.inputs = {};
    {
        const Program program(options);
        std::string said;
        for (int i = 0; i < 5000 && said.empty(); ++i) {  // a busy machine reads the file late
            program.run("wait 1");
            said = program.state("notice");
        }
        CHECK(said.find("Restored your changes") != std::string::npos);
        program.run(
            "wait-idle\nexpect edits=1\nexpect undo=yes\nkey Ctrl+Z\nwait-idle\nexpect edits=0\nexpect undo=no");
    }
    const Program program(options);
    program.run("wait-idle\nexpect edits=0\nexpect undo=no");
}

TEST_CASE("a theme and a text size are no work that a killed program would have to restore") {
    const TemporaryFolder folder;
    AppOptions options = window_options(decoder);
    options.settings = folder / "settings.json";
    const auto copies = [&] {
        int count = 0;
        for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
            count += entry.path().filename().string().starts_with("autosave-") ? 1 : 0;
        return count;
    };
    const Program program(options);
    if (!program) return;
    program.run("wait-idle\nkey T\nkey Ctrl+=\nwait-idle\nwait 700");
    CHECK(copies() == 0);
    program.run("key Ctrl+L\nkey Ctrl+A\ntype the cat\nkey Enter\nwait-idle\nwait 700");
    CHECK(copies() == 1);
}

TEST_CASE("a window is put back where it was, whole on a screen that is there") {
    const std::vector<WindowPlace> screens{{0, 30, {1920, 1050}}, {1920, 0, {1280, 1024}}};
    const WindowPlace kept{100, 120, {1280, 720}};
    CHECK(fitted(kept, screens) == kept);
    CHECK(fitted({2000, 100, {1000, 700}}, screens) == WindowPlace{2000, 100, {1000, 700}});
    CHECK(fitted({1900, -50, {2560, 1440}}, screens) == WindowPlace{1920, 0, {1280, 1024}});  // larger than its screen
    CHECK(fitted({5000, 5000, {800, 600}}, screens) == WindowPlace{1120, 480, {800, 600}});   // that screen is gone
    CHECK(fitted(kept, {}) == kept);
}

TEST_CASE("the settings remember place and full screen, and a start takes them up") {
    const TemporaryFolder folder;
    const auto file = folder / "settings.json";
    Settings settings;
    settings.size = {1000, 700};
    settings.place = {-20, 35, {1000, 700}};
    settings.fullscreen = true;
    save_settings(file, settings);
    std::string message;
    const Settings read = load_settings(file, message);
    CHECK(message.empty());
    CHECK(read.place == settings.place);
    CHECK(read.fullscreen);
    AppOptions options = window_options(decoder);
    options.settings = file;
    {
        const Program program(options);
        if (!program) return;
        program.run("wait-idle\nexpect fullscreen=yes\nkey F11\nexpect fullscreen=no");
    }
    CHECK_FALSE(load_settings(file, message).fullscreen);
}

TEST_CASE("what another window has added to the settings meanwhile stays in them") {
    const TemporaryFolder folder;
    const auto file = folder / "a/settings.json";
    Settings start;
    start.recent = {"/one", "/two"};
    start.begun = {"sort"};
    start.lessons = {{.lesson = "tour", .step = 1, .furthest = 1, .answered = {}}};
    save_settings(file, start);
    const auto private_to_owner = [](const std::filesystem::path& path, unsigned mode) {
        return (static_cast<unsigned>(std::filesystem::status(path).permissions()) & 0777U) == mode;
    };
    CHECK(private_to_owner(file, 0600));
    CHECK(private_to_owner(folder / "a", 0700));

    Settings other = start;  // the window that ends first
    other.recent.insert(other.recent.begin(), "/three");
    other.begun.emplace_back("induction");
    other.lessons.front().step = 3;
    other.lessons.push_back({.lesson = "attention", .step = 2, .furthest = 2, .answered = {}});
    other.theme = "dark";
    join_settings(file, start, other);

    Settings mine = start;
    mine.recent = {"/four", "/one"};  // /two could not be read
    mine.text_scale = 2;
    join_settings(file, start, mine);
    std::string message;
    const Settings both = load_settings(file, message);
    CHECK(message.empty());
    CHECK(both.recent == std::vector<std::string>{"/four", "/three", "/one"});
    CHECK(both.begun == std::vector<std::string>{"induction", "sort"});
    REQUIRE(both.lessons.size() == 2);
    CHECK(both.lessons[0].lesson == "attention");
    CHECK(both.lessons[1].step == 3);
    CHECK(both.text_scale == 2);
    CHECK(both.theme == start.theme);  // of the window that ended last
    CHECK_FALSE(std::filesystem::exists(file.string() + ".lock"));
}

TEST_CASE("a window that the system ends keeps its settings, and what was not saved as a copy") {
    const TemporaryFolder folder;
    AppOptions options = window_options(decoder, {640, 400});
    options.settings = folder / "settings.json";
    {
        const Program program(options);
        if (!program) return;
        program.run("wait-idle\nkey Ctrl+L\nkey Ctrl+A\ntype the cat\nkey Enter\nwait-idle");
        program.app->end_by_system();
        CHECK_FALSE(program.app->frame());
    }
    std::string message;
    CHECK(load_settings(options.settings, message).inputs.text == "the cat");
    const std::filesystem::path copy = Autosave(folder.path()).left_behind();
    REQUIRE_FALSE(copy.empty());
    CHECK(load_session(copy).inputs.text == "the cat");
    const Program program(options);
    program.run("wait-idle\nexpect restore=yes");
}

TEST_SUITE_END();
