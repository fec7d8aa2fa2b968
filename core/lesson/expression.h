// Expressions over a run, as lessons write them: "max(blocks.1.attn.weights[head 1, it])", "a ≥ 0.5 and not b".
// Grammar (docs/lessons.md):
//   condition  = sum [("<" | "<=" | ">" | ">=" | "=" | "!=" | "≈") sum], joined by "and", "or", "not"
//   sum        = products with + and -; products with * · and /; a power with ^
//   primary    = number | "words" | function(…) | (condition) | stage[index, …] | stage
//   index      = * | number from 0 | head n | token n | first | last | word [n] | "words" [n]
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace glassformer {

struct Expression;
using ExpressionPtr = std::shared_ptr<const Expression>;

/// One index of a cell, as it is written.
struct CellIndex {
    enum class Kind : std::uint8_t { all, number, head, token, first, last, word };
    Kind kind = Kind::all;
    int number = 0;         // number: from 0; head and token: from 1; word: which of those alike, from 1
    std::string word = {};  // of a token, or of the vocabulary
};

struct Expression {
    enum class Kind : std::uint8_t { number, words, reference, call, sign, negation, binary };
    Kind kind = Kind::number;
    double number = 0;
    std::string name;                     // the words; a stage; a function; an operator: "+", "≤", "and"
    bool indexed = false;                 // a reference has brackets
    std::vector<CellIndex> indices = {};  // of a reference
    std::vector<ExpressionPtr> operands = {};
    int column = 1;  // bytes, where it begins in the text
};

/// What is wrong with an expression, and where in it: its first byte is column 1.
class ExpressionError : public Error {
public:
    ExpressionError(int at, const std::string& what) : Error(what), column(at) {}
    int column;
};

/// Throws ExpressionError.
ExpressionPtr parse_expression(std::string_view text);

/// A reference alone, as a link names it: "blocks.1.attn.weights[head 1, it, animal]", "logits".
ExpressionPtr parse_reference(std::string_view text);

/// "max(x) : 1%" as the expression and its format; no format: "".
struct FormattedExpression {
    ExpressionPtr expression;
    std::string text = {};  // without the format
    int decimals = -1;     // -1: as the window writes such numbers
    bool percent = false;  // times 100
};
FormattedExpression parse_formatted(std::string_view text);

}  // namespace glassformer
