// Positions: biases, waves, and the clock hands of a rotation.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/pictures/board/row_of_panels.h"
#include "app/pictures/board/texts.h"

namespace glassformer::picture {

namespace {

void plain(Page& page) {
    RowOfPanels row(page);
    row.tensor(-1);
    row.solve_and_draw();
}

struct Pair {
    int a, b;
};

/// The columns that turn together, as the derivations of the row's cells name them.
std::vector<Pair> pairs(Page& page, const Slice& out, int row) {
    std::vector<Pair> found;
    for (int c = 0; c < out.values.cols; ++c) {
        int low = -1, high = -1;
        for (const Step& step : page.trace.derive(out.record, out.cell(row, c)).steps)
            for (const Term& term : step.terms)
                for (const Factor& factor : term.factors)
                    if (factor.kind == Factor::Kind::operand) {
                        const int column = factor.cell[out.col_dim];
                        low = low < 0 ? column : std::min(low, column);
                        high = std::max(high, column);
                    }
        if (low >= 0 && low != high && low == c) found.push_back({low, high});
    }
    return found;
}

void draw_clock(Page& page, const Rect& box, Vec2 before, Vec2 after, bool lit, bool turned) {
    const Theme& theme = page.painter.theme();
    const Vec2 centre = box.centre();
    const float radius = std::floor(std::min(box.w, box.h) / 2 - 2);
    const float length = std::max(std::hypot(before.x, before.y), std::hypot(after.x, after.y));
    page.painter.ring(centre, radius, lit ? theme.accent : theme.faint, lit ? 1.5F : 1);
    if (length <= 0) return;
    // y is drawn upwards, as in the plane the pair stands for.
    const auto hand = [&](Vec2 v) { return Vec2{centre.x + v.x / length * radius, centre.y - v.y / length * radius}; };
    page.painter.line(centre, hand(before), theme.muted.faded(0.6F), 1.2F);
    if (turned) page.painter.line(centre, hand(after), page.colour(page.scene.record), 2);
}

/// Each pair of numbers is a hand on a clock: grey before, coloured after the turn.
void rope(Page& page) {
    const float em = page.em;
    const Slice in = page.slice(page.operand(0)), out = page.slice(page.scene.record);
    const CellAt lit = page.explained ? out.find(page.explained.cell) : CellAt{};
    const int shown = lit ? lit.row : out.values.rows - 1;
    RowOfPanels row(page);
    row.tensor(0);
    const float width = std::clamp(0.2F * page.area.w, 9 * em, 15 * em);
    const int clocks = row.strip(width, "→");
    row.tensor(-1, "→");
    row.share_scale();
    row.solve_and_draw();

    const std::vector<Pair> turning = pairs(page, out, shown);
    if (turning.empty()) return;
    Rect strip = row.board().strip(clocks, row.rows());
    const std::string caption =
        fmt::format(texts::pictures::token_at, page.label(out.record, out.row_dim, shown), shown + 1);
    page.painter.text(
        {strip.centre().x, strip.y - 0.3F * em},
        shortened(page.painter, caption, strip.w + 2 * em, em::small, Face::sans),
        {.colour = page.painter.theme().muted, .size = em::small, .align = Align::centre, .anchor = Anchor::bottom});
    const int count = static_cast<int>(turning.size());
    int across = 1;
    float side = 0;
    for (int n = 1; n <= count; ++n) {
        const int lines = (count + n - 1) / n;
        const auto down = static_cast<float>(lines);
        const float fits = std::floor(std::min(strip.w / static_cast<float>(n), strip.h / down));
        if (fits <= side) continue;
        side = fits;
        across = n;
    }
    side = std::min(side, 5 * em);
    const int down = (count + across - 1) / across;
    const Vec2 start{std::round(strip.centre().x - side * static_cast<float>(across) / 2),
                     std::round(strip.centre().y - side * static_cast<float>(down) / 2)};
    for (int p = 0; p < count; ++p) {
        const auto [a, b] = turning[static_cast<std::size_t>(p)];
        const int column = p % across, line = p / across;
        const Rect box{start.x + side * static_cast<float>(column), start.y + side * static_cast<float>(line), side,
                       side};
        draw_clock(page, box.inset(0.12F * side), {in.values.at(shown, a), in.values.at(shown, b)},
                   {out.values.at(shown, a), out.values.at(shown, b)}, lit && (lit.col == a || lit.col == b),
                   page.known < 0 || shown * out.values.cols + b < page.known);
    }
}

/// The bias and the learned table it is read from.
void table_bias(Page& page) {
    const float em = page.em;
    Rect right = page.area;
    const Rect left = right.take_left(std::round(std::max(12 * em, 0.28F * page.area.w)));
    const Slice table = page.slice(page.operand(1));
    const Slice out = page.slice(page.scene.record);
    Board from(page, left);
    const int rows = from.row({.count = table.values.rows});
    const int cols = from.column({.count = table.values.cols});
    HeatPanel& a = from.add({.slice = table,
                             .style = page.style(table.record, table.values),
                             .row_track = rows,
                             .col_track = cols,
                             .operand = 1,
                             .row_labels = true,
                             .col_labels = true});
    from.solve();
    from.draw();
    RowOfPanels to(page, right);
    to.tensor(-1);
    to.solve_and_draw();

    if (!page.explained || page.explained_to || a.outlines.empty()) return;
    const CellAt lit = out.find(page.explained.cell);
    const Rect cell = lit ? to.board().cell(to.result(), lit.row, lit.col) : Rect{};
    if (cell.w <= 0) return;
    const Outline& source = a.outlines.front();
    const float y = a.rect.y + from.rows(rows).cell * (static_cast<float>(source.row) + 0.5F);
    connect(page, {a.rect.right() + 2, y}, {to.result().rect.x - to.board().columns(0).before, cell.centre().y});
}

/// A key of one query: the network's input and its output.
struct NetworkPoint {
    float x, bias;
    bool lit;
    int col;
};

/// As the derivations of the row's cells say; of many keys some.
std::vector<NetworkPoint> network_points(Page& page, const Slice& out, int row, int lit) {
    constexpr int most = 48;
    std::vector<NetworkPoint> found;
    const int every = (out.values.cols + most - 1) / most;
    for (int c = 0; c < out.values.cols; ++c) {
        if (c % every != 0 && c != lit) continue;
        for (const Step& step : page.trace.derive(out.record, out.cell(row, c)).steps)
            if (step.symbol == "x")
                found.push_back({static_cast<float>(step.value), out.values.at(row, c), c == lit, c});
    }
    std::ranges::sort(found, {}, &NetworkPoint::x);
    return found;
}

/// The bias, and beside it the function that one row of it is read from.
void network_bias(Page& page) {
    const float em = page.em;
    const Slice out = page.slice(page.scene.record);
    const CellAt lit = page.explained ? out.find(page.explained.cell) : CellAt{};
    const int shown = lit ? lit.row : out.values.rows - 1;
    RowOfPanels row(page);
    const int strip = row.strip(std::clamp(0.3F * page.area.w, 10 * em, 22 * em));
    row.tensor(-1, "→");
    row.solve_and_draw();

    const std::vector<NetworkPoint> points = network_points(page, out, shown, lit ? lit.col : -1);
    Rect area = row.board().strip(strip, row.rows());
    if (points.empty() || area.w < 4 * em) return;
    const Theme& theme = page.painter.theme();
    const TextStyle small{.colour = theme.muted, .size = em::small, .align = Align::centre, .anchor = Anchor::bottom};
    const std::string caption =
        fmt::format(texts::pictures::token_at, page.label(out.record, out.row_dim, shown), shown + 1);
    page.painter.text({area.centre().x, area.y - 0.3F * em},
                      shortened(page.painter, caption, area.w + 2 * em, em::small, Face::sans), small);
    const float wanted = std::min(area.h, 12 * em);
    Rect plot = Rect{area.x, area.centre().y - wanted / 2, area.w, wanted}.inset(0.4F * em, 1.4F * em);
    const auto ends = std::ranges::minmax(points, {}, &NetworkPoint::bias);
    const float right = std::max(points.back().x, 1.0F), span = std::max(ends.max.bias - ends.min.bias, 1e-6F);
    const auto at = [&](const NetworkPoint& point) {
        return Vec2{plot.x + point.x / right * plot.w, plot.bottom() - (point.bias - ends.min.bias) / span * plot.h};
    };
    page.painter.line({plot.x, plot.bottom()}, {plot.right(), plot.bottom()}, theme.faint, 1);
    page.painter.line({plot.x, plot.y}, {plot.x, plot.bottom()}, theme.faint, 1);
    TextStyle end{.colour = theme.muted, .size = em::small, .align = Align::left};
    const float below = plot.bottom() + 0.2F * em;
    page.painter.text({plot.x, below}, "0", end);
    end.align = Align::centre;
    page.painter.text({plot.centre().x, below}, "x", end);
    end.align = Align::right;
    page.painter.text({plot.right(), below}, fmt::format("{:.3g}", static_cast<double>(right)), end);
    std::vector<Vec2> line;
    const auto given = [&](const NetworkPoint& point) {
        return page.known < 0 || shown * out.values.cols + point.col < page.known;
    };
    for (const NetworkPoint& point : points)
        if (given(point)) line.push_back(at(point));
    const Colour tone = page.colour(page.scene.record);
    if (line.size() > 1) page.painter.polyline(line, tone.faded(0.6F), 1.4F, false);
    for (const NetworkPoint& point : points)
        if (given(point)) page.painter.circle(at(point), point.lit ? 4 : 2, point.lit ? theme.accent : tone);
}

}  // namespace

extern const Picture sinusoidal_positions_picture{"sinusoidal_positions", plain};
extern const Picture sinusoidal_distances_picture{"sinusoidal_distances", plain};
extern const Picture one_hot_positions_picture{"one_hot_positions", plain};
extern const Picture rope_picture{"rope", rope};
extern const Picture alibi_bias_picture{"alibi_bias", plain};
extern const Picture t5_bias_picture{"t5_bias", table_bias};
extern const Picture fire_bias_picture{"fire_bias", network_bias};
extern const Picture plain_picture{"", plain};

}  // namespace glassformer::picture
