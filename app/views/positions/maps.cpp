// What an encoding is, what it does to the score, the parts of the score and p · p: maps that mark one pair of places.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/paint/formula.h"
#include "app/pictures/charts/chart_frame.h"
#include "app/views/positions/page.h"
#include "app/views/positions/parts.h"
#include "app/views/positions/table.h"
#include "app/views/positions/texts.h"
#include "app/views/shared/wording.h"
#include "core/model/positional.h"

namespace glassformer {

ConstMatrix matrix_of(const Tensor& tensor, std::uint64_t generation) {
    const int cols = tensor.shape.cols();
    return {.data = tensor.data.data(),
            .rows = static_cast<int>(tensor.shape.rows()),
            .cols = cols,
            .row_stride = cols,
            .generation = generation};
}

const Tensor* encoding_tensor(const EncodingColumn& column) {
    const positions::EncodingTables& tables = column.column.encoding;
    for (const Tensor* tensor : {&tables.query_cosines, &tables.cosines, &tables.bias, &tables.table})
        if (!tensor->data.empty()) return tensor;
    return nullptr;
}

std::string slope_text(const positions::Settings& settings) {
    const std::string slope = number_text(static_cast<double>(positions::slope_of(settings)), 1);
    if (settings.slope > 0) return fmt::format(texts::positions::slope_set, slope);
    return fmt::format(texts::positions::slope_of_head, settings.head + 1, settings.n_heads, slope);
}

PictureAxes axes_of(const EncodingColumn& column) {
    const positions::EncodingTables& tables = column.column.encoding;
    const int first = column.settings.first;
    if (!tables.query_cosines.data.empty())
        return {"pair", "position", texts::positions::scaled_angles, texts::positions::scaled_angles_brief, first};
    if (!tables.cosines.data.empty())
        return {"pair", "position", texts::positions::angles, texts::positions::angles_brief, first};
    if (!tables.bias.data.empty()) {
        if (column.settings.kind->slope == nullptr)
            return {"key", "query", texts::positions::bias, texts::positions::bias_brief, first};
        const std::string slope = slope_text(column.settings);
        return {"key", "query", fmt::format(texts::positions::sloped_bias, slope),
                fmt::format(texts::positions::sloped_bias_brief, slope), first};
    }
    const bool relative = column.settings.kind->added == nullptr;
    if (!relative)
        return {"dimension", "position",
                column.column.encoding.added.data.empty() ? texts::positions::table_added
                                                          : texts::positions::table_appended,
                "P", first};
    const auto rows = static_cast<int>(tables.table.shape.rows());
    const bool shaw = column.settings.kind->scores != nullptr;
    return {"dimension",
            "distance",
            shaw ? texts::positions::distance_keys : texts::positions::distance_sines,
            shaw ? texts::positions::distance_keys_brief : texts::positions::distance_sines_brief,
            shaw ? -rows / 2 : 0,
            false};
}

void caption(ColumnScene& scene, Rect& area, const std::string& text) {
    text_in(scene.context.ui.painter, area.take_top(1.35F * scene.context.ui.em), text,
            {.colour = scene.context.ui.theme.text, .size = em::small});
}

void draw_empty_hint(ColumnScene& scene, const Rect& area, const std::string& text) {
    const Ui& ui = scene.context.ui;
    paragraph(ui.painter, area.inset(0.2F * ui.em, 0.6F * ui.em), text, {.colour = ui.theme.muted, .size = em::body});
}

void draw_encoding(ColumnScene& scene, const Rect& area) {
    const EncodingColumn& column = scene.column;
    Rect rest = area;
    const Tensor* picture = encoding_tensor(column);
    if (picture == nullptr) {
        caption(scene, rest, texts::positions::encoding);
        return draw_empty_hint(scene, rest, texts::positions::no_encoding_here);
    }
    if (!column.shift_map.data.empty()) {
        caption(scene, rest,
                fmt::format(texts::positions::shift_map, column.shift_steps, number_text(column.shift_map_error)));
        const MapPlot plot{.id = scene.id("shift map"),
                           .values = matrix_of(column.shift_map, column.generation),
                           .style = {.map = HeatMap::diverging, .meaning = Meaning::position, .limit = 1, .gap = 0},
                           .across = "dimension",
                           .down = "dimension"};
        const TouchedMatrix touch = draw_map(scene.context, rest, plot);
        if (!touch.at) return;
        scene.pointed = "M " + std::to_string(touch.at.row) + ", " + std::to_string(touch.at.col) + ": " +
                        number_text(static_cast<double>(plot.values.at(touch.at.row, touch.at.col)));
        return tooltip(scene.context.ui, touch.cell, scene.pointed);
    }
    const PictureAxes axes = axes_of(column);
    const bool wide = scene.context.ui.painter.measure(axes.what, em::small).width <= rest.w;
    caption(scene, rest, wide ? axes.what : axes.brief);
    const bool square = std::string_view(axes.across) == "key";
    MapPlot plot{.id = scene.id("encoding"),
                 .values = matrix_of(*picture, column.generation),
                 .style = spectrum_of(picture->data),
                 .across = axes.across,
                 .down = axes.down,
                 .first_across = square ? column.settings.first : 0,
                 .first_down = axes.first_down,
                 .marked_row = axes.positions_down ? scene.query : -1,
                 .marked_column = square ? scene.key : -1};
    const TouchedMatrix touch = draw_map(scene.context, rest, plot);
    if (!touch.at) return;
    const float value = plot.values.at(touch.at.row, touch.at.col);
    scene.pointed = std::string(column.settings.kind->name) + " " + axes.down + " " +
                    std::to_string(plot.first_down + touch.at.row) + ", " + axes.across + " " +
                    std::to_string(plot.first_across + touch.at.col) + ": " + number_text(static_cast<double>(value));
    tooltip(scene.context.ui, touch.cell, scene.pointed);
    if (axes.positions_down) scene.pointed_query = touch.at.row;
    if (square) scene.pointed_key = touch.at.col;
    if (!touch.chosen()) return;
    if (axes.positions_down) scene.state.query = touch.at.row;
    if (square)
        scene.state.key = touch.at.col;
    else
        scene.state.pair =
            std::min(touch.at.col / (std::string_view(axes.across) == "pair" ? 1 : 2), max_pairs(scene.state) - 1);
}

void draw_score_map(ColumnScene& scene, const Rect& area, const char* id, const Tensor& map, const HeatStyle& style) {
    const int first = scene.column.settings.first;
    const MapPlot plot{.id = scene.id(id),
                       .values = matrix_of(map, scene.column.generation),
                       .style = style,
                       .across = "key",
                       .down = "query",
                       .first_across = first,
                       .first_down = first,
                       .marked_row = scene.query,
                       .marked_column = scene.key};
    const TouchedMatrix touch = draw_map(scene.context, area, plot);
    if (!touch.at) return;
    scene.pointed_query = touch.at.row;
    scene.pointed_key = touch.at.col;
    scene.pointed = std::string(scene.column.settings.kind->name) + " query " + std::to_string(first + touch.at.row) +
                    ", key " + std::to_string(first + touch.at.col) + ": " +
                    number_text(static_cast<double>(plot.values.at(touch.at.row, touch.at.col)));
    tooltip(scene.context.ui, touch.cell, scene.pointed);
    if (!touch.chosen()) return;
    scene.state.query = touch.at.row;
    scene.state.key = touch.at.col;
}

static void draw_scores(ColumnScene& scene, Rect area) {
    const float em = scene.context.ui.em;
    const Theme& theme = scene.context.ui.theme;
    const EncodingColumn& column = scene.column;
    Rect map = area.take_top(std::max(0.58F * area.h, 5 * em));
    caption(scene, map, texts::positions::scores_of_pair);
    const HeatStyle style = spectrum_of(column.column.scores.map.data);
    draw_score_map(scene, map, "score map", column.column.scores.map, style);

    area.take_top(0.2F * em);
    caption(scene, area,
            fmt::format(texts::positions::score_by_distance_at, column.settings.first + scene.state.query));
    if (column.curve.empty()) return;
    ChartAxes axes{.left = static_cast<float>(column.curve.front().distance),
                   .right = static_cast<float>(column.curve.back().distance),
                   .across = "i − j"};
    std::swap(axes.left, axes.right);
    axes.at_left = with_minus(std::to_string(column.curve.back().distance));
    axes.at_right = std::to_string(column.curve.front().distance);
    const auto [low, high] = std::ranges::minmax_element(column.curve, {}, &positions::ScoreAtDistance::score);
    axes.low = low->score;
    axes.high = high->score;
    Chart chart(scene.context.ui.painter, area, axes);
    scene.context.targets.put(scene.id("distance chart"), chart.plot());
    std::vector<Vec2> points;
    for (const positions::ScoreAtDistance& at : column.curve)
        points.push_back({static_cast<float>(at.distance), at.score});
    chart.upright(static_cast<float>(scene.state.query - scene.key), theme.accent);
    chart.curve(points, colour(theme, Meaning::position), 1.6F);
    const Region touched = region(scene.context.ui, scene.id("distance chart"), chart.plot());
    if (!touched.hovered) return;
    const int key = std::clamp(scene.state.query - static_cast<int>(std::lround(chart.x_of(touched.mouse.x))), 0,
                               column.settings.n_positions - 1);
    scene.pointed_query = scene.state.query;
    scene.pointed_key = key;
    const float value = column.score(scene.state.query, key);
    scene.pointed = std::string(column.settings.kind->name) + " distance " + std::to_string(scene.state.query - key) +
                    ": " + number_text(static_cast<double>(value));
    const Vec2 place = chart.at(static_cast<float>(scene.state.query - key), value);
    tooltip(scene.context.ui, {place.x - 3, place.y - 3, 6, 6}, scene.pointed);
    if (touched.clicked) scene.state.key = key;
}

static void draw_terms(ColumnScene& scene, Rect area) {
    const float em = scene.context.ui.em;
    const std::vector<positions::ScoreTerm>& terms = scene.column.column.scores.terms;
    caption(scene, area, texts::positions::sum_of);
    float limit = 0;  // one scale, so that the parts can be compared
    for (const positions::ScoreTerm& term : terms)
        for (const float value : term.map.data) limit = std::max(limit, std::abs(value));
    const HeatStyle style{
        .map = HeatMap::diverging, .meaning = Meaning::score, .limit = limit > 0 ? limit : 1, .gap = 0};
    static constexpr std::array ids{"term a", "term b", "term c", "term d", "term e"};
    const auto across = terms.size() > 2 ? 2U : 1U;
    const auto down = static_cast<std::size_t>((terms.size() + across - 1) / across);
    const float wide = (area.w - (across > 1 ? 0.6F * em : 0)) / static_cast<float>(across);
    const float high = std::min(area.h / static_cast<float>(std::max<std::size_t>(down, 2)), 16 * em);
    for (std::size_t t = 0; t < std::min(terms.size(), ids.size()); ++t) {
        const std::size_t line = t / across;
        Rect box{area.x + static_cast<float>(t % across) * (wide + 0.6F * em), area.y + static_cast<float>(line) * high,
                 wide, high - 0.3F * em};
        draw_formula(scene.context.ui.painter, terms[t].formula, box.take_top(1.5F * em),
                     {.size = em::small, .align = Align::left});
        draw_score_map(scene, box, ids[t], terms[t].map, style);
    }
}

static void draw_similarity(ColumnScene& scene, Rect area) {
    const float em = scene.context.ui.em;
    const Theme& theme = scene.context.ui.theme;
    const positions::Column& column = scene.column.column;
    if (column.similarity.data.empty()) return draw_empty_hint(scene, area, texts::positions::no_vectors);
    Rect map = area.take_top(std::max(0.58F * area.h, 5 * em));
    caption(scene, map, texts::positions::similarity_map);
    draw_score_map(scene, map, "similarity map", column.similarity, spectrum_of(column.similarity.data));
    area.take_top(0.2F * em);
    caption(scene, area,
            fmt::format(texts::positions::similarity_by_distance, scene.column.settings.first + scene.state.query));
    const ConstMatrix values = matrix_of(column.similarity, 0);
    const int query = scene.state.query;
    std::vector<Vec2> points;
    ChartAxes axes{.left = static_cast<float>(query - values.cols + 1),
                   .right = static_cast<float>(query),
                   .low = values.at(query, 0),
                   .high = values.at(query, 0),
                   .across = "i − j"};
    for (int j = 0; j < values.cols; ++j) {
        const float value = values.at(query, j);
        axes.low = std::min(axes.low, value);
        axes.high = std::max(axes.high, value);
        points.push_back({static_cast<float>(query - j), value});
    }
    Chart chart(scene.context.ui.painter, area, axes);
    chart.upright(static_cast<float>(query - scene.key), theme.accent);
    chart.curve(points, colour(theme, Meaning::position), 1.6F);
}

extern const PositionsPage positions_scores_page{.name = "scores",
                                                 .place = 2,
                                                 .label = texts::positions::tab_scores,
                                                 .sentence = texts::positions::page_scores,
                                                 .draw = draw_scores,
                                                 .figures_on_demand = true,
                                                 .picture_alone = 0.36F};

extern const PositionsPage positions_terms_page{.name = "terms",
                                                .place = 5,
                                                .label = texts::positions::tab_terms,
                                                .sentence = texts::positions::page_terms,
                                                .draw = draw_terms,
                                                .figures = 3,
                                                .write = [](TableLines& lines, const EncodingColumn& column) {
                                                    for (const positions::ScoreTerm& term : column.column.scores.terms)
                                                        lines.map(term.name, term.map, column.settings.first,
                                                                  column.settings.first);
                                                }};

extern const PositionsPage positions_similarity_page{.name = "similarity",
                                                     .place = 6,
                                                     .label = texts::positions::tab_similarity,
                                                     .sentence = texts::positions::page_similarity,
                                                     .draw = draw_similarity,
                                                     .of_vectors = true,
                                                     .write = [](TableLines& lines, const EncodingColumn& column) {
                                                         lines.map("p·p", column.column.similarity,
                                                                   column.settings.first, column.settings.first);
                                                     }};

}  // namespace glassformer
