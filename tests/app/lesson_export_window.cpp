// The open lesson taken away from the window, by clicks: the box, the program beside that writes the files, and the
// window that goes on.
// ctest: alone 7 s
#include <doctest/doctest.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>

#include "core/base/file.h"
#include "tests/support/program.h"
#include "tests/support/shipped_program.h"
#include "tests/support/support.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("lesson_export_window");

namespace {

const std::string two_steps = R"(---
title: A short lesson
---
## One

```scene
model: characters
view: walk
stage: blocks.0.attn.weights
```

The weights.

```notes
Only for the speaker.
```

## Two

```scene
stage: blocks.0.attn.scores_raw
```

The scores.
)";

AppOptions export_options(const TemporaryFolder& folder) {
    write_file(folder / "short.md", two_steps);
    AppOptions options = shipped_options("characters", {1280, 720});
    options.still = true;
    options.theme = "light";
    options.lesson = folder / "short.md";
    options.program = GLASSFORMER_PROGRAM;
    options.fence = folder.path();
    return options;
}

/// The box is open, with this folder typed into it.
void open_box(const SettledProgram& program, const std::filesystem::path& out) {
    program.run(
        "key Ctrl+K\ntype export the lesson\nkey Enter\nwait-idle\nexpect lesson_export=open\n"
        "click @lesson export folder\nkey Ctrl+A\ntype " +
        out.string() + "\nwait-idle\nexpect lesson_export_folder=" + out.string());
}

/// At most a minute. Between two looks after the export the window has nothing to draw.
bool wait_for_end(const SettledProgram& program) {
    int busy = 0;
    for (int i = 0; i < 1200 && program.state("lesson_exporting") == "yes"; ++i) {
        program.app->frame();
        busy += program.app->needs_frame() ? 1 : 0;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    CHECK(busy <= 10);  // what the last click left to draw, and the sentence at the end
    return program.state("lesson_exporting") == "no";
}

/// Files in the folder, hidden ones, too; −1 where there is no folder.
int files_in(const std::filesystem::path& folder) {
    if (!std::filesystem::exists(folder)) return -1;
    int count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) ++count;
    return count;
}

/// At most a minute, until the export has made its own folder in this one.
bool wait_until_writing(const SettledProgram& program, const std::filesystem::path& out) {
    for (int i = 0; i < 1200 && files_in(out) < 1; ++i) {
        program.app->frame();
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return files_in(out) == 1;
}

bool has_no_child() { return waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD; }

}  // namespace

TEST_CASE("a lesson exported from the window is the one that the command writes, and files are asked about") {
    const TemporaryFolder folder;
    const SettledProgram program(export_options(folder));
    if (!program) return;
    const std::filesystem::path out = folder / "out";
    write(out / "short.html", "an older page");
    write(out / "short-step-02.png", "an older picture");
    open_box(program, out);
    program.run(
        "click @lesson export pdf\nclick @lesson export png\nclick @lesson export notes\nclick @lesson export write\n"
        "wait-idle\nexpect lesson_export=asks\nexpect lesson_exporting=no\nexpect lesson_export_says=short.html and 1 "
        "more files already exist. Press Replace to replace them, or type another folder.");
    CHECK(text_of(out / "short.html") == "an older page");
    program.run("click @lesson export write\nexpect lesson_export=closed\nexpect lesson_exporting=yes");
    CHECK(program.app->find_target("cancel lesson export"));
    // The window can be used meanwhile; the command leads to the sign.
    program.run("key Page down\nwait-idle\nexpect lesson_step=2");
    program.run("key Ctrl+K\ntype export the lesson\nkey Enter\nexpect lesson_export=closed");
    REQUIRE(wait_for_end(program));
    CHECK(program.state("message") == "");
    CHECK(program.state("lesson_exported") == "Exported to " + out.string() + ": short.html, short.pdf, 2 pictures");
    CHECK(program.state("notice") == program.state("lesson_exported"));
    CHECK(files_in(out) == 4);
    const std::filesystem::path other = folder / "other";
    const Outcome outcome = run("lesson export " + (folder / "short.md").string() +
                                " --theme light --html --pdf --png "
                                "--notes --progress --out " +
                                other.string());
    REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    CHECK(outcome.err == "short: step 1 of 2\nshort: step 2 of 2\n");
    CHECK(files_in(other) == 4);
    for (const char* file : {"short.html", "short.pdf", "short-step-01.png", "short-step-02.png"})
        CHECK_MESSAGE(text_of(out / file) == text_of(other / file), file);
    CHECK(contains(text_of(out / "short.html"), "Only for the speaker."));
    CHECK(has_no_child());
}

