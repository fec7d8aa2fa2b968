// Derivation of a cell as rows of arithmetic: its terms, the largest first, and the others summed in one row. Every
// number comes from Trace::derive; the panel draws the rows, and copying writes them as text.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "app/pictures/board/picture.h"

namespace glassformer {

struct ArithmeticPiece {
    std::string text;
    Meaning meaning = Meaning::plain;
    CellRef source{};     // the cell of the number; a click goes there
    bool strong = false;  // results
    bool markup = false;  // formula markup, not plain text
};

struct ArithmeticRow {
    enum class Kind : std::uint8_t {
        heading,  // "S[it, animal] =", "μ, mean of the row"
        term,
        rest,   // "+ 12 smaller terms = 0.44"
        total,  // "= 4.33"
        note,
    };
    Kind kind = Kind::term;
    std::vector<ArithmeticPiece> pieces;
    double share = 0;  // of the step's largest term, −1 … 1: length of the bar
    bool bar = false;
    CellRef source{};                        // of the term: a click on its row goes there
    std::string label{};                     // what the sum runs over: a token, "dim 12", "neuron 40"; "bias"
    std::vector<ArithmeticPiece> typeset{};  // the label with its symbol, where it is a cell's name
    int step = 0;                            // rows of one step are aligned
    int term = -1;                           // which of the step's terms it is
};

struct Arithmetic {
    std::vector<ArithmeticRow> rows;
    double value = 0;
};

/// In which order the terms of a sum are written where all of them are: the largest first, or as they are added up.
enum class TermSort : std::uint8_t { size, index };

/// Rows for one cell. `largest`: terms shown of the last step; earlier steps (μ, σ, the row maximum) show half as many,
/// at most three. A term unlike the others of its sum (a bias, ε) always has its own row.
Arithmetic arithmetic_of(const Evaluation& evaluation, const CellRef& cell, int largest = 6);
/// The same with the first of these numbers of terms that `fits`, else with the last one. The cell is derived once:
/// over a vocabulary that takes far longer than writing the rows.
Arithmetic fitting_arithmetic(const Evaluation& evaluation, const CellRef& cell, std::span<const int> largest,
                              const std::function<bool(const Arithmetic&)>& fits, TermSort sort = TermSort::size);

/// All terms of all steps of a cell as comma-separated values, in the order in which they are added up, with a line of
/// names: step, term, what it belongs to, its factors, its value. Numbers are exact (float).
std::string terms_csv(const Evaluation& evaluation, const CellRef& cell);

/// "+ 12 smaller terms = 0.44"
std::string smaller_terms(std::size_t count, const std::string& sum);

/// "S[it, animal]" as pieces: the symbol in its colour, then the names of row and column.
std::vector<ArithmeticPiece> cell_name(const Evaluation& evaluation, const CellRef& cell);
/// One line of plain text, for tooltips: "S[it, animal]".
std::string plain_name(const Evaluation& evaluation, const CellRef& cell);

/// All rows as plain lines, for the clipboard.
std::string text(const Arithmetic& arithmetic);

/// Of a sum that is written to its end, and then of the sums of the steps before it.
inline constexpr int most_terms = 2000;

/// Widths of an arithmetic's rows, by step.
struct TermWidths {
    struct Step {
        float terms[2]{-1, -1};  // the widest term in the size of the first row, and in that of the others
        float label = 0;         // the widest label beside a bar
    };
    std::map<int, Step> steps{};
    float em = 0;
    std::size_t rows = 0;
};

}  // namespace glassformer
