#include "app/views/train/heads/head_map.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/paint/heat_scale.h"
#include "app/paint/printed_number.h"
#include "app/pictures/board/heat_panel.h"
#include "app/views/shared/touched_matrix.h"
#include "app/views/train/charts/colour_scale.h"
#include "app/views/train/heads/attention_texts.h"

namespace glassformer {

namespace {

constexpr float map_title = 1.6F;  // em

/// Where the parts of the map are.
struct HeadPlace {
    MatrixPlace map;
    Rect scale;  // empty: no room
};

HeadPlace place_in(Painter& painter, Rect rest, LabelledMatrix& head, float scale, float size) {
    const float em = painter.em(), line = painter.measure("0", size).height;
    rest.take_left(line + words_gap * em);  // the name of the axis, upright
    rest.take_top(line);
    const bool scaled = rest.w > 2 * scale;
    if (scaled) rest.take_right(scale);
    head.trail = scaled ? scale : 0;
    head.word_size = size;
    HeadPlace place{.map = head.place(painter, rest), .scale = {}};
    const Rect& cells = place.map.cells;
    if (scaled) place.scale = {cells.right() + 0.8F * em, cells.y, scale - 0.8F * em, std::min(cells.h, 14 * em)};
    return place;
}

/// Words in the size of the body where that costs the cells little.
HeadPlace place_head(Painter& painter, const Rect& rest, LabelledMatrix& head, float limit) {
    const float scale = head_scale_width(painter, limit) + 0.8F * painter.em();
    const HeadPlace small = place_in(painter, rest, head, scale, em::small);
    HeadPlace large = place_in(painter, rest, head, scale, em::body);
    if (large.map.cell_w() >= std::max(0.95F * painter.measure("0", em::body).height, 0.8F * small.map.cell_w()))
        return large;
    head.word_size = em::small;
    return small;
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

/// With the weights themselves in cells that have room for them.
LabelledMatrix large_head(const Painter& painter, const ConstMatrix& matrix, const TrainedHeadMap& map, float limit) {
    LabelledMatrix head = labelled_head(painter, matrix, map, limit);
    head.largest_w = 6;
    head.number = [limit](float weight) { return short_number(weight, limit); };
    return head;
}

void name_axes(Painter& painter, const MatrixPlace& place, float size, bool lookup) {
    const float line = painter.measure("0", size).height;
    TextStyle axis{.colour = painter.theme().text, .size = size, .align = Align::centre, .anchor = Anchor::middle};
    painter.text({place.cells.centre().x, place.cells.y - place.above - line / 2},
                 lookup ? texts::train::map_table_key : texts::train::map_key, axis);
    axis.degrees = 90;
    painter.text({place.cells.x - place.beside - words_gap * painter.em() - line / 2, place.cells.centre().y},
                 texts::train::map_query, axis);
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

LabelledMatrix labelled_head(const Painter& painter, const ConstMatrix& matrix, const TrainedHeadMap& map,
                             float limit) {
    const Theme& theme = painter.theme();
    return {.values = matrix,
            .style = head_style(limit),
            .rows = {.names = map.queries, .longest = 8, .ink = theme.text, .unknown = map.unknown_queries},
            .columns = {.names = map.keys, .longest = 7.5F, .ink = theme.text, .unknown = map.unknown_keys},
            .square = true,
            .frame = theme.border};
}

float head_cell(Painter& painter, const Rect& area, const TrainedHeadMap& map, float limit) {
    Rect rest = area;
    rest.take_top(map_title * painter.em());
    const auto rows = static_cast<int>(map.queries.size()), cols = static_cast<int>(map.keys.size());
    LabelledMatrix head = large_head(painter, {.rows = rows, .cols = cols}, map, limit);
    return place_head(painter, rest, head, limit).map.cell_w();
}

void draw_large_head(ViewContext& context, const Rect& area, const ConstMatrix& matrix, const TrainedHeadMap& map,
                     float limit) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const Theme& theme = ui.theme;
    Rect rest = area;
    text_in(painter, rest.take_top(map_title * ui.em), shortened(painter, map.title, area.w, em::body, Face::bold),
            {.colour = theme.accent_text, .face = Face::bold});
    LabelledMatrix head = large_head(painter, matrix, map, limit);
    const HeadPlace place = place_head(painter, rest, head, limit);
    if (place.map.cell_w() < 2) return;
    const TouchedMatrix touched = touch_matrix(context, "train map", place.map);
    if (const CellAt at = touched.at) {
        const int strongest = strongest_key(matrix, at.row);
        head.rows.lit = {{at.row, theme.accent_text}};
        head.columns.lit = {{at.col, theme.accent_text}, {strongest, theme.accent_text}};
        head.marks = {{.at = {at.row, strongest}, .colour = theme.text, .width = 1},
                      {.at = at, .colour = theme.accent}};
        tooltip(ui, touched.cell,
                fmt::format(fmt::runtime(map.lookup ? texts::train::map_lookup_tip : texts::train::map_weight_tip),
                            map.queries[static_cast<std::size_t>(at.row)], map.keys[static_cast<std::size_t>(at.col)],
                            number_text(static_cast<double>(matrix.at(at.row, at.col)))));
    }
    head.draw(painter, place.map);
    name_axes(painter, place.map, head.word_size, map.lookup);
    draw_head_scale(painter, place.scale, limit, std::span(&matrix, 1));
}

}  // namespace glassformer
