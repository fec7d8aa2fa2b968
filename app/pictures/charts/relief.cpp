#include "app/pictures/charts/relief.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace glassformer {

namespace {

constexpr float height_of_all = 1.15F;  // of the whole scale, in halves of the square's side
constexpr float lowest_tilt = 0.12F, highest_tilt = 1.45F;

struct Around {
    float x = 0, y = 0;  // −1 to 1
};
Around around(const SurfaceGrid& grid, GridPoint point) {
    const auto along = [](std::span<const double> axis, double value) {
        return static_cast<float>(2 * (value - axis.front()) / (axis.back() - axis.front()) - 1);
    };
    return {along(grid.across, point.x), along(grid.up, point.y)};
}

struct Turned {
    float across = 0, away = 0;  // from whom looks
};
Turned turned(Around at, float turn) {
    const float c = std::cos(turn), s = std::sin(turn);
    return {at.x * c - at.y * s, at.x * s + at.y * c};
}

struct Piece {
    std::size_t column, row;
    float away;
};

void draw_squares(Painter& painter, const ReliefDrawn& drawn) {
    const SurfaceGrid& grid = drawn.losses;
    std::vector<Piece> pieces;
    for (std::size_t row = 0; row + 1 < grid.up.size(); ++row)
        for (std::size_t column = 0; column + 1 < grid.across.size(); ++column)
            pieces.push_back({column, row,
                              drawn.depth({(grid.across[column] + grid.across[column + 1]) / 2,
                                           (grid.up[row] + grid.up[row + 1]) / 2})});
    std::ranges::stable_sort(pieces, [](const Piece& a, const Piece& b) { return a.away > b.away; });
    const Theme& theme = painter.theme();
    for (const Piece& piece : pieces) {
        std::array<Vec2, 4> corners;
        double shares = 0;
        bool finite = true;
        for (std::size_t i = 0; i < 4; ++i) {  // around the square
            const std::size_t column = piece.column + (i == 1 || i == 2 ? 1 : 0), row = piece.row + i / 2;
            const double loss = grid.at(column, row);
            finite = finite && std::isfinite(loss);
            if (!finite) break;
            shares += drawn.scale.share(loss) / 4;
            corners[i] = drawn.at({grid.across[column], grid.up[row]}, loss);
        }
        if (!finite) continue;
        const Colour colour = heat_colour(theme, HeatMap::spectrum, Meaning::plain, static_cast<float>(shares));
        painter.band(std::array{corners[0], corners[1]}, std::array{corners[3], corners[2]}, colour);
        // Its edges are the lines of the mesh.
        painter.polyline(corners, mix(colour, Colour{0, 0, 0, 1}, 0.35F), 1, true);
    }
}

/// The floor's outline with the names of its axes along the two sides in front, and the upright axis at the left.
void draw_box(Painter& painter, const ReliefDrawn& drawn, const Relief& relief) {
    const Theme& theme = painter.theme();
    const float em = painter.em();
    const SurfaceGrid& grid = drawn.losses;
    const std::array<GridPoint, 4> corners{
        GridPoint{grid.across.front(), grid.up.front()}, GridPoint{grid.across.back(), grid.up.front()},
        GridPoint{grid.across.back(), grid.up.back()}, GridPoint{grid.across.front(), grid.up.back()}};
    std::array<Vec2, 4> floor;
    for (std::size_t i = 0; i < 4; ++i) floor[i] = drawn.at(corners[i], drawn.scale.low);
    painter.polyline(floor, theme.muted, 1, true);
    for (std::size_t i = 0; i < 4; ++i) {
        const std::size_t next = (i + 1) % 4;
        const GridPoint middle{(corners[i].x + corners[next].x) / 2, (corners[i].y + corners[next].y) / 2};
        if (drawn.depth(middle) > -0.05F) continue;  // a side behind
        const std::string& name = i % 2 == 0 ? relief.across : relief.up;
        const Vec2 at = drawn.at(middle, drawn.scale.low);
        const bool left = at.x < drawn.middle.x;
        const float wide = painter.measure(name, em::small).width;
        float x = left ? at.x - 0.4F * em - wide : at.x + 0.4F * em;
        x = std::clamp(x, drawn.box.x, std::max(drawn.box.x, drawn.box.right() - wide));
        painter.text({x, std::min(at.y + 0.5F * em, drawn.box.bottom() - 1.2F * em)}, name,
                     {.colour = theme.muted, .size = em::small});
    }
    const auto leftmost =
        static_cast<std::size_t>(std::ranges::min_element(floor, {}, [](Vec2 p) { return p.x; }) - floor.begin());
    const Vec2 foot = floor[leftmost], top = drawn.at(corners[leftmost], drawn.scale.high);
    painter.line(foot, top, theme.muted);
    const float length = foot.y - top.y;
    if (length < 2.5F * em) return;  // nearly from above
    for (const AxisTick& tick : axis_ticks(drawn.scale.axis({}), std::max(2, static_cast<int>(length / (1.8F * em))))) {
        if (tick.value < drawn.scale.low || tick.value > drawn.scale.high) continue;
        const float y = foot.y - static_cast<float>(drawn.scale.share(tick.value)) * length;
        painter.line({foot.x - 0.3F * em, y}, {foot.x, y}, theme.muted);
        painter.text({foot.x - 0.4F * em, y}, contour_text(tick.value),
                     {.colour = theme.muted, .size = em::small, .align = Align::right, .anchor = Anchor::middle});
    }
}

/// Over the upright axis, left of the surface as far as there is room; where it is not, on a ground of its own.
void name_height(Painter& painter, const ReliefDrawn& drawn, const Relief& relief) {
    const Theme& theme = painter.theme();
    const float em = painter.em();
    const SurfaceGrid& grid = drawn.losses;
    Vec2 foot, top;
    float leftmost = INFINITY;
    for (const double x : {grid.across.front(), grid.across.back()})
        for (const double y : {grid.up.front(), grid.up.back()})
            if (const Vec2 at = drawn.at({x, y}, drawn.scale.low); at.x < leftmost) {
                leftmost = at.x;
                foot = at;
                top = drawn.at({x, y}, drawn.scale.high);
            }
    if (foot.y - top.y < 2.5F * em) return;  // as draw_box()
    const TextSize size = painter.measure(relief.height, em::small);
    const Vec2 at{std::max(drawn.box.x, foot.x + 0.3F * em - size.width), top.y - 0.7F * em};
    painter.fill({at.x - 0.2F * em, at.y - size.height, size.width + 0.4F * em, size.height},
                 theme.background.faded(0.85F), 3);
    painter.text(at, relief.height, {.colour = theme.muted, .size = em::small, .anchor = Anchor::bottom});
}

}  // namespace

