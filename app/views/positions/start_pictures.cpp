// Two pictures of the first page: a row of P added to an embedding, and a map of what each score gets.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/paint/formula.h"
#include "app/paint/visible_text.h"
#include "app/views/positions/parts.h"
#include "app/views/positions/start.h"
#include "app/views/positions/texts.h"
#include "app/views/shared/wording.h"
#include "core/model/positional.h"

namespace glassformer {

std::string start_word(const StartTables& tables, int token) {
    const auto at = static_cast<std::size_t>(token);
    return at < tables.words().size() ? visible_text(tables.words()[at]) : std::string();
}

std::string start_row_label(const StartTables& tables, int token) {
    const std::string word = start_word(tables, token);
    return word.empty() ? std::to_string(token) : word + "  " + std::to_string(token);
}

MatrixWords start_row_words(const Theme& theme, const StartTables& tables, int first) {
    MatrixWords words{.longest = 6, .cut_within = true, .least = 0.3F};
    for (int r = 0; r < tables.rows(); ++r) words.names.push_back(start_row_label(tables, first + r));
    words.lit = {{tables.query() - first, colour(theme, Meaning::query), true},
                 {tables.key() - first, colour(theme, Meaning::key), true}};
    return words;
}

float start_limit(std::initializer_list<const Tensor*> tensors) {
    float limit = 0;
    for (const Tensor* tensor : tensors)
        for (const float value : tensor->data)
            if (std::isfinite(value)) limit = std::max(limit, std::abs(value));
    return limit > 0 ? limit : 1;
}

void start_outline(Painter& painter, const Rect& rect, Colour tone) {
    painter.stroke(rect.inset(-1.5F), painter.theme().background, 3);
    painter.stroke(rect.inset(-1), tone, 1.5F);
}

namespace {

/// One row of numbers.
ConstMatrix strip_of(const Tensor& row, std::uint64_t generation) {
    const auto columns = static_cast<int>(row.data.size());
    return {.data = row.data.data(), .rows = 1, .cols = columns, .row_stride = columns, .generation = generation};
}

/// The whole table with the tokens at its rows; below it the query's row taken out, added entry by entry.
void draw_placed(StartScene& scene, Rect area) {
    Ui& ui = scene.context.ui;
    Painter& painter = ui.painter;
    const Theme& theme = ui.theme;
    const float em = ui.em;
    const StartColumn& column = scene.column;
    const StartTables& tables = scene.tables;
    const bool appended = column.picture == StartPicture::appended;
    const positions::Placed& placed = column.placed;
    const int columns = column.table.shape.cols();
    const HeatStyle style{.map = HeatMap::diverging,
                          .meaning = Meaning::position,
                          .limit = start_limit({&column.table, &placed.token, &placed.together}),
                          .gap = 0};
    const std::array<std::string, 3> names{
        texts::positions::start_embedding,
        fmt::format(fmt::runtime(appended ? texts::positions::start_then : texts::positions::start_plus),
                    tables.query()),
        appended ? texts::positions::start_joined : texts::positions::start_sum};
    LabelledMatrix map{.values = matrix_of(column.table, column.generation),
                       .style = style,
                       .rows = start_row_words(theme, tables, tables.first()),
                       .ground = theme.heat_zero};
    float beside = map.rows.widest(painter, em::small);
    for (const std::string& name : names) beside = std::max(beside, painter.measure(name, em::small).width);
    beside = std::ceil(beside + 0.5F * em);

    Rect top = area.take_top(1.4F * em);
    // The position's row is the table's, and of a joined vector the rest is the token's.
    std::vector<ConstMatrix> numbers{map.values, strip_of(placed.token, column.generation)};
    if (!appended) numbers.push_back(strip_of(placed.together, column.generation));
    const bool held = is_held(painter.limits(), style);
    legend_line(painter, top.take_right(std::min((held ? 14.0F : 9.0F) * em, (held ? 0.55F : 0.45F) * top.w)), style,
                numbers);
    text_in(painter, top, texts::positions::start_table, {.colour = theme.muted, .size = em::small});
    const float strip = 1.25F * em, between = 0.2F * em, line = 1.4F * em;
    const auto lines = static_cast<int>(column.dimensions.size());
    const float below = 3 * strip + 3 * between + 0.7F * em + 2 * line;
    const float row = std::floor(std::min((area.h - below) / static_cast<float>(tables.rows()), 2.2F * em));
    Rect body = area.take_top(row * static_cast<float>(tables.rows()));
    body.take_left(beside);
    const MatrixPlace place = map.draw(painter, body.snapped());

    area.take_top(0.5F * em);
    std::array<MatrixPlace, 3> strips;
    const std::array<const Tensor*, 3> rows{&placed.token, &placed.position, &placed.together};
    for (std::size_t s = 0; s < rows.size(); ++s) {
        Rect line_of_strip = area.take_top(strip);
        area.take_top(between);
        const Rect name = line_of_strip.take_left(beside);
        text_in(
            painter, {name.x, name.y, name.w - 0.5F * em, name.h}, names.at(s),
            {.colour = s == 1 ? colour(theme, Meaning::query) : theme.text, .size = em::small, .align = Align::right});
        strips.at(s) =
            LabelledMatrix{
                .values = strip_of(*rows.at(s), column.generation), .style = style, .ground = theme.heat_zero}
                .draw(painter, line_of_strip.snapped());
        scene.context.targets.put(scene.id("start strip") + (s == 0 ? " a" : s == 1 ? " b" : " c"), strips.at(s).cells);
    }
    // The row that is taken out, and the dimensions that are written out.
    const int shown = tables.query() - tables.first();
    start_outline(painter, place.cell(shown, 0, 1, columns), colour(theme, Meaning::query));
    const auto token_columns = static_cast<int>(placed.token.data.size());
    const int left = column.dimensions.front(), right = column.dimensions.back();
    const bool adjoin = right - left < 2;  // they have one outline
    for (const int d : column.dimensions) {
        if (adjoin && d != left) continue;
        const int wide = adjoin ? lines : 1;
        start_outline(painter, place.cell(shown, d, 1, wide), theme.accent);
        start_outline(painter, strips[1].cell(0, d, 1, wide), theme.accent);
        if (!appended) start_outline(painter, strips[0].cell(0, d, 1, wide), theme.accent);
        start_outline(painter, strips[2].cell(0, appended ? token_columns + d : d, 1, wide), theme.accent);
    }
    area.take_top(0.2F * em);
    for (const int d : column.dimensions) {
        const auto at = static_cast<std::size_t>(d);
        const auto number = [](float value) { return number_text(static_cast<double>(value)); };
        const std::string text =
            appended ? fmt::format(texts::positions::start_appending, d, token_columns + d,
                                   number(placed.together.data[static_cast<std::size_t>(token_columns) + at]))
                     : fmt::format(texts::positions::start_addition, d, number(placed.token.data[at]),
                                   number(placed.position.data[at]), number(placed.together.data[at]));
        const Rect written = area.take_top(line);
        text_in(painter, written, text, {.colour = theme.text});
        scene.context.targets.put(scene.id("start line") + (d == left ? " a" : " b"), written);
    }

    const bool halves = column.laboratory->settings.layout == RotaryLayout::half;
    const auto pair_of_column = [&](int at) { return halves ? at % std::max(1, columns / 2) : at / 2; };
    if (const TouchedMatrix touched = touch_matrix(scene.context, scene.id("start map"), place)) {
        const CellAt at = touched.at;
        scene.pointed = fmt::format("position {}, dimension {}: {}", tables.first() + at.row, at.col,
                                    number_text(static_cast<double>(map.values.at(at.row, at.col))));
        tooltip(ui, touched.cell, scene.pointed);
        if (touched.chosen()) {
            scene.start.query = tables.first() + at.row;
            scene.start.pair = pair_of_column(at.col);
        }
    }
    if (const TouchedMatrix along = touch_matrix(scene.context, scene.id("start strip"), strips[1]); along.chosen())
        scene.start.pair = pair_of_column(along.at.col);
}

/// What each score gets, with the tokens at rows and columns; the chosen distance is outlined.
void draw_score_part(StartScene& scene, Rect area) {
    Ui& ui = scene.context.ui;
    Painter& painter = ui.painter;
    const Theme& theme = ui.theme;
    const float em = ui.em;
    const StartColumn& column = scene.column;
    const StartTables& tables = scene.tables;
    const int n = tables.rows(), first = tables.first();
    HeatStyle style = spectrum_of(column.map.data);
    style.gap = 1;
    const bool term = column.picture == StartPicture::term;
    const positions::Settings& settings = column.laboratory->settings;
    const bool slope = !term && settings.kind->slope != nullptr;
    const std::string steep =
        slope ? number_text(static_cast<double>(positions::slope_of(settings)), 1) : std::string();
    std::string what = term ? texts::positions::start_term : texts::positions::start_bias;
    if (slope) {
        what = fmt::format(texts::positions::start_bias_of_head, slope_text(settings));
        if (painter.measure(what, em::small).width > area.w)
            what = fmt::format(texts::positions::start_bias_of_head_brief, slope_text(settings));
    }
    const Rect above_map = area.take_top(1.4F * em);
    text_in(painter, above_map, what, {.colour = theme.muted, .size = em::small});
    scene.context.targets.put(scene.id("start what is shown"), above_map);
    const float below = 3.2F * em;
    area.h -= below;
    LabelledMatrix map{.values = matrix_of(column.map, column.generation),
                       .style = style,
                       .rows = start_row_words(theme, tables, first),
                       .columns = {.longest = 5.5F, .most_lean = 45, .cut_within = true, .least = 0.3F},
                       .largest_w = 2.6F,
                       .square = true,
                       .ground = theme.heat_zero};
    for (int c = 0; c < n; ++c) {
        const std::string word = start_word(tables, first + c);
        map.columns.names.push_back(word.empty() ? std::to_string(first + c) : word);
    }
    map.columns.lit = {{tables.key() - first, colour(theme, Meaning::key), true}};
    const MatrixPlace place = map.place(painter, area);
    const Rect& cells = place.cells;
    if (place.cell_w() < 3) return;
    map.draw(painter, place);
    const int query = tables.query() - first, key = tables.key() - first;
    for (int i = 0; i < n; ++i)
        if (const int j = i + key - query; j >= 0 && j < n && i != query)
            start_outline(painter, place.cell(i, j).inset(1), theme.text);
    start_outline(painter, place.cell(query, key), theme.accent);
    legend_line(painter, {cells.x, cells.bottom() + 0.2F * em, std::min(area.right() - cells.x, 12 * em), 1.3F * em},
                style, map.values);
    const Rect written{area.x, cells.bottom() + 1.6F * em, area.w, 1.5F * em};

    const int distance = tables.query() - tables.key();
    const std::string far = with_minus(std::to_string(distance));
    const std::string number = number_text(static_cast<double>(map.values.at(query, key)), slope ? 1 : 0);
    text_in(painter, written,
            slope ? fmt::format(texts::positions::start_slope, far, steep, std::abs(distance), number)
                  : fmt::format(texts::positions::start_at_distance, far, number),
            {.colour = theme.text, .face = Face::bold});
    scene.context.targets.put(scene.id("start line a"), written);

    const TouchedMatrix touched = touch_matrix(scene.context, scene.id("start map"), place);
    if (!touched) return;
    const CellAt at = touched.at;
    scene.pointed = fmt::format("query {}, key {}: {}", first + at.row, first + at.col,
                                number_text(static_cast<double>(map.values.at(at.row, at.col))));
    tooltip(ui, touched.cell, scene.pointed);
    if (!touched.chosen()) return;
    scene.start.query = first + at.row;
    scene.start.key = first + at.col;
}

}  // namespace

void draw_start_picture(StartScene& scene, const Rect& area) {
    const Ui& ui = scene.context.ui;
    switch (scene.column.picture) {
        case StartPicture::added:
        case StartPicture::appended: return draw_placed(scene, area);
        case StartPicture::rotation: return draw_start_rotation(scene, area);
        case StartPicture::bias:
        case StartPicture::term: return draw_score_part(scene, area);
        case StartPicture::none:
            paragraph(ui.painter, area.inset(0, 0.6F * ui.em), texts::positions::no_encoding_here,
                      {.colour = ui.theme.muted});
    }
}

}  // namespace glassformer
