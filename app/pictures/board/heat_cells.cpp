// The cells of a matrix: their colours, which are always those of the legend, empty ones that are not computed yet,
// bars in front of rows, numbers, and marks of what was edited and what differs.
#include "app/pictures/board/heat_cells.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/paint/heat_scale.h"
#include "app/paint/printed_number.h"
#include "core/tensor/selection.h"

namespace glassformer {

namespace {

/// A stretch of a track: lines that follow one another in memory and are drawn alike.
struct Run {
    int place, line, count;
};

template <class Alike>
std::vector<Run> runs(const Track& track, const Alike& alike) {
    std::vector<Run> found;
    for (int p = 0; p < static_cast<int>(track.shown.size()); ++p) {
        const int line = track.shown[static_cast<std::size_t>(p)];
        if (!found.empty() && line == found.back().line + found.back().count && alike(line, found.back().line))
            ++found.back().count;
        else
            found.push_back({p, line, 1});
    }
    return found;
}

/// Entries that are shown, row by row; −1: all.
int known_of(const Page& page, const HeatPanel& panel) { return panel.result ? page.known : panel.known; }

bool left_out(const HeatPanel& panel, int row) {
    return !panel.row_share.empty() && panel.row_share[static_cast<std::size_t>(row)] < 0;
}

void draw_computed_cells(Page& page, const HeatPanel& panel, const Track& rows, const Track& cols) {
    page.painter.fill(panel.rect, page.painter.theme().panel);
    // Where every column is shown, the surface reveals a row cell by cell; of a window each row is cut on its own.
    const auto same_row = [&](int a, int b) {
        return left_out(panel, a) == left_out(panel, b) &&
               (cols.whole() || revealed(page, panel, a) == revealed(page, panel, b));
    };
    for (const Run& row : runs(rows, same_row)) {
        if (left_out(panel, row.line)) continue;
        HeatStyle style = panel.style;
        int known = panel.slice.values.cols;
        if (cols.whole() && known_of(page, panel) >= 0)
            style.shown = std::max(0, known_of(page, panel) - row.line * known);
        else
            known = revealed(page, panel, row.line);
        for (Run col : runs(cols, [](int, int) { return true; })) {
            col.count = std::min(col.count, known - col.line);
            if (col.count <= 0) continue;
            const Rect place{panel.rect.x + cols.cell * static_cast<float>(col.place),
                             panel.rect.y + rows.cell * static_cast<float>(row.place),
                             cols.cell * static_cast<float>(col.count), rows.cell * static_cast<float>(row.count)};
            page.painter.heatmap(block(panel.slice.values, row.line, col.line, row.count, col.count), place, style);
        }
    }
}

/// Cells that are not computed yet are empty boxes on the background: no colour of the scale, not even that of 0.
void draw_empty_cells(Page& page, const HeatPanel& panel, const Track& rows, const Track& cols) {
    if (known_of(page, panel) < 0) return;
    Painter& painter = page.painter;
    const Colour line = painter.theme().border, ground = painter.theme().background;
    const Rect& all = panel.rect;
    const auto x = [&](int place) { return all.x + cols.cell * static_cast<float>(place); };
    const auto y = [&](int place) { return all.y + rows.cell * static_cast<float>(place); };
    const bool boxes = std::min(rows.cell, cols.cell) >= smallest_cell_with_gap;
    const int high = static_cast<int>(rows.shown.size()), wide = static_cast<int>(cols.shown.size());
    const auto given = [&](int place) { return revealed(page, panel, rows.shown[static_cast<std::size_t>(place)]); };
    const auto empty = [&](int place) { return left_out(panel, rows.shown[static_cast<std::size_t>(place)]); };
    int below = high;  // from here on all rows are empty
    while (below > 0 && given(below - 1) == 0 && !empty(below - 1)) --below;
    for (int place = 0; place < below; ++place) {
        const int known = given(place);
        if (known >= panel.slice.values.cols || empty(place)) continue;
        for (int c = 0; c < wide; ++c) {
            if (cols.shown[static_cast<std::size_t>(c)] < known) continue;
            const Rect cell{x(c), y(place), cols.cell, rows.cell};
            painter.fill(cell, ground);
            if (boxes) painter.stroke(cell.inset(0.5F), line, 1);
        }
    }
    if (below == high) return;
    painter.fill({all.x, y(below), all.w, all.bottom() - y(below)}, ground);
    for (int c = 0; c <= wide; c += boxes ? 1 : wide) painter.line({x(c), y(below)}, {x(c), all.bottom()}, line, 1);
    for (int place = below; place <= high; place += boxes ? 1 : high - below)
        painter.line({all.x, y(place)}, {all.right(), y(place)}, line, 1);
}

/// In front of the rows: how much each counts, and which were not trained.
void draw_row_bars(Page& page, const HeatPanel& panel, const Track& rows) {
    const Theme& theme = page.painter.theme();
    const float longest = 0.42F * page.em, gap = std::min(2.0F, std::floor(rows.cell / 4));
    for (std::size_t place = 0; place < rows.shown.size(); ++place) {
        const auto line = static_cast<std::size_t>(rows.shown[place]);
        const bool grey = line < panel.grey_rows.size() && panel.grey_rows[line];
        const float share = panel.share_bars && line < panel.row_share.size() ? panel.row_share[line] : 0;
        if (!grey && share <= 0) continue;
        const float wide = grey ? longest : std::max(1.0F, share * longest);
        page.painter.fill({panel.rect.x - 2 - wide, panel.rect.y + rows.cell * static_cast<float>(place) + gap / 2,
                           wide, rows.cell - gap},
                          grey ? theme.faint : colour(theme, Meaning::weight));
    }
}

void draw_numbers(Page& page, const HeatPanel& panel, const Track& rows, const Track& cols) {
    if (!panel.numbers) return;
    const Theme& theme = page.painter.theme();
    const HeatScale scale(page.painter, panel.style);
    for (const int r : rows.shown)
        for (const int c : cols.shown) {
            const float value = panel.slice.values.at(r, c);
            if (c >= revealed(page, panel, r)) continue;
            const Vec2 middle = panel.cell(rows, cols, r, c).centre();
            const bool plain = std::isfinite(value);
            const std::string number =
                plain ? short_number(value, panel.style.limit) : number_text(static_cast<double>(value));
            const Colour ground = plain ? scale.fill(value).ground : theme.background;
            if (!plain) {  // on a ground of its own: between stripes it could not be read
                const TextSize size = page.painter.measure(number, em::small);
                page.painter.fill(
                    Rect{middle.x - size.width / 2, middle.y - size.height / 2, size.width, size.height}.inset(
                        -0.15F * page.em, 0),
                    ground, 0.2F * page.em);
            }
            page.painter.text(middle, number,
                              {.colour = text_on(theme, ground),
                               .size = em::small,
                               .align = Align::centre,
                               .anchor = Anchor::middle});
        }
}

/// A corner on cells that differ from the unedited run, a ring in cells that were set by hand.
void draw_marks(Page& page, const HeatPanel& panel, const Track& rows, const Track& cols) {
    if (panel.slice.record < 0) return;
    const Record& record = page.trace.record(panel.slice.record);
    const Colour accent = page.painter.theme().accent;
    const float side = std::floor(std::min({cols.cell, rows.cell, 1.2F * page.em}) * 0.35F);
    const Evaluation* unedited = page.scene.unedited;
    if (unedited != nullptr && unedited != &page.scene.evaluation && side >= 2) {
        const Record* const before = unedited->trace().same_stage(record);
        if (before != nullptr && before->value != nullptr && before->value != record.value) {
            std::vector<Rect> changed;
            std::size_t compared = 0;
            for (const int r : rows.shown)
                for (const int c : cols.shown) {
                    if (c >= revealed(page, panel, r)) continue;
                    const float now = panel.slice.values.at(r, c);
                    const float then = before->at(panel.slice.cell(r, c));
                    // What a mask empties in both is no number that could differ.
                    if (now == then && (now == 0 || std::isinf(now))) continue;
                    ++compared;
                    if (now == then || (std::isnan(now) && std::isnan(then))) continue;
                    changed.push_back(panel.cell(rows, cols, r, c));
                }
            // Where all are another run's, marks would tell nothing apart.
            if (changed.size() < compared)
                for (const Rect& at : changed)
                    page.painter.triangle({at.right() - 1 - side, at.y}, {at.right() - 1, at.y},
                                          {at.right() - 1, at.y + side}, accent);
        }
    }
    const auto ring = [&](int row, int col) {
        const Rect at = panel.cell(rows, cols, row, col);
        if (at.w <= 0) return;
        const float radius = std::max(std::min({at.w, at.h, 1.2F * page.em}) * (panel.numbers ? 0.16F : 0.22F), 1.0F);
        const Vec2 corner{at.x + radius + 3, at.y + radius + 3};  // a number stands in the middle
        page.painter.ring(panel.numbers ? corner : at.centre(), radius, accent, 1.5F);
    };
    for (const auto& [selection, value] : record.edits) {
        const int rank = record.shape.rank();
        if (std::find(selection.index.begin(), selection.index.begin() + rank, Cell::all) ==
            selection.index.begin() + rank) {
            if (const CellAt line = panel.slice.find(selection)) ring(line.row, line.col);
            continue;
        }
        for (const int r : rows.shown)
            for (const int c : cols.shown)
                if (selects(selection, panel.slice.cell(r, c), rank)) ring(r, c);
    }
}

}  // namespace

int revealed(const Page& page, const HeatPanel& panel, int row) {
    const int cols = panel.slice.values.cols;
    if (left_out(panel, row)) return 0;
    const int known = known_of(page, panel);
    return known < 0 ? cols : std::clamp(known - row * cols, 0, cols);
}

void draw_cells(Page& page, const HeatPanel& panel, const Track& rows, const Track& cols) {
    draw_computed_cells(page, panel, rows, cols);
    draw_empty_cells(page, panel, rows, cols);
    draw_row_bars(page, panel, rows);
    draw_numbers(page, panel, rows, cols);
    draw_marks(page, panel, rows, cols);
}

}  // namespace glassformer
