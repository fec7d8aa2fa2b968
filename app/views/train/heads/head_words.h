// The words at the sides of an attention map.
#pragma once

#include <string>
#include <vector>

#include "app/paint/painter.h"

namespace glassformer {

enum class WordLean : std::uint8_t { lying, slanted, upright };  // of the words above the columns
inline constexpr float slanted_slope = 0.71F;                    // sine of 45°
inline constexpr float beside_cells = 0.4F;                      // em between words and cells

/// The words of a map's sides, of which all are named that have room, and those that must be in any case.
struct NamedLines {
    std::vector<int> forced;
    int every = 1;  // of the others
    bool named(int line) const;
};
/// `line`: height of a word, `cell`: what a row or a column has. A word that is forced and negative is none.
NamedLines named_lines(float line, float cell, std::vector<int> forced);

/// Pixels of the longest word, `most` at most.
float longest_word(Painter& painter, const std::vector<std::string>& words, float most, float size);
/// How the words above columns so wide are written, and how high they are then. `trail`: what the last word may take
/// beyond the last column. `longest`: pixels of the longest word.
struct ColumnWords {
    WordLean lean = WordLean::lying;
    float above = 0;
};
ColumnWords fit_column_words(Painter& painter, float cell, float longest, float trail, float size);

/// Left of the rows, as long as `width` allows; `lit` is in the accent.
void draw_row_words(Painter& painter, const Rect& cells, const std::vector<std::string>& words, float width, float size,
                    int lit = -1);
/// Above the columns; `lit` are in the accent and named in any case.
void draw_column_words(Painter& painter, const Rect& cells, const std::vector<std::string>& words,
                       const ColumnWords& place, float size, const std::vector<int>& lit = {});

}  // namespace glassformer
