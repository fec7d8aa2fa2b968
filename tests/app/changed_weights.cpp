// Weights that another program wrote to while they are open: the window says so as long as it uses the old ones.
#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include "core/io/model_folder.h"
#include "tests/support/support.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;
namespace fs = std::filesystem;

TEST_SUITE_BEGIN("changed_weights");

TEST_CASE("a window speaks of old weights until the model is opened again") {
    const TemporaryFolder folder;
    fs::copy(source_dir() / "assets/models/sort", folder / "m");
    AppOptions options = window_options(decoder);
    options.load = [](const std::string& name) { return std::make_shared<const Model>(load_model(name)); };
    options.inputs = {.model = (folder / "m").string(), .text = "312", .target = "", .edits = {}};
    const SettledProgram program(options);
    if (!program) return;
    const auto says_so = [&] { return program.app->message().find("have changed on disk") != std::string::npos; };
    CHECK_FALSE(says_so());
    const fs::path file = folder / "m/model.safetensors";
    fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(1));
    CHECK(comes_true([&] {
        next_frame(program);
        return says_so();
    }));
    run_settled(program, "key Ctrl+L\ntype 321\nkey Enter\nwait-idle");
    CHECK(says_so());
    // Run B read them itself, before they changed or behind it.
    run_settled(program, "key 5\nwait-idle\nexpect compare_b_outdated=no");
    fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(1));
    CHECK(comes_true([&] {
        next_frame(program);
        return program.app->state().at("compare_b_outdated") == "yes";
    }));
    program.app->session().reload();
    CHECK(comes_true([&] {
        next_frame(program);
        return !says_so();
    }));
    CHECK(program.app->state().at("compare_b_outdated") == "yes");  // the window's run has new ones, B the old
    run_settled(program, "click @open again\nwait-idle\nexpect compare_b_outdated=no");
}

TEST_SUITE_END();
