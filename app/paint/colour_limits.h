// Colour limits that are held: while they are, a colour stands for the same number at every stage, text and model, and
// brighter means more. The surface knows them (Painter::limits()), and every heat map and legend asks it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace glassformer {

struct HeatStyle;  // painter.h

/// What a scale is of. Signed numbers share one limit; attention weights, gates and probabilities, which lie between 0
/// and 1, share another. A scale of its own follows its matrix whatever is held: gradients, which are smaller by orders
/// of magnitude and in the map logarithmic; differences of two runs; a spectrum between two ends; exponentials.
enum class ScaleKind : std::uint8_t { numbers, probabilities, its_own };
ScaleKind scale_kind(const HeatStyle& style);

struct ColourLimits {
    std::optional<float> numbers{};        // scales go from −numbers to numbers; empty: each follows its matrix
    std::optional<float> probabilities{};  // … from 0 to probabilities: above 1 where one was edited to be
    bool any() const { return numbers || probabilities; }
    const std::optional<float>& of(ScaleKind kind) const;
    std::optional<float>& of(ScaleKind kind);
    bool operator==(const ColourLimits&) const = default;
};

/// A style with the limit that is held for it, if one is. The same again where it is held already.
HeatStyle held(const ColourLimits& limits, HeatStyle style);
bool is_held(const ColourLimits& limits, const HeatStyle& style);

/// "−2.5..2.5", "0..0.5" or both, "−2.5..2.5,0..0.5"; "auto": none. Empty where the text is none of these.
std::optional<ColourLimits> parse_colour_limits(std::string_view text);
/// What parse_colour_limits() reads, with digits for all of the limits.
std::string to_text(const ColourLimits& limits);
/// One limit as it is typed: "2.5", "±2.5", "-2.5..2.5", "0..0.5". Empty where that is none.
std::optional<float> parse_colour_limit(ScaleKind kind, std::string_view text);
/// "±2.5", "0…0.5"; "±2.5 · 0…0.5" of both.
std::string limit_text(ScaleKind kind, float limit);
std::string limits_text(const ColourLimits& limits);

}  // namespace glassformer
