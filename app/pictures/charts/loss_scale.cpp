#include "app/pictures/charts/loss_scale.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace glassformer {

namespace {

constexpr std::size_t fewest_levels = 4, most_levels = 12;

/// The number that a text of ours says.
double written(const std::string& text) {
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

/// All numbers of these leading digits between the ends.
std::vector<double> levels_of(const LossScale& scale, std::span<const double> digits) {
    std::vector<double> levels;
    const auto first = static_cast<int>(std::floor(std::log10(scale.low)));
    const auto last = static_cast<int>(std::floor(std::log10(scale.high)));
    for (int exponent = first; exponent <= last; ++exponent)
        for (const double digit : digits) {
            const double level = written(fmt::format("{}e{}", digit, exponent));  // as it is written
            if (level > scale.low && level < scale.high) levels.push_back(level);
        }
    return levels;
}

}  // namespace

double LossScale::share(double loss) const {
    if (!std::isfinite(loss)) return loss;
    return (std::log10(std::max(loss, low)) - std::log10(low)) / (std::log10(high) - std::log10(low));
}

Colour LossScale::colour(const Theme& theme, double loss) const {
    return heat_colour(theme, HeatMap::spectrum, Meaning::plain, static_cast<float>(share(loss)));
}

ChartAxis LossScale::axis(std::string title) const {
    return {.title = std::move(title), .low = low, .high = high, .logarithmic = true};
}

LossScale fit_losses(std::span<const std::span<const double>> surfaces) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    double low = infinite, high = 0;
    for (const std::span<const double> losses : surfaces)
        for (const double loss : losses) {
            if (!std::isfinite(loss) || loss <= 0) continue;
            low = std::min(low, loss);
            high = std::max(high, loss);
        }
    if (low > high) return {};
    // Flat to the last digit: a scale of its own width around it.
    if (high < low * (1 + 1e-6)) return {low / 1.1, high * 1.1};
    return {low, high};
}

std::vector<double> contour_levels(const LossScale& scale) {
    static constexpr std::array<double, 2> coarse{1, 3};
    static constexpr std::array<double, 3> usual{1, 2, 5};
    static constexpr std::array<double, 6> fine{1, 1.5, 2, 3, 5, 7};
    static constexpr std::array<double, 14> finer{1, 1.2, 1.5, 1.7, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9};
    for (const auto digits :
         {std::span<const double>(coarse).first(1), std::span<const double>(coarse), std::span<const double>(usual),
          std::span<const double>(fine), std::span<const double>(finer)})
        if (std::vector<double> levels = levels_of(scale, digits);
            levels.size() >= fewest_levels + 1 && levels.size() <= most_levels)
            return levels;
    // Hardly any rise: multiples of a round number, in steps alike.
    const double step_at_least = (scale.high - scale.low) / 9;
    const auto exponent = static_cast<int>(std::floor(std::log10(step_at_least)));
    for (const int digit : {1, 2, 5, 10}) {
        const double step = digit * std::pow(10.0, exponent);
        if (step < step_at_least * (1 - 1e-9)) continue;
        std::vector<double> levels;
        const int decimals = std::max(0, digit == 10 ? -exponent - 1 : -exponent);
        for (double n = std::ceil(scale.low / step); n * step < scale.high && levels.size() < most_levels; ++n)
            if (const double level = written(fmt::format("{:.{}f}", n * step, decimals)); level > scale.low)
                levels.push_back(level);
        return levels;
    }
    return {};
}

std::string contour_text(double level) {
    std::string text = fmt::format("{:.12g}", level);
    if (const std::size_t zero = text.find("e-0"); zero != std::string::npos) text.erase(zero + 2, 1);
    return with_minus(text);
}

void draw_loss_scale(Painter& painter, const Rect& rect, const LossScale& scale, std::string_view name) {
    const Theme& theme = painter.theme();
    const float em = painter.em();
    Rect rest = rect;
    const TextStyle small{.colour = theme.muted, .size = em::small};
    Rect bar = rest.take_top(0.7F * em);
    if (const float wide = painter.measure(name, em::small).width + 0.8F * em; wide < 0.5F * rect.w) {
        Rect label = bar.take_left(wide);
        label.y -= 0.4F * em;
        label.h += 0.8F * em;
        text_in(painter, label, name, small);
    }
    bar = bar.snapped();
    if (bar.w < em) return;
    const auto pieces = static_cast<int>(std::min(bar.w, 160.0F));
    std::vector<float> shares(static_cast<std::size_t>(pieces));
    for (int i = 0; i < pieces; ++i)
        shares[static_cast<std::size_t>(i)] = (static_cast<float>(i) + 0.5F) / static_cast<float>(pieces);
    painter.heatmap({.data = shares.data(), .rows = 1, .cols = pieces, .row_stride = pieces}, bar,
                    {.map = HeatMap::spectrum, .limit = 1, .low = 0, .gap = 0, .own_scale = true});
    painter.stroke(bar, theme.border);
    const AxisScale along(scale.axis({}));
    float free_from = rect.x;
    for (const AxisTick& tick : axis_ticks(scale.axis({}), std::max(2, static_cast<int>(bar.w / (4 * em))))) {
        const float x = bar.x + static_cast<float>(along.share(tick.value)) * bar.w;
        if (x < bar.x - 0.5F || x > bar.right() + 0.5F) continue;
        painter.line({x, bar.bottom()}, {x, bar.bottom() + 0.25F * em}, theme.muted);
        const std::string text = contour_text(tick.value);
        const float wide = painter.measure(text, em::small).width;
        const float left = std::clamp(x - wide / 2, rect.x, std::max(rect.x, rect.right() - wide));
        if (left < free_from) continue;
        painter.text({left, bar.bottom() + 0.2F * em}, text, small);
        free_from = left + wide + 0.5F * em;
    }
}

}  // namespace glassformer
