#include "app/views/compare/run_map.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/paint/formula.h"
#include "app/pictures/board/heat_labels.h"
#include "app/pictures/board/heat_panel.h"
#include "app/views/compare/texts.h"

namespace glassformer {

namespace {

constexpr float map_legend_width = 11;  // em

/// Hatching of cells that exist in the other run only.
void hatch(Painter& painter, const Rect& rect, const std::string& what) {
    if (rect.w < 1 || rect.h < 1) return;
    const Theme& theme = painter.theme();
    painter.push_clip(rect);
    painter.fill(rect, theme.panel);
    const float step = 0.55F * painter.em();
    const int count = static_cast<int>((rect.w + rect.h) / step) + 1;
    for (int i = 0; i < count; ++i) {
        const float x = rect.x - rect.h + static_cast<float>(i) * step;
        painter.line({x, rect.bottom()}, {x + rect.h, rect.y}, theme.faint);
    }
    const float width = painter.measure(what, em::small).width + painter.em();
    if (rect.w > width && rect.h > 1.5F * painter.em()) {
        const Rect box =
            Rect{rect.centre().x - width / 2, rect.centre().y - 0.7F * painter.em(), width, 1.4F * painter.em()}
                .snapped();
        painter.fill(box, theme.panel, 0.3F * painter.em());
        text_in(painter, box, what, {.colour = theme.muted, .size = em::small, .align = Align::centre});
    }
    painter.pop_clip();
}

/// Hatches the rows and columns beyond the end of a run.
void hatch_rest(Painter& painter, const MapWindow& window, int rows, int cols, const std::string& what) {
    const Rect& rect = window.rect;
    const float right = window.cell_w * static_cast<float>(cols), below = window.cell_h * static_cast<float>(rows);
    hatch(painter, {rect.x, rect.y + below, rect.w, rect.h - below}, what);
    hatch(painter, {rect.x + right, rect.y, rect.w - right, below}, what);
}

/// Short form "21–113 / 116" for a narrow title.
std::string brief_window(int first, int shown, int all) {
    if (shown >= all) return "";
    return fmt::format(texts::compare::window_brief, first, first + shown - 1, all);
}

/// Draws the symbol, the shape and the range of lines shown; in a narrow title the range comes first.
void draw_map_title(Page& page, const RunMap& map, Vec2 at, float room) {
    Painter& painter = page.painter;
    const float em = painter.em();
    const MapWindow& window = map.window;
    std::string part = window_text(texts::compare::columns, window.first_col, window.cols, map.cols);
    const std::string rows = window_text(texts::compare::rows, window.first_row, window.rows, map.rows);
    if (!rows.empty()) part += (part.empty() ? "" : ", ") + rows;
    const auto width = [&](const std::string& text) { return painter.measure(text, em::small).width; };
    const float symbol =
        map.symbol.empty() ? 0 : measure_formula(painter, map.symbol, 1000, {.size = 1.2F}).width + 0.6F * em;
    const std::string both = map.shape + (map.shape.empty() || part.empty() ? "" : " · ") + part;
    if (symbol + width(both) <= room) return static_cast<void>(draw_title(page, at, map.symbol, both, room));
    if (part.empty())
        return static_cast<void>(draw_title(page, at, map.symbol, "", room));  // a part of a size says nothing
    std::string brief = brief_window(window.first_col, window.cols, map.cols);
    const std::string brief_rows = brief_window(window.first_row, window.rows, map.rows);
    if (!brief_rows.empty()) brief += (brief.empty() ? "" : ", ") + brief_rows;
    const std::string& said = symbol + width(part) <= room ? part : brief;
    draw_title(page, at, symbol + width(said) <= room ? map.symbol : "", said, room);
}

/// Those that are highlighted before those that A and B do not share.
MatrixWords with_lit(const Theme& theme, MatrixWords words, int first, std::initializer_list<LitLine> highlighted) {
    std::vector<LitLine> lit;
    for (LitLine one : highlighted) {
        one.line -= first;
        lit.push_back(one);
    }
    for (LitLine one : words.lit) {
        one.colour = theme.muted;
        lit.push_back(one);
    }
    words.lit = std::move(lit);
    return words;
}

}  // namespace

std::string window_text(const char* what, int first, int shown, int all) {
    if (shown >= all) return "";
    return shown > 1 ? fmt::format(texts::compare::window_range, what, first, first + shown - 1, all)
                     : fmt::format(texts::compare::window_one, what, first, all);
}

void draw_run_map(Page& page, const RunMap& map) {
    Painter& painter = page.painter;
    const Theme& theme = painter.theme();
    const float em = painter.em();
    const MapWindow& window = map.window;
    const Rect& rect = window.rect;
    const Rect title = Rect{rect.x, rect.y - map.top, std::max(rect.w, map.title_right - rect.x), 1.7F * em};
    text_in(painter, title, map.name, {.colour = theme.text, .size = em::body, .face = Face::bold});
    if (!map.drawn) {
        painter.fill(rect, theme.panel, 0.4F * em);
        painter.stroke(rect, theme.border, 1, 0.4F * em);
        painter.push_clip(rect);
        paragraph(painter, rect.inset(0.6F * em), map.missing, {.colour = theme.muted, .size = em::small});
        painter.pop_clip();
        return;
    }
    const float used = painter.measure(map.name, em::body, Face::bold).width + 0.6F * em;
    const float legend_room = std::min(map_legend_width * em, 0.5F * title.w);
    const bool legend_above = !map.legend_below && legend_room > 5 * em;
    const float room = title.w - used - (legend_above ? legend_room + em : 0);
    if (room > 2 * em) draw_map_title(page, map, {rect.x + used, title.y + 0.05F * em}, room);
    if (map.legend_below)
        legend(painter, {rect.x, rect.bottom() + 0.35F * em, std::min(rect.w, map_legend_width * em), 2.2F * em},
               map.style, map.values);
    else if (legend_above)
        legend_line(painter, {title.right() - legend_room, title.y, legend_room, title.h}, map.style, map.values);

    const int rows = std::clamp(map.values.rows - window.first_row, 0, window.rows);
    const int cols = std::clamp(map.values.cols - window.first_col, 0, window.cols);
    const auto shown = [&](CellAt at) { return CellAt{at.row - window.first_row, at.col - window.first_col}; };
    LabelledMatrix matrix{.style = map.style,
                          .rows = with_lit(theme, map.row_labels, window.first_row,
                                           {{map.locked.row, theme.accent_text}, {map.pointed.row, theme.text}}),
                          .columns = with_lit(theme, map.col_labels, window.first_col,
                                              {{map.locked.col, theme.accent_text},
                                               {map.pointed.col, theme.text},
                                               {map.named_columns[0], theme.muted},
                                               {map.named_columns[1], theme.muted}}),
                          .trail = map.trail,
                          .all_rows = window.rows,
                          .all_cols = window.cols,
                          .ground = theme.panel,
                          .number = [limit = map.style.limit](float value) { return short_number(value, limit); }};
    if (rows > 0 && cols > 0) matrix.values = block(map.values, window.first_row, window.first_col, rows, cols);
    if (map.strongest && map.strongest.col != map.locked.col)
        matrix.marks.push_back({.at = shown(map.strongest), .colour = theme.text});
    if (map.pointed && (map.pointed.row != map.locked.row || map.pointed.col != map.locked.col))
        matrix.marks.push_back({.at = shown(map.pointed), .colour = theme.text});
    if (map.locked) matrix.marks.push_back({.at = shown(map.locked), .colour = theme.accent, .width = 2});
    matrix.draw(painter, rect);
    if (rows < window.rows || cols < window.cols) hatch_rest(painter, window, rows, cols, map.hatched);
}

}  // namespace glassformer
