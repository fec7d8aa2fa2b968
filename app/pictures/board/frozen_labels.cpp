// Labels that stay in sight: where a picture is larger than what is seen of it, the tokens and numbers of its rows and
// columns stand at the edge, as in a table whose headings are frozen.
#include <algorithm>

#include "app/pictures/board/heat_labels.h"
#include "app/pictures/board/layout.h"

namespace glassformer {

namespace {
constexpr float border = 0.35F;  // em, from the edge of what is seen to the labels
}

void Board::freeze_labels() {
    const Rect seen = page_.painter.clip();
    const float pad = border * page_.em;
    frozen_.clear();
    // The first panel on a track with cells below labels at the edge: labels are drawn before it.
    const auto first_behind = [&](const HeatPanel& of, bool rows, float reach) {
        const HeatPanel* first = nullptr;
        for (const HeatPanel& other : panels_) {
            if (rows ? other.row_track != of.row_track : other.col_track != of.col_track) continue;
            const Rect cells = other.rect.intersect(seen);
            if (cells.w <= 0 || cells.h <= 0) continue;
            if (rows ? other.rect.right() <= seen.x + reach : other.rect.bottom() <= seen.y + reach) continue;
            if (first == nullptr || (rows ? other.rect.x < first->rect.x : other.rect.y < first->rect.y))
                first = &other;
        }
        return first;
    };
    for (HeatPanel& panel : panels_) {
        panel.rows_frozen = panel.cols_frozen = false;
        if (panel.row_labels && panel.slice.row_dim >= 0) {
            const float reach = row_labels_width(page_, panel, rows(panel.row_track));
            const HeatPanel* const beside =
                panel.rect.x - reach < seen.x - 1 ? first_behind(panel, true, reach + pad) : nullptr;
            if (beside != nullptr) {
                const float edge = std::max(beside->rect.x, seen.x + reach + pad);
                const Rect strip{seen.x, panel.rect.y, edge - seen.x, panel.rect.h};
                frozen_.push_back({&panel, true, strip.intersect(seen)});
                panel.rows_frozen = true;
            }
        }
        if (panel.col_labels && panel.slice.col_dim >= 0) {
            const float reach = col_labels_height(page_, panel, columns(panel.col_track));
            const HeatPanel* const below =
                panel.rect.y - reach < seen.y - 1 ? first_behind(panel, false, reach + pad) : nullptr;
            if (below != nullptr) {
                const float edge = std::max(below->rect.y, seen.y + reach + pad);
                const Rect strip{panel.rect.x, seen.y, panel.rect.w, edge - seen.y};
                frozen_.push_back({&panel, false, strip.intersect(seen)});
                panel.cols_frozen = true;
            }
        }
    }
    std::stable_sort(frozen_.begin(), frozen_.end(),
                     [](const Frozen& a, const Frozen& b) { return a.of_rows && !b.of_rows; });
}

void Board::draw_frozen() {
    Painter& painter = page_.painter;
    const Theme& theme = painter.theme();
    const float half = 0.45F * page_.em;
    for (const Frozen& frozen : frozen_) {
        const HeatPanel& panel = *frozen.panel;
        const Rect& plate = frozen.plate;
        painter.fill(plate, theme.background);
        if (frozen.of_rows) {
            painter.line({plate.right(), plate.y}, {plate.right(), plate.bottom()}, theme.border);
            // The label of a line at the plate's end reaches half beyond it.
            painter.push_clip({plate.x, plate.y - half, plate.w, plate.h + 2 * half});
            draw_row_labels(page_, panel, rows(panel.row_track), plate.right());
            painter.pop_clip();
        } else {
            painter.line({plate.x, plate.bottom()}, {plate.right(), plate.bottom()}, theme.border);
            // Slanted words of the last column may reach beyond it.
            painter.push_clip({plate.x - half, plate.y, plate.w + plate.h + half, plate.h});
            draw_col_labels(page_, panel, columns(panel.col_track), plate.bottom());
            painter.pop_clip();
        }
    }
    // The corner where both meet stays empty: a column's label there would have no cells.
    for (const Frozen& beside : frozen_)
        for (const Frozen& above : frozen_) {
            if (!beside.of_rows || above.of_rows) continue;
            const float left = std::max(beside.plate.x, above.plate.x);
            const float wide = std::min(beside.plate.right(), above.plate.right()) - left;
            if (wide > 0 && beside.plate.h > 0)
                painter.fill({left, above.plate.y, wide, above.plate.h}, theme.background);
        }
}

}  // namespace glassformer
