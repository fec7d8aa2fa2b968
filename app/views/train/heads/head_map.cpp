#include "app/views/train/heads/head_map.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/paint/heat_scale.h"
#include "app/paint/printed_number.h"
#include "app/pictures/board/heat_panel.h"
#include "app/views/train/charts/colour_scale.h"
#include "app/views/train/heads/attention_texts.h"
#include "app/views/train/heads/head_words.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

constexpr float map_title = 1.6F;                                                    // em
constexpr float longest_row_word = 8, longest_column_word = 7.5F, largest_cell = 6;  // em

/// Where the parts of the map are.
struct HeadPlace {
    Rect cells;
    ColumnWords columns;
    float size = em::small;  // of the words
    float beside = 0;        // pixels for those of the rows
    Rect scale;              // empty: no room
};

HeadPlace place_words(Painter& painter, Rect rest, const TrainedHeadMap& map, float scale, float size) {
    const float em = painter.em(), line = painter.measure("0", size).height;
    const auto rows = static_cast<float>(map.queries.size()), cols = static_cast<float>(map.keys.size());
    HeadPlace place;
    place.size = size;
    place.beside = longest_word(painter, map.queries, std::min(longest_row_word * em, 0.25F * rest.w), size);
    const float words = longest_word(painter, map.keys, std::min(longest_column_word * em, 0.35F * rest.h), size);
    rest.take_left(line + place.beside + 2 * beside_cells * em);  // the name of the axis, upright
    rest.take_top(line);
    const bool scaled = rest.w > 2 * scale;
    if (scaled) rest.take_right(scale);
    // Higher words leave smaller cells, which need higher words: the lowest that fit their own cells.
    const float line_words = line, slanted_words = slanted_slope * (words + line);
    for (const float above : {line_words, slanted_words, words}) {
        Rect inside = rest;
        inside.take_top(std::ceil(above + beside_cells * em));
        const float cell = std::floor(std::max(0.0F, std::min({inside.w / cols, inside.h / rows, largest_cell * em})));
        place.columns = fit_column_words(painter, cell, words, scaled ? scale : 0, size);
        place.cells = Rect{std::round(inside.x), std::round(inside.y), cell * cols, cell * rows};
        if (place.columns.above <= above) break;
        place.columns = {WordLean::upright, words};  // unless others fit
    }
    if (scaled)
        place.scale = {place.cells.right() + 0.8F * em, place.cells.y, scale - 0.8F * em,
                       std::min(place.cells.h, 14 * em)};
    return place;
}

/// Words in the size of the body where that costs the cells little.
HeadPlace place_head(Painter& painter, const Rect& rest, const TrainedHeadMap& map, float limit) {
    const float scale = head_scale_width(painter, limit) + 0.8F * painter.em();
    const HeadPlace large = place_words(painter, rest, map, scale, em::body);
    const HeadPlace small = place_words(painter, rest, map, scale, em::small);
    const bool named =
        large.cells.w >= 0.95F * painter.measure("0", em::body).height * static_cast<float>(map.keys.size());
    return named && large.cells.w >= 0.8F * small.cells.w ? large : small;
}

/// The numbers of the color scale, up to the limit that is held, if one is.
ChartAxis weight_axis(const Painter& painter, float limit) {
    return {.low = 0, .high = static_cast<double>(held(painter.limits(), head_style(limit)).limit)};
}

int strongest_key(const ConstMatrix& matrix, int row) {
    int best = 0;
    for (int key = 1; key < matrix.cols; ++key)
        if (matrix.at(row, key) > matrix.at(row, best)) best = key;
    return best;
}

void draw_words(Painter& painter, const HeadPlace& place, const TrainedHeadMap& map, CellAt under, int strongest) {
    const float em = painter.em(), line = painter.measure("0", place.size).height;
    const Rect& cells = place.cells;
    draw_row_words(painter, cells, map.queries, place.beside, place.size, under.row);
    draw_column_words(painter, cells, map.keys, place.columns, place.size, {under.col, strongest});
    TextStyle axis{
        .colour = painter.theme().text, .size = place.size, .align = Align::centre, .anchor = Anchor::middle};
    painter.text({cells.centre().x, cells.y - place.columns.above - beside_cells * em - line / 2},
                 map.lookup ? texts::train::map_table_key : texts::train::map_key, axis);
    axis.degrees = 90;
    painter.text({cells.x - place.beside - 2 * beside_cells * em - line / 2, cells.centre().y}, texts::train::map_query,
                 axis);
}

