// --version, which version files say they were written by, and files that need a later one, on the command line.
#include <doctest/doctest.h>

#include <algorithm>
#include <regex>
#include <string>

#include "core/base/instruction_set.h"
#include "core/io/safetensors.h"
#include "core/io/version.h"
#include "tests/support/program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

const std::string now(program_version());

/// Exit code 2 and one sentence, which holds all of these.
void check_refused(const std::string& arguments, const std::vector<std::string>& named) {
    CAPTURE(arguments);
    const Outcome outcome = run(arguments);
    CAPTURE(outcome.err);
    CHECK(outcome.code == 2);
    CHECK(std::ranges::count(outcome.err, '\n') == 1);
    for (const std::string& words : named) CHECK_MESSAGE(outcome.err.find(words) != std::string::npos, words);
}

}  // namespace

TEST_SUITE_BEGIN("cli_version");

TEST_CASE("--version names version, commit, build, processors and libraries") {
    const Outcome outcome = run("--version");
    CHECK(outcome.code == 0);
    CHECK(outcome.err.empty());
    CHECK(run("-V").out == outcome.out);
    CAPTURE(outcome.out);
    CHECK(outcome.out.starts_with("glassformer " + now + "\n"));
    const auto says = [&](const std::string& expression) {
        CHECK_MESSAGE(std::regex_search(outcome.out, std::regex(expression)), expression);
    };
    says("\ncommit:     ([0-9a-f]{10} of [0-9]{4}-[0-9]{2}-[0-9]{2}(, with changes)?|unknown)\n");
    says("\nbuild:      [A-Z][A-Za-z]+, [A-Za-z]+ [0-9]+[.][0-9.]+(, sanitizers: [a-z,]+)?\n");
    says("\nprocessors: kernels .*" + std::string(instruction_set()) + ".*\n");
    const std::size_t libraries = outcome.out.find("\nlibraries:  ");
    REQUIRE(libraries != std::string::npos);
    for (const char* name :
         {"Dear ImGui", "GLFW", "FreeType", "Cairo", "FriBidi", "Eigen", "nlohmann JSON", "fmt", "CLI11", "PCRE2"}) {
        CAPTURE(name);
        const std::string from = outcome.out.substr(libraries);
        CHECK(std::regex_search(from, std::regex(std::string(name) + " [0-9]+[.][0-9]+")));
    }
    std::size_t longest = 0, begin = 0;
    for (std::size_t end = 0; (end = outcome.out.find('\n', begin)) != std::string::npos; begin = end + 1)
        longest = std::max(longest, end - begin);
    CHECK(longest <= 80);
}

TEST_CASE("a manual page ends its head with the number alone") {
    REQUIRE(run("manual --out " + (scratch() / "man").string()).code == 0);
    const std::string page = text_of(scratch() / "man/glassformer.1");
    CHECK(page.starts_with(".TH "));
    CHECK(page.substr(0, page.find('\n')).find("\"Glassformer " + now + "\"") != std::string::npos);
}

TEST_CASE("traces and models say which version wrote them") {
    const std::filesystem::path trace = scratch() / "versioned.safetensors",
                                one = scratch() / "one-versioned.safetensors";
    REQUIRE(run("trace --model sort --text 3142 --out " + trace.string()).code == 0);
    REQUIRE(run("trace --model sort --text 3142 --stage logits --out " + one.string()).code == 0);
    for (const auto& file : {trace, one})
        CHECK(SafetensorsFile::open(file).metadata().at("written_by") == written_by());

    const std::filesystem::path made = scratch() / "made-by-version";
    const std::string shipped = GLASSFORMER_SOURCE_DIR "/assets/models/sort/config.json";
    REQUIRE(run("init --config " + shipped + " --seed 1 --out " + made.string()).code == 0);
    CHECK(text_of(made / "config.json").find("\"glassformer_version\": \"" + now + "\"") != std::string::npos);
    const Outcome shown = run("trace --model " + made.string() + " --tokens 1,2 --out " + trace.string());
    CHECK(shown.code == 0);
    CHECK(shown.err.empty());
}

TEST_CASE("a session, a lesson and a model that need a later version are refused with a sentence") {
    const std::filesystem::path session = scratch() / "later.glassformer", lesson = scratch() / "later.md",
                                script = scratch() / "no-keys.txt";
    write(script, "");
    write(session, R"({"format": "glassformer session", "version": 2, "written_by": "glassformer 100.1"})");
    check_refused("--headless --script " + script.string() + " " + session.string(),
                  {session.string(), "version 2", "100.1", "this one, " + now});
    write(lesson, "---\nneeds: 100.1\nlater: x\n---\n## S\n\n```later\n```\n");
    check_refused("worksheet " + lesson.string() + " --seed 1 --out " + scratch().string(),
                  {lesson.string() + ":2:", "needs Glassformer 100.1", now});
    const Outcome checked = run("lesson check " + lesson.string());
    CHECK(checked.code == 2);
    CHECK(checked.err.find(lesson.string() + ":2:7: the lesson needs Glassformer 100.1 or later; this one is " + now) !=
          std::string::npos);
    write(lesson, "---\nneeds: soon\n---\n## S\n\nWords.\n");
    CHECK(run("lesson check " + lesson.string()).err.find(":2:7: \"needs\" is a version") != std::string::npos);

    write(scratch() / "later/config.json", R"({"model_type": "glassformer", "format": 2, "later": {}})");
    for (const std::string& command :
         {"trace --tokens 1 --out " + (scratch() / "no.safetensors").string() + " --model ", std::string("check ")})
        check_refused(command + (scratch() / "later").string(), {"later/config.json", "format 2", "this one, " + now});
    check_refused("init --seed 1 --config " + (scratch() / "later/config.json").string() + " --out " +
                      (scratch() / "no").string(),
                  {"later/config.json", "format 2", now});
}

TEST_SUITE_END();
