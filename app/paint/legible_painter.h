// A surface on which no text is smaller than what can be read from the last row: smaller text is measured and drawn in
// that size.
#pragma once

#include <algorithm>

#include "app/paint/painter_above.h"

namespace glassformer {

class LegiblePainter : public PainterAbove {
public:
    /// `pixels`: the least size, logical; 0: none.
    LegiblePainter(Painter& below, float pixels) : PainterAbove(below), least_(pixels / below.em()) {}

    float least_text() const override { return least_; }
    void text(Vec2 at, std::string_view utf8, const TextStyle& style) override {
        TextStyle legible = style;
        legible.size = std::max(style.size, least_);
        below().text(at, utf8, legible);
    }
    TextSize measure(std::string_view utf8, float size, Face face) override {
        return below().measure(utf8, std::max(size, least_), face);
    }

private:
    const float least_;  // in em
};

}  // namespace glassformer
