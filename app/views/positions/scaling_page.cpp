// RoPE stretched for longer texts: plain, by linear interpolation and with an NTK-aware base, a column each.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string>

#include "app/pictures/charts/chart_frame.h"
#include "app/views/positions/page.h"
#include "app/views/positions/parts.h"
#include "app/views/positions/table.h"
#include "app/views/positions/texts.h"
#include "app/views/shared/wording.h"

namespace glassformer {

namespace {

/// What pair k turns by from one token to the next.
std::vector<Vec2> speeds(const EncodingColumn& column, const EncodingColumn& plain) {
    const std::vector<double> own = positions::frequencies(column.settings),
                              first = positions::frequencies(plain.settings);
    const double step =
        positions::counted_position(column.settings, 1) - positions::counted_position(column.settings, 0);
    std::vector<Vec2> points;
    points.reserve(own.size());
    for (std::size_t k = 0; k < std::min(own.size(), first.size()); ++k)
        points.push_back({static_cast<float>(k), static_cast<float>(step * own[k] / first[k])});
    return points;
}

std::vector<Vec2> score_points(const EncodingColumn& column) {
    std::vector<Vec2> points;
    points.reserve(column.curve.size());
    for (const positions::ScoreAtDistance& at : column.curve)
        points.push_back({static_cast<float>(at.distance), at.score});
    return points;
}

std::string tooltip_of(const positions::Settings& settings) {
    const int last = settings.first + settings.n_positions - 1;
    switch (settings.scaling) {
        case positions::RopeScaling::linear:
            return fmt::format(texts::positions::linear_note, last,
                               number_text(positions::counted_position(settings, settings.n_positions - 1)));
        case positions::RopeScaling::ntk:
            return fmt::format(texts::positions::ntk_note, number_text(positions::rope_base(settings)));
        default: break;
    }
    return texts::positions::unscaled_note;
}

}  // namespace

const char* scaling_title(const positions::Settings& settings) {
    static constexpr std::array titles{texts::positions::unscaled, texts::positions::linear, texts::positions::ntk};
    return titles.at(static_cast<std::size_t>(settings.scaling));
}

static void draw_scaling(ColumnScene& scene, Rect area) {
    const EncodingColumn& column = scene.column;
    const float em = scene.context.ui.em;
    const Theme& theme = scene.context.ui.theme;
    const Colour tone = colour(theme, Meaning::position), others = theme.muted.faded(0.5F);
    const bool beside = area.w > 20 * em;  // the charts
    Rect map = area.take_top(std::max((beside ? 0.46F : 0.34F) * area.h, 5 * em));
    caption(scene, map, texts::positions::scores_of_pair);
    draw_score_map(scene, map, "score map", column.column.scores.map, spectrum_of(column.column.scores.map.data));
    area.take_top(0.2F * em);
    const TextStyle quiet{.colour = theme.muted, .size = em::small};
    const std::string said = tooltip_of(column.settings);
    const Rect words = area.take_bottom(
        std::max(3.0F * em, paragraph(scene.context.ui.painter, area, said, quiet, false) + 0.2F * em));
    Rect upper = beside ? area.take_left(std::floor(0.56F * area.w)) : area.take_top(std::floor(0.52F * area.h));
    if (beside)
        area.take_left(0.8F * em);
    else
        area.take_top(0.2F * em);

    caption(scene, upper, texts::positions::score_by_distance);
    if (column.curve.empty()) return;
    ChartAxes axes{.left = static_cast<float>(column.curve.back().distance),
                   .right = static_cast<float>(column.curve.front().distance),
                   .low = column.curve.front().score,
                   .high = column.curve.front().score,
                   .across = "i − j",
                   .at_left = with_minus(std::to_string(column.curve.back().distance)),
                   .at_right = with_minus(std::to_string(column.curve.front().distance))};
    for (const EncodingColumn& one : scene.all)
        for (const positions::ScoreAtDistance& at : one.curve) {
            axes.low = std::min(axes.low, at.score);
            axes.high = std::max(axes.high, at.score);
        }
    {
        Chart chart(scene.context.ui.painter, upper, axes);
        scene.context.targets.put(scene.id("scaled scores"), chart.plot());
        for (const EncodingColumn& one : scene.all)
            if (&one != &column) chart.curve(score_points(one), others, 1);
        chart.upright(static_cast<float>(scene.state.query - scene.key), theme.accent);
        chart.curve(score_points(column), tone, 1.8F);
    }
    caption(scene, area, beside ? texts::positions::speed : texts::positions::speed_relative);
    const std::vector<Vec2> own = speeds(column, scene.all.front());
    if (own.size() < 2) return;
    Chart chart(scene.context.ui.painter, area,
                {.left = 0,
                 .right = own.back().x,
                 .low = 0,
                 .high = 1,
                 .across = "pair",
                 .at_left = "0",
                 .at_right = std::to_string(own.size() - 1),
                 .at_low = "0",
                 .at_high = "1"});
    scene.context.targets.put(scene.id("scaled speeds"), chart.plot());
    for (const EncodingColumn& one : scene.all)
        if (&one != &column) chart.curve(speeds(one, scene.all.front()), others, 1);
    chart.curve(own, tone, 1.8F);
    paragraph(scene.context.ui.painter, words, said, quiet);
}

extern const PositionsPage positions_scaling_page{
    .name = "scaling",
    .place = 8,
    .label = texts::positions::tab_scaling,
    .sentence = texts::positions::page_scaling,
    .draw = draw_scaling,
    .columns = PositionsColumns::scalings,
    .figures = 0,
    .least_column = 36,  // two charts below the map
    .write = [](TableLines& lines, const EncodingColumn& column) { lines.curve("score by distance", column.curve); }};

}  // namespace glassformer
