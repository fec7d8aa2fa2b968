// Typesets formula markup on a painter: fractions, roots, sub- and superscripts, symbols in the colours of their
// meanings. A formula wider than its place is wrapped at '=' or ',' of its top level, and made smaller as a last
// resort.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/paint/painter.h"
#include "core/tape/formula_text.h"

namespace glassformer {

struct FormulaStyle {
    float size = 1.5f;          // multiples of the body size
    Colour colour{0, 0, 0, 0};  // of everything without a meaning; transparent: the theme's text colour
    Align align = Align::centre;
};

/// A symbol in a drawn formula, with its scripts: what plain_formula() writes of it ("W^Q", "d_head", "softmax"), and
/// its place. A symbol within another one's scripts has a row after it.
struct FormulaPlace {
    std::string plain;
    Rect rect;
};

/// Width and height the formula takes at most `width` wide (wrapped there); ascent: from the top to the first baseline.
TextSize measure_formula(Painter& painter, std::string_view markup, float width, const FormulaStyle& style = {});
/// Draws it in the rectangle, vertically centred. `places`: where its symbols are.
void draw_formula(Painter& painter, std::string_view markup, const Rect& rect, const FormulaStyle& style = {},
                  std::vector<FormulaPlace>* places = nullptr);
/// Draws it on one line with its baseline at `at`, for symbols inside a picture; returns its width.
float draw_formula_at(Painter& painter, std::string_view markup, Vec2 at, const FormulaStyle& style = {});

}  // namespace glassformer
