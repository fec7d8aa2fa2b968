// The units of a piece side by side, characters or first symbols, and boxes over them: what the steps of every model
// are drawn on.
#pragma once

#include <cstddef>
#include <span>
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

/// The part of a row that has room.
struct RowWindow {
    Rect units = {};               // where they are drawn
    float shift = 0;               // how far they are moved to the left
    Rect before = {}, after = {};  // where it is said how many are left out; empty where none are

    float left() const { return units.x - shift; }  // of the first one
    bool holds(float x, float right) const;         // wholly in sight
    /// What can be seen of a box: all of it, as much as can be read, or nothing (an empty one).
    Rect seen(const Rect& box, float em) const;
};
/// All of a row of so many pixels where it fits, else so that what is between two places is in sight.
RowWindow row_window(const Rect& room, float total, float from, float to, float em);
/// "… 13 more" in the place beside a row; tinted: what matters most is among them.
void draw_more(Painter& painter, const Rect& place, std::size_t count, bool before, float tint = 0);
/// The row at which a list of so many begins so that one of them is in sight, and the one after it where there is room.
int first_of_list(int count, int rows, int shown);

/// How a stretch of units is drawn: coming ones, which no step has made yet, as outlines.
struct UnitBox {
    float strength = 0.1F;  // of the accent, 0 to 1
    bool marked = false, coming = false, unknown = false;
    bool plain = false;  // of no meaning: grey
    float size = em::body;
};
void draw_unit_box(Painter& painter, const Rect& place, std::string_view text, const UnitBox& style);

/// What a box of one kind means.
struct BoxMeaning {
    UnitBox box = {};
    std::string text = {};
};
/// From the left, over as many lines as they need; returns the height. `draw` false: only measures.
float draw_meanings(Painter& painter, const Rect& area, std::span<const BoxMeaning> meanings, bool draw = true);

}  // namespace glassformer
