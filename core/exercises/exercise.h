// Exercises to be solved with paper and a pocket calculator: what is given is drawn from a seed, the answer is computed
// by the operations of the engine. A kind is a row of a table; a lesson names the kinds that its worksheet has.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.h"

namespace glassformer {

struct Lesson;  // core/lesson/lesson.h
struct Model;   // core/model/model.h

/// A matrix, or with names a table, as it is written: everything in it is formula markup.
struct NumberTable {
    std::string name = {};                             // what stands before it: "Q"; "": nothing
    std::vector<std::vector<std::string>> cells = {};  // row by row
    std::vector<std::string> row_names = {}, col_names = {};
};

/// One of the three.
struct ExercisePart {
    std::string text = {};                 // words and $formulas$
    std::string formula = {};              // on lines of its own
    std::vector<NumberTable> tables = {};  // beside one another
};

/// What is asked for, row by row.
struct ExerciseAnswer {
    std::string name;  // formula markup
    std::vector<double> values;
    int decimals = 3;
    int cols = 0;           // of a matrix; 0: all in one row
    std::string unit = {};  // formula markup, after the number
};

/// Formula markup of a result: "−0.500", "4,096".
std::string written_answer(double value, int decimals);

struct Exercise {
    std::string kind = {}, title = {};
    std::vector<ExercisePart> question = {}, solution = {};
    std::vector<ExerciseAnswer> answers = {};
    std::map<std::string, std::vector<double>> given = {};  // the numbers that were drawn, by name
    int lines = 8;                                          // of room to write
    /// A result that is worked out from the numbers as the steps show them misses it by more than one unit of its last
    /// decimal; such numbers are drawn again.
    bool rough = false;

    // What is written next: the question, then the steps of its solution.
    void ask(std::string text) { question.push_back({.text = std::move(text)}); }
    void ask_formula(std::string markup) { question.push_back({.formula = std::move(markup)}); }
    void ask_tables(std::vector<NumberTable> tables) { question.push_back({.tables = std::move(tables)}); }
    void step(std::string text) { solution.push_back({.text = std::move(text)}); }
    void step_formula(std::string markup) { solution.push_back({.formula = std::move(markup)}); }
    void step_tables(std::vector<NumberTable> tables) { solution.push_back({.tables = std::move(tables)}); }
};

/// Opens a built-in model by its name; throws Error.
using OpenModel = std::function<std::shared_ptr<const Model>(const std::string& name)>;

struct ExerciseSource {
    Random random;
    const OpenModel& open;
};

struct ExerciseKind {
    std::string_view name;  // in the front matter of lessons: "causal-mask"
    const char* title;      // over the exercise
    /// Nothing where the numbers that were drawn make a poor exercise: others are drawn then.
    std::optional<Exercise> (*draw)(ExerciseSource& from);
};

std::vector<ExerciseKind> all_exercises();
std::optional<ExerciseKind> find_exercise(std::string_view name);

/// The exercise of a kind for a seed; `copy` counts those of the same kind on one sheet. An answer is never a number
/// that is written as 0 and is none, nor one that lies so near to the middle between two written ones that the last bit
/// decides how it is rounded.
Exercise draw_exercise(const ExerciseKind& kind, std::uint64_t seed, int copy, const OpenModel& open);

inline constexpr int most_exercises = 40;  // on a sheet

/// Throws Error with the place in the lesson's file where it names a kind that does not exist.
void check_exercises(const Lesson& lesson);

/// The kinds that the lesson names, one after the other and from the first again until there are so many. Throws Error
/// where it names none, or one that does not exist.
std::vector<Exercise> draw_worksheet(const Lesson& lesson, std::uint64_t seed, int count, const OpenModel& open);

}  // namespace glassformer
