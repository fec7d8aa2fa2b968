// docs/curriculum.md against the lectures: each of the 63 rows names steps that are in the lessons, and where the
// program shows it.
#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/base/file.h"
#include "core/io/assets.h"
#include "core/lesson/read_lesson.h"
#include "core/lesson/reading_order.h"
#include "tests/support/support.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

/// How many rows each part of the curriculum has: 63 together.
const std::map<char, int> parts{{'A', 11}, {'B', 13}, {'C', 5}, {'D', 10}, {'E', 8}, {'F', 11}, {'G', 5}};

std::vector<std::string> split(const std::string& text, const std::string& at) {
    std::vector<std::string> parts_of;
    std::size_t from = 0;
    for (std::size_t to = text.find(at); to != std::string::npos; from = to + at.size(), to = text.find(at, from))
        parts_of.push_back(text.substr(from, to - from));
    parts_of.push_back(text.substr(from));
    return parts_of;
}

/// The lines of the document's tables before and after its heading on the lectures, by their first word.
std::map<std::string, std::string> rows_of(bool lectures) {
    const std::string text = read_text_file(source_dir() / "docs" / "curriculum.md");
    const std::size_t heading = text.find("\n## In the lectures\n");
    REQUIRE(heading != std::string::npos);
    std::istringstream lines(lectures ? text.substr(heading) : text.substr(0, heading));
    std::map<std::string, std::string> rows;
    for (std::string line; std::getline(lines, line);) {
        const std::vector<std::string> cells = split(line, " | ");
        if (!line.starts_with("| ") || cells.front() == "| row") continue;
        const std::string first = cells.front().substr(2);
        CHECK(rows.emplace(first.substr(0, first.find(' ')), line).second);
    }
    return rows;
}

}  // namespace

TEST_SUITE_BEGIN("curriculum_lectures");

TEST_CASE("each of the 63 rows is shown by steps that are in the lectures, and by a scene") {
    std::map<std::string, std::set<std::string>> titles;
    for (const std::filesystem::path& file : lesson_files(source_dir() / "assets")) {
        const Lesson lesson = read_lesson(file);
        if (!is_whole_lecture(lesson.lecture, lesson.minutes)) continue;
        for (const LessonStep& step : lesson.steps) titles[file.stem().string()].insert(step.title);
    }
    CHECK(titles.size() == 5);
    const std::map<std::string, std::string> scenes = rows_of(false), shown = rows_of(true);
    for (const auto& [part, count] : parts)
        for (int i = 1; i <= count; ++i) {
            const std::string id = part + std::to_string(i);
            CAPTURE(id);
            CHECK(scenes.contains(id));
            REQUIRE(shown.contains(id));
            const std::string line = shown.at(id);
            const std::string steps = split(line, " | ").at(1);
            for (const std::string& named : split(steps.substr(0, steps.rfind(" |")), "; ")) {
                CAPTURE(named);
                const std::size_t colon = named.find(": ");
                REQUIRE(colon != std::string::npos);
                CHECK(titles[named.substr(0, colon)].contains(named.substr(colon + 2)));
            }
        }
    CHECK(shown.size() == 63);
}

TEST_SUITE_END();
