// Exercises as lessons name them: what a front matter may say, and what a seed decides.
#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <string>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/exercises/exercise.h"
#include "core/io/assets.h"
#include "core/io/model_folder.h"
#include "core/lesson/read_lesson.h"
#include "core/tape/formula_text.h"
#include "tests/support/support.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("exercises");

namespace {

OpenModel assets_model() {
    const auto roles = std::make_shared<const Model>(load_model(find_model("roles", source_dir() / "assets")));
    return [roles](const std::string&) { return roles; };
}

Lesson lesson_with(const std::string& line) {
    return lesson_from_text("---\ntitle: T\n" + line + "\n---\n\n## Step\n\nWords.\n", "t.md");
}

/// All that a sheet shows of an exercise.
std::string shown(const Exercise& exercise) {
    std::string all = exercise.kind + "\n" + exercise.title + "\n";
    for (const auto* parts : {&exercise.question, &exercise.solution})
        for (const ExercisePart& part : *parts) {
            all += part.text + part.formula + "\n";
            for (const NumberTable& table : part.tables) {
                all += table.name;
                for (const auto& row : table.cells)
                    for (const std::string& cell : row) all += " " + cell;
            }
        }
    for (const ExerciseAnswer& answer : exercise.answers)
        for (const double value : answer.values) all += " " + written_answer(value, answer.decimals);
    return all;
}

}  // namespace

TEST_CASE("a front matter names exercises in the order of the sheet, with the places of their names") {
    const Lesson lesson = lesson_with("exercises: dot-scores,  causal-mask,\n  rope");
    REQUIRE(lesson.exercises.size() == 3);
    CHECK(lesson.exercises[1].kind == "causal-mask");
    CHECK(lesson.exercises[0].place == LessonPlace{3, 12});
    CHECK(lesson.exercises[1].place == LessonPlace{3, 25});
    CHECK(lesson.exercises[2].place.line == 4);
    CHECK(lesson_with("about: nothing").exercises.empty());
    const std::vector<Exercise> sheet = draw_worksheet(lesson, 3, 5, assets_model());
    REQUIRE(sheet.size() == 5);
    CHECK(sheet[2].kind == "rope");
    CHECK(sheet[3].kind == "dot-scores");       // from the first again …
    CHECK(shown(sheet[3]) != shown(sheet[0]));  // … with other numbers
}

TEST_CASE("lines that name no exercises are refused with their place") {
    const auto refused = [](const std::string& line) {
        return message_of([&] { check_exercises(lesson_with(line)); });
    };
    CHECK(refused("exercises: dot-scores, casual-mask") ==
          "t.md:3:24: there is no exercise \"casual-mask\"; did you mean \"causal-mask\"?");
    CHECK(refused("exercises: dot-scores,, rope").starts_with("t.md:3:23: \"exercises\" has names with a comma"));
    CHECK(refused("exercises:").starts_with("t.md:3:12: \"exercises\" has names with a comma"));
    CHECK(refused("exercises: rope, alibi, rope") == "t.md:3:25: the exercise \"rope\" is named twice");
    CHECK(refused("exercises: Rope").find("has a name of small letters") != std::string::npos);
    CHECK(refused("exercises: dot scores").find("not \"dot scores\"") != std::string::npos);
    CHECK(refused("exercises: rope\n  alibi").find("has a name of small letters") != std::string::npos);
    CHECK(refused("exercise: rope") ==
          "t.md:3:1: there is no key \"exercise\" in the front matter; did you mean "
          "\"exercises\"?");
    std::string many = "exercises: a0";
    for (int i = 1; i < 41; ++i) many += ", a" + std::to_string(i);
    CHECK(refused(many) == "t.md:3:11: a lesson names at most 40 exercises");
    CHECK(refused("exercises: rope").empty());
    const OpenModel open = assets_model();
    CHECK(message_of([&] { draw_worksheet(lesson_with("about: x"), 1, 10, open); }).find("t.md names no exercises") ==
          0);
    CHECK(message_of([&] {
              draw_worksheet(lesson_with("exercises: rope"), 1, 0, open);
          }).find("a worksheet has 1 to 40 exercises, not 0") == 0);
}