TEST_CASE("all lessons are exported as a site, with the one that is open") {
    const TemporaryFolder folder;
    write(folder / "assets" / "lessons" / "built-in.md", two_steps);
    std::filesystem::create_directory_symlink(source_dir() / "assets" / "models", folder / "assets" / "models");
    AppOptions options = export_options(folder);
    options.lessons = {folder / "assets" / "lessons" / "built-in.md"};
    const SettledProgram program(std::move(options));
    if (!program) return;
    const std::filesystem::path out = folder / "out";
    write(out / "index.html", "an older page");
    open_box(program, out);
    setenv("GLASSFORMER_ASSETS", (folder / "assets").c_str(), 1);
    program.run(
        "click @lesson export all\nclick @lesson export write\nwait-idle\nexpect lesson_export=asks\n"
        "expect lesson_export_says=index.html already exists. Press Replace to replace it, or type another folder.\n"
        "click @lesson export write\nexpect lesson_export=closed\nexpect lesson_exporting=yes");
    const bool ended = wait_for_end(program);
    unsetenv("GLASSFORMER_ASSETS");
    REQUIRE(ended);
    CHECK(program.state("message") == "");
    CHECK(program.state("lesson_exported") == "Exported to " + out.string() + ": index.html with 2 lessons");
    CHECK(files_in(out) == 3);
    CHECK(contains(text_of(out / "index.html"), "href=\"short.html#step-2\""));
    CHECK(contains(text_of(out / "short.html"), "rel=\"prev\" href=\"built-in.html\""));
    CHECK(has_no_child());
}

TEST_CASE("an export that is cancelled, or whose window is closed, leaves nothing") {
    const TemporaryFolder folder;
    const std::filesystem::path out = folder / "deep" / "out";
    {
        const SettledProgram program(export_options(folder));
        if (!program) return;
        open_box(program, out);
        program.run("click @lesson export write\nexpect lesson_exporting=yes");
        REQUIRE(wait_until_writing(program, out));
        program.run(
            "click @cancel lesson export\nexpect lesson_exporting=no\n"
            "expect notice=The export was cancelled. No file was written.");
        CHECK(files_in(folder / "deep") == -1);
        CHECK(has_no_child());
        program.run("wait-idle");
        open_box(program, out);
        program.run("click @lesson export write\nexpect lesson_exporting=yes");
        REQUIRE(wait_until_writing(program, out));
    }
    CHECK(files_in(folder / "deep") == -1);
    CHECK(has_no_child());
}

TEST_CASE("what goes wrong is said in the exporter’s words, and the window goes on") {
    const TemporaryFolder folder;
    const SettledProgram program(export_options(folder));
    if (!program) return;
    write(folder / "taken", "a file");
    open_box(program, folder / "taken" / "out");
    program.run("click @lesson export write\nexpect lesson_exporting=yes");
    REQUIRE(wait_for_end(program));
    CHECK(program.state("message") == "The lesson was not exported: the folder " + (folder / "taken" / "out").string() +
                                          " cannot be made: Not a directory");
    CHECK(text_of(folder / "taken") == "a file");
    program.run("key Page down\nwait-idle\nexpect lesson_step=2");
    // Nothing is started for what the box can see is wrong.
    open_box(program, "/elsewhere");
    program.run("click @lesson export write\nexpect lesson_export=failed\nexpect lesson_exporting=no");
    CHECK(contains(program.state("lesson_export_says"), "was not written because it is outside"));
    program.run(
        "click @lesson export html\nclick @lesson export write\nexpect lesson_export=failed\n"
        "expect lesson_export_says=Select at least one of web page, handout, pictures and film.\n"
        "click @lesson export cancel\nexpect lesson_export=closed");
    CHECK(has_no_child());
}

TEST_CASE("a film is offered where there is ffmpeg, and the command where a lesson is open") {
    const TemporaryFolder folder;
    const std::string before = std::getenv("PATH");
    const SettledProgram program(export_options(folder));
    if (!program) return;
    for (const bool there : {false, true}) {
        CAPTURE(there);
        write(folder / "bin" / "ffmpeg", "#!/bin/sh\n");
        std::filesystem::permissions(folder / "bin" / "ffmpeg", std::filesystem::perms::owner_all);
        setenv("PATH", there ? (folder / "bin").c_str() : "/nowhere", 1);
        open_box(program, folder / "out");
        setenv("PATH", before.c_str(), 1);
        CHECK((program.state("lesson_export_film") == "yes") == there);
        // Without the page nothing is left to write, unless the click on the film counts.
        program.run("click @lesson export film\nclick @lesson export html\nclick @lesson export write");
        CHECK((program.state("lesson_export") == "failed") == !there);
        if (there)
            program.run("expect lesson_exporting=yes\nclick @cancel lesson export\nexpect lesson_exporting=no");
        else
            program.run("click @lesson export html\nclick @lesson export cancel\nwait-idle");
    }
    program.run(
        "key Ctrl+K\ntype leave the lesson\nkey Enter\nwait-idle\nkey Ctrl+K\ntype export the lesson\n"
        "key Enter\nwait-idle\nexpect lesson_export=closed");
}

TEST_SUITE_END();
