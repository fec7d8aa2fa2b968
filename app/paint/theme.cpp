#include "app/paint/theme.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

namespace {

// Negative values are the meaning's own hue, greyer and of another lightness, so that a stage has one hue. The third
// colour of a row is that of negative values in the palette "red": told from the positive one by lightness too, so that
// no kind of eye mixes them up (theme_test).
constexpr Colour crimson = hex(0xc8506e), teal = hex(0x128074), rose = hex(0xe0557d), aqua = hex(0x3fae9f);

// clang-format off
constexpr Theme dark{
    .name = "dark", .title = "Dark", .dark = true,
    .background = hex(0x14161b), .panel = hex(0x1c1f26), .card = hex(0x14161b), .border = hex(0x2c303a),
    .control = hex(0x252933), .control_hot = hex(0x303542), .field = hex(0x14161b),
    .text = hex(0xe9ebf0), .muted = hex(0x949aa8), .faint = hex(0x4b5160),
    .accent = hex(0xffd166), .accent_text = hex(0xffd166), .on_accent = hex(0x1b1a12), .warning = hex(0xff8f73),
    .heat_zero = hex(0x20232b), .masked = hex(0x68718a), .not_a_number = hex(0xff3df2),
    .tones = {{
        {hex(0x9cb6dc), hex(0x656970), crimson},        // plain
        {hex(0x46cfc4), hex(0x637270), crimson},        // residual
        {hex(0xf786c0), hex(0x7a6971), teal},           // position
        {hex(0x58a6ff), hex(0x65707d), crimson},        // query
        {hex(0xff9d57), hex(0x7a6b62), crimson},        // key
        {hex(0x6bdc8f), hex(0x657368), crimson},        // value
        {hex(0xb48cff), hex(0x706c7c), crimson},        // score
        {hex(0xc4a3ff), hex(0x706c79), crimson},        // weight
        {hex(0x86bde8), hex(0x636a6f), crimson},        // norm
        {hex(0xc6dc57), hex(0x6d7160), crimson},        // mlp
        {hex(0xf0b968), hex(0x746e65), teal},           // output
        {hex(0xa6b0ee), hex(0x676870), crimson},        // parameter
        {hex(0xf07ae6), hex(0x7a6877), teal},           // gradient
    }},
};

constexpr Theme light{
    .name = "light", .title = "Light", .dark = false,
    .background = hex(0xfbfbfc), .panel = hex(0xf1f2f5), .card = hex(0xffffff), .border = hex(0xd9dce3),
    .control = hex(0xffffff), .control_hot = hex(0xe6e9f0), .field = hex(0xffffff),
    .text = hex(0x1b1e25), .muted = hex(0x5d6473), .faint = hex(0xb4bac6),
    .accent = hex(0xb57f00), .accent_text = hex(0x8a5c00), .on_accent = hex(0x1b1a12), .warning = hex(0xb8401c),
    .heat_zero = hex(0xf0f1f4), .masked = hex(0x9ba4b8), .not_a_number = hex(0xe000d2),
    .tones = {{
        {hex(0x3b5a86), hex(0x424549), rose},          // plain
        {hex(0x045550), hex(0x738482), rose},          // residual
        {hex(0xb8317f), hex(0x4f4047), aqua},          // position
        {hex(0x1565c8), hex(0x3e4650), rose},          // query
        {hex(0xb45309), hex(0x4d423d), rose},          // key
        {hex(0x1a7a3c), hex(0x3f4741), rose},          // value
        {hex(0x6d3fd4), hex(0x454352), rose},          // score
        {hex(0x8250df), hex(0x464351), rose},          // weight
        {hex(0x1f5c8f), hex(0x424549), rose},          // norm
        {hex(0x5f7000), hex(0x44463e), rose},          // mlp
        {hex(0x8a5a10), hex(0x4a443c), aqua},          // output
        {hex(0x4d5890), hex(0x444549), rose},          // parameter
        {hex(0xa626a4), hex(0x4d404c), aqua},          // gradient
    }},
};

// White and saturated colours on black; negative values are told from positive ones by lightness as well as by hue.
constexpr Colour strong_red = hex(0xe0003c), strong_teal = hex(0x008f85);
constexpr Theme contrast_theme{
    .name = "contrast", .title = "High contrast", .dark = true,
    .background = hex(0x000000), .panel = hex(0x000000), .card = hex(0x000000), .border = hex(0x9a9fab),
    .control = hex(0x16181d), .control_hot = hex(0x3a3f4b), .field = hex(0x000000),
    .text = hex(0xffffff), .muted = hex(0xd0d4dc), .faint = hex(0x868c99),
    .accent = hex(0xffe14d), .accent_text = hex(0xffe14d), .on_accent = hex(0x000000), .warning = hex(0xffa07a),
    .heat_zero = hex(0x141414), .masked = hex(0x9aa1b2), .not_a_number = hex(0xff00f0),
    .tones = {{
        {hex(0xcfe2ff), hex(0x626975), strong_red},     // plain
        {hex(0x4dfff0), hex(0x527773), strong_red},     // residual
        {hex(0xff9ed2), hex(0x806673), strong_teal},    // position
        {hex(0x6fb7ff), hex(0x5e7184), strong_red},     // query
        {hex(0xffb066), hex(0x7f6a58), strong_red},     // key
        {hex(0x74ff9e), hex(0x57785f), strong_red},     // value
        {hex(0xcbb0ff), hex(0x716b80), strong_red},     // score
        {hex(0xd9c4ff), hex(0x716c7b), strong_red},     // weight
        {hex(0xa8d8ff), hex(0x5f6b74), strong_red},     // norm
        {hex(0xdcff4d), hex(0x6a744c), strong_red},     // mlp
        {hex(0xffd78c), hex(0x736e65), strong_teal},    // output
        {hex(0xbcc6ff), hex(0x666875), strong_red},     // parameter
        {hex(0xff9bf7), hex(0x7f657d), strong_teal},    // gradient
    }},
};

// Ink on warm paper, for bright rooms and long reading: less glare than white, the same order of meanings as "light".
constexpr Colour brick = hex(0xd6476f), pine = hex(0x2f9c8c);
constexpr Theme paper{
    .name = "paper", .title = "Paper", .dark = false,
    .background = hex(0xf7f1e3), .panel = hex(0xede5d3), .card = hex(0xfbf6ea), .border = hex(0xcfc4ab),
    .control = hex(0xfbf6ea), .control_hot = hex(0xe3d9c2), .field = hex(0xfdf9f0),
    .text = hex(0x2b2419), .muted = hex(0x62573f), .faint = hex(0xb5a98f),
    .accent = hex(0xa05a00), .accent_text = hex(0x814600), .on_accent = hex(0xfffdf8), .warning = hex(0xa3320f),
    .heat_zero = hex(0xf1e9d7), .masked = hex(0xa39470), .not_a_number = hex(0xc800bd),
    .tones = {{
        {hex(0x36507a), hex(0x363940), brick},          // plain
        {hex(0x045049), hex(0x748482), brick},          // residual
        {hex(0xa3276f), hex(0x43343b), pine},           // position
        {hex(0x0f57b3), hex(0x323a45), brick},          // query
        {hex(0x934006), hex(0x413731), brick},          // key
        {hex(0x12672f), hex(0x333c35), brick},          // value
        {hex(0x5f33c4), hex(0x393748), brick},          // score
        {hex(0x7240cd), hex(0x3a3647), brick},          // weight
        {hex(0x1c5483), hex(0x343a3f), brick},          // norm
        {hex(0x4f5d00), hex(0x383a32), brick},          // mlp
        {hex(0x73480a), hex(0x3f3831), pine},           // output
        {hex(0x474f86), hex(0x373940), brick},          // parameter
        {hex(0x921f90), hex(0x413440), pine},           // gradient
    }},
};
// clang-format on

// The first is that of a first start: a lecture hall's light eats dark pictures.
constexpr const Theme* themes[] = {&light, &dark, &contrast_theme, &paper};

/// Many hues of steadily rising lightness, so that order can be read without colour too.
constexpr std::array<Colour, 9> spectrum = {hex(0x2b0b4e), hex(0x3f2a86), hex(0x33559b), hex(0x21799c), hex(0x1f9a8f),
                                            hex(0x45b872), hex(0x8fce4a), hex(0xcfdd3a), hex(0xfdf06b)};

/// Share of the end's colour at each quarter of the way from zero: the first rises fast, so that a projector's stray
/// light leaves a quarter of the scale visible.
constexpr std::array<float, 5> risen = {0, 0.36F, 0.6F, 0.81F, 1};

struct Ends {
    Colour low, zero, high;
};
/// The ends of the scale and its middle. Blue and orange differ for every kind of eye.
Ends ends_of(const Theme& theme, Meaning meaning) {
    // Lightness rises all the way, so that a grey print keeps the order: dark blue, grey, light yellow.
    if (theme.palette == HeatPalette::lightness) return {hex(0x0b2c66), hex(0x7d7c78), hex(0xfbe756)};
    if (theme.palette == HeatPalette::blue_orange)
        return theme.dark ? Ends{hex(0x4793ff), theme.heat_zero, hex(0xffa24a)}
                          : Ends{hex(0x2166c9), theme.heat_zero, hex(0xc85a00)};
    const Tone& tone = theme.tones[static_cast<std::size_t>(meaning)];
    return {theme.palette == HeatPalette::red ? tone.red : tone.negative, theme.heat_zero, tone.positive};
}

constexpr std::array palettes{
    PaletteRow{HeatPalette::meaning, "meaning", "By role",
               "Queries blue, keys orange, scores violet; negative numbers gray"},
    PaletteRow{HeatPalette::red, "red", "By role, negative red",
               "Queries blue, keys orange, scores violet; negative numbers red or teal"},
    PaletteRow{HeatPalette::blue_orange, "blue-orange", "Blue to orange",
               "Two colors for everything (color-blind safe)"},
    PaletteRow{HeatPalette::lightness, "lightness", "Dark to light", "Readable in grayscale (color-blind safe)"},
};

float linear(float c) { return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f); }
float luminance(Colour c) { return 0.2126f * linear(c.r) + 0.7152f * linear(c.g) + 0.0722f * linear(c.b); }

}  // namespace

