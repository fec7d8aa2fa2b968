// Closing and starting again: changes that are still on, the window's place, and what a killed program leaves.
// ctest: alone 5 s
#include <filesystem>
#include <string>
#include <vector>

#include "app/platform/window_place.h"
#include "app/program/settings.h"
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

TEST_SUITE_END();
