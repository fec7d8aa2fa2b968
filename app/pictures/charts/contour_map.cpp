#include "app/pictures/charts/contour_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace glassformer {

namespace {

/// Lines that are seen on every color: a wide one of the ground under each.
void haloed(Painter& painter, std::span<const Vec2> points, Colour colour, float width) {
    painter.polyline(points, painter.theme().background.faded(0.8F), width + 2.5F);
    painter.polyline(points, colour, width);
}

Rect label_box(Painter& painter, Vec2 at, std::string_view text) {
    const TextSize size = painter.measure(text, em::small);
    const float pad = 0.2F * painter.em();
    return {at.x - size.width / 2 - pad, at.y - size.height / 2, size.width + 2 * pad, size.height};
}

bool free_of(std::span<const Rect> taken, const Rect& box) {
    return std::ranges::none_of(taken, [&](const Rect& other) {
        const Rect both = box.intersect(other);
        return both.w > 0 && both.h > 0;
    });
}

struct PlacedName {
    Rect box;
    std::string text;
};
/// Above or below a point of the map, where nothing else is.
void place_name(Painter& painter, const Rect& within, Vec2 at, const std::string& name, std::vector<Rect>& taken,
                std::vector<PlacedName>& names) {
    if (name.empty() || !within.contains(at)) return;
    const float em = painter.em();
    for (const Vec2 beside : {Vec2{0, -1.3F * em}, Vec2{0, 1.3F * em}}) {
        Rect box = label_box(painter, at + beside, name);
        box.x = std::clamp(box.x, within.x, std::max(within.x, within.right() - box.w));
        if (box.y < within.y || box.bottom() > within.bottom() || box.w > within.w || !free_of(taken, box)) continue;
        taken.push_back(box);
        names.push_back({box, name});
        return;
    }
}

void draw_name(Painter& painter, const PlacedName& name, Colour ground, Colour ink) {
    painter.fill(name.box, ground, 3);
    painter.text(name.box.centre(), name.text,
                 {.colour = ink, .size = em::small, .align = Align::centre, .anchor = Anchor::middle});
}

void draw_cells(Painter& painter, const ContourMap& map, const ContourMapDrawn& drawn) {
    const std::size_t columns = map.losses.across.size(), rows = map.losses.up.size();
    std::vector<float> shares;
    shares.reserve(columns * rows);
    for (std::size_t row = rows; row-- > 0;)  // the second axis goes up
        for (std::size_t column = 0; column < columns; ++column)
            shares.push_back(static_cast<float>(map.scale.share(map.losses.at(column, row))));
    painter.heatmap({.data = shares.data(),
                     .rows = static_cast<int>(rows),
                     .cols = static_cast<int>(columns),
                     .row_stride = static_cast<std::ptrdiff_t>(columns)},
                    drawn.cells, {.map = HeatMap::spectrum, .limit = 1, .low = 0, .gap = 0, .own_scale = true});
    painter.stroke(drawn.cells, painter.theme().border);
}

/// Lines of all levels, and each level's number once, where it covers no other.
void draw_contours(Painter& painter, const ContourMap& map, const ContourMapDrawn& drawn, std::vector<Rect>& taken) {
    const Theme& theme = painter.theme();
    std::vector<double> logarithms;
    for (const double loss : map.losses.values) logarithms.push_back(map.scale.share(loss));
    const SurfaceGrid grid{map.losses.across, map.losses.up, logarithms};
    std::vector<std::pair<PlacedName, Colour>> numbers;
    for (const double level : contour_levels(map.scale)) {
        const Colour ground = map.scale.colour(theme, level), ink = text_on(theme, ground);
        const std::vector<ContourSegment> lines = contour_lines(grid, map.scale.share(level));
        for (const ContourSegment& line : lines)
            painter.line(drawn.at(line.from), drawn.at(line.to), ink.faded(0.75F), 1.2F);
        const std::string text = contour_text(level);
        const float em = painter.em();
        // The first free place on the line from the middle of its pieces on: they come row by row.
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const ContourSegment& line = lines[(lines.size() / 3 + i * 7) % lines.size()];
            const Vec2 from = drawn.at(line.from), to = drawn.at(line.to);
            const Rect box = label_box(painter, (from + to) * 0.5F, text);
            const Rect inside = drawn.cells.inset(0.3F * em);
            if (box.x < inside.x || box.right() > inside.right() || box.y < inside.y || box.bottom() > inside.bottom())
                continue;
            if (!free_of(taken, box)) continue;
            taken.push_back(box);
            numbers.push_back({{box, text}, ground});
            break;
        }
    }
    for (const auto& [number, ground] : numbers) draw_name(painter, number, ground, text_on(theme, ground));
}

