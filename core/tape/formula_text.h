// Parses formula markup (docs/formula-markup.md) into a tree, and prints it flat for the command line.
// The typesetter of the window reads the same tree.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/tape/meaning.h"

namespace glassformer {

struct FormulaNode {
    enum class Kind : std::uint8_t {
        row,          // children one after another
        symbol,       // text: one character, set in italics where it is a letter
        upright,      // text: words, numbers, names of functions
        space,        // a thin space
        fraction,     // children: above, below
        root,         // child: under the root
        subscript,    // child: below the line, belongs to what stands before it
        superscript,  // child: above the line
        coloured,     // child in the colour of `meaning`
        placeholder,  // text: "out" or the operand's number, not replaced yet
    };
    Kind kind = Kind::row;
    std::string text{};
    Meaning meaning = Meaning::plain;
    std::vector<FormulaNode> children{};
};

/// What is read of a markup: the tree is walked by recursion, and every layout measures its parts again at each level.
inline constexpr std::size_t longest_formula = 4096;  // bytes
inline constexpr int deepest_formula = 32;

/// The tree of a markup; a row at the top. Throws Error that names the place of an unknown or unfinished command, and
/// where it is longer than longest_formula or nested deeper than deepest_formula.
FormulaNode parse_formula(std::string_view markup);

/// The markup as one line of plain text: \frac{a}{b} as a / b, with parentheses where they are needed.
std::string plain_formula(std::string_view markup);
std::string plain_formula(const FormulaNode& node);

/// A symbol that a placeholder stands for.
struct FormulaSymbol {
    std::string markup;  // "Q", "W_{O}"
    Meaning meaning = Meaning::plain;
};
/// Replaces {out}, {0}, {1} … by the symbols in their meanings' colours. Placeholders without a symbol stay.
std::string with_symbols(std::string_view markup, const FormulaSymbol& out, std::span<const FormulaSymbol> operands);

}  // namespace glassformer