std::span<const Theme* const> all_themes() { return themes; }

const Theme* find_theme(std::string_view name) {
    for (const Theme* theme : themes)
        if (theme->name == name) return theme;
    return nullptr;
}

std::string themes_text() {
    std::string names;
    for (const Theme* theme : themes) names += (names.empty() ? "" : ", ") + std::string(theme->name);
    return names;
}

std::span<const PaletteRow> all_palettes() { return palettes; }

const PaletteRow& palette_row(HeatPalette palette) { return palettes[static_cast<std::size_t>(palette)]; }

const PaletteRow* find_palette(std::string_view name) {
    for (const PaletteRow& row : palettes)
        if (row.name == name) return &row;
    return nullptr;
}

const Theme& with_palette(const Theme& theme, HeatPalette palette) {
    static const auto made = [] {
        std::array<std::array<Theme, std::size(palettes)>, std::size(themes)> all{};
        for (std::size_t t = 0; t < std::size(themes); ++t)
            for (const PaletteRow& row : palettes) {
                Theme& variant = all[t][static_cast<std::size_t>(row.palette)];
                variant = *themes[t];
                variant.palette = row.palette;
            }
        return all;
    }();
    for (const auto& variants : made)
        if (variants.front().name == theme.name) return variants[static_cast<std::size_t>(palette)];
    return theme;
}

