#include "app/pictures/board/heat_panel.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "app/paint/formula.h"
#include "app/paint/outline.h"
#include "app/paint/printed_number.h"
#include "app/pictures/board/heat_cells.h"
#include "app/pictures/board/heat_labels.h"
#include "app/pictures/board/kept_rows.h"
#include "app/pictures/board/texts.h"

namespace glassformer {

namespace {

constexpr float legend_height = 2.3F;   // em
constexpr float line_legend = 7.5F;     // em: width of a legend on one line
constexpr float number_width = 3.0F;    // em: cells at least this wide carry their number
constexpr float number_height = 1.15F;  // em

/// On the line of the cells, as far as there is room for a bar and a number.
void legend_at_right(Page& page, const HeatPanel& panel) {
    const float x = panel.rect.right() + label_gap * page.em;
    const float wide = std::min(line_legend * page.em, page.area.right() - x);
    if (wide > 4 * page.em)
        legend_line(page.painter, {x, panel.rect.y, wide, panel.rect.h}, panel.style, panel.slice.values);
}

/// Positions count from 1 on the screen, dimensions as their labels from 0.
int first_number(const Page& page, const Slice& slice, int dimension) {
    if (slice.record < 0 || dimension < 0) return 0;
    const Axis axis = page.trace.record(slice.record).shape.axis(dimension);
    return axis == Axis::position || axis == Axis::query || axis == Axis::key ? 1 : 0;
}

/// The lines of a track that are shown, where that is not all of them; `from`: the number of the first of all.
std::string window_text(const Track& track, bool columns, int from) {
    if (track.whole()) return "";
    const int first = track.shown.front() + from, last = track.shown.back() + from,
              count = static_cast<int>(track.shown.size());
    if (count == 1)
        return columns ? fmt::format(texts::pictures::one_column, first) : fmt::format(texts::pictures::one_row, first);
    if (last == first + count - 1)
        return columns ? fmt::format(texts::pictures::columns_between, first, last)
                       : fmt::format(texts::pictures::rows_between, first, last);
    return columns ? fmt::format(texts::pictures::columns_shown, count, track.count)
                   : fmt::format(texts::pictures::rows_shown, count, track.count);
}

}  // namespace

int Track::place_of(int line) const {
    if (shown.empty()) return -1;
    if (whole()) return line >= 0 && line < count ? line : -1;
    const auto found = std::find(shown.begin(), shown.end(), line);
    return found == shown.end() ? -1 : static_cast<int>(found - shown.begin());
}

bool numbers_fit(const Page& page, const HeatPanel& panel, const Track& rows, const Track& cols) {
    const float digits = panel.style.limit < 0.01F ? 1.35F : panel.style.limit < 0.1F ? 1.15F : 1.0F;
    return cols.cell >= digits * number_width * page.em && rows.cell >= number_height * page.em;
}

Rect HeatPanel::cell(const Track& rows, const Track& cols, int row, int col) const {
    const int r = rows.place_of(row), c = cols.place_of(col);
    if (r < 0 || c < 0) return {};
    return {rect.x + cols.cell * static_cast<float>(c), rect.y + rows.cell * static_cast<float>(r), cols.cell,
            rows.cell};
}

Margins margins(Page& page, const HeatPanel& panel, const Track& rows, const Track& cols) {
    const float em = page.em;
    Margins m = label_margins(page, panel, rows, cols);
    if (panel.title == TitlePlace::above) {
        m.top += 1.6F * em;
        if (panel.legend && !panel.legend_in_corner && !panel.legend_beside) m.bottom = (legend_height + 0.4F) * em;
    }
    return m;
}

namespace {

constexpr float symbol_size = 1.2F, smallest_symbol = 0.65F;  // of the text's size; share of that

/// The symbol of a panel, as far as it fits into this width.
std::string fitting_symbol(Page& page, const HeatPanel& panel, float width) {
    std::string symbol = symbol_of(page, panel);
    if (panel.brief_symbol.empty()) return symbol;
    return least_title_width(page, panel) > width ? panel.brief_symbol : symbol;
}

}  // namespace

float least_title_width(Page& page, const HeatPanel& panel) {
    const FormulaStyle smallest{.size = smallest_symbol * symbol_size};
    return measure_formula(page.painter, symbol_of(page, panel), 1000, smallest).width;
}

float draw_title(Page& page, Vec2 at, const std::string& symbol, const std::string& text, float width) {
    Painter& painter = page.painter;
    const float baseline = at.y + 1.1F * page.em;
    FormulaStyle style{.size = symbol_size, .align = Align::left};
    if (!symbol.empty()) {  // "exp(x − max)" above a few narrow columns
        const float whole = measure_formula(painter, symbol, 1000, style).width;
        if (whole > width && whole > 0) style.size *= std::max(smallest_symbol, width / whole);
    }
    float used = symbol.empty() ? 0 : draw_formula_at(painter, symbol, {at.x, baseline}, style);
    if (used > 0) used += 0.55F * page.em;
    const std::string shown = shortened(painter, text, std::max(0.0F, width - used), em::small, Face::sans);
    painter.text({at.x + used, baseline}, shown,
                 {.colour = painter.theme().muted, .size = em::small, .anchor = Anchor::baseline});
    return used + painter.measure(shown, em::small).width;
}

void draw_panel(Page& page, HeatPanel& panel, const Track& rows, const Track& cols, float title_top,
                float title_width) {
    if (panel.result) page.scale = panel.style;
    draw_cells(page, panel, rows, cols);
    draw_kept(page, panel, rows, cols);
    for (const Outline& o : panel.outlines) {
        const Rect place{panel.rect.x + cols.cell * static_cast<float>(o.col),
                         panel.rect.y + rows.cell * static_cast<float>(o.row), cols.cell * static_cast<float>(o.cols),
                         rows.cell * static_cast<float>(o.rows)};
        outline(page.painter, place, o.colour, o.width);
    }
    if (panel.row_labels && !panel.rows_frozen) draw_row_labels(page, panel, rows, panel.rect.x);
    if (panel.col_labels && !panel.cols_frozen && panel.slice.col_dim >= 0)
        draw_col_labels(page, panel, cols, panel.rect.y);

    const std::string shape = panel.slice.record >= 0 ? shape_text(panel.slice) : std::string();
    const std::string columns = window_text(cols, true, first_number(page, panel.slice, panel.slice.col_dim)),
                      lines = window_text(rows, false, first_number(page, panel.slice, panel.slice.row_dim));
    const bool right = panel.title == TitlePlace::right;
    const float em = page.em, least_legend = is_held(page.painter.limits(), panel.style) ? 10 * em : 5.5F * em,
                legend_width = std::min(std::clamp(panel.rect.w, least_legend, 11 * em), title_width);
    std::string text = shape;
    if (!right) {  // what fits on the line, the most important first
        const float room =
            title_width - measure_formula(page.painter, symbol_of(page, panel), 1000, {.size = 1.2F}).width - 0.6F * em;
        const auto fits = [&](const std::string& said) { return page.painter.measure(said, em::small).width <= room; };
        const std::string part = columns + (columns.empty() || lines.empty() ? "" : " · ") + lines;
        // A part of a size says nothing; which lines are shown tells more than of how many.
        if (!fits(text) || (!part.empty() && !fits(text + " · " + part))) text.clear();
        for (const std::string& piece : {columns, lines, panel.note}) {
            std::string longer = text;
            if (!text.empty() && !piece.empty()) longer += " · ";
            longer += piece;
            if (fits(longer)) text = longer;
        }
    }
    if (panel.title == TitlePlace::above) {
        draw_title(page, {panel.rect.x, title_top}, fitting_symbol(page, panel, title_width), text, title_width);
        if (panel.legend && panel.legend_in_corner)
            legend(page.painter,
                   {panel.rect.x, title_top - (legend_height + 0.2F) * em, legend_width, legend_height * em},
                   panel.style, panel.slice.values);
        else if (panel.legend && panel.legend_beside)
            legend_at_right(page, panel);
        else if (panel.legend)
            legend(page.painter, {panel.rect.x, panel.rect.bottom() + 0.4F * em, legend_width, legend_height * em},
                   panel.style, panel.slice.values);
    } else if (right) {
        Vec2 at{panel.rect.right() + 0.9F * em, panel.rect.y - 0.1F * em};
        const float width = page.area.right() - at.x;
        draw_title(page, at, symbol_of(page, panel), text, width);
        at.y += 1.55F * em;
        for (const std::string& line : {columns, lines, panel.note}) {
            if (line.empty()) continue;
            text_in(page.painter, {at.x, at.y, width, 1.1F * em}, line,
                    {.colour = page.painter.theme().muted, .size = em::small});
            at.y += 1.15F * em;
        }
        if (panel.legend && at.y + legend_height * em <= page.area.bottom())
            legend(page.painter, {at.x, at.y + 0.15F * em, std::min(width, 7 * em), legend_height * em}, panel.style,
                   panel.slice.values);
    } else if (panel.legend && panel.row_labels) {  // a strip: on its own line, at the right or before its symbol
        const float symbol = measure_formula(page.painter, symbol_of(page, panel), 1000, {.size = 1.1F}).width;
        const float before = panel.rect.x - 2 * label_gap * em - symbol - 1.2F * em;
        const bool after = panel.rect.right() + label_gap * em + line_legend * em <= page.area.right();
        const float x = after ? panel.rect.right() + label_gap * em : before - line_legend * em;
        if (x >= page.area.x)
            legend_line(page.painter, {x, panel.rect.y, line_legend * em, panel.rect.h}, panel.style,
                        panel.slice.values);
    }

    const int answers = panel.slice.record >= 0 ? panel.slice.record : panel.answers_for;
    if (answers < 0) return;
    const CellAt under =
        cell_at(panel.rect, static_cast<int>(rows.shown.size()), static_cast<int>(cols.shown.size()), page.mouse);
    if (under) {
        const int row = rows.shown[static_cast<std::size_t>(under.row)],
                  col = cols.shown[static_cast<std::size_t>(under.col)];
        if (col < revealed(page, panel, row)) {
            Hit hit{.cell = {answers, panel.slice.cell(row, col)}, .rect = panel.cell(rows, cols, row, col)};
            if (panel.slice.record < 0) {
                hit.derived = panel.derived;
                hit.number = panel.slice.values.at(row, col);
            }
            page.note(hit);
        }
    }
    if (page.wanted.record == panel.slice.record && panel.slice.record >= 0) {
        const CellAt line = panel.slice.find(page.wanted.cell);
        const Rect place = line ? panel.cell(rows, cols, line.row, line.col) : Rect{};
        if (place.w > 0) page.note_place(page.wanted, place);
    }
}

namespace {

/// So near to 1 that fewer digits would write 1.00, which it is not: a sum of 1.003 divides 1 into 0.997.
bool around_one(float size, float within) {
    const float apart = std::abs(size - 1);
    return apart >= 0.00005F && apart <= within;
}

}  // namespace

std::string short_number(float value, float largest) {
    if (!std::isfinite(value)) return std::isnan(value) ? "NaN" : value < 0 ? "−∞" : "∞";
    const float size = std::abs(value);
    std::array<char, 32> buffer{};
    const char* format = size >= 1e5F                                  ? "%.0e"
                         : size >= 100                                 ? "%.0f"
                         : size >= 10                                  ? "%.1f"
                         : largest < 0.01F                             ? "%.4f"
                         : around_one(size, 0.0005F)                   ? "%.4f"
                         : largest < 0.25F || around_one(size, 0.005F) ? "%.3f"
                                                                       : "%.2f";
    std::snprintf(buffer.data(), buffer.size(), format, static_cast<double>(value));
    std::string text = buffer.data();
    if (value == 0) return "0";
    if (text.find_first_not_of("-0.") == std::string::npos && text[0] == '-') text.erase(0, 1);
    return power_number(text);
}

}  // namespace glassformer
