#include "app/pictures/board/labelled_matrix.h"

#include <algorithm>
#include <cmath>

#include "app/paint/heat_scale.h"
#include "app/paint/outline.h"
#include "app/pictures/board/token_text.h"

namespace glassformer {

namespace {

constexpr float lying_gap = 0.2F;  // em, between words that lie and cells
constexpr float number_gap = 0.4F,
                least_number_height = 1.2F;              // em, that a number leaves in its cell, and that it needs
constexpr float most_beside = 0.3F, most_above = 0.35F;  // of the area, for words
constexpr float shrinking = 0.02F;                       // em

float line_of(Painter& painter, float size) { return painter.measure("0", size).height; }

/// Pixels above the cells for words that lean so.
float height_of(Painter& painter, float longest, float degrees, float size) {
    const float line = line_of(painter, size), gap = words_gap * painter.em();
    if (degrees <= 0) return line + gap;
    return (degrees < 90 ? half_root * (longest + line) : longest) + gap;
}

/// Pixels that neighbours above columns need.
float apart_of(Painter& painter, const MatrixWords& words, float longest, float degrees, float size) {
    return words.words ? words_apart(painter, longest, degrees, size) : longest + 0.5F * painter.em();
}

LabelFit fit_of(Painter& painter, const MatrixWords& words, float cell, float longest, float size) {
    const LabelFit fit = words_fit(painter, cell, longest, size);
    const float degrees = words.words ? std::min(fit.degrees, words.most_lean) : 0;
    return {label_step(cell, apart_of(painter, words, longest, degrees, size), words.words), degrees};
}

/// Pixels that words that rise reach beyond the last column.
float overhang(Painter& painter, const MatrixWords& words, float cell, float longest, float size) {
    float most = 0, before = (static_cast<float>(words.names.size()) - 0.5F) * cell;
    for (const std::string& name : words.names) {
        most = std::max(most, half_root * std::min(painter.measure(name, size).width, longest) - before);
        before -= cell;
    }
    return most;
}

std::vector<int> lines_of(const std::vector<LitLine>& lit) {
    std::vector<int> lines;
    lines.reserve(lit.size());
    for (const LitLine& one : lit) lines.push_back(one.line);
    return lines;
}

/// A word as it is set: cut, and lit where it is.
struct SetWord {
    std::string text;
    TextStyle style;
    bool unknown = false;
    void draw(Painter& painter, Vec2 at) const { draw_token(painter, at, text, style, unknown); }
};
SetWord set_word(Painter& painter, const MatrixWords& words, int line, float size, float longest) {
    const auto lit = std::ranges::find(words.lit, line, &LitLine::line);
    const bool is_lit = lit != words.lit.end();
    const Face face = is_lit && lit->bold ? Face::bold : Face::sans;
    const std::string& name = words.names[static_cast<std::size_t>(line)];
    const auto cut = words.cut_within ? shortened_within : shortened;
    return {cut(painter, name, longest + 0.5F, size, face),
            {.colour = is_lit ? lit->colour : words.ink.value_or(painter.theme().muted),
             .size = size,
             .face = face,
             .anchor = Anchor::middle},
            static_cast<std::size_t>(line) < words.unknown.size() && words.unknown[static_cast<std::size_t>(line)]};
}

}  // namespace

float MatrixWords::widest(Painter& painter, float size) const {
    float width = 0;
    for (const std::string& name : names) width = std::max(width, painter.measure(name, size).width);
    for (const LitLine& one : lit)
        if (one.bold && one.line >= 0 && one.line < static_cast<int>(names.size()))
            width = std::max(width, painter.measure(names[static_cast<std::size_t>(one.line)], size, Face::bold).width);
    return std::ceil(std::min(width, longest * painter.em()));
}

MatrixPlace LabelledMatrix::placed(Painter& painter, const Rect& cells, float beside, float longest) const {
    MatrixPlace place{.cells = cells,
                      .rows = std::max(all_rows, values.rows),
                      .cols = std::max(all_cols, values.cols),
                      .beside = beside,
                      .row_size = word_size,
                      .column_size = word_size,
                      .longest = longest};
    while (place.row_size > rows.least && row_label_height(painter, place.row_size) > place.cell_h())
        place.row_size -= shrinking;
    if (columns.names.empty()) return place;
    const auto fit_at = [&](float size) {
        return fit_of(painter, columns, place.cell_w(), longest * size / word_size, size);
    };
    while (place.column_size > columns.least && fit_at(place.column_size).step > 1) place.column_size -= shrinking;
    place.fit = fit_at(place.column_size);
    place.above = height_of(painter, longest, place.fit.degrees, place.column_size);
    return place;
}

MatrixPlace LabelledMatrix::place(Painter& painter, const Rect& area) const {
    const float em = painter.em();
    const auto high = static_cast<float>(std::max(all_rows, values.rows)),
               wide = static_cast<float>(std::max(all_cols, values.cols));
    if (high < 1 || wide < 1) return {};
    Rect rest = area;
    float beside = 0;
    if (!rows.names.empty()) beside = std::min(rows.widest(painter, word_size), most_beside * area.w) + words_gap * em;
    rest.take_left(beside);
    const float longest = std::min(columns.widest(painter, word_size), most_above * area.h);
    const auto lean = [&](float degrees) {
        Rect inside = rest;
        const float words = columns.names.empty() ? 0 : std::ceil(height_of(painter, longest, degrees, word_size));
        static_cast<void>(below ? inside.take_bottom(words) : inside.take_top(words));
        float w = inside.w / wide, h = inside.h / high;
        if (largest_w > 0) w = std::min(w, largest_w * em);
        if (largest_h > 0) h = std::min(h, largest_h * em);
        if (square) w = h = std::min(w, h);
        if (degrees > 0 && degrees < 90 && !below) {
            const float beyond = overhang(painter, columns, w, longest, word_size) - trail;
            w = std::min(w, (inside.w - std::max(0.0F, beyond)) / wide);
            if (square) h = w;
        }
        // Whole pixels, so that all cells are alike.
        const Rect cells{std::round(inside.x), std::round(inside.y), std::floor(w) * wide, std::floor(h) * high};
        return placed(painter, cells, beside, longest);
    };
    // Higher words leave smaller cells, which need higher words: the lowest that fit their own cells.
    const float most = columns.words ? columns.most_lean : 0;
    for (const float degrees : {0.0F, 45.0F, 90.0F})
        if (const MatrixPlace tried = lean(degrees); columns.names.empty() || (most < 90 && degrees >= most) ||
                                                     (tried.fit.degrees == degrees && tried.fit.step == 1))
            return tried;
    MatrixPlace last = lean(45);
    last.fit = {label_step(last.cell_w(), words_apart(painter, longest, 45, last.column_size), true), 45};
    last.above = height_of(painter, longest, 45, last.column_size);
    return last;
}

MatrixPlace LabelledMatrix::around(Painter& painter, const Rect& cells) const {
    const float beside = rows.names.empty() ? 0 : rows.widest(painter, word_size) + words_gap * painter.em();
    const float longest = columns.widest(painter, word_size);
    MatrixPlace place = placed(painter, cells, beside, longest);
    if (place.fit.degrees <= 0 || columns.most_lean < 90 || below) return place;
    if (overhang(painter, columns, place.cell_w(), longest, place.column_size) <= trail) return place;
    place.fit = {label_step(place.cell_w(), words_apart(painter, longest, 90, place.column_size), true), 90};
    place.above = height_of(painter, longest, 90, place.column_size);
    return place;
}

void LabelledMatrix::draw_rows(Painter& painter, const MatrixPlace& place) const {
    const float apart = row_label_height(painter, place.row_size), gap = words_gap * painter.em();
    for (const int row :
         labelled(std::min(place.rows, static_cast<int>(rows.names.size())), place.cell_h(),
                  label_step(place.cell_h(), apart, rows.words), apart, lines_of(rows.lit), rows.first)) {
        SetWord word = set_word(painter, rows, row, place.row_size, place.beside - gap);
        word.style.align = Align::right;
        word.draw(painter, {place.cells.x - gap, place.cells.y + (static_cast<float>(row) + 0.5F) * place.cell_h()});
    }
}

void LabelledMatrix::draw_columns(Painter& painter, const MatrixPlace& place) const {
    const float size = place.column_size, degrees = place.fit.degrees, em = painter.em();
    const float apart = apart_of(painter, columns, place.longest * size / word_size, degrees, size);
    const float up = degrees > 0 ? words_gap * em : line_of(painter, size) / 2 + lying_gap * em;
    for (const int column : labelled(std::min(place.cols, static_cast<int>(columns.names.size())), place.cell_w(),
                                     place.fit.step, apart, lines_of(columns.lit), columns.first)) {
        SetWord word = set_word(painter, columns, column, size, place.longest);
        word.style.degrees = degrees;
        word.style.align = degrees <= 0 ? Align::centre : below ? Align::right : Align::left;
        word.draw(painter, {place.cells.x + (static_cast<float>(column) + 0.5F) * place.cell_w(),
                            below ? place.cells.bottom() + up : place.cells.y - up});
    }
}

bool LabelledMatrix::numbers_fit(Painter& painter, const MatrixPlace& place) const {
    const float em = painter.em(), room = place.cell_w() - number_gap * em;
    if (!number || place.cell_h() < least_number_height * em || room < em) return false;
    for (int row = 0; row < values.rows; ++row)
        for (int col = 0; col < values.cols; ++col)
            if (const float value = values.at(row, col);
                std::isfinite(value) && painter.measure(number(value), em::small).width > room)
                return false;
    return true;
}

void LabelledMatrix::draw_numbers(Painter& painter, const MatrixPlace& place) const {
    if (!numbers_fit(painter, place)) return;
    const HeatScale scale(painter, style);
    for (int row = 0; row < values.rows; ++row)
        for (int col = 0; col < values.cols; ++col) {
            const float value = values.at(row, col);
            if (!std::isfinite(value)) continue;
            const Colour fill = scale.fill(value).ground;
            text_in(painter, place.cell(row, col), number(value),
                    {.colour = text_on(painter.theme(), mix(painter.theme().panel, fill, fill.a)),
                     .size = em::small,
                     .align = Align::centre});
        }
}

void LabelledMatrix::draw(Painter& painter, const MatrixPlace& place) const {
    if (place.cells.w <= 0 || place.cells.h <= 0) return;
    if (ground) painter.fill(place.cells, *ground);
    const bool whole = values.rows == place.rows && values.cols == place.cols;
    if (values.rows > 0 && values.cols > 0)
        painter.heatmap(values, whole ? place.cells : place.cell(0, 0, values.rows, values.cols), style);
    if (frame) painter.stroke(place.cells.inset(-1), *frame, frame_width);
    for (int row = 0; cell && row < place.rows; ++row)
        for (int col = 0; col < place.cols; ++col) cell({row, col}, place.cell(row, col));
    draw_numbers(painter, place);
    draw_rows(painter, place);
    draw_columns(painter, place);
    for (const MatrixMark& mark : marks)
        if (mark.at && mark.at.row < place.rows && mark.at.col >= 0 && mark.at.col < place.cols)
            outline(painter, place.cell(mark.at.row, mark.at.col, mark.rows, mark.cols).inset(mark.inset), mark.colour,
                    mark.width);
}

MatrixPlace LabelledMatrix::draw(Painter& painter, const Rect& cells) const {
    const MatrixPlace place = around(painter, cells);
    draw(painter, place);
    return place;
}

}  // namespace glassformer
