#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "app/pictures/charts/line_chart_parts.h"

namespace glassformer {

namespace {

/// Whether a straight line from one point to another meets a rectangle.
bool meets(Vec2 from, Vec2 to, const Rect& rect) {
    float first = 0, last = 1;  // shares of the line that are inside
    const auto cut = [&](float start, float way, float low, float high) {
        if (way == 0) {
            if (start < low || start > high) last = -1;
            return;
        }
        const float a = (low - start) / way, b = (high - start) / way;
        first = std::max(first, std::min(a, b));
        last = std::min(last, std::max(a, b));
    };
    cut(from.x, to.x - from.x, rect.x, rect.right());
    cut(from.y, to.y - from.y, rect.y, rect.bottom());
    return first <= last;
}

/// Names over the lines of a chart, none of which covers another; where they can, they keep off the series.
class LineNames {
public:
    LineNames(Painter& painter, const LineChartLayout& layout, std::span<const LineRun> runs)
        : painter_(painter), line_(layout.line), inside_(layout.drawn.plot), runs_(runs) {}

    /// Over the line of a level or below it: as far right as it covers nothing, else at the right end, left of the
    /// names that are there.
    void name_level(const ChartLevel& level, float y) {
        const bool whole = level.brief.empty() || wide(level.name) <= inside_.w - 0.6F * painter_.em();
        const PlacedText text = cut(whole ? level.name : level.brief);
        const float end = inside_.right() - 0.3F * painter_.em();
        constexpr int tries = 16;
        const float by = std::max(0.0F, end - text.box.w - inside_.x) / tries;
        for (const int most : {0, 1000000})
            for (int i = 0; i <= tries; ++i) {
                const float left = end - text.box.w - static_cast<float>(i) * by;
                if (left < inside_.x - 0.01F) break;
                const std::array places{Vec2{left, y - line_ - 1}, Vec2{left, y + 1}};
                if (draw_at_best(text, places, level.colour, most)) return;
            }
    }

    /// On a flag at the end of an upright line, where it covers least of the series.
    void name_flag(const std::string& name, float x, Colour colour) {
        if (name.empty()) return;
        const float pad = 0.35F * painter_.em(), width = wide(name) + 2 * pad, high = line_ + 1;
        std::optional<Rect> best;
        int least = 0;
        for (const float y : {inside_.y, inside_.bottom() - high})
            for (const float left : {x, std::min(x, inside_.right()) - width}) {
                const Rect flag{left, y, width, high};
                if (!is_inside(flag)) continue;
                const int crossed = crossings(flag.inset(1));  // not the line itself
                if (best && crossed >= least) continue;
                best = flag;
                least = crossed;
            }
        if (!best) return;
        drawn_.push_back(*best);
        painter_.fill(*best, colour);
        painter_.text({best->x + pad, best->centre().y}, name,
                      {.colour = text_on(painter_.theme(), colour), .size = em::small, .anchor = Anchor::middle});
    }