Colour colour(const Theme& theme, Meaning meaning) {
    return meaning == Meaning::plain ? theme.text : theme.tones[static_cast<std::size_t>(meaning)].positive;
}

Colour bar_colour(const Theme& theme, Meaning meaning, bool negative) {
    const Tone& tone = theme.tones[static_cast<std::size_t>(meaning)];
    // On these surfaces the palette of rising lightness has no ends that can be seen.
    if (theme.palette == HeatPalette::lightness) return negative ? tone.negative : tone.positive;
    const Ends ends = ends_of(theme, meaning);
    return negative ? ends.low : ends.high;
}

Ramp ramp(const Theme& theme, HeatMap map, Meaning meaning) {
    if (map == HeatMap::spectrum) return {spectrum, static_cast<int>(spectrum.size())};
    const Ends ends = ends_of(theme, meaning);
    // Lightness is straight where it is what carries the order.
    if (theme.palette == HeatPalette::lightness) return {{ends.low, ends.zero, ends.high}, 3};
    Ramp ramp;
    const auto add = [&](Colour end, int quarter) {
        ramp.stops[static_cast<std::size_t>(ramp.count++)] =
            quarter == 4 ? end : mix(ends.zero, end, risen[static_cast<std::size_t>(quarter)]);
    };
    if (map == HeatMap::diverging)
        for (int quarter = 4; quarter > 0; --quarter) add(ends.low, quarter);
    for (int quarter = 0; quarter <= 4; ++quarter) add(ends.high, quarter);
    return ramp;
}

Colour sample(const Ramp& ramp, float t) {
    const float place = std::isnan(t) ? 0 : std::clamp(t, 0.0F, 1.0F);  // clamp lets NaN through, which is no index
    const float at = place * static_cast<float>(ramp.count - 1);
    const int below = std::min(static_cast<int>(at), ramp.count - 2);
    const auto stop = static_cast<std::size_t>(below);
    return mix(ramp.stops[stop], ramp.stops[stop + 1], at - static_cast<float>(below));
}

Colour heat_colour(const Theme& theme, HeatMap map, Meaning meaning, float t) {
    if (std::isnan(t)) return theme.not_a_number;
    return sample(ramp(theme, map, meaning), map == HeatMap::diverging ? (t + 1) / 2 : t);
}

float contrast(Colour a, Colour b) {
    const float la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05f) / (std::min(la, lb) + 0.05f);
}

Colour text_on(const Theme& theme, Colour fill) {
    const Colour opposite = theme.dark ? hex(0x0d0e12) : hex(0xffffff);
    return contrast(theme.text, fill) >= contrast(opposite, fill) ? theme.text : opposite;
}

}  // namespace glassformer
