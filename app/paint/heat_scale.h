// From a number to what its heatmap cell looks like, for every surface: vector files and tables ask it cell by cell,
// the window's shader (shaders/heatmap.frag) does the same arithmetic with the same colours.
#pragma once

#include <array>

#include "app/paint/painter.h"

namespace glassformer {

/// Lines across a cell begin every so many pixels of a row, counted from the heatmap's left top corner: about half the
/// height of the text, so that they are seen from as far as the text is read. Even; text of 15 pixels has 8.
int hatch_period(float em);
inline constexpr float usual_em = 15;  // where no surface says its own

/// A cell's ground, and the lines across it where its number is not finite.
struct HeatFill {
    Colour ground;       // alpha 0: none
    Colour ink{.a = 0};  // of the lines
    int width = 0;       // pixels of a row that a line takes, out of `period`
    int period = hatch_period(usual_em);
    bool falling = false;  // to the right
    /// The colour of a pixel, counted as hatch_period() says; alpha 0: nothing is drawn.
    Colour at(int x, int y) const;
};

class HeatScale {
public:
    HeatScale(const Theme& theme, const HeatStyle& style, float em = usual_em);
    /// With the limit that is held on the surface, if one is.
    HeatScale(const Painter& painter, const HeatStyle& style)
        : HeatScale(painter.theme(), held(painter.limits(), style), painter.em()) {}

    /// A finite number has a colour of the ramp. −∞ is hatched without a ground, +∞ is the top of the scale hatched the
    /// other way, NaN has broad stripes in magenta.
    HeatFill fill(float value) const;

    const Ramp& ramp() const { return ramp_; }
    /// Where the ramp begins, how long it is, and what a number is multiplied by before: no difference of two numbers
    /// overflows, and no scale has the length 0.
    float low() const { return low_; }
    float span() const { return span_; }
    float factor() const { return factor_; }
    /// NaN, −∞ and +∞, as the shader numbers them.
    std::array<HeatFill, 3> special() const;

private:
    const Theme& theme_;
    Ramp ramp_;
    float low_ = 0, span_ = 1, factor_ = 1;
    int period_ = hatch_period(usual_em);
};

/// Draws a cell as the shader does, its lines counted from `origin`.
void fill_cell(Painter& painter, const Rect& cell, const HeatFill& fill, Vec2 origin);

}  // namespace glassformer
