// A window that has trained, compared trainings, computed a loss surface, swept through depths and compared backends is
// as idle as before: each of these has threads while it works, and none after.
// ctest: alone 5 s
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "app/files/session_file.h"
#include "core/base/file.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

/// Threads of this process that are its own: those of OpenGL's driver have names.
int own_threads() {
    const auto name_of = [](const std::filesystem::path& task) {
        std::ifstream file(task / "comm");
        std::string name;
        std::getline(file, name);
        return name;
    };
    const std::string own = name_of("/proc/self");
    int count = 0;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) count += name_of(task) == own;
    return count;
}

}  // namespace

TEST_SUITE_BEGIN("threads_end");

TEST_CASE("what a window works beside its frames leaves no thread behind") {
    SettledProgram program(window_options(decoder));
    if (!program) return;
    run_settled(program, "wait-idle\nkey G\nwait-idle\nkey Esc\nwait-idle");  // the device's own thread stays
    const int before = own_threads();
    const auto ended = [&] {
        return comes_true([&] {
            rest(program);
            return own_threads() <= before;
        });
    };

    SessionFile session = program.app->session_now();
    session.view = "train";
    session.views["train"]["task"] = "\"soft-lookup\"";
    session.views["train"]["steps"] = "12";
    session.views["train"]["batch"] = "4";
    const TemporaryFolder folder;
    write_file(folder / "a.glassformer", to_text(session));
    REQUIRE(program.app->open_path(folder / "a.glassformer"));
    run_settled(program, "wait-idle\nkey Right\nwait-idle\nkey Right\nwait-idle");
    CHECK(program.state("train_step") == "2");
    CHECK(ended());
    run_settled(program,
                "click @train page surface\nwait-idle\nclick @train surface random\nwait-idle\n"
                "click @train surface compute\nwait-idle");
    CHECK(program.state("train_surface") == "fine");
    CHECK(ended());
    run_settled(program, "click @train page comparison\nwait-idle");
    CHECK(program.state("comparison_phase") == "ready");
    CHECK(ended());
    run_settled(program, "key 8\nwait-idle\nclick @experiments page depth\nwait-idle");
    CHECK(ended());
    run_settled(program, "key 1\nwait-idle\nkey G\nwait-idle\nkey Esc\nwait-idle");
    CHECK(ended());
}

TEST_SUITE_END();
