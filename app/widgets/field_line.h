// Where the letters of one line stand that is written from right to left, or partly: for the caret, the mouse and the
// marks of a text field. The line has the direction of its first letter. Places in the text are bytes, places on the
// line pixels from its left end.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "app/paint/painter.h"

namespace glassformer {

class FieldLine {
public:
    FieldLine(Painter& painter, std::string_view text, float size);

    struct Span {
        float left = 0, right = 0;
    };
    float width() const { return cells_.empty() ? 0 : cells_.back().at.right; }
    /// The caret between two letters: where the letter before it ends; before the first one, where that begins.
    float caret(std::size_t byte) const;
    /// The place between two letters that is nearest to `x` on the letter there.
    std::size_t byte_at(float x) const;
    /// What a part of the text covers, from left to right: several spans where it is written in both directions.
    std::vector<Span> spans(std::size_t begin, std::size_t end) const;

private:
    struct Cell {  // a letter, or several that are drawn as one sign
        std::size_t begin, end;
        std::size_t letters;
        bool right_to_left;
        Span at;
    };
    /// How far a place within a cell is from its left end.
    float within(const Cell& cell, std::size_t byte) const;

    std::string_view text_;
    std::vector<Cell> cells_;  // from left to right
};

}  // namespace glassformer
