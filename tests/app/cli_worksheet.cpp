// worksheet: exercises of a lesson as PDFs, the same for the same seed.
// ctest: alone 3 s
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "tests/support/program.h"
#include "tests/support/support.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("cli_worksheet");

namespace {

std::filesystem::path lesson_named(const std::string& name, const std::string& line) {
    const auto file = scratch() / (name + ".md");
    write(file, "---\ntitle: A lesson\n" + line + "---\n\n## A step\n\n```scene\nmodel: roles\n```\n\nWords.\n");
    return file;
}

std::size_t pages_of(const std::string& pdf) {
    const std::string count = "/Count ";
    const std::size_t at = pdf.find(count);
    return at == std::string::npos ? 0 : std::stoul(pdf.substr(at + count.size()));
}

}  // namespace

TEST_CASE("the same seed writes the same bytes, another seed others, with or without solutions") {
    const std::string lecture = (source_dir() / "assets" / "lessons" / "cs60010.md").string();
    const auto folder = scratch() / "worksheets";
    const Outcome first = run("worksheet " + lecture + " --seed 7 --solutions --out " + (folder / "a").string());
    REQUIRE_MESSAGE(first.code == 0, first.err);
    const auto sheet = folder / "a" / "cs60010-seed-7.pdf", solutions = folder / "a" / "cs60010-seed-7-solutions.pdf";
    CHECK(first.out == sheet.string() + "\n" + solutions.string() + "\n");
    CHECK(first.err.empty());
    REQUIRE(run("worksheet " + lecture + " --seed 7 --out " + (folder / "b").string()).code == 0);
    REQUIRE(run("worksheet " + lecture + " --seed 8 --out " + (folder / "b").string()).code == 0);
    const std::string bytes = text_of(sheet);
    CHECK(bytes.starts_with("%PDF"));
    CHECK(pages_of(bytes) >= 3);
    CHECK(pages_of(text_of(solutions)) >= 3);
    CHECK(text_of(folder / "b" / "cs60010-seed-7.pdf") == bytes);
    CHECK_FALSE(std::filesystem::exists(folder / "b" / "cs60010-seed-7-solutions.pdf"));
    CHECK(text_of(folder / "b" / "cs60010-seed-8.pdf") != bytes);
    // One exercise alone is a page; again over what is there.
    REQUIRE(run("worksheet " + lecture + " --seed 7 --count 1 --out " + (folder / "b").string()).code == 0);
    CHECK(pages_of(text_of(folder / "b" / "cs60010-seed-7.pdf")) == 1);
}

TEST_CASE("what cannot be a worksheet is refused with one sentence and exit code 2") {
    const std::string good = lesson_named("good", "exercises: rope, alibi\n").string();
    const std::string none = lesson_named("none", "").string();
    const std::string wrong = lesson_named("wrong", "exercises: rope, alby\n").string();
    const auto file = scratch() / "a-file";
    write(file, "x");
    const std::string out = " --out " + (scratch() / "never").string();
    struct Case {
        std::string arguments, says;
    };
    const Case cases[] = {
        {good + out, "--seed"},
        {good + " --seed 1", "--out"},
        {good + " --seed -1" + out, "--seed takes a whole number from 0 to"},
        {good + " --seed 1.5" + out, "--seed takes a whole number from 0 to"},
        {good + " --seed 99999999999999999999" + out, "--seed takes a whole number from 0 to"},
        {good + " --seed 1 --count 0" + out, "--count"},
        {good + " --seed 1 --count 41" + out, "--count"},
        {good + " --seed 1 --out " + file.string(), "--out must name a folder"},
        {good + " --seed 1 --out ''", "--out must name a folder"},
        {none + " --seed 1" + out, "none.md names no exercises"},
        {wrong + " --seed 1" + out, "wrong.md:3:18: there is no exercise \"alby\"; did you mean \"alibi\"?"},
        {"no-such-lesson --seed 1" + out, "no-such-lesson"},
    };
    for (const Case& each : cases) {
        CAPTURE(each.arguments);
        const Outcome refused = run("worksheet " + each.arguments);
        CHECK(refused.code == 2);
        CHECK_MESSAGE(refused.err.find(each.says) != std::string::npos, refused.err);
        CHECK(std::count(refused.err.begin(), refused.err.end(), '\n') == 1);
    }
    CHECK_FALSE(std::filesystem::exists(scratch() / "never"));
}

TEST_CASE("lesson check says which exercise does not exist, and where") {
    const Outcome checked = run("lesson check " + lesson_named("named", "exercises: rope, alby\n").string());
    CHECK(checked.code == 2);
    CHECK(checked.err.find("named.md:3:18: there is no exercise \"alby\"; did you mean \"alibi\"?") !=
          std::string::npos);
}

TEST_SUITE_END();
