// Lines of one paragraph whose words have several faces, with formulas and numbers among them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "app/lessons/rich_text.h"

namespace glassformer {

/// How a paragraph's plain words look.
struct RichLook {
    float size = em::large;
    Colour colour;
    bool bold = false;
};

/// Words of one span, or its formula, side by side on one line.
struct RichRun {
    std::size_t span = 0;
    bool formula = false;
    std::string text;  // of a formula: its markup
    Face face = Face::sans;
    float size = em::large;
    float x = 0, width = 0;         // from the line's left end
    float ascent = 0, descent = 0;  // over and under the baseline
    bool wrapped = false;           // a formula that is too wide for a line and is alone on several
    WritingDirection direction = WritingDirection::of_most_letters;
};

struct RichLine {
    std::vector<RichRun> runs;
    float width = 0;
    float above = 0, below = 0;  // the baseline; with the space to the next line
};

struct RichLines {
    std::vector<RichLine> lines;
    float width = 0, height = 0;  // of the widest line, of all
    bool right_to_left = false;   // begins at the right
};

/// Breaks between words; a word, number or formula wider than a line is broken, too. Nothing is lost but the spaces at
/// the ends of lines.
RichLines lay_out(Painter& painter, std::span<const LessonSpan> spans, float width, const RichWords& words,
                  const RichLook& look);
/// Draws the lines from `at` on, each aligned in `width`. `place`: its block and cell, for `places`.
void draw_lines(Painter& painter, const RichLines& lines, std::span<const LessonSpan> spans, Vec2 at, float width,
                Align align, const RichWords& words, const RichLook& look, const RichPlace& place,
                std::vector<RichPlace>* places, bool draw);

/// Height of a line of plain words.
float line_height(Painter& painter, float size);
/// A span's text as it is drawn, without its look: a live number's digits.
std::string text_of(const LessonSpan& span, const RichWords& words);

/// A table: the rows from the first of `rows` on. Returns its height.
float rich_table(Painter& painter, const Rect& place, std::span<const LessonBlock> rows, std::size_t first_block,
                 const RichWords& words, const RichLook& look, std::vector<RichPlace>* places, bool draw);

}  // namespace glassformer
