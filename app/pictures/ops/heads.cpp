// The heads one below the other at the left, side by side at the right; a tint says which block came from which head.
#include <fmt/core.h>

#include "app/paint/head_colour.h"
#include "app/pictures/board/layout.h"
#include "app/pictures/board/texts.h"
#include "core/session/intervention.h"

namespace glassformer::picture {

namespace {

void merge_heads(Page& page) {
    const float em = page.em;
    const int record = page.operand(0);
    const Shape& shape = page.trace.record(record).shape;
    const int heads = shape.size(shape.find(Axis::head)), d_head = shape.cols();
    const Slice out = page.slice(page.scene.record);
    const CellAt lit = page.lit ? out.find(page.lit.cell) : CellAt{};
    const auto tint = [&](int head) { return head_colour(page.painter.theme(), head, heads); };

    Rect right = page.area;
    const Rect left = right.take_left(std::round(0.34F * page.area.w));
    Board from(page, left), to(page, right);
    from.column({.count = d_head});
    from.largest_cell_height = 2.6F;
    std::vector<HeatPanel*> parts;
    for (int h = 0; h < heads; ++h) {
        Cell at;
        at[shape.find(Axis::head)] = h;
        const Slice part = page.slice(record, shape.rank() - 2, shape.rank() - 1, at);
        const int row = from.row({.count = part.values.rows, .gap = h == 0 ? 0 : 0.5F * em});
        parts.push_back(&from.add({.slice = part,
                                   .style = page.style(record, part.values),
                                   .row_track = row,
                                   .operand = 0,
                                   .title = h == 0 ? TitlePlace::above : TitlePlace::none,
                                   .legend = false}));
    }
    parts.front()->note = heads == 1 ? texts::pictures::one_head : fmt::format(texts::pictures::heads, heads);
    to.row({.count = out.values.rows, .focus = lit ? lit.row : 0});
    to.column({.count = out.values.cols, .focus = lit ? lit.col : 0});
    HeatPanel& whole = to.add({.slice = out,
                               .style = page.style(out.record, out.values),
                               .result = true,
                               .row_labels = true,
                               .col_labels = true});
    for (HeatPanel* part : parts) part->style.limit = whole.style.limit;
    from.reserve_right(5 * em);
    from.solve();
    to.solve();
    from.draw();
    to.draw();

    const Track& cols = to.columns(0);
    const float thick = std::max(2.0F, std::round(0.2F * em));
    for (int h = 0; h < heads; ++h) {
        const Rect& part = parts[static_cast<std::size_t>(h)]->rect;
        page.painter.fill({part.right() + 3, part.y, thick, part.h}, tint(h));
        const bool off = heads_of(page.trace, page.stage.id) >= 0 &&
                         is_off(page.scene.evaluation.inputs(), page.trace, page.stage.id, h);
        text_in(page.painter, {part.right() + 0.8F * em, part.y, 4.2F * em, part.h},
                off ? fmt::format(texts::pictures::head_off, h + 1) : fmt::format(texts::pictures::head, h + 1),
                {.colour = off ? page.painter.theme().warning : page.painter.theme().muted, .size = em::small});
        const int first = cols.place_of(h * d_head), last = cols.place_of(h * d_head + d_head - 1);
        if (first < 0 || last < 0) continue;
        const float x = whole.rect.x + cols.cell * static_cast<float>(first);
        const float width = cols.cell * static_cast<float>(last - first + 1);
        page.painter.fill({x + 1, whole.rect.bottom() + 2, width - 2, thick}, tint(h));
        if (h > 0) page.painter.line({x, whole.rect.y}, {x, whole.rect.bottom()}, page.painter.theme().background, 2);
    }
}

}  // namespace

extern const Picture merge_heads_picture{"merge_heads", merge_heads};

}  // namespace glassformer::picture
