// Single dimensions as curves, and each pair as a clock: q and k that turn with their positions.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/pictures/charts/chart_frame.h"
#include "app/views/positions/page.h"
#include "app/views/positions/parts.h"
#include "app/views/positions/table.h"
#include "app/views/positions/texts.h"
#include "app/views/shared/wording.h"

namespace glassformer {

namespace {

/// A few columns of the picture from the first to the last, and the one that is chosen.
std::vector<int> shown_columns(int cols, int chosen) {
    std::vector<int> shown;
    for (const int part : {0, 1, 2, 4, 7}) shown.push_back(part * (cols - 1) / 8);
    std::erase(shown, chosen);
    shown.push_back(chosen);
    std::ranges::sort(shown);
    shown.erase(std::unique(shown.begin(), shown.end()), shown.end());
    return shown;
}

std::string degrees_text(double radians) {
    const double turned = radians * 180 / std::numbers::pi;
    return number_text(turned) + "°";
}

/// The point of the circle in the direction of another point.
Vec2 on_circle(Vec2 centre, float radius, const positions::Point& point) {
    const double length = std::hypot(point.x, point.y);
    if (length <= 0) return centre;
    // y is drawn upwards, as in the plane the pair stands for.
    return {centre.x + radius * static_cast<float>(point.x / length),
            centre.y - radius * static_cast<float>(point.y / length)};
}

/// A query and a key of one pair: faint where they were before, in colour where their positions turned them. The ring
/// has the length that they had before; a hand is as much shorter or longer as its position made it.
void draw_turned(ColumnScene& scene, const Rect& area, const positions::TurnedPair& pair) {
    Painter& painter = scene.context.ui.painter;
    const Theme& theme = scene.context.ui.theme;
    const float em = scene.context.ui.em;
    const float radius = std::floor(std::min(area.w, area.h) / 2 - 1.3F * em);
    if (radius < 4) return;
    const Vec2 centre = area.centre();
    const double longest = std::max({1.0, pair.query_factor, pair.key_factor});
    const auto length = [&](double factor) { return static_cast<float>(factor / longest) * radius; };
    painter.ring(centre, length(1), theme.faint);
    const auto hand = [&](const positions::Point& point, double factor, Colour tone, float width, const char* name) {
        const Vec2 end = on_circle(centre, length(factor), point);
        painter.line(centre, end, tone, width);
        painter.circle(end, 1.5F * width, tone);
        if (name == nullptr) return;
        painter.text(
            on_circle(centre, length(factor) + 0.75F * em, point), name,
            {.colour = tone, .size = em::small, .face = Face::bold, .align = Align::centre, .anchor = Anchor::middle});
    };
    hand(pair.query, 1, colour(theme, Meaning::query).faded(0.35F), 1, nullptr);
    hand(pair.key, 1, colour(theme, Meaning::key).faded(0.35F), 1, nullptr);
    std::vector<Vec2> arc;
    const double from = std::atan2(pair.query_turned.y, pair.query_turned.x);
    for (int step = 0; step <= 24; ++step) {
        const double angle = from + pair.between * step / 24;
        arc.push_back(on_circle(centre, 0.4F * length(std::min({1.0, pair.query_factor, pair.key_factor})),
                                {std::cos(angle), std::sin(angle)}));
    }
    painter.polyline(arc, theme.accent, 2);
    hand(pair.query_turned, pair.query_factor, colour(theme, Meaning::query), 2.2F, "q");
    hand(pair.key_turned, pair.key_factor, colour(theme, Meaning::key), 2.2F, "k");
}

/// A small clock for every pair, fast to slow; a hand is as long as the query's factor makes it.
void draw_clocks(ColumnScene& scene, const Rect& area) {
    Painter& painter = scene.context.ui.painter;
    const Theme& theme = scene.context.ui.theme;
    const std::vector<positions::Point>& hands = scene.column.query_hands;
    const auto count = static_cast<int>(hands.size());
    int across = 1;
    float side = 0;
    for (int n = 1; n <= count; ++n) {
        const int lines = (count + n - 1) / n;
        const float fits = std::floor(std::min(area.w / static_cast<float>(n), area.h / static_cast<float>(lines)));
        if (fits > side) across = n;
        side = std::max(side, fits);
    }
    side = std::min(side, 3 * scene.context.ui.em);
    if (side < 4) return;
    for (int p = 0; p < count; ++p) {
        const int line = p / across;
        const Rect box{area.x + side * static_cast<float>(p % across), area.y + side * static_cast<float>(line), side,
                       side};
        const bool chosen = p == scene.state.pair;
        const float radius = 0.42F * side;
        painter.ring(box.centre(), radius, chosen ? theme.accent : theme.faint, chosen ? 2 : 1);
        const auto at = static_cast<std::size_t>(p);
        const double factor = scales_lengths(scene.column) ? scene.column.pairs[at].query_factor : 1;
        painter.line(box.centre(), on_circle(box.centre(), static_cast<float>(factor) * radius, hands[at]),
                     colour(theme, Meaning::position), 1.6F);
    }
    const int lines = (count + across - 1) / across;
    const Rect all{area.x, area.y, side * static_cast<float>(across), side * static_cast<float>(lines)};
    scene.context.targets.put(scene.id("clocks"), all);
    const Region touched = region(scene.context.ui, scene.id("clocks"), all);
    if (!touched.hovered) return;
    const int pair = static_cast<int>((touched.mouse.y - all.y) / side) * across +
                     static_cast<int>((touched.mouse.x - all.x) / side);
    if (pair < 0 || pair >= count) return;
    const double frequency = positions::frequencies(scene.column.settings)[static_cast<std::size_t>(pair)];
    const std::string period = number_text(positions::wavelength(frequency));
    scene.pointed = fmt::format(texts::positions::pair_period, pair, period);
    if (scales_lengths(scene.column)) {
        const positions::TurnedPair& turned = scene.column.pairs[static_cast<std::size_t>(pair)];
        scene.pointed = fmt::format(texts::positions::pair_period_scaled, pair, period,
                                    number_text(turned.query_factor), number_text(turned.key_factor));
    }
    const int line = pair / across;
    tooltip(scene.context.ui,
            {all.x + side * static_cast<float>(pair % across), all.y + side * static_cast<float>(line), side, side},
            scene.pointed);
    if (touched.clicked) scene.state.pair = pair;
}

}  // namespace

namespace {

/// One pair of a rotation that scales: a curve for what queries are multiplied by, and one for keys.
void draw_two_sides(ColumnScene& scene, Rect area) {
    const Theme& theme = scene.context.ui.theme;
    const positions::EncodingTables& tables = scene.column.column.encoding;
    const ConstMatrix query = matrix_of(tables.query_cosines, 0), key = matrix_of(tables.key_cosines, 0);
    const int pair = std::min(scene.state.pair, query.cols - 1);
    caption(scene, area, fmt::format(texts::positions::query_and_key_curves, pair));
    const auto first = static_cast<float>(scene.column.settings.first);
    std::vector<Vec2> of_query, of_key;
    ChartAxes ends{.left = first, .right = first + static_cast<float>(query.rows - 1), .low = 0, .high = 0};
    for (int i = 0; i < query.rows; ++i) {
        const float position = first + static_cast<float>(i);
        of_query.push_back({position, query.at(i, pair)});
        of_key.push_back({position, key.at(i, pair)});
        ends.low = std::min({ends.low, query.at(i, pair), key.at(i, pair)});
        ends.high = std::max({ends.high, query.at(i, pair), key.at(i, pair)});
    }
    ends.across = "position";
    Rect below = area.take_bottom(1.3F * scene.context.ui.em);
    Chart chart(scene.context.ui.painter, area, ends);
    scene.context.targets.put(scene.id("curves"), chart.plot());
    chart.curve(of_key, colour(theme, Meaning::key), 1.6F);
    chart.curve(of_query, colour(theme, Meaning::query), 2);
    chart.upright(first + static_cast<float>(scene.query), theme.accent);
    text_in(scene.context.ui.painter, below,
            fmt::format(texts::positions::query_and_key_values, scene.column.settings.first + scene.query,
                        number_text(static_cast<double>(query.at(scene.query, pair))),
                        number_text(static_cast<double>(key.at(scene.query, pair)))),
            {.colour = theme.muted, .size = em::small});
}

}  // namespace

static void draw_curves(ColumnScene& scene, Rect area) {
    const float em = scene.context.ui.em;
    const Theme& theme = scene.context.ui.theme;
    const Tensor* picture = encoding_tensor(scene.column);
    if (picture == nullptr) return draw_empty_hint(scene, area, texts::positions::no_curve);
    if (scales_lengths(scene.column)) return draw_two_sides(scene, area);
    const ConstMatrix values = matrix_of(*picture, 0);
    const PictureAxes axes = axes_of(scene.column);
    const bool biased = std::string_view(axes.across) == "key";
    ChartAxes ends;
    const auto [low, high] = std::ranges::minmax(picture->data);
    ends.low = low;
    ends.high = high;
    std::vector<Vec2> points;
    if (biased) {
        caption(scene, area, fmt::format(texts::positions::bias_curve, axes.first_down + scene.query));
        ends.left = static_cast<float>(scene.column.settings.first);
        ends.right = ends.left + static_cast<float>(values.cols - 1);
        ends.across = "key";
        Chart chart(scene.context.ui.painter, area, ends);
        for (int j = 0; j < values.cols; ++j)
            points.push_back({ends.left + static_cast<float>(j), values.at(scene.query, j)});
        chart.upright(ends.left + static_cast<float>(scene.key), theme.accent);
        chart.curve(points, colour(theme, Meaning::position), 2);
        scene.context.targets.put(scene.id("curves"), chart.plot());
        return;
    }
    const bool paired = std::string_view(axes.across) == "pair";
    // In halves the first columns are the sines.
    const bool sines = paired || scene.column.settings.layout == RotaryLayout::half;
    const int chosen = std::min(sines ? scene.state.pair : 2 * scene.state.pair, values.cols - 1);
    caption(scene, area, fmt::format(texts::positions::one_curve, axes.across, chosen));
    ends.left = static_cast<float>(axes.first_down);
    ends.right = ends.left + static_cast<float>(values.rows - 1);
    ends.across = axes.down;
    Rect key = area.take_bottom(1.3F * em);
    Chart chart(scene.context.ui.painter, area, ends);
    scene.context.targets.put(scene.id("curves"), chart.plot());
    const auto draw_column = [&](int column, Colour tone, float width) {
        points.clear();
        for (int i = 0; i < values.rows; ++i)
            points.push_back({ends.left + static_cast<float>(i), values.at(i, column)});
        chart.curve(points, tone, width);
    };
    std::string others;
    for (const int column : shown_columns(values.cols, chosen)) {
        if (column == chosen) continue;
        draw_column(column, theme.muted.faded(0.45F), 1);
        others += (others.empty() ? "" : ", ") + std::to_string(column);
    }
    draw_column(chosen, colour(theme, Meaning::position), 2);
    if (axes.positions_down) chart.upright(ends.left + static_cast<float>(scene.query), theme.accent);
    std::string text = fmt::format(texts::positions::other_curves, others);
    if (axes.positions_down)
        text = fmt::format(texts::positions::curve_value, axes.first_down + scene.query,
                           number_text(static_cast<double>(values.at(scene.query, chosen)))) +
               text;
    text_in(scene.context.ui.painter, key, text, {.colour = theme.muted, .size = em::small});
}

static void draw_circles(ColumnScene& scene, Rect area) {
    const float em = scene.context.ui.em;
    Painter& painter = scene.context.ui.painter;
    const Theme& theme = scene.context.ui.theme;
    const EncodingColumn& column = scene.column;
    if (column.query_hands.empty()) return draw_empty_hint(scene, area, texts::positions::no_rotation);
    const auto pair =
        static_cast<std::size_t>(std::min(scene.state.pair, static_cast<int>(column.query_hands.size()) - 1));
    const double frequency = positions::frequencies(column.settings)[pair];
    const auto line = [&](const std::string& text, Colour tone) {
        const float high =
            paragraph(painter, {area.x, area.y, area.w, 1e4F}, text, {.colour = tone, .size = em::small});
        area.take_top(std::max(1.3F * em, high));
    };
    if (!column.pairs.empty()) {
        const positions::TurnedPair& turned = column.pairs[pair];
        caption(scene, area,
                scales_lengths(column) ? fmt::format(texts::positions::rotated_and_scaled_pair, pair)
                                       : fmt::format(texts::positions::rotated_pair, pair));
        Rect circle = area.take_top(std::max(0.5F * area.h, 6 * em));
        scene.context.targets.put(scene.id("circle"), circle);
        draw_turned(scene, circle, turned);
        line(
            fmt::format(texts::positions::rotated_by, degrees_text(turned.query_angle), degrees_text(turned.key_angle)),
            theme.text);
        if (scales_lengths(column))
            line(fmt::format(texts::positions::scaled_by, number_text(turned.query_factor),
                             number_text(turned.key_factor)),
                 theme.text);
        line(fmt::format(texts::positions::angle_between_shifted, degrees_text(turned.between),
                         degrees_text(column.pairs_unshifted[pair].between)),
             theme.accent_text);
    } else {
        const positions::Point &query = column.query_hands[pair], &key = column.key_hands[pair];
        caption(scene, area, fmt::format(texts::positions::clock_hand, pair));
        Rect circle = area.take_top(std::max(0.5F * area.h, 6 * em));
        const positions::TurnedPair hands{
            .query_turned = query,
            .key_turned = key,
            .between = std::atan2(query.x * key.y - query.y * key.x, query.x * key.x + query.y * key.y)};
        scene.context.targets.put(scene.id("circle"), circle);
        draw_turned(scene, circle, hands);
        line(texts::positions::two_hands, theme.text);
        line(fmt::format(texts::positions::angle_between, degrees_text(hands.between)), theme.accent_text);
    }
    line(fmt::format(texts::positions::period, number_text(positions::wavelength(frequency))), theme.muted);
    area.take_top(0.2F * em);
    caption(scene, area, scales_lengths(column) ? texts::positions::all_pairs_scaled : texts::positions::all_pairs);
    draw_clocks(scene, area);
}

extern const PositionsPage positions_curves_page{.name = "curves",
                                                 .place = 3,
                                                 .label = texts::positions::tab_curves,
                                                 .sentence = texts::positions::page_curves,
                                                 .draw = draw_curves};

extern const PositionsPage positions_circles_page{
    .name = "circles",
    .place = 4,
    .label = texts::positions::tab_circles,
    .sentence = texts::positions::page_circles,
    .draw = draw_circles,
    .figures = 0,
    .least_column = 36,  // clocks stand below their circle
    .write = [](TableLines& lines, const EncodingColumn& column) {
        for (std::size_t k = 0; k < column.query_hands.size(); ++k) {
            lines.number("cos at the query", "", std::to_string(k), column.query_hands[k].x);
            lines.number("sin at the query", "", std::to_string(k), column.query_hands[k].y);
            if (!scales_lengths(column)) continue;
            lines.number("factor of the query", "", std::to_string(k), column.pairs[k].query_factor);
            lines.number("factor of the key", "", std::to_string(k), column.pairs[k].key_factor);
        }
    }};

}  // namespace glassformer