void draw_map_path(Painter& painter, const ContourMap& map, const ContourMapDrawn& drawn) {
    const Theme& theme = painter.theme();
    const float em = painter.em();
    std::vector<Vec2> points;
    for (const GridPoint& point : map.path) points.push_back(drawn.at(point));
    for (std::size_t i = 1; i < points.size(); ++i)
        haloed(painter, std::span(points).subspan(i - 1, 2), theme.text, 1.6F);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const bool hot = map.path_hovered == i;
        painter.circle(points[i], (hot ? 0.42F : 0.28F) * em, theme.background);
        painter.circle(points[i], (hot ? 0.34F : 0.2F) * em, hot ? theme.accent : theme.text);
    }
}

void draw_map_axes(Painter& painter, const ContourMap& map, const ContourMapDrawn& drawn) {
    const Theme& theme = painter.theme();
    const float em = painter.em();
    const TextStyle small{.colour = theme.muted, .size = em::small};
    const Rect& cells = drawn.cells;
    const ChartAxis across{.low = map.losses.across.front(), .high = map.losses.across.back()};
    float free_from = cells.x - 2 * em;
    for (const AxisTick& tick : axis_ticks(across, std::max(2, static_cast<int>(cells.w / (4 * em))))) {
        const float x = std::round(drawn.at({tick.value, map.losses.up.front()}).x);
        const float wide = painter.measure(tick.text, em::small).width;
        if (x - wide / 2 < free_from) continue;
        free_from = x + wide / 2 + 0.5F * em;
        painter.line({x, cells.bottom()}, {x, cells.bottom() + 0.25F * em}, theme.muted);
        painter.text({x - wide / 2, cells.bottom() + 0.25F * em}, tick.text, small);
    }
    const ChartAxis up{.low = map.losses.up.front(), .high = map.losses.up.back()};
    for (const AxisTick& tick : axis_ticks(up, std::max(2, static_cast<int>(cells.h / (2 * em))))) {
        const float y = std::round(drawn.at({map.losses.across.front(), tick.value}).y);
        painter.line({cells.x - 0.25F * em, y}, {cells.x, y}, theme.muted);
        painter.text({cells.x - 0.4F * em, y}, tick.text,
                     {.colour = theme.muted, .size = em::small, .align = Align::right, .anchor = Anchor::middle});
    }
    Rect below{cells.x - 2 * em, cells.bottom() + 1.35F * em, cells.w + 2.5F * em, 1.2F * em};
    text_in(painter, below, map.across, {.colour = theme.muted, .size = em::small, .align = Align::centre});
}

}  // namespace

Vec2 ContourMapDrawn::at(GridPoint point) const {
    const auto along = [](std::span<const double> axis, double value) {
        const double steps =
            static_cast<double>(axis.size() - 1) * (value - axis.front()) / (axis.back() - axis.front());
        return static_cast<float>(std::clamp((steps + 0.5) / static_cast<double>(axis.size()), -4.0, 5.0));
    };
    return {cells.x + along(losses.across, point.x) * cells.w, cells.bottom() - along(losses.up, point.y) * cells.h};
}

