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

Colour start_row_colour(const Theme& theme, const StartTables& tables, int token) {
    if (token == tables.query()) return colour(theme, Meaning::query);
    return token == tables.key() ? colour(theme, Meaning::key) : theme.muted;
}

float start_limit(std::initializer_list<const Tensor*> tensors) {
    float limit = 0;
    for (const Tensor* tensor : tensors)
        for (const float value : tensor->data)
            if (std::isfinite(value)) limit = std::max(limit, std::abs(value));
    return limit > 0 ? limit : 1;
}

void start_outline(Painter& painter, const Theme& theme, const Rect& rect, Colour tone) {
    painter.stroke(rect.inset(-1.5F), theme.background, 3);
    painter.stroke(rect.inset(-1), tone, 1.5F);
}

namespace {

/// How wide the labels of the rows are, with these beside them.
float label_width(const StartScene& scene, float most, std::span<const std::string> others) {
    Painter& painter = scene.context.ui.painter;
    float wide = 0;
    for (int r = 0; r < scene.tables.rows(); ++r) {
        const std::string label = start_row_label(scene.tables, scene.tables.first() + r);
        wide = std::max(wide, painter.measure(label, em::small, Face::bold).width);
    }
    wide = std::min(wide, most);
    for (const std::string& other : others) wide = std::max(wide, painter.measure(other, em::small).width);
    return std::ceil(wide + 0.5F * scene.context.ui.em);
}

/// In em: of names beside or above cells that stand this far apart, smaller where these are lower than small text.
float label_size(const StartScene& scene, float apart) { return std::min(em::small, apart / scene.context.ui.em); }

/// The tokens of the rows beside a map.
void draw_row_labels(const StartScene& scene, const Rect& beside, const Rect& cells) {
    Painter& painter = scene.context.ui.painter;
    const float em = scene.context.ui.em;
    const float size = label_size(scene, cells.h / static_cast<float>(scene.tables.rows()));
    for (int r = 0; r < scene.tables.rows(); ++r) {
        const int token = scene.tables.first() + r;
        const Rect cell = cell_rect(cells, scene.tables.rows(), 1, r, 0);
        const bool marked = token == scene.tables.query() || token == scene.tables.key();
        const Face face = marked ? Face::bold : Face::sans;
        const Rect place{beside.x, cell.y, beside.w - 0.5F * em, cell.h};
        text_in(painter, place, shortened_within(painter, start_row_label(scene.tables, token), place.w, size, face),
                {.colour = start_row_colour(scene.context.ui.theme, scene.tables, token),
                 .size = size,
                 .face = face,
                 .align = Align::right});
    }
}

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
    const float beside = label_width(scene, 6 * em, names);

    Rect top = area.take_top(1.4F * em);
    // The position's row is the table's, and of a joined vector the rest is the token's.
    std::vector<ConstMatrix> numbers{matrix_of(column.table, column.generation),
                                     strip_of(placed.token, column.generation)};
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
    const Rect labels = body.take_left(beside);
    const Rect cells = body.snapped();
    painter.fill(cells, theme.heat_zero);
    painter.heatmap(matrix_of(column.table, column.generation), cells, style);
    draw_row_labels(scene, labels, cells);
    scene.context.targets.put(scene.id("start map"), cells);

    area.take_top(0.5F * em);
    std::array<Rect, 3> strips;
    const std::array<const Tensor*, 3> rows{&placed.token, &placed.position, &placed.together};
    for (std::size_t s = 0; s < rows.size(); ++s) {
        Rect place = area.take_top(strip);
        area.take_top(between);
        const Rect name = place.take_left(beside);
        strips.at(s) = place.snapped();
        text_in(
            painter, {name.x, name.y, name.w - 0.5F * em, name.h}, names.at(s),
            {.colour = s == 1 ? colour(theme, Meaning::query) : theme.text, .size = em::small, .align = Align::right});
        painter.fill(strips.at(s), theme.heat_zero);
        painter.heatmap(strip_of(*rows.at(s), column.generation), strips.at(s), style);
        scene.context.targets.put(scene.id("start strip") + (s == 0 ? " a" : s == 1 ? " b" : " c"), strips.at(s));
    }
    // The row that is taken out, and the dimensions that are written out.
    const int shown = tables.query() - tables.first();
    start_outline(painter, theme, cell_rect(cells, tables.rows(), columns, shown, 0, 1, columns),
                  colour(theme, Meaning::query));
    const auto token_columns = static_cast<int>(placed.token.data.size());
    const auto all_columns = static_cast<int>(placed.together.data.size());
    const int left = column.dimensions.front(), right = column.dimensions.back();
    const bool adjoin = right - left < 2;  // they have one outline
    for (const int d : column.dimensions) {
        if (adjoin && d != left) continue;
        const int wide = adjoin ? lines : 1;
        start_outline(painter, theme, cell_rect(cells, tables.rows(), columns, shown, d, 1, wide), theme.accent);
        start_outline(painter, theme, cell_rect(strips[1], 1, columns, 0, d, 1, wide), theme.accent);
        if (!appended) start_outline(painter, theme, cell_rect(strips[0], 1, columns, 0, d, 1, wide), theme.accent);
        start_outline(painter, theme, cell_rect(strips[2], 1, all_columns, 0, appended ? token_columns + d : d, 1, wide),
                      theme.accent);
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
        const Rect place = area.take_top(line);
        text_in(painter, place, text, {.colour = theme.text});
        scene.context.targets.put(scene.id("start line") + (d == left ? " a" : " b"), place);
    }

