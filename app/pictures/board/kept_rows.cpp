#include "app/pictures/board/kept_rows.h"

#include <algorithm>

#include "app/paint/outline.h"
#include "core/tape/stage.h"

namespace glassformer {

void draw_kept(Page& page, const HeatPanel& panel, const Track& rows, const Track& cols) {
    if (page.scene.kept == 0 || panel.slice.record < 0) return;
    const Stage* const of = page.trace.record(panel.slice.record).stage;
    if (of != &stage::past_k && of != &stage::past_v && of != &stage::all_k && of != &stage::all_v) return;
    const bool down = panel.slice.row_dim == 1;  // of [head, pos, d_head]; keys can be transposed
    const Track& tokens = down ? rows : cols;
    const auto kept = std::ranges::count_if(tokens.shown, [&](int line) { return line < page.scene.kept; });
    const float length = tokens.cell * static_cast<float>(kept);
    const Rect place = down ? Rect{panel.rect.x, panel.rect.y, panel.rect.w, length}
                            : Rect{panel.rect.x, panel.rect.y, length, panel.rect.h};
    const Theme& theme = page.painter.theme();
    outline(page.painter, place.inset(-1), theme.accent, 2);
}

}  // namespace glassformer