std::optional<GridCell> ContourMapDrawn::cell(Vec2 pixel) const {
    const auto columns = static_cast<int>(losses.across.size()), rows = static_cast<int>(losses.up.size());
    const CellAt found = cells.w > 0 ? cell_at(cells, rows, columns, pixel) : CellAt{};
    if (!found) return std::nullopt;
    return GridCell{static_cast<std::size_t>(found.col), static_cast<std::size_t>(rows - 1 - found.row)};
}

Rect ContourMapDrawn::of(GridCell cell) const {
    const auto columns = static_cast<int>(losses.across.size()), rows = static_cast<int>(losses.up.size());
    return cell_rect(cells, rows, columns, rows - 1 - static_cast<int>(cell.row), static_cast<int>(cell.column));
}

std::optional<std::size_t> ContourMapDrawn::nearest(std::span<const GridPoint> path, Vec2 pixel, float within) const {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const Vec2 way = at(path[i]) - pixel;
        if (const float far = std::hypot(way.x, way.y); far <= within) {
            within = far;  // of two at one place the later
            best = i;
        }
    }
    return best;
}

ContourMapDrawn place_contour_map(Painter& painter, const Rect& rect, const ContourMap& map) {
    const float em = painter.em();
    Rect rest = rect;
    if (!map.title.empty()) rest.take_top(1.5F * em);
    if (!map.up.empty()) rest.take_top(1.3F * em);
    rest.take_bottom(2.6F * em);
    rest.take_left(2.6F * em);
    rest.take_right(0.5F * em);
    const float side = std::floor(std::min(rest.w, rest.h));
    ContourMapDrawn drawn{.cells = {}, .losses = map.losses};
    if (side < 3 * em) return drawn;
    drawn.cells = Rect{rest.x + std::max(0.0F, (rest.w - side) / 2), rest.y, side, side}.snapped();
    return drawn;
}

ContourMapDrawn draw_contour_map(Painter& painter, const Rect& rect, const ContourMap& map) {
    const ContourMapDrawn drawn = place_contour_map(painter, rect, map);
    if (drawn.cells.w <= 0) return drawn;
    const Theme& theme = painter.theme();
    const float em = painter.em();
    const Rect& cells = drawn.cells;
    float above = cells.y;
    if (!map.up.empty()) {
        above -= 1.3F * em;
        text_in(painter, {cells.x, above, rect.right() - cells.x, 1.2F * em}, map.up,
                {.colour = theme.muted, .size = em::small});
    }
    if (!map.title.empty())
        text_in(painter, {rect.x, above - 1.5F * em, rect.w, 1.4F * em}, map.title,
                {.colour = theme.text, .face = Face::bold});
    draw_cells(painter, map, drawn);
    draw_map_axes(painter, map, drawn);
    painter.push_clip(cells);
    const Vec2 centre = drawn.at({0, 0});
    std::vector<Rect> taken{{centre.x - 0.6F * em, centre.y - 0.6F * em, 1.2F * em, 1.2F * em}};
    if (!map.path.empty()) {
        const Vec2 begin = drawn.at(map.path.front());
        taken.push_back({begin.x - 0.3F * em, begin.y - 0.3F * em, 0.6F * em, 0.6F * em});
    }
    std::vector<PlacedName> names;
    place_name(painter, cells, centre, map.centre, taken, names);
    if (!map.path.empty()) place_name(painter, cells, drawn.at(map.path.front()), map.path_begins, taken, names);
    draw_contours(painter, map, drawn, taken);
    draw_map_path(painter, map, drawn);
    const float arm = 0.55F * em;
    haloed(painter, std::array{Vec2{centre.x - arm, centre.y}, Vec2{centre.x + arm, centre.y}}, theme.text, 1.6F);
    haloed(painter, std::array{Vec2{centre.x, centre.y - arm}, Vec2{centre.x, centre.y + arm}}, theme.text, 1.6F);
    for (const PlacedName& name : names) draw_name(painter, name, theme.background.faded(0.85F), theme.text);
    if (map.hovered) painter.stroke(drawn.of(*map.hovered), theme.accent, 2);
    painter.pop_clip();
    return drawn;
}

}  // namespace glassformer