TEST_CASE("a seed decides every number, and another seed has others") {
    const OpenModel open = assets_model();
    const std::vector<ExerciseKind> kinds = all_exercises();
    CHECK(kinds.size() >= 38);
    std::set<std::string_view> names;
    for (const ExerciseKind& kind : kinds) {
        CAPTURE(kind.name);
        CHECK(names.insert(kind.name).second);
        std::set<std::string> sheets;
        for (std::uint64_t seed = 0; seed < 8; ++seed) sheets.insert(shown(draw_exercise(kind, seed, 0, open)));
        CHECK(sheets.size() >= 6);  // few numbers can be drawn twice
        CHECK(shown(draw_exercise(kind, 5, 0, open)) == shown(draw_exercise(kind, 5, 0, open)));
    }
}

TEST_CASE("no answer is degenerate, and all that is written can be typeset") {
    const OpenModel open = assets_model();
    for (const ExerciseKind& kind : all_exercises())
        for (std::uint64_t seed = 100; seed < 112; ++seed) {
            CAPTURE(kind.name);
            CAPTURE(seed);
            const Exercise made = draw_exercise(kind, seed, 0, open);
            CHECK_FALSE(made.solution.empty());
            for (const ExerciseAnswer& answer : made.answers)
                for (const double value : answer.values) {
                    const double scaled = std::abs(value) * std::pow(10, answer.decimals);
                    CHECK(std::isfinite(value));
                    CHECK((value == 0 || scaled >= 0.5));
                    CHECK(std::abs(scaled - std::floor(scaled) - 0.5) >= 0.01);
                }
            const auto typeset = [&](const std::string& markup) {
                CAPTURE(markup);
                const std::string plain = plain_formula(markup);
                CHECK(plain.find_first_of("{}\\") == std::string::npos);  // no operand's place is left
            };
            for (const auto* parts : {&made.question, &made.solution})
                for (const ExercisePart& part : *parts) {
                    typeset(part.formula);
                    CHECK(part.text.find("- ") == std::string::npos);  // a minus sign, no hyphen
                    for (std::size_t at = part.text.find('$'); at != std::string::npos;) {
                        const std::size_t end = part.text.find('$', at + 1);
                        REQUIRE(end != std::string::npos);
                        typeset(part.text.substr(at + 1, end - at - 1));
                        at = part.text.find('$', end + 1);
                    }
                    for (const NumberTable& table : part.tables) {
                        typeset(table.name);
                        for (const auto& row : table.cells)
                            for (const std::string& cell : row) typeset(cell);
                        for (const std::string& name : table.col_names) typeset(name);
                        for (const std::string& name : table.row_names) typeset(name);
                    }
                }
            for (const ExerciseAnswer& answer : made.answers) typeset(answer.name);
        }
}

TEST_CASE("the five lectures and a built-in lesson make ten exercises each") {
    const OpenModel open = assets_model();
    for (const char* file :
         {"assets/lessons/bloem.md", "assets/lessons/cs224n.md", "assets/lessons/cs52570.md", "assets/lessons/cs60010.md",
          "assets/lessons/ling574.md", "assets/lessons/self-attention.md"}) {
        CAPTURE(file);
        const Lesson lesson = read_lesson(source_dir() / file);
        CHECK(lesson.exercises.size() == 10);
        CHECK(draw_worksheet(lesson, 1, 10, open).size() == 10);
    }
}

TEST_CASE("the document lists every kind of exercise with its title") {
    const std::string document = read_file(source_dir() / "docs" / "lessons.md", 1U << 20U);
    for (const ExerciseKind& kind : all_exercises()) {
        CAPTURE(kind.name);
        CHECK(document.find("| `" + std::string(kind.name) + "` | " + kind.title + " |") != std::string::npos);
    }
}

TEST_SUITE_END();
