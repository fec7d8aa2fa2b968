#include "app/views/compare/run_map.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/paint/formula.h"
#include "app/paint/heat_scale.h"
#include "app/pictures/board/heat_labels.h"
#include "app/pictures/board/heat_panel.h"
#include "app/views/compare/texts.h"

namespace glassformer {

namespace {

constexpr float smallest_row_name = 0.68F;  // em

constexpr float number_width_of_map = 3, number_height_of_map = 1.15F;  // em: such cells carry their numbers
constexpr float map_legend_width = 11;                                  // em

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

void draw_cell_numbers(Painter& painter, const RunMap& map, int rows, int cols) {
    const Theme& theme = painter.theme();
    const MapWindow& window = map.window;
    const HeatScale scale(painter, map.style);
    for (int r = 0; r < rows; ++r)
        for (int c = 0; c < cols; ++c) {
            const float value = map.values.at(window.first_row + r, window.first_col + c);
            if (!std::isfinite(value)) continue;
            const Colour fill = scale.fill(value).ground;
            painter.text({window.rect.x + (static_cast<float>(c) + 0.5F) * window.cell_w,
                          window.rect.y + (static_cast<float>(r) + 0.5F) * window.cell_h},
                         short_number(value, map.style.limit),
                         {.colour = text_on(theme, mix(theme.panel, fill, fill.a)),
                          .size = em::small,
                          .align = Align::centre,
                          .anchor = Anchor::middle});
        }
}

/// Labels of highlighted lines always, then those that A and B do not share, others if they fit.
std::vector<int> chosen_labels(int count, float cell, float apart, const AxisLabels& labels, int first,
                               std::span<const int> lit) {
    Track track;
    track.count = count;
    track.cell = cell;
    track.shown.resize(static_cast<std::size_t>(count));
    std::vector<int> kept;
    for (const int line : lit)
        if (line >= first && line < first + count) kept.push_back(line - first);
    kept.insert(kept.end(), labels.differing.begin(), labels.differing.end());
    return labelled(track, label_step(cell, apart, labels.words), apart, kept);
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

Colour label_ink(const Theme& theme, int line, int locked, int pointed) {
    return line == locked ? theme.accent_text : line == pointed ? theme.text : theme.muted;
}

void draw_row_names(Page& page, const RunMap& map) {
    Painter& painter = page.painter;
    const float em = painter.em();
    const MapWindow& window = map.window;
    if (map.row_labels.names.empty()) return;
    // Smaller letters before rows without a name.
    float size = em::small;
    while (size > smallest_row_name && row_label_height(page, size) > window.cell_h) size -= 0.02F;
    for (const int p : chosen_labels(window.rows, window.cell_h, row_label_height(page, size), map.row_labels,
                                     window.first_row, std::array{map.locked.row, map.pointed.row})) {
        painter.text(
            {window.rect.x - 0.5F * em, std::round(window.rect.y + (static_cast<float>(p) + 0.5F) * window.cell_h)},
            shortened(painter, map.row_labels.names[static_cast<std::size_t>(p)], longest_map_label * em, size,
                      Face::sans),
            {.colour = label_ink(painter.theme(), p + window.first_row, map.locked.row, map.pointed.row),
             .size = size,
             .align = Align::right,
             .anchor = Anchor::middle});
    }
}

void draw_col_names(Page& page, const RunMap& map) {
    Painter& painter = page.painter;
    const float em = painter.em();
    const MapWindow& window = map.window;
    if (map.col_labels.names.empty()) return;
    const float apart =
        map.slant > 0 ? 1.25F * painter.measure("x", em::small).height : map.widest_col_label + 0.5F * em;
    const std::array lit{map.locked.col, map.pointed.col, map.named_columns[0], map.named_columns[1]};
    for (const int p : chosen_labels(window.cols, window.cell_w, apart, map.col_labels, window.first_col, lit)) {
        const float x = std::round(window.rect.x + (static_cast<float>(p) + 0.5F) * window.cell_w);
        const std::string label = shortened(painter, map.col_labels.names[static_cast<std::size_t>(p)],
                                            longest_map_label * em, em::small, Face::sans);
        const Colour ink = label_ink(painter.theme(), p + window.first_col, map.locked.col, map.pointed.col);
        if (map.slant > 0)
            painter.text({x, window.rect.y - 0.5F * em}, label,
                         {.colour = ink, .size = em::small, .anchor = Anchor::middle, .degrees = map.slant});
        else
            painter.text({x, window.rect.y - 0.15F * em}, label,
                         {.colour = ink, .size = em::small, .align = Align::centre, .anchor = Anchor::bottom});
    }
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
    painter.fill(rect, theme.panel);
    if (rows > 0 && cols > 0) {
        const Rect part{rect.x, rect.y, window.cell_w * static_cast<float>(cols),
                        window.cell_h * static_cast<float>(rows)};
        painter.heatmap(block(map.values, window.first_row, window.first_col, rows, cols), part, map.style);
        if (window.cell_w >= number_width_of_map * em && window.cell_h >= number_height_of_map * em)
            draw_cell_numbers(painter, map, rows, cols);
    }
    if (rows < window.rows || cols < window.cols) hatch_rest(painter, window, rows, cols, map.hatched);
    draw_row_names(page, map);
    draw_col_names(page, map);

    const auto mark = [&](CellAt at, Colour ink, float width) {
        if (const Rect cell = window.cell(at); at && cell.w > 0) painter.stroke(cell, ink, width);
    };
    if (map.strongest.col != map.locked.col) mark(map.strongest, theme.text, 1.5F);
    if (map.pointed.row != map.locked.row || map.pointed.col != map.locked.col) mark(map.pointed, theme.text, 1.5F);
    mark(map.locked, theme.accent, 2);
}

}  // namespace glassformer
