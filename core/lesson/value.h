// The value of an expression in a run: numbers that the run computed, and the words that belong to them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/named_number.h"
#include "core/lesson/expression.h"
#include "core/session/evaluation.h"
#include "core/tape/cell_name.h"

namespace glassformer {

/// What an expression may read.
struct LessonRuns {
    const Evaluation* shown = nullptr;               // the run with the step's changes
    const Evaluation* original = nullptr;            // without them; null: it is the same run
    const Evaluation* other = nullptr;               // run B of Compare; null: there is none
    const std::vector<NamedNumber>* page = nullptr;  // of the page that is shown; null: no page is known
};

struct LessonValue {
    enum class Kind : std::uint8_t { number, truth, words, array };
    Kind kind = Kind::number;
    double number = 0;   // of a truth 1 or 0
    bool whole = false;  // counted: written without decimals
    std::string words = {};

    // Of an array: its entries, row-major, and where they come from.
    std::vector<double> entries = {};
    std::vector<Dimension> dimensions = {};
    const Evaluation* run = nullptr;
    int record = -1;           // −1: computed from several
    Cell selection = {};       // Cell::all along `dimensions`, in their order
    bool probability = false;  // numbers of a stage whose values are between 0 and 1
};

/// Throws ExpressionError at the part that cannot be evaluated: a stage that the model does not have, a word that is
/// not in the text, an index that is out of range, gradients that were not computed.
LessonValue evaluate(const Expression& expression, const LessonRuns& runs);

/// The cells that a reference names, in `runs.shown`: Cell::all along what it leaves open.
NamedCell find_cells(const Expression& reference, const LessonRuns& runs);

/// True where a condition holds; an expression that is no condition is an ExpressionError.
bool holds(const Expression& condition, const LessonRuns& runs);

using WriteNumber = std::function<std::string(double)>;

/// Of each comparison that keeps the condition from holding its two values, "left 0.25, right 0.5"; "" where there is
/// none: it holds, or it has none.
std::string sides_text(const Expression& condition, const LessonRuns& runs, const WriteNumber& write);

/// The value as text: with the decimals that the format asks for, else as `write` writes a number.
std::string value_text(const FormattedExpression& formatted, const LessonValue& value, const WriteNumber& write);

/// It reads a number of the page that is shown.
bool reads_page(const Expression& expression);

}  // namespace glassformer
