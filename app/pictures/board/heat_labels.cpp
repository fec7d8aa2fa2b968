#include "app/pictures/board/heat_labels.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/paint/formula.h"
#include "app/pictures/board/token_text.h"

namespace glassformer {

namespace {

constexpr float longest_label = 7;     // em; longer ones are cut
constexpr float pair_label = 16;       // em: "<bos> → le"
constexpr float level_labels = 1.15F;  // em above the cells: the room they are given, and what of it is frozen
constexpr float upright_label = 3.8F;  // em; upright ones are cut here, or where slanted ones end

bool has_words(const Page& page, const HeatPanel& panel, int dimension) {
    return page.has_words(panel.slice.record >= 0 ? panel.slice.record : panel.answers_for, dimension);
}

std::string label_text(const Page& page, const HeatPanel& panel, int dimension, int line) {
    const int record = panel.slice.record >= 0 ? panel.slice.record : panel.answers_for;
    return record < 0 ? std::string() : page.label(record, dimension, line);
}

bool unknown(const Page& page, const HeatPanel& panel, int dimension, int line) {
    return page.unknown(panel.slice.record >= 0 ? panel.slice.record : panel.answers_for, dimension, line);
}

float longest(const Page& page, const HeatPanel& panel, int dimension) {
    const int record = panel.slice.record >= 0 ? panel.slice.record : panel.answers_for;
    return (page.foretells(record, dimension) ? pair_label : longest_label) * page.em;
}

/// Width of the widest label along a track, as it would be drawn.
float widest(Page& page, const HeatPanel& panel, const Track& track, int dimension, int first) {
    if (!has_words(page, panel, dimension))
        return page.painter.measure(std::to_string(first + track.count - 1), em::small).width;
    float width = 0;
    // Pairs of words are few, and their rows mostly high enough for body text.
    const int record = panel.slice.record >= 0 ? panel.slice.record : panel.answers_for;
    const float size = page.foretells(record, dimension) ? em::body : em::small;
    const auto include = [&](int line) {
        width = std::max(width, page.painter.measure(label_text(page, panel, dimension, first + line), size).width);
    };
    if (!track.first.empty() && track.first.size() < 64) {  // the lines that are shown of a long table
        for (const int line : track.first) include(line);
        return std::min(width, longest(page, panel, dimension));
    }
    if (track.count > 2000) return 0.75F * longest_label * page.em;  // a vocabulary: not every word is measured
    for (int i = 0; i < track.count; ++i) include(i);
    return std::min(width, longest(page, panel, dimension));
}

/// The colour of a label whose line an outline singles out.
std::optional<Colour> singled_out(const Theme& theme, const HeatPanel& panel, int place, bool row) {
    for (const Outline& outline : panel.outlines)
        if (row ? outline.rows == 1 && outline.row == place : outline.cols == 1 && outline.col == place)
            return outline.colour == theme.accent ? theme.accent_text : outline.colour;
    return std::nullopt;
}

/// Pixels that neighbouring column labels need.
float column_apart(Page& page, const HeatPanel& panel, const Track& cols, float degrees) {
    const float width = widest(page, panel, cols, panel.slice.col_dim, panel.slice.col_first);
    if (degrees > 0 || has_words(page, panel, panel.slice.col_dim)) return words_apart(page.painter, width, degrees);
    return width + 0.4F * page.em;
}

/// Words in front of high rows are as large as text.
float row_label_size(const Page& page, const HeatPanel& panel, const Track& rows) {
    return has_words(page, panel, panel.slice.row_dim) && rows.cell >= 1.35F * page.em ? em::body : em::small;
}

/// Pixels that neighbouring row labels need.
float row_apart(Page& page, const HeatPanel& panel, float size) {
    return has_words(page, panel, panel.slice.row_dim) ? row_label_height(page.painter, size)
                                                       : 1.3F * page.painter.measure("x", size).height;
}

/// Reach of a column's label before it is cut.
float col_label_room(Page& page, const HeatPanel& panel, const Track& cols) {
    if (panel.col_fit.degrees < 90) return longest_label * page.em;
    const float wide = widest(page, panel, cols, panel.slice.col_dim, panel.slice.col_first);
    return std::max(wide * half_root + 0.6F * page.em, upright_label * page.em);
}

}  // namespace

std::string symbol_of(const Page& page, const HeatPanel& panel) {
    if (!panel.symbol.empty()) return panel.symbol;
    return panel.slice.record >= 0 ? page.trace.coloured_symbol(panel.slice.record) : std::string();
}

std::vector<int> labelled(const Track& track, int step, float apart, std::span<const int> kept) {
    return labelled(static_cast<int>(track.shown.size()), track.cell, step, apart, kept);
}

LabelFit column_fit(Page& page, const HeatPanel& panel, const Track& cols) {
    if (panel.slice.col_dim < 0 || !has_words(page, panel, panel.slice.col_dim))
        return {label_step(cols.cell, column_apart(page, panel, cols, 0), false), 0};
    return words_fit(page.painter, cols.cell, widest(page, panel, cols, panel.slice.col_dim, panel.slice.col_first));
}

Margins label_margins(Page& page, const HeatPanel& panel, const Track& rows, const Track& cols) {
    const float em = page.em;
    Margins m;
    if (panel.row_labels) {
        if (panel.slice.row_dim < 0)
            m.left = measure_formula(page.painter, symbol_of(page, panel), 1000, {.size = 1.1F}).width;
        else
            m.left = widest(page, panel, rows, panel.slice.row_dim, panel.slice.row_first) * 1.25F;
        m.left += label_gap * em + 2;
    }
    if (panel.col_labels && panel.slice.col_dim >= 0) {
        const float width = widest(page, panel, cols, panel.slice.col_dim, panel.slice.col_first);
        if (has_words(page, panel, panel.slice.col_dim)) {
            m.top += std::max(width * half_root + 1.1F * em, std::min(width, upright_label * em) + 0.7F * em);
            m.right = width * half_root + 0.4F * em;
        } else {
            m.top += level_labels * em;
            m.right = width / 2;
        }
    }
    return m;
}

float row_labels_width(Page& page, const HeatPanel& panel, const Track& rows) {
    const float size = row_label_size(page, panel, rows) / em::small;
    return size * widest(page, panel, rows, panel.slice.row_dim, panel.slice.row_first) + label_gap * page.em;
}

float col_labels_height(Page& page, const HeatPanel& panel, const Track& cols) {
    if (panel.col_fit.degrees <= 0) return level_labels * page.em;
    const float width = widest(page, panel, cols, panel.slice.col_dim, panel.slice.col_first);
    // As label_margins() has it: what does not stick out of the margin is not cut.
    if (panel.col_fit.degrees >= 90) return std::min(width, col_label_room(page, panel, cols)) + 0.5F * page.em;
    return width * half_root + 1.1F * page.em;
}

std::vector<LabelEnd> row_label_ends(Page& page, const HeatPanel& panel, const Track& rows) {
    std::vector<LabelEnd> ends;
    ends.reserve(rows.shown.size());
    for (std::size_t place = 0; place < rows.shown.size(); ++place)
        ends.push_back({{panel.rect.x, panel.rect.y + rows.cell * (static_cast<float>(place) + 0.5F)}, {-1, 0}});
    if (!panel.row_labels || panel.slice.row_dim < 0) return ends;
    const float size = row_label_size(page, panel, rows), apart = row_apart(page, panel, size);
    const bool words = has_words(page, panel, panel.slice.row_dim);
    for (const int place : labelled(rows, label_step(rows.cell, apart, words), apart, rows.kept)) {
        const int line = panel.slice.row_first + rows.shown[static_cast<std::size_t>(place)];
        const float wide = page.painter.measure(label_text(page, panel, panel.slice.row_dim, line), size).width;
        LabelEnd& end = ends[static_cast<std::size_t>(place)];
        end.at.x -= label_gap * page.em + std::min(wide, longest(page, panel, panel.slice.row_dim)) + 0.3F * page.em;
        end.labelled = true;
    }
    return ends;
}

std::vector<LabelEnd> col_label_ends(Page& page, const HeatPanel& panel, const Track& cols) {
    std::vector<LabelEnd> ends;
    ends.reserve(cols.shown.size());
    for (std::size_t place = 0; place < cols.shown.size(); ++place)
        ends.push_back({{panel.rect.x + cols.cell * (static_cast<float>(place) + 0.5F), panel.rect.y}, {0, -1}});
    if (!panel.col_labels || panel.slice.col_dim < 0) return ends;
    const LabelFit fit = panel.col_fit;
    const bool slanted = fit.degrees > 0 && fit.degrees < 90;
    for (const int place : labelled(cols, fit.step, column_apart(page, panel, cols, fit.degrees), cols.kept)) {
        const int line = panel.slice.col_first + cols.shown[static_cast<std::size_t>(place)];
        const TextSize text = page.painter.measure(label_text(page, panel, panel.slice.col_dim, line), em::small);
        const float wide = std::min(text.width, col_label_room(page, panel, cols)) + 0.3F * page.em;
        LabelEnd& end = ends[static_cast<std::size_t>(place)];
        end.labelled = true;
        if (slanted) end.away = {half_root, -half_root};
        end.at.y -= fit.degrees > 0 ? 0.5F * page.em : 0.3F * page.em + text.height;
        if (fit.degrees > 0) end.at = end.at + end.away * wide;
    }
    return ends;
}

void draw_row_labels(Page& page, const HeatPanel& panel, const Track& rows, float edge) {
    Painter& painter = page.painter;
    const float x = edge - label_gap * page.em;
    if (panel.slice.row_dim < 0) {
        const std::string symbol = symbol_of(page, panel);
        const TextSize size = measure_formula(painter, symbol, 1000, {.size = 1.1F, .align = Align::left});
        draw_formula_at(painter, symbol, {x - size.width, std::round(panel.rect.centre().y + 0.35F * page.em)},
                        {.size = 1.1F, .align = Align::left});
        return;
    }
    const bool words = has_words(page, panel, panel.slice.row_dim);
    const float size = row_label_size(page, panel, rows), apart = row_apart(page, panel, size);
    for (const int place : labelled(rows, label_step(rows.cell, apart, words), apart, rows.kept)) {
        const int index = rows.shown[static_cast<std::size_t>(place)];
        const std::string text = label_text(page, panel, panel.slice.row_dim, panel.slice.row_first + index);
        draw_token(painter, {x, std::round(panel.rect.y + rows.cell * (static_cast<float>(place) + 0.5F))},
                   shortened(painter, text, longest(page, panel, panel.slice.row_dim), size, Face::sans),
                   {.colour = singled_out(painter.theme(), panel, place, true).value_or(painter.theme().muted),
                    .size = size,
                    .align = Align::right,
                    .anchor = Anchor::middle},
                   unknown(page, panel, panel.slice.row_dim, panel.slice.row_first + index));
    }
}

void draw_col_labels(Page& page, const HeatPanel& panel, const Track& cols, float edge) {
    Painter& painter = page.painter;
    const bool words = panel.slice.col_dim >= 0 && has_words(page, panel, panel.slice.col_dim);
    const LabelFit fit = panel.col_fit;
    const float room = col_label_room(page, panel, cols);
    const float apart = column_apart(page, panel, cols, fit.degrees);
    for (const int place : labelled(cols, fit.step, apart, cols.kept)) {
        const int index = cols.shown[static_cast<std::size_t>(place)];
        const std::string text = label_text(page, panel, panel.slice.col_dim, panel.slice.col_first + index);
        const float x = std::round(panel.rect.x + cols.cell * (static_cast<float>(place) + 0.5F));
        const Colour colour = singled_out(painter.theme(), panel, place, false).value_or(painter.theme().muted);
        const bool marked = unknown(page, panel, panel.slice.col_dim, panel.slice.col_first + index);
        if (fit.degrees > 0)
            draw_token(painter, {x, edge - 0.5F * page.em}, shortened(painter, text, room, em::small, Face::sans),
                       {.colour = colour, .size = em::small, .anchor = Anchor::middle, .degrees = fit.degrees}, marked);
        else
            draw_token(painter, {x, edge - 0.15F * page.em},
                       shortened(painter, text, longest_label * page.em, em::small, Face::sans),
                       {.colour = words ? colour : colour.faded(0.8F),
                        .size = em::small,
                        .align = Align::centre,
                        .anchor = Anchor::bottom},
                       marked);
    }
}

}  // namespace glassformer
