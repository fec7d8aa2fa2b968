// The units of a piece side by side, characters or first symbols, and boxes over them: what the steps of every model
// are drawn on.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/paint/painter.h"

namespace glassformer {

struct UnitRow {
    std::vector<std::string> units;         // as they are written
    std::vector<float> starts;              // pixels: of each unit, and the end of the last one
    std::vector<std::size_t> borders = {};  // bytes where each begins, and the end; only of characters

    /// `byte`: a border.
    float x_of(std::size_t byte) const;
};
/// `least`: width of a unit, in em.
UnitRow units_in_row(Painter& painter, std::vector<std::string> units, float least);
UnitRow characters_in_row(Painter& painter, std::string_view text, float least);

/// How far the units are moved to the left so that those between two places are in sight.
float shift_to_show(float from, float to, float width);
/// The row at which a list of so many begins so that one of them, and the one after it, is in sight.
int first_of_list(int count, int rows, int shown);

/// How a stretch of units is drawn: coming ones, which no step has made yet, as outlines.
struct UnitBox {
    float strength = 0.1F;  // of the accent, 0 to 1
    bool marked = false, coming = false, unknown = false;
    float size = em::body;
};
void draw_unit_box(Painter& painter, const Rect& place, std::string_view text, const UnitBox& style);

}  // namespace glassformer
