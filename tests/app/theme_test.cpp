// Themes: text can be read, and both ends of every heatmap can be told apart, also without red and green cones.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "app/paint/theme.h"

using namespace glassformer;

namespace {

float linear(float c) { return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f); }
float luminance(Colour c) { return 0.2126f * linear(c.r) + 0.7152f * linear(c.g) + 0.0722f * linear(c.b); }

/// What a person without one kind of cone sees, in linear light (Machado, Oliveira and Fernandes 2009, severity 1).
Colour seen(Colour c, bool deuteranope) {
    const float r = linear(c.r), g = linear(c.g), b = linear(c.b);
    if (deuteranope)
        return {0.367322f * r + 0.860646f * g - 0.227968f * b, 0.280085f * r + 0.672501f * g + 0.047413f * b,
                -0.011820f * r + 0.042940f * g + 0.968881f * b};
    return {0.152286f * r + 1.052583f * g - 0.204868f * b, 0.114503f * r + 0.786281f * g + 0.099216f * b,
            -0.003882f * r - 0.048116f * g + 1.051998f * b};
}
float distance(Colour a, Colour b) {
    const auto root = [](float v) { return std::cbrt(std::max(0.0f, v)); };  // roughly as bright as it looks
    return std::hypot(root(a.r) - root(b.r), root(a.g) - root(b.g), root(a.b) - root(b.b));
}

}  // namespace

TEST_SUITE_BEGIN("theme_test");

TEST_CASE("themes are found by name, and there are a dark, a light and a high-contrast one") {
    for (const char* name : {"dark", "light", "contrast"}) {
        REQUIRE(find_theme(name));
        CHECK(find_theme(name)->name == name);
    }
    CHECK(find_theme("solarized") == nullptr);
    std::set<std::string_view> names;
    for (const Theme* theme : all_themes()) {
        CHECK(names.insert(theme->name).second);
        CHECK(find_theme(theme->name) == theme);
        CHECK((", " + themes_text() + ",").find(", " + std::string(theme->name) + ",") != std::string::npos);
    }
}

TEST_CASE("text and the colours of meanings can be read on every surface") {
    for (const Theme* theme : all_themes()) {
        CAPTURE(theme->name);
        for (const Colour surface : {theme->background, theme->panel, theme->card, theme->field, theme->control}) {
            CHECK(contrast(theme->text, surface) >= 7);
            CHECK(contrast(theme->muted, surface) >= 4.5f);
            CHECK(contrast(theme->accent_text, surface) >= 4.5f);
            CHECK(contrast(theme->accent, surface) >= 3);  // lines and marks
        }
        for (std::size_t m = 0; m < meaning_count; ++m) {
            CAPTURE(meaning_names[m]);
            CHECK(contrast(colour(*theme, static_cast<Meaning>(m)), theme->card) >= 4.5f);
            CHECK(contrast(colour(*theme, static_cast<Meaning>(m)), theme->background) >= 4.5f);
        }
        CHECK(contrast(theme->on_accent, theme->accent) >= 4.5f);
        const Colour fill = theme->tones[static_cast<std::size_t>(Meaning::query)].positive;
        CHECK(contrast(text_on(*theme, fill), fill) >= 4.5f);
    }
    CHECK(contrast(hex(0xffffff), hex(0x000000)) == doctest::Approx(21));
}

TEST_CASE("positive, zero and negative differ for every kind of eye") {
    for (const Theme* theme : all_themes())
        for (std::size_t m = 0; m < meaning_count; ++m) {
            CAPTURE(theme->name);
            CAPTURE(meaning_names[m]);
            const Tone& tone = theme->tones[m];
            for (const bool deuteranope : {true, false}) {
                CHECK(distance(seen(tone.positive, deuteranope), seen(tone.negative, deuteranope)) > 0.15f);
                CHECK(distance(seen(tone.positive, deuteranope), seen(theme->heat_zero, deuteranope)) > 0.15f);
                CHECK(distance(seen(tone.negative, deuteranope), seen(theme->heat_zero, deuteranope)) > 0.15f);
                CHECK(distance(seen(tone.positive, deuteranope), seen(tone.red, deuteranope)) > 0.15f);
                CHECK(distance(seen(tone.red, deuteranope), seen(theme->heat_zero, deuteranope)) > 0.15f);
            }
        }
}

