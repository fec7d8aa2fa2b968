#include "app/paint/colour_limits.h"

#include <fmt/core.h>

#include <charconv>
#include <cmath>

#include "app/paint/painter.h"

namespace glassformer {

namespace {

constexpr float smallest_limit = 1e-30F, largest_limit = 1e30F;

/// A number without its spaces, with "−" or "-" as its sign.
std::optional<float> number_in(std::string_view text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == ' ') continue;
        const bool minus = text.substr(i).starts_with("−");
        plain += minus ? '-' : text[i];
        if (minus) i += 2;
    }
    float value = 0;
    const auto read = std::from_chars(plain.data(), plain.data() + plain.size(), value);
    if (plain.empty() || read.ec != std::errc{} || read.ptr != plain.data() + plain.size() || !std::isfinite(value))
        return {};
    return value;
}

bool allowed(float limit) { return limit >= smallest_limit && limit <= largest_limit; }

}  // namespace

const std::optional<float>& ColourLimits::of(ScaleKind kind) const {
    static const std::optional<float> none;
    return kind == ScaleKind::numbers ? numbers : kind == ScaleKind::probabilities ? probabilities : none;
}

std::optional<float>& ColourLimits::of(ScaleKind kind) {
    return kind == ScaleKind::probabilities ? probabilities : numbers;
}

ScaleKind scale_kind(const HeatStyle& style) {
    if (style.own_scale || style.meaning == Meaning::gradient) return ScaleKind::its_own;
    if (style.map == HeatMap::diverging) return ScaleKind::numbers;
    const bool shares = style.meaning == Meaning::weight || style.meaning == Meaning::output;
    return style.map == HeatMap::sequential && shares ? ScaleKind::probabilities : ScaleKind::its_own;
}

HeatStyle held(const ColourLimits& limits, HeatStyle style) {
    if (const std::optional<float> limit = limits.of(scale_kind(style))) {
        style.limit = *limit;
        style.low = 0;
    }
    return style;
}

bool is_held(const ColourLimits& limits, const HeatStyle& style) { return limits.of(scale_kind(style)).has_value(); }

std::optional<float> parse_colour_limit(ScaleKind kind, std::string_view text) {
    std::optional<float> limit;
    const std::size_t dots = text.find("..");
    if (dots != std::string_view::npos) {
        const auto low = number_in(text.substr(0, dots)), high = number_in(text.substr(dots + 2));
        if (!low || !high || *low != (kind == ScaleKind::probabilities ? 0 : -*high)) return {};
        limit = high;
    } else {
        if (text.starts_with("±")) text.remove_prefix(std::string_view("±").size());
        limit = number_in(text);
    }
    return limit && allowed(*limit) ? limit : std::nullopt;
}

std::optional<ColourLimits> parse_colour_limits(std::string_view text) {
    ColourLimits limits;
    if (text == "auto") return limits;
    while (true) {
        const std::size_t comma = text.find(',');
        const std::string_view one = text.substr(0, comma);
        if (one.find("..") == std::string_view::npos) return {};
        bool known = false;
        for (const ScaleKind kind : {ScaleKind::numbers, ScaleKind::probabilities}) {
            const auto limit = parse_colour_limit(kind, one);
            if (!limit) continue;
            if (limits.of(kind)) return {};  // said twice
            limits.of(kind) = limit;
            known = true;
        }
        if (!known) return {};
        if (comma == std::string_view::npos) return limits;
        text.remove_prefix(comma + 1);
    }
}

std::string to_text(const ColourLimits& limits) {
    if (!limits.any()) return "auto";
    std::string text;
    if (limits.numbers) text = fmt::format("-{}..{}", *limits.numbers, *limits.numbers);
    if (limits.probabilities) text += fmt::format("{}0..{}", text.empty() ? "" : ",", *limits.probabilities);
    return text;
}

std::string limit_text(ScaleKind kind, float limit) {
    return (kind == ScaleKind::probabilities ? "0…" : "±") + fmt::format("{:.3g}", limit);
}

std::string limits_text(const ColourLimits& limits) {
    std::string text;
    if (limits.numbers) text = limit_text(ScaleKind::numbers, *limits.numbers);
    if (limits.probabilities)
        text += (text.empty() ? "" : " · ") + limit_text(ScaleKind::probabilities, *limits.probabilities);
    return text;
}

}  // namespace glassformer