void ReliefView::drag(Vec2 pixels, float em) {
    constexpr float whole = 2 * std::numbers::pi_v<float>;
    turn = std::remainder(turn + 0.1F * pixels.x / em, whole);
    tilt = std::clamp(tilt + 0.1F * pixels.y / em, lowest_tilt, highest_tilt);
}

float ReliefDrawn::depth(GridPoint point) const { return turned(around(losses, point), view.turn).away; }

Vec2 ReliefDrawn::at(GridPoint point, double loss) const {
    const Turned to = turned(around(losses, point), view.turn);
    const auto high = static_cast<float>(std::clamp(scale.share(loss), 0.0, 1.0)) * height_of_all;
    return {middle.x + size * to.across,
            middle.y - size * (to.away * std::sin(view.tilt) + high * std::cos(view.tilt))};
}

std::optional<GridCell> ReliefDrawn::nearest(Vec2 pixel, float within) const {
    std::optional<GridCell> best;
    float best_away = 0;
    if (box.w <= 0) return best;
    for (std::size_t row = 0; row < losses.up.size(); ++row)
        for (std::size_t column = 0; column < losses.across.size(); ++column) {
            const double loss = losses.at(column, row);
            if (!std::isfinite(loss)) continue;
            const GridPoint point{losses.across[column], losses.up[row]};
            const Vec2 way = at(point, loss) - pixel;
            if (std::hypot(way.x, way.y) > within) continue;
            if (const float away = depth(point); !best || away < best_away) {
                best = GridCell{column, row};
                best_away = away;
            }
        }
    return best;
}

