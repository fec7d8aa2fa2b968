// The text of a lesson as it is read: paragraphs, lists, tables, formulas and numbers of the run, laid out in a width.
// What depends on the run (a number, a stage's formula, the colour of a matrix) is asked for; nothing is computed here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/paint/painter.h"
#include "core/lesson/lesson.h"

namespace glassformer {

/// What the spans of a lesson are in the open model. A call that is left out: the span as it was written.
struct RichWords {
    std::function<std::string(const LessonSpan&)> live;               // the number, as it is to be written
    std::function<std::string(const LessonSpan&)> formula;            // its markup
    std::function<std::optional<Meaning>(std::string_view)> meaning;  // of what a link names; none: a link outwards
    std::function<bool(const LessonSpan&)> lit;                       // what it names is pointed at in the picture
    std::function<std::string(const LessonSpan&)> place = {};         // the stage or cell that a click goes to; or ""
    std::function<std::string(const LessonSpan&)> about = {};         // what is said of it under the mouse; or ""
};

struct RichStyle {
    float size = em::large;     // of the text, in multiples of the body size
    Colour colour{0, 0, 0, 0};  // transparent: the theme's text colour
    bool displays = true;       // a formula alone is centred, and larger; else it is one among words
};

/// Where something that can be pointed at was drawn, line by line.
struct RichPlace {
    enum class Kind : std::uint8_t { link, live, formula };
    Kind kind = Kind::link;
    std::size_t block = 0;
    int cell = -1;         // of a table's row; −1: in the block's own spans
    std::size_t span = 0;  // in those spans
    Rect rect = {};
};
const LessonSpan& span_of(std::span<const LessonBlock> blocks, const RichPlace& place);

/// Draws the blocks from the top of `place` on, in its width; returns the height used. A question among them is left
/// out, and what is above or below the surface's clip is only measured. `places`: is added to. `draw` false: only
/// measures, with the same places.
float rich_text(Painter& painter, const Rect& place, std::span<const LessonBlock> blocks, const RichWords& words,
                const RichStyle& style = {}, std::vector<RichPlace>* places = nullptr, bool draw = true);

}  // namespace glassformer
