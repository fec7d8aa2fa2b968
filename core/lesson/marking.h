// Questions are marked from the run: what is right is computed, never typed.
#pragma once

#include <string>
#include <vector>

#include "core/lesson/lesson.h"
#include "core/lesson/value.h"

namespace glassformer {

/// What somebody answered.
struct GivenAnswer {
    std::string text = {};          // of token and number: as typed
    std::vector<int> options = {};  // of choice: one, from 0; of order: all, the first first
    NamedCell cell = {};            // of cell
};

struct Marked {
    bool right = false;
    std::string answer;  // the right one in words; of a goal ""
    std::vector<int> options = {};  // right, from 0: of a choice one, of an order all, the first first
    std::string said;    // why a given answer could not be read: "this is not a number"; "": it was read
};

/// What is right in these runs, and whether the given answer is. Throws ExpressionError where the question cannot be
/// marked: an expression that has no value, two options that are alike, a right answer that is NaN.
Marked mark(const LessonQuestion& question, const GivenAnswer& given, const LessonRuns& runs, const WriteNumber& write);

/// The words of an option, without its expression.
std::string words_of_option(const std::string& option);

/// "head 1, “it”, “animal”": the words of a cell's indices, numbers from 1 where they have none, and
/// beside a word that stands there twice: “a” (token 11).
std::string cell_in_words(const Evaluation& run, const NamedCell& cell);

/// An answer that is right, and one that is wrong, for the tests of lessons: of a goal nothing is given.
GivenAnswer right_answer(const LessonQuestion& question, const LessonRuns& runs);
GivenAnswer wrong_answer(const LessonQuestion& question, const LessonRuns& runs);

}  // namespace glassformer
