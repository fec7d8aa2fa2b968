// A surface on which some numbers are not to be seen: wherever a matrix that has them is drawn, a plate with a question
// mark stands in place of the cell, and a text that says one of them says "?".
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/paint/painter_above.h"

namespace glassformer {

class CoveringPainter : public PainterAbove {
public:
    using PainterAbove::PainterAbove;

    /// From now on these are covered: where the numbers lie, and how they are written. Both must outlive it. `all`:
    /// no number and no text is drawn.
    void begin(std::span<const float* const> cells, std::span<const std::string> written, bool all);
    /// Draws the plates over all that was drawn since; returns their places.
    std::vector<Rect> end();

    void heatmap(const ConstMatrix& matrix, const Rect& rect, const HeatStyle& style) override;
    void text(Vec2 at, std::string_view utf8, const TextStyle& style) override;

private:
    std::span<const float* const> cells_;
    std::span<const std::string> written_;
    std::vector<Rect> plates_;
    bool all_ = false;
};

/// The cell of the matrix whose number lies there; false: it has no such cell.
CellAt cell_of(const ConstMatrix& matrix, const float* number);

/// The text with "?" in place of numbers that are written so. A longer number that begins or ends so stays.
std::string without_numbers(std::string_view text, std::span<const std::string> written);

}  // namespace glassformer
