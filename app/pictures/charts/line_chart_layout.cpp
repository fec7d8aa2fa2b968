#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/pictures/board/texts.h"
#include "app/pictures/charts/line_chart_parts.h"

namespace glassformer {

namespace {

// In em, or in the em of the text as it is drawn where that is larger.
constexpr float least_width_for_all = 12, least_height_for_all = 8, least_height_for_own_line = 9;
constexpr float least_width_for_grid = 9, least_height_for_grid = 5.5F;
constexpr float least_width_for_numbers = 6, least_height_for_numbers = 4;
constexpr float after_title = 0.7F;  // as much as the plot leaves free at the right
constexpr float after_sample = 0.35F, between_entries = 1.0F, between_lines = 0.15F;

float small_width(Painter& painter, std::string_view text) { return painter.measure(text, em::small).width; }

/// A legend in lines of a width, below each other from the top of a rectangle.
struct LegendLines {
    std::vector<LegendEntry> entries;
    PlacedText more;
    int lines = 1;
    bool whole = true;     // all series are in it
    float last_width = 0;  // of the last line
};

/// Names are shortened to `longest`; where `most` lines are not enough, the last one ends with the number of the
/// others.
LegendLines legend_in_lines(Painter& painter, const Rect& rect, const LineChart& chart, float longest, int most) {
    const float em = painter.em(), line = painter.measure("0", em::small).height;
    const float sample = sample_width(painter) + after_sample * em;
    LegendLines legend;
    float x = rect.x, y = rect.y;
    const std::size_t count = chart.series.size();
    const auto rest_text = [&](std::size_t rest) { return fmt::format(texts::pictures::and_more, rest); };
    for (std::size_t i = 0; i < count; ++i) {
        const float widest = std::min(longest, rect.w - sample);
        std::string name = shortened(painter, chart.series[i].name, widest, em::small, Face::sans);
        const float width = sample + small_width(painter, name);
        const bool last_line = legend.lines == most;
        const float reserved =
            last_line && i + 1 < count ? between_entries * em + small_width(painter, rest_text(count - i)) : 0;
        if (x > rect.x && x + width > rect.right() && !last_line) {
            x = rect.x;
            y += line + between_lines * em;
            ++legend.lines;
            --i;
            continue;
        }
        // Without the place for "and 3 more", where all others have room.
        const auto others_fit = [&] {
            float all = x;
            for (std::size_t j = i; j < count; ++j)
                all += sample + between_entries * em +
                       small_width(painter, shortened(painter, chart.series[j].name, widest, em::small, Face::sans));
            return all - between_entries * em <= rect.right() + 0.01F;
        };
        if (last_line && x + width + reserved > rect.right() && !others_fit()) {
            const std::string rest = rest_text(count - i);
            legend.whole = false;
            if (const float wide = small_width(painter, rest); x + wide <= rect.right()) {
                legend.more = {{x, y, wide, line}, rest};
                x += wide;
            }
            break;
        }
        legend.entries.push_back(
            {i, {x, y, sample_width(painter), line}, {{x + sample, y, width - sample, line}, name}});
        x += width + between_entries * em;
    }
    legend.last_width = x - between_entries * em - rect.x;
    return legend;
}

/// As few lines as hold all series; names give way where `most` lines are not enough.
LegendLines place_legend(Painter& painter, const Rect& rect, const LineChart& chart, int most) {
    const float shortest = 3 * painter.em();
    float longest = std::max(rect.w, shortest);
    while (longest >= shortest) {
        if (LegendLines legend = legend_in_lines(painter, rect, chart, longest, most); legend.whole) return legend;
        longest *= 0.8F;
    }
    // As many as have room, and how many more there are.
    const float more = small_width(painter, fmt::format(texts::pictures::and_more, chart.series.size()));
    const float sample = sample_width(painter) + after_sample * painter.em();
    return legend_in_lines(painter, rect, chart, rect.w - sample - between_entries * painter.em() - more, most);
}

void move_legend(LegendLines& legend, float by) {
    for (LegendEntry& entry : legend.entries) {
        entry.sample.x += by;
        entry.name.box.x += by;
    }
}

/// The whole pixels inside a rectangle.
Rect inner_pixels(const Rect& rect) {
    const float x = std::ceil(rect.x), y = std::ceil(rect.y);
    return {x, y, std::max(0.0F, std::floor(rect.right()) - x), std::max(0.0F, std::floor(rect.bottom()) - y)};
}

PlacedText placed(Painter& painter, const Rect& box, std::string_view text, float size = em::small) {
    return {box, shortened(painter, text, box.w, size, Face::sans)};
}

/// Puts title, legend and the title of the axis up into the rectangle, and cuts them off.
void place_head(Painter& painter, Rect& rest, const LineChart& chart, LineChartLayout& layout, bool titles,
                float unit) {
    const float em = painter.em();
    const float whole = rest.h;
    bool named = chart.legend && chart.series.size() > 1;
    const bool up = titles && !chart.up.title.empty();
    if (titles && !chart.title.empty()) {
        const Rect line = rest.take_top(painter.measure("0").height);
        layout.title_size = painter.measure(chart.title).width <= line.w ? em::body : em::small;
        layout.title = placed(painter, line, chart.title, layout.title_size);
        rest.take_top(between_lines * em);
        // The legend on the title's line, where it has room there.
        const float title = painter.measure(layout.title.text, layout.title_size).width + 1.5F * em;
        if (const Rect beside{line.x + title, line.centre().y - layout.line / 2, line.w - title - after_title * em,
                              layout.line};
            named && beside.w > 0) {
            if (LegendLines legend = legend_in_lines(painter, beside, chart, rest.w, 1); legend.whole) {
                move_legend(legend, beside.w - legend.last_width);
                layout.title.box.w = title - 1.5F * em;
                layout.legend = std::move(legend.entries);
                named = false;
            }
        }
    }
    if (named) {
        const float title = up ? small_width(painter, chart.up.title) + 1.5F * em : 0;
        Rect beside{rest.x + title, rest.y, rest.w - title, layout.line};
        LegendLines legend;
        if (beside.w > 0) legend = legend_in_lines(painter, beside, chart, rest.w, 1);
        if (beside.w > 0 && legend.whole) {
            if (up) move_legend(legend, beside.w - legend.last_width);
            layout.legend = std::move(legend.entries);
            if (!up) rest.take_top(layout.line + between_lines * em);
        } else {
            const int most = 1 + std::clamp(static_cast<int>((whole / unit - least_height_for_all) / 3), 0, 3);
            legend = place_legend(painter, rest, chart, most);
            rest.take_top(static_cast<float>(legend.lines) * (layout.line + between_lines * em));
            layout.legend = std::move(legend.entries);
            layout.more = std::move(legend.more);
        }
    }
    if (up) {
        layout.up = placed(painter, rest.take_top(layout.line), chart.up.title);
        layout.up.box.w = std::min(layout.up.box.w, small_width(painter, layout.up.text));
    }
}

/// As many ticks as clear each other: `box` says where the text of a tick lies.
template <typename Place, typename Box>
std::vector<PlacedTick> fitting_ticks(const ChartAxis& axis, int most, float apart, bool upright, const Place& place,
                                      const Box& box) {
    const AxisScale scale(axis);
    while (most > 0) {
        std::vector<PlacedTick> ticks;
        bool clear = true;
        std::vector<AxisTick> numbers = axis_ticks(axis, most);
        if (axis.reversed) std::ranges::reverse(numbers);
        for (AxisTick& tick : numbers) {
            const float at = place(scale.share(tick.value));
            const Rect own = box(at, tick.text);
            if (!ticks.empty()) {
                const Rect& last = ticks.back().text.box;
                clear = clear && (upright ? own.bottom() + apart <= last.y : last.right() + apart <= own.x);
            }
            ticks.push_back({at, {own, std::move(tick.text)}});
        }
        if (clear) return ticks;
        most = std::min(most, static_cast<int>(ticks.size())) - 1;
    }
    return {};
}

/// With the title of the axis across on the line of its numbers where there is little height, or on one of its own.
LineChartLayout laid_out(Painter& painter, const Rect& rect, const LineChart& chart, bool own_line) {
    const float em = painter.em();
    LineChartLayout layout;
    layout.line = painter.measure("0", em::small).height;
    layout.drawn.across = sound(chart.across);
    layout.drawn.up = sound(chart.up);
    const float unit = std::max(em, layout.line / (1.2F * em::small));
    const auto has = [&](float width, float height) {
        return rect.w >= width * unit - 0.01F && rect.h >= height * unit - 0.01F;
    };
    const bool titles = has(least_width_for_all, least_height_for_all);
    const bool numbers = has(least_width_for_numbers, least_height_for_numbers);
    layout.grid = has(least_width_for_grid, least_height_for_grid);

    Rect rest = rect;
    if (layout.grid) place_head(painter, rest, chart, layout, titles, unit);
    const float half = numbers ? layout.line / 2 : 0;
    rest.take_top(half);
    const bool numbers_across = numbers && chart.numbers_across;
    const bool named = titles && chart.numbers_across && !chart.across.title.empty();
    const bool beside = named && !own_line && rect.h < 1.5F * least_height_for_all * unit;
    Rect foot;
    if (named && !beside) foot = rest.take_bottom(layout.line);
    const Rect below = numbers_across ? rest.take_bottom(layout.line) : Rect{};
    rest.take_bottom(half);
    if (beside) foot = below;
    const Rect rows = inner_pixels(rest);  // so that the ticks are those of the plot
    rest.y = rows.y;
    rest.h = rows.h;

    const int most_up = std::clamp(static_cast<int>(rest.h / (2.4F * layout.line)) + 1, 1, 40);
    layout.ticks_up = fitting_ticks(
        layout.drawn.up, most_up, 0.5F * layout.line, true,
        [&](double share) { return rest.bottom() - static_cast<float>(share) * rest.h; },
        [&](float at, const std::string& text) {
            return Rect{rest.x, at - layout.line / 2, small_width(painter, text), layout.line};
        });
    float widest = 0;
    for (const PlacedTick& tick : layout.ticks_up) widest = std::max(widest, tick.text.box.w);
    const bool numbers_up = numbers && chart.numbers_up && widest <= 0.4F * rect.w;
    const float left = std::max(numbers_up ? widest + 0.4F * em : 0, numbers ? chart.least_left : 0);
    rest.take_left(left);
    if (numbers) rest.take_right(0.7F * em);
    const Rect plot = layout.drawn.plot = inner_pixels(rest);
    for (PlacedTick& tick : layout.ticks_up) {
        tick.text.box.x += left - 0.4F * em - tick.text.box.w;
        if (!numbers_up) tick.text.text.clear();
    }
    bool before_numbers = false;
    if (named) {
        layout.across = placed(painter, {plot.x, foot.y, plot.w, foot.h}, chart.across.title);
        Rect& box = layout.across.box;
        box.w = small_width(painter, layout.across.text);
        // Left of the numbers where the plot leaves room for it there.
        const float before = plot.x - 0.7F * em - box.w;
        before_numbers = beside && before >= rect.x;
        box.x = before_numbers ? before : beside ? rect.right() - box.w : plot.centre().x - box.w / 2;
    }
    const int most_across = std::clamp(static_cast<int>(plot.w / (2 * layout.line)) + 1, 1, 40);
    layout.ticks_across = fitting_ticks(
        layout.drawn.across, most_across, 0.8F * layout.line, false,
        [&](double share) { return plot.x + static_cast<float>(share) * plot.w; },
        [&](float at, const std::string& text) {
            const float wide = small_width(painter, text);
            return Rect{std::clamp(at - wide / 2, rect.x, std::max(rect.x, rect.right() - wide)), below.y, wide,
                        below.h};
        });
    for (PlacedTick& tick : layout.ticks_across) {
        const bool covered = beside && !before_numbers && tick.text.box.right() + 0.5F * em > layout.across.box.x;
        if (!numbers_across || covered) tick.text.text.clear();
        if (covered && rect.h >= least_height_for_own_line * unit) return laid_out(painter, rect, chart, true);
    }
    return layout;
}

}  // namespace

float sample_width(const Painter& painter) { return 1.3F * painter.em(); }

LineChartLayout lay_out(Painter& painter, const Rect& rect, const LineChart& chart) {
    return laid_out(painter, rect, chart, false);
}

}  // namespace glassformer
