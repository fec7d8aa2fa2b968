#include "app/views/inspect/table.h"

#include <algorithm>
#include <cmath>

#include "app/paint/heat_scale.h"
#include "app/pictures/board/token_text.h"
#include "app/pictures/board/weights_scale.h"
#include "app/views/explanation/statistics.h"
#include "app/views/inspect/state.h"
#include "app/views/shared/wording.h"
#include "core/session/unknown_words.h"

namespace glassformer {

namespace {

constexpr std::size_t max_measured = 50'000;  // numbers; larger tables take the widest that a number can be
constexpr int widest_number = 9;              // "−1.2·10⁻⁵"
constexpr int measured_labels = 200;          // the widest of these gives the width; longer ones are cut

// Of a small table, as multiples of what a number needs; a table that is seen whole has nothing below it.
constexpr float widest_cell = 1.8F, highest_cell = 1.6F, highest_alone = 2.6F;

/// Pixels of a cell along one side of a table, and how many of `count` cells are seen at once.
struct Fit {
    float size;
    int shown;
};
Fit fit(float room, float needed, int count, float most) {
    const int shown = std::clamp(static_cast<int>(room / needed), 1, std::max(1, count));
    const float size = std::floor(std::min(room / static_cast<float>(shown), most * needed));
    return {std::max(needed, size), shown};
}

std::string axis_text(const Table& table, int dimension) {
    if (dimension < 0) return {};
    std::string axis(name(table.at().shape.axis(dimension)));
    if (const auto product = axis.find('*'); product != std::string::npos) axis.replace(product, 1, " · ");
    return axis;
}

float cell_width(Painter& painter, const Table& table) {
    const std::string widest(static_cast<std::size_t>(std::max(4, table.letters)), '0');
    // In steps of a quarter em: painters measure a little differently, and all are to fit the same columns.
    const float ems = painter.measure(widest, em::small).width / painter.em() + 0.9F;
    return std::round(std::round(4 * ems) / 4 * painter.em());
}

float number_width(Painter& painter, int count) {
    return painter.measure(std::to_string(std::max(0, count)), em::small).width;
}

void draw_rows(Painter& painter, const TablePlace& place, const Table& table) {
    const Theme& theme = painter.theme();
    const float em = painter.em();
    const int dimension = table.row_dimension();
    painter.push_clip(place.rows);
    const float numbers = number_width(painter, table.grid.rows);
    const bool words = has_words(table, dimension);
    const int first = dimension < 0 ? 0 : first_number(table.at(), dimension);
    for (int row = place.first_row; row <= place.last_row && dimension >= 0; ++row) {
        Rect line = place.cell(row, 0);
        line.x = place.rows.x;
        line.w = place.rows.w - 0.5F * em;
        const bool here = row == table.row;
        if (here) painter.fill(line, theme.accent.faded(0.22F));
        const Rect number = words ? line.take_left(numbers + 0.25F * em) : line;
        const Colour ink = here && !words ? theme.text : theme.muted;
        text_in(painter, number, std::to_string(first + row),
                {.colour = ink, .size = em::small, .align = Align::right});
        if (!words) continue;
        line.take_left(0.45F * em);
        token_in(painter, line, label_of(table.evaluation, table.at(), dimension, row),
                 {.colour = here ? theme.text : mix(theme.muted, theme.text, 0.5F), .size = em::small},
                 is_unknown(table.evaluation, table.at(), dimension, row));
    }
    painter.pop_clip();
}

void draw_columns(Painter& painter, const TablePlace& place, const Table& table) {
    const Theme& theme = painter.theme();
    const float em = painter.em();
    const int dimension = table.column_dimension();
    const bool words = has_words(table, dimension);
    const int first = dimension < 0 ? 0 : first_number(table.at(), dimension);
    painter.push_clip(place.columns);
    for (int column = place.first_column; column <= place.last_column && dimension >= 0; ++column) {
        Rect box = place.cell(0, column);
        box.y = place.columns.y;
        box.h = place.columns.h;
        const bool here = column == table.column;
        if (here) painter.fill(box, theme.accent.faded(0.22F));
        const Colour ink = here ? theme.text : words ? mix(theme.muted, theme.text, 0.5F) : theme.muted;
        if (words && box.h > 2 * em)
            text_in(painter, box.take_top(box.h / 2), std::to_string(first + column),
                    {.colour = theme.muted, .size = em::small, .align = Align::centre});
        token_in(painter, box.inset(0.15F * em, 0), label_of(table.evaluation, table.at(), dimension, column),
                 {.colour = ink, .size = em::small, .align = Align::centre},
                 is_unknown(table.evaluation, table.at(), dimension, column));
    }
    painter.pop_clip();
}

/// The axes' names, above the rows' labels and beside the columns'.
void draw_corner(Painter& painter, const TablePlace& place, const Table& table) {
    const TextStyle style{.colour = painter.theme().muted, .size = em::small, .face = Face::italic};
    const std::string down = axis_text(table, table.row_dimension());
    const std::string right = axis_text(table, table.column_dimension());
    Rect box = place.corner;
    box.w -= 0.3F * painter.em();
    const Rect upper = box.take_top(box.h / 2);
    TextStyle to_right = style;
    to_right.align = Align::right;
    if (!right.empty()) text_in(painter, upper, right + " →", to_right);
    if (!down.empty()) text_in(painter, box, down + " ↓", style);
}

}  // namespace

std::string table_number(float value, Range range) {
    const double exact = static_cast<double>(value);
    if (range == Range::index && std::isfinite(value)) return with_minus(std::to_string(std::llround(exact)));
    return number_text(exact);
}

int letters_of(const Evaluation& evaluation, int record, const Grid& grid, bool gradient) {
    const Record& at = evaluation.trace().record(record);
    const std::size_t count = static_cast<std::size_t>(grid.rows) * static_cast<std::size_t>(grid.cols);
    if (count > max_measured) return widest_number;
    const float* const values = values_or_gradient(at, gradient, grid.offset, count);
    int most = 1;
    for (std::size_t i = 0; values != nullptr && i < count; ++i)
        most = std::max(most, length_of(table_number(values[i], at.stage->range)));
    return most;
}

HeatStyle table_style(const Record& record, float largest, float weights_end, bool gradient) {
    if (gradient) return {.map = HeatMap::diverging, .meaning = Meaning::gradient, .limit = largest > 0 ? largest : 1};
    if (record.stage->range == Range::probability)
        return {.map = HeatMap::sequential,
                .meaning = record.stage->meaning,
                .limit = is_attention_weights(record) ? weights_end : 1,
                .low = 0};
    return {.map = HeatMap::diverging, .meaning = record.stage->meaning, .limit = largest > 0 ? largest : 1};
}

Rect TablePlace::cell(int row, int column) const {
    const double left = static_cast<double>(cells.x) - x + static_cast<double>(column) * static_cast<double>(cell_w);
    const double top = static_cast<double>(cells.y) - y + static_cast<double>(row) * static_cast<double>(cell_h);
    return {static_cast<float>(std::round(left)), static_cast<float>(std::round(top)), cell_w, cell_h};
}

CellAt TablePlace::at(Vec2 point) const {
    if (!cells.contains(point)) return {};
    const int row = static_cast<int>((static_cast<double>(point.y - cells.y) + y) / static_cast<double>(cell_h));
    const int column = static_cast<int>((static_cast<double>(point.x - cells.x) + x) / static_cast<double>(cell_w));
    if (row > last_row || column > last_column) return {};
    return {row, column};
}

void TablePlace::scroll_to(double left, double above) {
    x = std::round(left);
    y = std::round(above);
    const auto first = [](double offset, float cell) {
        return std::max(0, static_cast<int>(offset / static_cast<double>(cell)));
    };
    const auto last = [](double offset, float length, float cell, int count) {
        return std::min(count - 1,
                        static_cast<int>((offset + static_cast<double>(length)) / static_cast<double>(cell)));
    };
    first_row = first(y, cell_h);
    first_column = first(x, cell_w);
    last_row = last(y, cells.h, cell_h, table_rows);
    last_column = last(x, cells.w, cell_w, table_columns);
}

float words_of_rows(Painter& painter, const Table& table) {
    const int rows = table.row_dimension();
    float widest = 0;
    if (!has_words(table, rows)) return 0;
    for (int row = 0; row < std::min(table.grid.rows, measured_labels); ++row)
        widest = std::max(widest, painter.measure(label_of(table.evaluation, table.at(), rows, row), em::small).width);
    return widest;
}

bool has_words(const Table& table, int dimension) {
    if (dimension < 0) return false;
    const int count = std::min(table.at().shape.size(dimension), measured_labels);
    for (int i = 0; i < count; ++i)
        if (label_of(table.evaluation, table.at(), dimension, i) != std::to_string(i)) return true;
    return false;
}

TablePlace place_table(Painter& painter, const Rect& area, const Table& table) {
    const float em = painter.em();
    TablePlace place;
    const int rows = table.row_dimension();
    const float widest = table.words >= 0 ? table.words : words_of_rows(painter, table);
    const bool column_words = has_words(table, table.column_dimension());
    const float numbers = number_width(painter, table.grid.rows) + em;
    const float axes = std::max(painter.measure(axis_text(table, table.column_dimension()) + " →", em::small).width,
                                painter.measure(axis_text(table, rows) + " ↓", em::small).width);
    const float wanted = std::max(numbers + (widest > 0 ? widest + 0.5F * em : 0), axes + 0.8F * em);
    Rect rest = area.snapped();
    const float left = std::round(std::min({wanted, 11 * em, 0.4F * rest.w}));
    Rect top = rest.take_top(std::round((column_words ? 2.8F : 2.4F) * em));
    // Whole columns and rows that have room; a small table grows to fill it.
    const Fit across = fit(rest.w - left, cell_width(painter, table), table.grid.cols, widest_cell);
    const bool all_columns = across.shown == table.grid.cols;
    const Fit down = fit(rest.h, std::round(1.5F * em), table.grid.rows, all_columns ? highest_alone : highest_cell);
    place.cell_w = across.size;
    place.cell_h = down.size;
    rest.w = std::min(rest.w, left + static_cast<float>(across.shown) * across.size);
    rest.h = std::min(rest.h, static_cast<float>(down.shown) * down.size);
    top.w = rest.w;
    place.corner = top.take_left(left);
    place.columns = top;
    place.rows = rest.take_left(left);
    place.cells = rest;
    place.width = static_cast<double>(place.cell_w) * static_cast<double>(table.grid.cols);
    place.height = static_cast<double>(place.cell_h) * static_cast<double>(table.grid.rows);
    place.table_rows = table.grid.rows;
    place.table_columns = table.grid.cols;
    place.scroll_to(table.x, table.y);
    return place;
}

bool draw_table(Painter& painter, const TablePlace& place, const Table& table) {
    bool underlined = false;
    const Theme& theme = painter.theme();
    const float em = painter.em();
    draw_corner(painter, place, table);
    draw_rows(painter, place, table);
    draw_columns(painter, place, table);

    const HeatScale scale(painter, table.style);
    const auto count = static_cast<std::size_t>(std::max(0, place.last_column - place.first_column + 1));
    const Record* const original = table.unedited != nullptr ? table.unedited->trace().same_stage(table.at()) : nullptr;
    painter.push_clip(place.cells);
    for (int row = place.first_row; row <= place.last_row; ++row) {
        const std::size_t from = table.grid.offset +
                                 static_cast<std::size_t>(row) * static_cast<std::size_t>(table.grid.cols) +
                                 static_cast<std::size_t>(place.first_column);
        const float* const values = values_or_gradient(table.at(), table.gradient, from, count);
        if (values == nullptr) break;
        const float* const before = original != nullptr ? original->entries(from, count) : nullptr;
        for (std::size_t i = 0; i < count; ++i) {
            const int column = place.first_column + static_cast<int>(i);
            const float value = values[i];
            const Rect box = place.cell(row, column);
            Rect inside = box;
            inside.w -= 1;
            inside.h -= 1;
            Colour fill = theme.field;
            // No lines across: the cell names what is not finite.
            if (const Colour ground = scale.fill(value).ground; table.coloured && ground.a > 0) fill = ground;
            painter.fill(inside, fill);
            const Colour ink = value == -INFINITY ? theme.muted : text_on(theme, fill);
            text_in(painter, inside.inset(0.35F * em, 0), table_number(value, table.at().stage->range),
                    {.colour = ink, .size = em::small, .align = Align::right});
            if (before == nullptr || before[i] == value || (std::isnan(before[i]) && std::isnan(value))) continue;
            painter.fill({inside.x, inside.bottom() - 2, inside.w, 2}, theme.accent);  // follows from an edit
            underlined = true;
        }
    }
    if (table.row >= 0 && table.column >= 0)
        painter.stroke(place.cell(table.row, table.column).inset(-1), theme.accent, 2, 2);
    painter.pop_clip();
    return underlined;
}

}  // namespace glassformer
