#include "app/handout/worksheet_parts.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/handout/handout.h"
#include "app/handout/texts.h"
#include "app/lessons/rich_text.h"
#include "app/paint/formula.h"
#include "core/lesson/markdown.h"

namespace glassformer {

namespace {

// Sizes of text are multiples of the body size.
constexpr float after_part = 6 * paper_point, indent = 14 * paper_point, between_formulas = 26 * paper_point;
constexpr float between_tables = 24 * paper_point, thin = 0.8F * paper_point;
constexpr float formula_size = 1.1F, cell_size = 1.05F, name_size = 0.95F;
constexpr float cell_pad = 12 * paper_point, row_height = 17 * paper_point, bracket = 4 * paper_point;
constexpr float box_width = 60 * paper_point, box_height = 22 * paper_point;
constexpr float dots_apart = 14 * paper_point, dot_size = 1.1F * paper_point;

bool has_names(const NumberTable& table) { return !table.row_names.empty() || !table.col_names.empty(); }

/// A result as a table of one cell per number.
NumberTable table_of(const ExerciseAnswer& answer, bool filled) {
    NumberTable table{.name = answer.name};
    const int cols = answer.cols > 0 ? answer.cols : static_cast<int>(answer.values.size());
    for (std::size_t i = 0; i < answer.values.size(); ++i) {
        if (i % static_cast<std::size_t>(cols) == 0) table.cells.emplace_back();
        table.cells.back().push_back(filled ? written_answer(answer.values[i], answer.decimals) : "");
    }
    return table;
}

std::string note_of(const ExerciseAnswer& answer) {
    if (answer.decimals == 0)
        return answer.values.size() == 1 ? texts::handout::whole_number : texts::handout::whole_numbers;
    return answer.decimals == 1 ? texts::handout::one_decimal : fmt::format(texts::handout::decimals, answer.decimals);
}

}  // namespace

float WorksheetParts::words(float y, const std::string& text, bool draw) {
    const std::vector<LessonBlock> blocks{{.spans = words_and_formulas(text)}};
    return rich_text(painter_, {left_, y, width_, 0}, blocks, HandoutText().words(),
                     {.size = em::body, .colour = painter_.theme().text}, nullptr, draw) +
           after_part;
}

float WorksheetParts::wide(const std::string& markup, float size) {
    return markup.empty() ? 0 : measure_formula(painter_, markup, 1e5F, {.size = size}).width;
}

void WorksheetParts::formula_in(const Rect& rect, const std::string& markup, float size, Align align) {
    if (!markup.empty())
        draw_formula(painter_, markup, rect, {.size = size, .colour = painter_.theme().text, .align = align});
}

float WorksheetParts::parts(float y, std::span<const ExercisePart> parts, bool draw) {
    const float top = y;
    while (!parts.empty()) {
        std::size_t count = 1;
        if (!parts.front().text.empty()) {
            y += words(y, parts.front().text, draw);
        } else if (!parts.front().tables.empty()) {
            y += tables(y, parts.front().tables, draw);
        } else {
            while (count < parts.size() && !parts[count].formula.empty()) ++count;
            y += formulas(y, parts.first(count), draw);
        }
        parts = parts.subspan(count);
    }
    return y - top;
}

/// Short ones beside one another.
float WorksheetParts::formulas(float y, std::span<const ExercisePart> parts, bool draw) {
    const float top = y, room = width_ - indent;
    while (!parts.empty()) {
        std::size_t count = 0;
        float used = 0, height = 0, ascent = 0;
        std::vector<TextSize> sizes;
        while (count < parts.size()) {
            const TextSize size = measure_formula(painter_, parts[count].formula, room, {.size = formula_size});
            const float more = (count == 0 ? 0 : between_formulas) + size.width;
            if (count > 0 && used + more > room) break;
            used += more;
            ascent = std::max(ascent, size.ascent);
            sizes.push_back(size);
            ++count;
        }
        for (const TextSize& size : sizes) height = std::max(height, ascent - size.ascent + size.height);
        float x = left_ + indent;
        for (std::size_t i = 0; draw && i < count; ++i) {
            const Rect rect{x, y + ascent - sizes[i].ascent, std::min(sizes[i].width + 1, room), sizes[i].height};
            formula_in(rect, parts[i].formula, formula_size, Align::left);
            x += sizes[i].width + between_formulas;
        }
        y += height + after_part;
        parts = parts.subspan(count);
    }
    return y - top;
}

WorksheetParts::Cells WorksheetParts::cells_of(const NumberTable& table, float least_width, float of_row) {
    Cells cells;
    cells.row = of_row;
    if (!table.name.empty()) cells.name = wide(table.name + " = ", formula_size) + 6 * paper_point;
    for (const std::string& name : table.row_names)
        cells.row_names = std::max(cells.row_names, wide(name, name_size) + cell_pad);
    if (!table.col_names.empty()) cells.head = row_height;
    for (const auto& row : table.cells) cells.cols.resize(std::max(cells.cols.size(), row.size()), least_width);
    for (std::size_t c = 0; c < cells.cols.size(); ++c) {
        for (const auto& row : table.cells)
            if (c < row.size()) cells.cols[c] = std::max(cells.cols[c], wide(row[c], cell_size) + cell_pad);
        if (c < table.col_names.size())
            cells.cols[c] = std::max(cells.cols[c], wide(table.col_names[c], name_size) + cell_pad);
    }
    cells.width = cells.name + cells.row_names + 2 * bracket;
    for (const float col : cells.cols) cells.width += col;
    cells.height = cells.head + of_row * static_cast<float>(table.cells.size());
    return cells;
}

void WorksheetParts::draw_table(const NumberTable& table, const Cells& cells, float x, float y, bool boxes) {
    const Colour ink = painter_.theme().text, line = painter_.theme().faint;
    const float rows_top = y + cells.head, rows = cells.row * static_cast<float>(table.cells.size());
    if (!table.name.empty()) formula_in({x, rows_top, cells.name, rows}, table.name + " = ", formula_size, Align::left);
    x += cells.name;
    const float first = x + cells.row_names + bracket;
    float at = first;
    for (std::size_t c = 0; c < cells.cols.size(); ++c) {
        if (c < table.col_names.size())
            formula_in({at, y, cells.cols[c], cells.head}, table.col_names[c], name_size, Align::centre);
        for (std::size_t r = 0; r < table.cells.size(); ++r) {
            const Rect cell{at, rows_top + cells.row * static_cast<float>(r), cells.cols[c], cells.row};
            if (boxes) painter_.stroke(cell, line, thin, 0);
            if (c < table.cells[r].size()) formula_in(cell, table.cells[r][c], cell_size, Align::centre);
        }
        at += cells.cols[c];
    }
    for (std::size_t r = 0; r < table.row_names.size(); ++r)
        formula_in({x, rows_top + cells.row * static_cast<float>(r), cells.row_names, cells.row}, table.row_names[r],
                   name_size, Align::centre);
    if (boxes) return;
    if (has_names(table)) {
        for (std::size_t r = 0; r <= table.cells.size(); ++r) {
            const float level = rows_top + cells.row * static_cast<float>(r);
            painter_.line({x, level}, {at, level}, line, thin);
        }
        return;
    }
    for (const float side : {first - bracket, at + bracket}) {
        const float inwards = side < first ? bracket : -bracket;
        painter_.line({side, rows_top}, {side, rows_top + rows}, ink, thin);
        painter_.line({side, rows_top}, {side + inwards, rows_top}, ink, thin);
        painter_.line({side, rows_top + rows}, {side + inwards, rows_top + rows}, ink, thin);
    }
}

float WorksheetParts::tables(float y, std::span<const NumberTable> tables, bool draw) {
    const float top = y;
    while (!tables.empty()) {
        std::size_t count = 0;
        float used = indent, height = 0;
        std::vector<Cells> laid;
        while (count < tables.size()) {
            const Cells cells = cells_of(tables[count], 0, row_height);
            if (count > 0 && used + cells.width > width_) break;
            used += cells.width + between_tables;
            height = std::max(height, cells.height);
            laid.push_back(cells);
            ++count;
        }
        float x = left_ + indent;
        for (std::size_t i = 0; draw && i < count; ++i) {
            draw_table(tables[i], laid[i], x, y + (height - laid[i].height) / 2, false);
            x += laid[i].width + between_tables;
        }
        y += height + after_part + 2 * paper_point;
        tables = tables.subspan(count);
    }
    return y - top;
}

float WorksheetParts::answers(float y, std::span<const ExerciseAnswer> answers, bool filled, bool draw) {
    const float top = y;
    const TextStyle muted{.colour = painter_.theme().muted, .size = em::small, .anchor = Anchor::middle};
    float x = left_, height = 0;
    for (const ExerciseAnswer& answer : answers) {
        const NumberTable table = table_of(answer, filled);
        const Cells cells = cells_of(table, box_width, box_height);
        std::string note = note_of(answer);
        const float unit = answer.unit.empty() ? 0 : wide(answer.unit, formula_size) + 4 * paper_point;
        const float width = cells.width + unit + painter_.measure(note, muted.size).width + 2 * paper_point;
        if (x > left_ && x + width > left_ + width_) {
            y += height + after_part;
            x = left_;
            height = 0;
        }
        if (draw) {
            draw_table(table, cells, x, y, true);
            formula_in({x + cells.width, y, unit, cells.height}, answer.unit, formula_size, Align::left);
            painter_.text({x + cells.width + unit, y + cells.height / 2}, note, muted);
        }
        x += width + between_tables;
        height = std::max(height, cells.height);
    }
    return y + height + after_part - top;
}

void WorksheetParts::room(float y, float height) {
    const Colour dot = painter_.theme().faint;
    for (float below = dots_apart; below < height; below += dots_apart)
        for (float right = dots_apart / 2; right < width_; right += dots_apart)
            painter_.fill({left_ + right, y + below, dot_size, dot_size}, dot, 0);
}

}  // namespace glassformer
