// The pictures of joined vectors: three matrices whose rows are the same tokens, and the products of two rows.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/paint/formula.h"
#include "app/views/positions/joined.h"
#include "app/views/positions/joined_texts.h"
#include "app/views/positions/parts.h"
#include "app/views/shared/wording.h"

namespace glassformer {

namespace {

using positions::JoinWay;

std::string entry_text(float value) { return number_text(static_cast<double>(value)); }

/// One of the three matrices, as it is drawn.
struct Panel {
    const char* name;
    const Tensor* values;
    MatrixPlace at = {};
};

/// "X + P", and "13 × 64" with it where there is room.
void draw_caption(Painter& painter, const Panel& panel, const Rect& line) {
    const Theme& theme = painter.theme();
    const std::string size = fmt::format(texts::joined::size, panel.values->shape.rows(), panel.values->shape.cols());
    Rect rest{panel.at.cells.x, line.y, panel.at.cells.w, line.h};
    const float name = painter.measure(panel.name, em::small, Face::bold).width;
    const float room = painter.measure(size, em::small).width;
    const float gap = 0.6F * painter.em();
    if (name + gap + room <= rest.w) {
        text_in(painter, rest.take_left(name + gap), panel.name,
                {.colour = theme.text, .size = em::small, .face = Face::bold});
        text_in(painter, rest, size, {.colour = theme.muted, .size = em::small});
        return;
    }
    // A narrow matrix has its name and its size one above the other, which may be wider than it is.
    const float wide = std::max({name, room, rest.w});
    const Rect lines{rest.x, line.y, wide, line.h};
    text_in(painter, {lines.x, lines.y - 0.55F * painter.em(), wide, lines.h}, panel.name,
            {.colour = theme.text, .size = em::small, .face = Face::bold});
    text_in(painter, {lines.x, lines.y + 0.6F * painter.em(), wide, lines.h}, size,
            {.colour = theme.muted, .size = em::small});
}

/// A line below columns, with how many dimensions they are.
void draw_dimensions(Painter& painter, const Rect& cells, int columns, int from, int count, const char* symbol) {
    const Theme& theme = painter.theme();
    const Rect place = cell_rect(cells, 1, columns, 0, from, 1, count);
    const float em = painter.em(), y = cells.bottom() + 0.35F * em;
    painter.line({place.x + 1, y}, {place.right() - 1, y}, theme.muted, 1.5F);
    const std::string text = fmt::format("{}: {}", symbol, count);
    const float wide = std::max(place.w, painter.measure(text, em::small).width);
    text_in(painter, {std::min(place.x, cells.right() - wide), y + 0.15F * em, wide, 1.3F * em}, text,
            {.colour = theme.text, .size = em::small, .align = Align::centre});
}

/// The columns of both operands that a column of a matrix is made from or goes into; −1: of neither.
struct Columns {
    int token = -1, position = -1, result = -1;
};
Columns columns_at(std::size_t panel, int column, const JoinedWay& way) {
    if (positions::way_of(way.settings) == JoinWay::add) return {column, column, column};
    const int tokens = way.joined.tokens.shape.cols();
    if (panel == 0) return {column, -1, column};
    if (panel == 1) return {-1, column, tokens + column};
    return column < tokens ? Columns{column, -1, column} : Columns{-1, column - tokens, column};
}

std::string cell_text(const JoinedScene& scene, const JoinedWay& way, const std::array<Panel, 3>& panels,
                      std::size_t panel, CellAt at) {
    const std::string row = start_row_label(scene.tables, scene.joined.first() + at.row);
    const auto entry = [&](std::size_t p) {
        return entry_text(panels.at(p).values->view().row(static_cast<std::size_t>(at.row))[at.col]);
    };
    if (panel == 2 && positions::way_of(way.settings) == JoinWay::add)
        return fmt::format(texts::joined::cell_sum, row, at.col, entry(0), entry(1), entry(2));
    return fmt::format(texts::joined::cell, row, at.col, entry(panel));
}

}  // namespace

void draw_joined_matrices(JoinedScene& scene, Rect area) {
    Ui& ui = scene.context.ui;
    Painter& painter = ui.painter;
    const Theme& theme = ui.theme;
    const float em = ui.em;
    const StartTables& tables = scene.tables;
    const JoinWay chosen = scene.start.way;
    const JoinedWay& way = scene.joined.way(chosen);
    const bool added = chosen == JoinWay::add, one_hot = chosen == JoinWay::one_hot;
    std::array<Panel, 3> panels{{{texts::joined::tokens, &way.joined.tokens},
                                 {one_hot ? texts::joined::one_hot : texts::joined::positions, &way.joined.positions},
                                 {added     ? texts::joined::sum
                                  : one_hot ? texts::joined::both_one_hot
                                            : texts::joined::both,
                                  &way.joined.result}}};
    const int rows = tables.rows(), first = scene.joined.first();
    const HeatStyle style{.map = HeatMap::diverging,
                          .meaning = Meaning::position,
                          .limit = start_limit({&way.joined.tokens, &way.joined.positions, &way.joined.result}),
                          .gap = 0};
    std::array<ConstMatrix, 3> numbers;
    for (std::size_t p = 0; p < panels.size(); ++p) numbers.at(p) = matrix_of(*panels.at(p).values, way.generation);

    // All cells of one width, so that the columns of the result are those of its operands.
    MatrixWords words = start_row_words(theme, tables, first);
    words.longest = 1000;
    const float labels = std::min(words.widest(painter, em::small) + 0.6F * em, 0.2F * area.w);
    words.longest = labels / em - 0.5F;
    int columns = 0;
    for (const Panel& panel : panels) columns += panel.values->shape.cols();
    const float between = std::max(2.0F * em, 0.02F * area.w);
    // A narrow matrix in the middle leaves room for its name.
    const auto middle = static_cast<float>(panels[1].values->shape.cols());
    const float named = painter.measure(panels[1].name, em::small, Face::bold).width + 0.6F * em;
    const float after =
        std::max(between, named - middle * (area.w - labels - 2 * between) / static_cast<float>(columns));
    const float cell = (area.w - labels - between - after) / static_cast<float>(columns);
    const Rect head = area.take_top(2.4F * em);
    area.take_bottom(3.4F * em);
    const float high = std::floor(std::min(area.h / static_cast<float>(rows), 3.6F * em)) * static_cast<float>(rows);
    float x = area.x + labels;
    for (std::size_t p = 0; p < panels.size(); ++p) {
        Panel& panel = panels.at(p);
        const int own = panel.values->shape.cols();
        panel.at = LabelledMatrix{.values = numbers.at(p),
                                  .style = style,
                                  .rows = p == 0 ? words : MatrixWords{},
                                  .ground = theme.heat_zero,
                                  .frame = theme.border}
                       .draw(painter, Rect{x, area.y, cell * static_cast<float>(own), high}.snapped());
        const Rect& cells = panel.at.cells;
        x += cell * static_cast<float>(own);
        draw_caption(painter, panel, head);
        const char* const symbol = p == 0 ? "x" : p == 1 ? (one_hot ? "e" : "p") : "x + p";
        if (p < 2 || added) {
            draw_dimensions(painter, cells, own, 0, own, symbol);
        } else {
            const int tokens = way.joined.tokens.shape.cols();
            draw_dimensions(painter, cells, own, 0, tokens, "x");
            draw_dimensions(painter, cells, own, tokens, own - tokens, one_hot ? "e" : "p");
            const Rect parted = cell_rect(cells, 1, own, 0, tokens);
            painter.line({parted.x, parted.y}, {parted.x, parted.bottom()}, theme.text, 1.5F);
        }
        if (p == 2) break;
        const float gap = p == 1 ? after : between;
        text_in(painter, {x, area.y, gap, high},
                p == 1  ? "="
                : added ? "+"
                        : ";",
                {.colour = theme.text, .size = em::title, .face = Face::bold, .align = Align::centre});
        x += gap;
    }
    for (const Panel& panel : panels)
        for (const bool query : {false, true})
            start_outline(painter, panel.at.cell((query ? tables.query() : tables.key()) - first, 0, 1, panel.at.cols),
                          colour(theme, query ? Meaning::query : Meaning::key));
    legend_line(
        painter,
        {panels[0].at.cells.x, panels[0].at.cells.bottom() + 2.0F * em, std::min(16 * em, 0.5F * area.w), 1.3F * em},
        style, numbers);

    for (std::size_t p = 0; p < panels.size(); ++p) {
        const TouchedMatrix touched =
            touch_matrix(scene.context, "joined matrix " + std::to_string(p + 1), panels.at(p).at);
        if (!touched) continue;
        const CellAt at = touched.at;
        const Columns alike = columns_at(p, at.col, way);
        const std::array<int, 3> at_columns{alike.token, alike.position, alike.result};
        for (std::size_t other = 0; other < panels.size(); ++other)
            if (at_columns.at(other) >= 0)
                start_outline(painter, panels.at(other).at.cell(at.row, at_columns.at(other)), theme.accent);
        scene.pointed = cell_text(scene, way, panels, p, at);
        tooltip(ui, touched.cell, scene.pointed);
        if (touched.chosen()) scene.start.query = first + at.row;
    }
}

void draw_joined_products(JoinedScene& scene, Rect area) {
    Ui& ui = scene.context.ui;
    Painter& painter = ui.painter;
    const Theme& theme = ui.theme;
    const float em = ui.em;
    const char* const title = painter.measure(texts::joined::products, em::body, Face::bold).width <= area.w
                                  ? texts::joined::products
                                  : texts::joined::products_brief;
    text_in(painter, area.take_top(1.6F * em), title, {.colour = theme.text, .face = Face::bold});
    // Two columns of words, four products and their sum.
    const float words = std::min(0.16F * area.w, 9 * em), sizes = std::min(0.16F * area.w, 9 * em);
    const float each = std::floor((area.w - words - sizes) / 5);
    const std::array<const char*, 5> heads{"x_{i} · x_{j}", "x_{i} · p_{j}", "p_{i} · x_{j}", "p_{i} · p_{j}",
                                           "x̃_{i} · x̃_{j}"};
    const auto products = [](const positions::JoinedProduct& of) {
        return std::array{of.token_token, of.token_position, of.position_token, of.position_position, of.whole};
    };
    double most = 0;
    for (const JoinWay one : positions::join_ways)
        if (scene.joined.way(one).error.empty())
            for (const double value : products(scene.joined.way(one).product)) most = std::max(most, std::abs(value));
    const bool some_own =
        std::ranges::any_of(positions::join_ways, [&](const JoinWay one) { return scene.joined.way(one).own; });
    Rect head = area.take_top(1.8F * em);
    const TextStyle quiet{.colour = theme.muted, .size = em::small};
    text_in(painter, head.take_left(words), texts::joined::way, quiet);
    text_in(painter, head.take_left(sizes), texts::joined::dimensions, quiet);
    for (std::size_t h = 0; h < heads.size(); ++h) {
        const Rect place = head.take_left(each);
        draw_formula(painter, heads.at(h), {place.x, place.y, place.w - em, place.h},
                     {.size = em::body, .colour = theme.text, .align = Align::right});
        if (h + 1 < heads.size())
            text_in(painter, {place.right() - 0.8F * em, place.y, 1.2F * em, place.h},
                    h + 2 == heads.size() ? "=" : "+", {.colour = theme.muted, .align = Align::centre});
    }
    for (const JoinWay one : positions::join_ways) {
        const JoinedWay& way = scene.joined.way(one);
        const bool chosen = one == scene.start.way;
        Rect line = area.take_top(1.6F * em);
        const std::string id = "joined way " + std::to_string(static_cast<int>(one) + 1);
        scene.context.targets.put(id, line);
        const Region touched = region(ui, id, line);
        if (chosen || touched.hovered) painter.fill(line, chosen ? theme.control_hot : theme.control, 0.3F * em);
        if (touched.clicked) scene.start.way = one;
        const Face face = chosen ? Face::bold : Face::sans;
        Rect name = line.take_left(words);
        name.take_left(0.4F * em);
        text_in(painter, name, shortened_within(painter, joined_name(one), name.w, em::small, face),
                {.colour = chosen ? theme.accent_text : theme.text, .size = em::small, .face = face});
        if (!way.error.empty()) {
            text_in(painter, line, way.error, {.colour = theme.warning, .size = em::small});
            continue;
        }
        const int tokens = way.joined.tokens.shape.cols(), own = way.joined.positions.shape.cols();
        text_in(painter, line.take_left(sizes),
                one == JoinWay::add ? fmt::format(texts::joined::kept, tokens)
                                    : fmt::format(texts::joined::extended, tokens, own, way.columns()),
                {.colour = theme.text, .size = em::small, .face = face});
        // Beside the open model's own numbers, those of other position vectors are quiet.
        const Colour ink = some_own && !way.own ? theme.muted : theme.text;
        for (const double value : products(way.product)) {
            const Rect place = line.take_left(each);
            // A bar from the middle, as long as the largest number of all is at most.
            const Rect bar{place.x + 0.4F * em, place.bottom() - 0.3F * em, place.w - 1.4F * em, 0.2F * em};
            const float long_ = most > 0 ? static_cast<float>(std::abs(value) / most) * 0.5F * bar.w : 0;
            painter.fill({value < 0 ? bar.centre().x - long_ : bar.centre().x, bar.y, long_, bar.h},
                         colour(theme, Meaning::position));
            text_in(painter, {place.x, place.y, place.w - em, place.h - 0.2F * em},
                    value == 0 ? "0" : number_text(value),
                    {.colour = ink, .size = em::small, .face = face, .align = Align::right});
        }
    }
}

}  // namespace glassformer
