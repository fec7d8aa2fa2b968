// Where the numbers lie that a norm reads, with what it measures of them: their mean and deviation, or their rms.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/pictures/story/story_picture.h"
#include "app/pictures/story/token_path_picture.h"

namespace glassformer {

namespace {

void ends_below(Painter& painter, const Rect& box, float low, float high) {
    const Theme& theme = painter.theme();
    const float y = box.bottom() + 0.1F * painter.em();
    painter.text({box.x, y}, short_number(static_cast<double>(low)),
                 {.colour = theme.muted, .size = em::small, .align = Align::left});
    painter.text({box.right(), y}, short_number(static_cast<double>(high)),
                 {.colour = theme.muted, .size = em::small, .align = Align::right});
}

}  // namespace

void draw_norm_histogram(Painter& painter, const Rect& box, const TokenPath& path, const TokenRow& row, Colour ink) {
    const Theme& theme = painter.theme();
    const float em = painter.em();
    const std::vector<float>& numbers = row.norm_input(path).numbers;
    const bool rms = path.norm_kind == Norm::rmsnorm;
    if (!std::isfinite(rms ? row.rms : row.deviation)) return;
    const auto [least, most] = std::ranges::minmax(numbers);
    const auto mark = static_cast<float>(rms ? row.rms : row.deviation), mean = static_cast<float>(row.mean);
    const float low = std::min(least, rms ? 0 : mean - mark), high = std::max(most, rms ? mark : mean + mark);
    const float span = std::max(high - low, 1e-9F);
    const auto place = [&](float x) { return box.x + box.w * (x - low) / span; };
    const auto bins =
        static_cast<std::size_t>(std::clamp(1.6F * std::sqrt(static_cast<float>(numbers.size())), 6.0F, 32.0F));
    std::vector<int> counts(bins, 0);
    for (const float number : numbers) {
        const auto bin = static_cast<std::size_t>(static_cast<float>(bins) * (number - low) / span);
        ++counts[std::min(bin, bins - 1)];
    }
    const auto tallest = static_cast<float>(std::ranges::max(counts));
    const float wide = box.w / static_cast<float>(bins);
    const float from = rms ? 0 : mean - mark, to = rms ? mark : mean + mark;
    painter.fill({place(from), box.y, std::max(1.0F, place(to) - place(from)), box.h},
                 mix(theme.background, theme.accent, 0.12F));
    for (std::size_t i = 0; i < bins; ++i) {
        const float high_of = box.h * static_cast<float>(counts[i]) / tallest;
        if (counts[i] > 0)
            painter.fill(
                {box.x + static_cast<float>(i) * wide, box.bottom() - high_of, std::max(1.0F, wide - 1), high_of}, ink);
    }
    painter.line({box.x, box.bottom()}, {box.right(), box.bottom()}, theme.faint, 1);
    const float centre = place(rms ? mark : mean);
    painter.line({centre, box.y - 0.2F * em}, {centre, box.bottom()}, theme.accent, 2);
    const float top = box.y - 0.2F * em;
    const TextStyle name{
        .colour = theme.accent_text, .size = em::small, .align = Align::centre, .anchor = Anchor::bottom};
    const auto inside = [&](float x, float width) { return std::clamp(x, box.x + width / 2, box.right() - width / 2); };
    const std::string symbol = rms ? "rms" : "μ";
    const float symbol_width = painter.measure(symbol, em::small).width;
    painter.text({inside(centre, symbol_width), top}, symbol, name);
    if (!rms) {  // σ to the right of the mean, where it does not meet its name
        const float y = box.y + 0.2F * em, end = place(mean + mark);
        painter.line({centre, y}, {end, y}, theme.accent, 2);
        const float width = painter.measure("σ", em::small).width;
        const float x = std::max(inside(end, width), inside(centre, symbol_width) + (symbol_width + width) / 2 + 2);
        if (x + width / 2 <= box.right() + width) painter.text({x, top}, "σ", name);
    }
    ends_below(painter, box, low, high);
}

}  // namespace glassformer
