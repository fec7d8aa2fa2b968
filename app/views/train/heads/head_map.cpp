#include "app/views/train/heads/head_map.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/paint/heat_scale.h"
#include "app/paint/printed_number.h"
#include "app/pictures/board/heat_panel.h"
#include "app/views/train/charts/colour_scale.h"
#include "app/views/train/heads/attention_texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

enum class Lean : std::uint8_t { lying, slanted, upright };  // words of the columns
constexpr float slope = 0.71F;                               // sine of 45°
constexpr float map_title = 1.4F;                            // em
constexpr float longest_row_word = 7, longest_column_word = 6.5F, largest_cell = 6, beside_cells = 0.4F;  // em
constexpr float widest_cell = 2, highest_cell = 1.5F;  // of the other side

/// Where the parts of the map are.
struct HeadPlace {
    Rect cells;
    Lean lean = Lean::lying;
    float beside = 0, above = 0;  // pixels for the words
    Rect scale;                   // empty: no room
};

float longest_of(Painter& painter, const std::vector<std::string>& words, float most) {
    float width = 0;
    for (const std::string& word : words) width = std::max(width, painter.measure(word, em::small).width);
    return std::ceil(std::min(width, most));
}

/// Cells as large as fit, not too far from squares.
Vec2 cell_size(const Rect& rest, float rows, float cols, float em) {
    float w = std::min(rest.w / cols, largest_cell * em), h = std::min(rest.h / rows, largest_cell * em);
    w = std::min(w, widest_cell * h);
    h = std::min(h, highest_cell * w);
    return {std::floor(w), std::floor(h)};
}