    const bool halves = column.laboratory->settings.layout == RotaryLayout::half;
    const auto pair_of_column = [&](int at) { return halves ? at % std::max(1, columns / 2) : at / 2; };
    const Region touched = region(ui, scene.id("start map"), cells);
    const CellAt at =
        touched.hovered || touched.dragging ? cell_at(cells, tables.rows(), columns, touched.mouse) : CellAt{};
    if (at) {
        const float value = column.table.view().row(static_cast<std::size_t>(at.row))[at.col];
        scene.pointed = fmt::format("position {}, dimension {}: {}", tables.first() + at.row, at.col,
                                    number_text(static_cast<double>(value)));
        tooltip(ui, cell_rect(cells, tables.rows(), columns, at.row, at.col), scene.pointed);
        if (touched.clicked || touched.dragging) {
            scene.start.query = tables.first() + at.row;
            scene.start.pair = pair_of_column(at.col);
        }
    }
    const Region along = region(ui, scene.id("start strip"), strips[1]);
    if (along.clicked || along.dragging)
        if (const CellAt entry = cell_at(strips[1], 1, columns, along.mouse)) scene.start.pair = pair_of_column(entry.col);
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
    const float beside = label_width(scene, 6 * em, {});
    float longest = 0;
    for (int c = 0; c < n; ++c) {
        const std::string word = start_word(tables, first + c);
        longest = std::max(longest, painter.measure(word.empty() ? "00" : word, em::small, Face::bold).width);
    }
    longest = std::min(longest, 5.5F * em);
    // Straight where they have room, else slanted.
    const auto side_with = [&](float above, float right) {
        return std::floor(std::min(
            {(area.w - beside - right) / static_cast<float>(n), (area.h - above) / static_cast<float>(n), 2.6F * em}));
    };
    const bool straight = longest + 0.4F * em <= side_with(1.5F * em, 0);
    const float above = straight ? 1.5F * em : 0.71F * longest + 1.3F * em;
    const float side = side_with(above, straight ? 0 : 0.71F * longest);
    if (side < 3) return;
    const Rect cells =
        Rect{area.x + beside, area.y + above, side * static_cast<float>(n), side * static_cast<float>(n)}.snapped();
    const float size = straight ? em::small : label_size(scene, 0.9F * side);
    painter.fill(cells, theme.heat_zero);
    painter.heatmap(matrix_of(column.map, column.generation), cells, style);
    scene.context.targets.put(scene.id("start map"), cells);
    draw_row_labels(scene, {area.x, cells.y, beside, cells.h}, cells);
    for (int c = 0; c < n; ++c) {
        const std::string word = start_word(tables, first + c);
        const bool marked = first + c == tables.key();
        const Face face = marked ? Face::bold : Face::sans;
        const float middle = cell_rect(cells, n, n, 0, c).centre().x;
        painter.text({middle, cells.y - 0.5F * em},
                     shortened_within(painter, word.empty() ? std::to_string(first + c) : word, longest, size, face),
                     {.colour = marked ? colour(theme, Meaning::key) : theme.muted,
                      .size = size,
                      .face = face,
                      .align = straight ? Align::centre : Align::left,
                      .anchor = Anchor::middle,
                      .degrees = straight ? 0.0F : 45.0F});
    }
    const int query = tables.query() - first, key = tables.key() - first;
    for (int i = 0; i < n; ++i)
        if (const int j = i + key - query; j >= 0 && j < n && i != query)
            start_outline(painter, theme, cell_rect(cells, n, n, i, j).inset(1), theme.text);
    start_outline(painter, theme, cell_rect(cells, n, n, query, key), theme.accent);
    legend_line(painter, {cells.x, cells.bottom() + 0.2F * em, std::min(area.right() - cells.x, 12 * em), 1.3F * em},
                style, matrix_of(column.map, column.generation));
    const Rect written{area.x, cells.bottom() + 1.6F * em, area.w, 1.5F * em};

    const int distance = tables.query() - tables.key();
    const std::string far = with_minus(std::to_string(distance));
    const std::string number =
        number_text(static_cast<double>(column.map.view().row(static_cast<std::size_t>(query))[key]), slope ? 1 : 0);
    text_in(painter, written,
            slope ? fmt::format(texts::positions::start_slope, far, steep, std::abs(distance), number)
                  : fmt::format(texts::positions::start_at_distance, far, number),
            {.colour = theme.text, .face = Face::bold});
    scene.context.targets.put(scene.id("start line a"), written);

    const Region touched = region(ui, scene.id("start map"), cells);
    const CellAt at = touched.hovered || touched.dragging ? cell_at(cells, n, n, touched.mouse) : CellAt{};
    if (!at) return;
    scene.pointed =
        fmt::format("query {}, key {}: {}", first + at.row, first + at.col,
                    number_text(static_cast<double>(column.map.view().row(static_cast<std::size_t>(at.row))[at.col])));
    tooltip(ui, cell_rect(cells, n, n, at.row, at.col), scene.pointed);
    if (!touched.clicked && !touched.dragging) return;
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