TEST_CASE("every palette of heatmaps can be read by every kind of eye, and one of them in grey") {
    REQUIRE(all_palettes().size() >= 3);
    CHECK(find_palette("rainbow") == nullptr);
    for (const Theme* theme : all_themes())
        for (const PaletteRow& row : all_palettes()) {
            CAPTURE(theme->name);
            CAPTURE(row.name);
            CHECK(find_palette(row.name)->palette == row.palette);
            const Theme& with = with_palette(*theme, row.palette);
            CHECK(with.name == theme->name);
            CHECK(&with_palette(with, row.palette) == &with);
            for (std::size_t m = 0; m < meaning_count; ++m) {
                const auto meaning = static_cast<Meaning>(m);
                const auto at = [&](HeatMap map, float t) { return heat_colour(with, map, meaning, t); };
                for (const bool deuteranope : {true, false}) {
                    const auto apart = [&](HeatMap map, float a, float b) {
                        return distance(seen(at(map, a), deuteranope), seen(at(map, b), deuteranope));
                    };
                    CHECK(apart(HeatMap::diverging, -1, 1) > 0.15f);
                    CHECK(apart(HeatMap::diverging, -1, 0) > 0.15f);
                    CHECK(apart(HeatMap::diverging, 0, 1) > 0.15f);
                    CHECK(apart(HeatMap::sequential, 0, 1) > 0.3f);
                }
                if (row.palette != HeatPalette::lightness) continue;
                for (const HeatMap map : {HeatMap::diverging, HeatMap::sequential}) {
                    float before = -1;
                    for (int i = 0; i <= 32; ++i) {
                        const float t = static_cast<float>(i) / 32;
                        const float now = luminance(at(map, map == HeatMap::diverging ? 2 * t - 1 : t));
                        CHECK(now > before);
                        before = now;
                    }
                }
            }
        }
}

TEST_CASE("in a lit room a quarter of the scale differs from zero, on both sides") {
    // Stray light of 10 % of white is on every pixel of a projector's picture.
    const auto on_the_wall = [](Colour a, Colour b) {
        const float la = luminance(a) + 0.1F, lb = luminance(b) + 0.1F;
        return std::max(la, lb) / std::min(la, lb);
    };
    for (const char* name : {"light", "paper"})
        for (std::size_t m = 0; m < meaning_count; ++m) {
            CAPTURE(name);
            CAPTURE(meaning_names[m]);
            const auto at = [&](float t) {
                return heat_colour(*find_theme(name), HeatMap::diverging, static_cast<Meaning>(m), t);
            };
            CHECK(on_the_wall(at(0.25F), at(0)) >= 1.4F);
            CHECK(on_the_wall(at(-0.25F), at(0)) >= 1.4F);
        }
}

TEST_CASE("negative numbers have no second hue, but in the palette that says so") {
    const auto hue_apart = [](Colour a, Colour b) {  // of the colours without their grey
        const auto plain = [](Colour c) { return (c.r + c.g + c.b) / 3; };
        const float pa = plain(a), pb = plain(b);
        const float dot = (a.r - pa) * (b.r - pb) + (a.g - pa) * (b.g - pb) + (a.b - pa) * (b.b - pb);
        return dot < 0;
    };
    const auto chroma = [](Colour c) { return std::max({c.r, c.g, c.b}) - std::min({c.r, c.g, c.b}); };
    for (const Theme* theme : all_themes())
        for (std::size_t m = 0; m < meaning_count; ++m) {
            CAPTURE(theme->name);
            CAPTURE(meaning_names[m]);
            const Tone& tone = theme->tones[m];
            const auto meaning = static_cast<Meaning>(m);
            CHECK(chroma(tone.negative) < 0.25F);
            if (chroma(tone.positive) > 0.3F) CHECK_FALSE(hue_apart(tone.positive, tone.negative));
            CHECK(bar_colour(*theme, meaning, true) == tone.negative);
            CHECK(bar_colour(with_palette(*theme, HeatPalette::red), meaning, true) == tone.red);
            CHECK(heat_colour(with_palette(*theme, HeatPalette::red), HeatMap::diverging, meaning, -1) == tone.red);
        }
}

TEST_CASE("heat colours go from one end of the scale to the other") {
    const Theme& theme = *find_theme("dark");
    const Tone& tone = theme.tones[static_cast<std::size_t>(Meaning::score)];
    CHECK(heat_colour(theme, HeatMap::diverging, Meaning::score, 0) == theme.heat_zero);
    CHECK(heat_colour(theme, HeatMap::diverging, Meaning::score, 1) == tone.positive);
    CHECK(heat_colour(theme, HeatMap::diverging, Meaning::score, 5) == tone.positive);
    CHECK(heat_colour(theme, HeatMap::diverging, Meaning::score, -1) == tone.negative);
    CHECK(heat_colour(theme, HeatMap::sequential, Meaning::score, 0) == theme.heat_zero);
    CHECK(heat_colour(theme, HeatMap::sequential, Meaning::score, 1) == tone.positive);
    float before = -1;
    for (int i = 0; i <= 64; ++i) {
        const float now =
            luminance(heat_colour(theme, HeatMap::spectrum, Meaning::position, static_cast<float>(i) / 64));
        CHECK(now > before);
        before = now;
    }
}

TEST_CASE("a number that is none has its own heat color, and no number leaves the ramp") {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    for (const Theme* theme : all_themes())
        for (const HeatMap map : {HeatMap::diverging, HeatMap::sequential, HeatMap::spectrum}) {
            CHECK(heat_colour(*theme, map, Meaning::score, nan) == theme->not_a_number);
            CHECK(heat_colour(*theme, map, Meaning::score, infinity) == heat_colour(*theme, map, Meaning::score, 1));
            CHECK(heat_colour(*theme, map, Meaning::score, -infinity) == heat_colour(*theme, map, Meaning::score, -1));
            const Ramp colours = ramp(*theme, map, Meaning::score);
            CHECK(sample(colours, nan) == colours.stops.front());
        }
}

TEST_SUITE_END();
