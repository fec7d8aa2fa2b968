// What was drawn over the picture with the pen: strokes, kept for each step of a lesson and for the window without one.
#pragma once

#include <array>
#include <map>
#include <span>
#include <vector>

#include "app/paint/painter.h"

namespace glassformer {

/// A color of the pen: on a light and on a dark ground.
struct PenColour {
    const char* name;
    Colour on_light, on_dark;
};
inline constexpr int pen_colour_count = 4;
const std::array<PenColour, pen_colour_count>& pen_colours();

struct Stroke {
    int colour = 0;            // of pen_colours()
    std::vector<Vec2> points;  // shares of the window's width and height, so that a larger window keeps them in place
};

class Strokes {
public:
    static constexpr int without_lesson = -1;  // the page of strokes that belong to no step

    void begin(int page, int colour, Vec2 at);
    /// The stroke that was begun goes on to this place.
    void extend(Vec2 at);
    void end() { open_ = nullptr; }
    bool drawing() const { return open_ != nullptr; }

    std::span<const Stroke> of(int page) const;
    /// Takes the last stroke of a page away; false where there is none.
    bool undo(int page);
    bool clear(int page);
    /// Those of all steps of a lesson.
    void forget_steps();

private:
    std::map<int, std::vector<Stroke>> pages_;
    Stroke* open_ = nullptr;
};

void draw_strokes(Painter& painter, const Rect& window, std::span<const Stroke> strokes);

}  // namespace glassformer