ReliefDrawn place_relief(Painter& painter, const Rect& rect, const Relief& relief) {
    const float em = painter.em();
    Rect rest = rect;
    if (!relief.title.empty()) rest.take_top(1.5F * em);
    ReliefDrawn drawn{.box = {}, .losses = relief.losses, .scale = relief.scale, .view = relief.view, .middle = {}};
    if (rest.w < 8 * em || rest.h < 6 * em) return drawn;
    drawn.box = rest;
    const float s = std::sin(drawn.view.tilt), c = std::cos(drawn.view.tilt);
    constexpr float half = std::numbers::sqrt2_v<float>;  // of the square, turned any way
    Rect inside = rest;
    inside.take_top(1.5F * em);     // name of the upright axis
    inside.take_bottom(1.5F * em);  // names in front
    inside.take_left(2.6F * em);    // numbers of the upright axis
    inside.take_right(0.4F * em);
    const float tall = 2 * half * s + height_of_all * c;
    drawn.size = std::max(1.0F, std::min(inside.w / (2 * half), inside.h / tall));
    drawn.middle = {inside.centre().x, inside.centre().y + drawn.size * (tall / 2 - half * s)};
    return drawn;
}

ReliefDrawn draw_relief(Painter& painter, const Rect& rect, const Relief& relief) {
    const ReliefDrawn drawn = place_relief(painter, rect, relief);
    const Theme& theme = painter.theme();
    const float em = painter.em();
    if (drawn.box.w <= 0) return drawn;
    if (!relief.title.empty())
        text_in(painter, {rect.x, rect.y, rect.w, 1.4F * em}, relief.title, {.colour = theme.text, .face = Face::bold});
    painter.push_clip(rect);
    draw_box(painter, drawn, relief);
    draw_squares(painter, drawn);
    name_height(painter, drawn, relief);
    std::vector<Vec2> run;
    const auto draw_run = [&] {
        if (run.size() > 1) {
            painter.polyline(run, theme.background.faded(0.8F), 4);
            painter.polyline(run, theme.text, 1.6F);
        }
        for (const Vec2 at : run) painter.circle(at, 0.2F * em, theme.text);
        run.clear();
    };
    for (const GridPoint& point : relief.path) {
        const double loss = relief.losses.between(point.x, point.y);
        if (std::isfinite(loss))
            run.push_back(drawn.at(point, loss));
        else
            draw_run();
    }
    draw_run();
    if (const double loss = relief.losses.between(0, 0); std::isfinite(loss)) {
        const Vec2 at = drawn.at({0, 0}, loss);
        painter.circle(at, 0.38F * em, theme.background);
        painter.ring(at, 0.38F * em, theme.text, 1.6F);
    }
    if (relief.hovered) {
        const GridCell cell = *relief.hovered;
        if (const double loss = relief.losses.at(cell.column, cell.row); std::isfinite(loss)) {
            const GridPoint point{relief.losses.across[cell.column], relief.losses.up[cell.row]};
            const Vec2 at = drawn.at(point, loss);
            painter.line(drawn.at(point, relief.scale.low), at, theme.accent);
            painter.circle(at, 0.3F * em, theme.accent);
        }
    }
    painter.pop_clip();
    return drawn;
}

}  // namespace glassformer
