// Files that need a later version of the program, in the window: a message, and what was shown stays.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "app/lessons/lesson_library.h"
#include "core/base/file.h"
#include "core/io/version.h"
#include "tests/support/shipped_program.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

const std::string lesson_body = "---\n## S\n\n```scene\nmodel: sort\n```\n\nWords.\n";

}  // namespace

TEST_SUITE_BEGIN("later_files");

TEST_CASE("the list of lessons has those of a later version too, with what they need, beside the others") {
    const TemporaryFolder folder;
    write_file(folder / "a.md", "---\ntitle: A\nneeds: 100.2\n" + lesson_body);
    write_file(folder / "b.md", "---\ntitle: B\nneeds: 0.1\n" + lesson_body);
    const auto example_of = [](const std::string& model) {
        Inputs inputs;
        inputs.model = model;
        return inputs;
    };
    LessonLibrary library({folder / "a.md", folder / "b.md"}, example_of, [] {});
    const std::vector<const LibraryLesson*> lessons = library.all();
    REQUIRE(lessons.size() == 2);
    CHECK(lessons[0]->problem.ends_with("a.md:3:7: the lesson needs Glassformer 100.2 or later; this one is " +
                                        std::string(program_version())));
    CHECK(lessons[1]->problem.empty());
    CHECK(lessons[1]->title == "B");
    CHECK(lessons[1]->steps.size() == 1);
}

TEST_CASE("a session, a model and a lesson of a later version are a message, and what was shown stays") {
    const TemporaryFolder folder;
    write_file(folder / "s.glassformer", R"({"format": "glassformer session", "version": 2, "inputs": 3})");
    write_file(folder / "l.md", "---\ntitle: L\nneeds: 100.2\n" + lesson_body);
    std::filesystem::create_directories(folder / "m");
    write_file(folder / "m/config.json", R"({"model_type": "glassformer", "format": 2})");
    write_file(folder / "m/model.safetensors", "");
    const SettledProgram program(shipped_options("sort", {1280, 720}));
    if (!program) return;
    program.run("wait-idle\nkey Ctrl+L\nkey Ctrl+A\ntype 3142\nkey Enter\nwait-idle\nexpect message=");
    for (const char* file : {"s.glassformer", "l.md", "m"}) {
        CAPTURE(file);
        program.run("drop " + (folder / file).string() + "\nwait-idle");
        const std::string said = program.state("message") + program.state("error");
        CAPTURE(said);
        CHECK(said.find(file) != std::string::npos);
        CHECK(said.find(std::string(program_version())) != std::string::npos);
        program.run("expect tokens=4\nexpect lesson=");
        CHECK(program.app->session().inputs().model == "sort");
        CHECK(program.app->session().inputs().text == "3142");
        program.run("key Esc\nwait-idle");
    }
}

TEST_SUITE_END();