HeadPlace place_head(Painter& painter, Rect rest, const TrainedHeadMap& map, const ChartAxis& axis) {
    const float em = painter.em(), line = painter.measure("0", em::small).height;
    const auto rows = static_cast<float>(map.queries.size()), cols = static_cast<float>(map.keys.size());
    HeadPlace place;
    place.beside = longest_of(painter, map.queries, std::min(longest_row_word * em, 0.25F * rest.w));
    const float words = longest_of(painter, map.keys, std::min(longest_column_word * em, 0.35F * rest.h));
    const float scale = colour_scale_width(painter, axis) + 0.8F * em;
    rest.take_left(line + place.beside + 2 * beside_cells * em);  // the name of the axis, upright
    rest.take_top(line);
    const bool scaled = rest.w > 2 * scale;
    if (scaled) rest.take_right(scale);
    for (const Lean lean : {Lean::lying, Lean::slanted, Lean::upright}) {
        const float above = lean == Lean::lying ? line : lean == Lean::slanted ? slope * (words + line) : words;
        Rect inside = rest;
        inside.take_top(std::ceil(above + beside_cells * em));
        const Vec2 cell = cell_size(inside, rows, cols, em);
        const float trail = slope * words - cell.x / 2;  // of the last word, over the scale
        const bool fits = lean == Lean::lying     ? words + 0.5F * em <= cell.x
                          : lean == Lean::slanted ? slope * cell.x >= 0.95F * line && trail <= (scaled ? scale : 0)
                                                  : true;
        if (!fits) continue;
        place.lean = lean;
        place.above = above;
        place.cells = Rect{std::round(inside.x), std::round(inside.y), cell.x * cols, cell.y * rows};
        break;
    }
    if (scaled)
        place.scale = {place.cells.right() + 0.8F * em, place.cells.y, scale - 0.8F * em,
                       std::min(place.cells.h, 14 * em)};
    return place;
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

NamedLines named_lines(float line, float cell, std::vector<int> forced) {
    std::erase_if(forced, [](int index) { return index < 0; });
    return {std::move(forced), std::max(1, static_cast<int>(std::ceil(0.92F * line / std::max(1.0F, cell))))};
}

void draw_words(Painter& painter, const HeadPlace& place, const TrainedHeadMap& map, CellAt under, int strongest) {
    const Theme& theme = painter.theme();
    const float em = painter.em(), line = painter.measure("0", em::small).height;
    const Rect& cells = place.cells;
    const auto rows = static_cast<int>(map.queries.size()), cols = static_cast<int>(map.keys.size());
    const float high = cells.h / static_cast<float>(rows), wide = cells.w / static_cast<float>(cols);
    const auto ink = [&](bool lit) {
        return TextStyle{.colour = lit ? theme.accent_text : theme.text, .size = em::small};
    };
    const NamedLines named_rows = named_lines(line, high, {under.row});
    for (int row = 0; row < rows; ++row) {
        if (!named_rows.named(row)) continue;
        TextStyle style = ink(row == under.row);
        style.align = Align::right;
        style.anchor = Anchor::middle;
        painter.text(
            {cells.x - beside_cells * em, cells.y + (static_cast<float>(row) + 0.5F) * high},
            shortened(painter, map.queries[static_cast<std::size_t>(row)], place.beside, em::small, Face::sans), style);
    }
    const NamedLines named_columns =
        named_lines(line, place.lean == Lean::slanted ? slope * wide : wide, {under.col, strongest});
    const float longest = place.lean == Lean::lying     ? wide
                          : place.lean == Lean::slanted ? place.above / slope - line
                                                        : place.above;
    for (int column = 0; column < cols; ++column) {
        if (place.lean == Lean::upright && !named_columns.named(column)) continue;
        const std::string word =
            shortened(painter, map.keys[static_cast<std::size_t>(column)], longest + 0.5F, em::small, Face::sans);
        TextStyle style = ink(column == under.col || column == strongest);
        style.anchor = Anchor::middle;
        style.degrees = place.lean == Lean::lying ? 0 : place.lean == Lean::slanted ? 45 : 90;
        if (place.lean == Lean::lying) style.align = Align::centre;
        const float up = place.lean == Lean::lying ? line / 2 + 0.2F * em : beside_cells * em;
        painter.text({cells.x + (static_cast<float>(column) + 0.5F) * wide, cells.y - up}, word, style);
    }
    TextStyle axis{.colour = theme.muted, .size = em::small, .align = Align::centre, .anchor = Anchor::middle};
    painter.text({cells.centre().x, cells.y - place.above - beside_cells * em - line / 2},
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

void draw_scale(Painter& painter, const Rect& rect, const HeatStyle& own, const ConstMatrix& matrix) {
    if (rect.w <= 0) return;
    const HeatStyle style = held(painter.limits(), own);
    draw_colour_scale(painter, rect, style, {.low = 0, .high = static_cast<double>(style.limit)});
    const bool is_held_now = is_held(painter.limits(), own);
    painter.drew_legend(
        {rect, own, is_held_now, is_held_now ? painter.beyond(matrix, style) : 0, std::span(&matrix, 1)});
}

}  // namespace

bool NamedLines::named(int line) const {
    if (std::ranges::find(forced, line) != forced.end()) return true;
    return line % every == 0 && std::ranges::none_of(forced, [&](int other) { return std::abs(other - line) < every; });
}

HeatStyle head_style(float limit) {
    return {.map = HeatMap::sequential, .meaning = Meaning::weight, .limit = limit, .gap = 0};
}

Vec2 head_cell(Painter& painter, const Rect& area, const TrainedHeadMap& map, float limit) {
    Rect rest = area;
    rest.take_top(map_title * painter.em());
    const Rect cells = place_head(painter, rest, map, weight_axis(painter, limit)).cells;
    return {cells.w / static_cast<float>(map.keys.size()), cells.h / static_cast<float>(map.queries.size())};
}

void draw_large_head(ViewContext& context, const Rect& area, const ConstMatrix& matrix, const TrainedHeadMap& map,
                     float limit) {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const Theme& theme = ui.theme;
    Rect rest = area;
    text_in(painter, rest.take_top(map_title * ui.em), shortened(painter, map.title, area.w, em::small, Face::bold),
            {.colour = theme.accent_text, .size = em::small, .face = Face::bold});
    const HeatStyle style = head_style(limit);
    const HeadPlace place = place_head(painter, rest, map, weight_axis(painter, limit));
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
    draw_scale(painter, place.scale, style, matrix);
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
