// Colours, by meaning: a theme is a row of data, and everything drawn asks it. Heatmaps colour a value through a ramp,
// by the one rule of app/paint/heat_scale.h.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/tape/meaning.h"

namespace glassformer {

/// sRGB with straight alpha, each 0 to 1.
struct Colour {
    float r = 0, g = 0, b = 0, a = 1;
    constexpr Colour faded(float alpha) const { return {r, g, b, a * alpha}; }
    bool operator==(const Colour&) const = default;
};
constexpr Colour hex(std::uint32_t rgb) {
    return {static_cast<float>(rgb >> 16 & 255) / 255, static_cast<float>(rgb >> 8 & 255) / 255,
            static_cast<float>(rgb & 255) / 255, 1};
}
constexpr Colour mix(Colour a, Colour b, float t) {
    return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t, a.a + (b.a - a.a) * t};
}

/// A meaning's colour, what negative values of such a tensor take, and what they take in the palette "red".
struct Tone {
    Colour positive, negative, red;
};

/// Rule for the colours of heatmaps.
enum class HeatPalette : std::uint8_t { meaning, red, blue_orange, lightness };

struct Theme {
    std::string_view name;   // "dark"
    std::string_view title;  // "Dark"
    bool dark;
    Colour background;  // the canvas
    Colour panel;       // bars, rail, side panel
    Colour card;        // boxes on a panel
    Colour border;
    Colour control;      // buttons, chips
    Colour control_hot;  // … under the mouse
    Colour field;        // text fields
    Colour text;
    Colour muted;         // captions, labels that are not selected
    Colour faint;         // grid lines, disabled
    Colour accent;        // selection, the cursor, the played part of the timeline
    Colour accent_text;   // the same for text, which needs more contrast than lines do
    Colour on_accent;     // text on the accent
    Colour warning;       // messages that something is wrong
    Colour heat_zero;     // a heatmap cell of value 0
    Colour masked;        // the hatching of a cell of value −∞
    Colour not_a_number;  // the stripes of a NaN cell
    std::array<Tone, meaning_count> tones;
    HeatPalette palette = HeatPalette::meaning;
};

struct PaletteRow {
    HeatPalette palette;
    std::string_view name, title;  // "blue-orange", "Blue to orange"
    std::string_view hint;         // whom it is for
};
std::span<const PaletteRow> all_palettes();             // in the order of the settings
const PaletteRow& palette_row(HeatPalette palette);     // the row of one
const PaletteRow* find_palette(std::string_view name);  // null where there is none
/// The theme with its heatmaps in another palette; labels and lines keep the colours of their meanings.
const Theme& with_palette(const Theme& theme, HeatPalette palette);

std::span<const Theme* const> all_themes();      // in the order of the menu; the first is the default
const Theme* find_theme(std::string_view name);  // null where there is none
std::string themes_text();                       // their names, for sentences: "dark, light, contrast"

Colour colour(const Theme& theme, Meaning meaning);  // of labels, lines and text

enum class HeatMap : std::uint8_t {
    diverging,   // −limit … 0 … limit; zero is nearly the background
    sequential,  // low … limit, from nearly the background to the meaning's colour: probabilities, magnitudes
    spectrum,    // low … limit through many hues of rising lightness: patterns of position
};

/// The colour of a bar for a positive or a negative number, on the surfaces that text stands on.
Colour bar_colour(const Theme& theme, Meaning meaning, bool negative);

/// Colours at equal distances from the low end to the high end.
struct Ramp {
    std::array<Colour, 9> stops{};
    int count = 0;
};
Ramp ramp(const Theme& theme, HeatMap map, Meaning meaning);
Colour sample(const Ramp& ramp, float t);  // t from 0 to 1, clamped

/// The colour of a value: t is value / limit (−1 … 1) for diverging, (value − low) / (limit − low) (0 … 1) otherwise.
Colour heat_colour(const Theme& theme, HeatMap map, Meaning meaning, float t);

/// Text that can be read on a fill: the theme's text colour or its opposite, whichever contrasts more.
Colour text_on(const Theme& theme, Colour fill);
/// Contrast ratio of two opaque colours, 1 to 21 (WCAG 2.1, relative luminance).
float contrast(Colour a, Colour b);

}  // namespace glassformer