    /// Beside an upright line, as high as it covers no other name and nothing of the series; where none is free of
    /// these, at the place that covers least.
    void name_mark(const std::string& name, float x, Colour colour) {
        const PlacedText text = cut(name);
        const float away = 0.25F * painter_.em();
        std::vector<Vec2> places;
        for (float top = inside_.y + 2; top + line_ <= inside_.bottom(); top += 0.5F * line_) {
            places.push_back({x + away, top});
            places.push_back({x - away - text.box.w, top});
        }
        draw_at_best(text, places, colour);
    }

private:
    float wide(const std::string& name) { return painter_.measure(name, em::small).width; }
    PlacedText cut(const std::string& name) {
        PlacedText text{{}, shortened(painter_, name, inside_.w, em::small, Face::sans)};
        text.box = {0, 0, painter_.measure(text.text, em::small).width, line_};
        return text;
    }
    bool is_inside(const Rect& box) const {
        return box.x >= inside_.x - 0.01F && box.right() <= inside_.right() + 0.01F && box.y >= inside_.y - 0.01F &&
               box.bottom() <= inside_.bottom() + 0.01F;
    }
    const Rect* in_the_way(const Rect& box) const {
        for (const Rect& other : drawn_)
            if (box.x < other.right() && other.x < box.right() && box.y < other.bottom() && other.y < box.bottom())
                return &other;
        return nullptr;
    }
    int crossings(const Rect& box) const {
        int count = 0;
        for (const LineRun& run : runs_) {
            if (run.size() == 1 && box.contains(run.front())) ++count;
            for (std::size_t i = 1; i < run.size(); ++i)
                if (meets(run[i - 1], run[i], box)) ++count;
        }
        return count;
    }
    /// Draws the text at that of the places where it covers no other name and least of the series, `most` lines, if
    /// there is one.
    bool draw_at_best(PlacedText text, std::span<const Vec2> places, Colour colour, int most = 1000000) {
        std::optional<Rect> best;
        int least = 0;
        for (const Vec2 place : places) {
            const Rect box{place.x, place.y, text.box.w, line_};
            if (!is_inside(box) || in_the_way(box) != nullptr) continue;
            const int crossed = crossings(box);
            if (crossed > most || (best && crossed >= least)) continue;
            best = box;
            least = crossed;
        }
        if (!best) return false;
        text.box = *best;
        draw(text, colour, least > 0);
        return true;
    }
    void draw(const PlacedText& text, Colour colour, bool over_series) {
        drawn_.push_back(text.box);
        if (text.text.empty()) return;
        if (over_series) painter_.fill(text.box.inset(-2, 0), painter_.theme().field.faded(0.7F), 2);
        painter_.text({text.box.x, text.box.centre().y}, text.text,
                      {.colour = colour, .size = em::small, .anchor = Anchor::middle});
    }

    Painter& painter_;
    const float line_;
    const Rect inside_;
    const std::span<const LineRun> runs_;
    std::vector<Rect> drawn_;
};

}  // namespace

void draw_levels_and_marks(Painter& painter, const LineChartLayout& layout, const LineChart& chart,
                           std::vector<LineRun> runs) {
    const Rect& plot = layout.drawn.plot;
    const AxisScale across(layout.drawn.across), up(layout.drawn.up);
    const auto on_axis = [](double share) { return share >= -1e-9 && share <= 1 + 1e-9; };
    const auto level_at = [&](const ChartLevel& level) {
        return std::round(plot.bottom() - static_cast<float>(up.share(level.y)) * plot.h) + 0.5F;
    };
    const auto mark_at = [&](const ChartMark& mark) {
        return std::round(plot.x + static_cast<float>(across.share(mark.x)) * plot.w) + 0.5F;
    };
    // The names keep off the other lines too.
    const auto draw_line = [&](Vec2 from, Vec2 to, Colour colour) {
        painter.dashed(from, to, colour);
        runs.push_back({from, to});
    };
    for (const ChartLevel& level : chart.levels)
        if (on_axis(up.share(level.y)))
            draw_line({plot.x, level_at(level)}, {plot.right(), level_at(level)}, level.colour);
    for (const ChartMark& mark : chart.marks) {
        if (!on_axis(across.share(mark.x))) continue;
        const Vec2 top{mark_at(mark), plot.y}, foot{mark_at(mark), plot.bottom()};
        if (mark.flag) {
            painter.line(top, foot, mark.colour, 1.5F);
            runs.push_back({top, foot});
        } else {
            draw_line(top, foot, mark.colour);
        }
    }
    if (!layout.grid) return;
    LineNames names(painter, layout, runs);
    for (const ChartMark& mark : chart.marks) {
        if (!on_axis(across.share(mark.x))) continue;
        if (mark.flag)
            names.name_flag(mark.name, mark_at(mark), mark.colour);
        else
            names.name_mark(mark.name, mark_at(mark), mark.colour);
    }
    for (const ChartLevel& level : chart.levels)
        if (on_axis(up.share(level.y))) names.name_level(level, level_at(level));
}

}  // namespace glassformer