/// The weights themselves, where a cell has room for them.
void draw_weights(Painter& painter, const Rect& cells, const ConstMatrix& matrix, const HeatStyle& style) {
    const float em = painter.em();
    const Rect first = cell_rect(cells, matrix.rows, matrix.cols, 0, 0);
    if (first.w < 2.2F * em || first.h < 1.2F * em) return;
    float widest = 0;
    for (int row = 0; row < matrix.rows; ++row)
        for (int column = 0; column < matrix.cols; ++column)
            widest =
                std::max(widest, painter.measure(short_number(matrix.at(row, column), style.limit), em::small).width);
    if (widest + 0.3F * em > first.w) return;
    const HeatScale scale(painter, style);
    for (int row = 0; row < matrix.rows; ++row)
        for (int column = 0; column < matrix.cols; ++column) {
            const float value = matrix.at(row, column);
            text_in(painter, cell_rect(cells, matrix.rows, matrix.cols, row, column), short_number(value, style.limit),
                    {.colour = text_on(painter.theme(), scale.fill(value).ground),
                     .size = em::small,
                     .align = Align::centre});
        }
}

}  // namespace

float head_scale_width(Painter& painter, float limit) {
    return colour_scale_width(painter, weight_axis(painter, limit));
}

void draw_head_scale(Painter& painter, const Rect& rect, float limit, std::span<const ConstMatrix> of) {
    if (rect.w <= 0) return;
    const HeatStyle own = head_style(limit), style = held(painter.limits(), own);
    draw_colour_scale(painter, rect, style, weight_axis(painter, limit));
    const bool is_held_now = is_held(painter.limits(), own);
    std::size_t beyond = 0;
    if (is_held_now)
        for (const ConstMatrix& matrix : of) beyond += painter.beyond(matrix, style);
    painter.drew_legend({rect, own, is_held_now, beyond, of});
}

HeatStyle head_style(float limit) {
    return {.map = HeatMap::sequential, .meaning = Meaning::weight, .limit = limit, .gap = 0};
}

float head_cell(Painter& painter, const Rect& area, const TrainedHeadMap& map, float limit) {
    Rect rest = area;
    rest.take_top(map_title * painter.em());
    return place_head(painter, rest, map, limit).cells.w / static_cast<float>(map.keys.size());
}

void draw_large_head(ViewContext& context, const Rect& area, const ConstMatrix& matrix, const TrainedHeadMap& map,
                     float limit) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const Theme& theme = ui.theme;
    Rect rest = area;
    text_in(painter, rest.take_top(map_title * ui.em), shortened(painter, map.title, area.w, em::body, Face::bold),
            {.colour = theme.accent_text, .face = Face::bold});
    const HeatStyle style = head_style(limit);
    const HeadPlace place = place_head(painter, rest, map, limit);
    const Rect& cells = place.cells;
    if (cells.w < 2 * static_cast<float>(matrix.cols) || cells.h < 2 * static_cast<float>(matrix.rows)) return;
    painter.heatmap(matrix, cells, style);
    painter.stroke(cells.inset(-1), theme.border);
    context.targets.put("train map", cells);
    const Region touched = region(ui, "train map", cells);
    const CellAt under = touched.hovered ? cell_at(cells, matrix.rows, matrix.cols, touched.mouse) : CellAt{};
    const int strongest = under ? strongest_key(matrix, under.row) : -1;
    draw_weights(painter, cells, matrix, style);
    draw_words(painter, place, map, under, strongest);
    draw_head_scale(painter, place.scale, limit, std::span(&matrix, 1));
    if (!under) return;
    painter.stroke(cell_rect(cells, matrix.rows, matrix.cols, under.row, strongest), theme.text, 1);
    const Rect cell = cell_rect(cells, matrix.rows, matrix.cols, under.row, under.col);
    painter.stroke(cell, theme.accent, 1.5F);
    tooltip(ui, cell,
            fmt::format(fmt::runtime(map.lookup ? texts::train::map_lookup_tip : texts::train::map_weight_tip),
                        map.queries[static_cast<std::size_t>(under.row)], map.keys[static_cast<std::size_t>(under.col)],
                        number_text(static_cast<double>(matrix.at(under.row, under.col)))));
}

}  // namespace glassformer
