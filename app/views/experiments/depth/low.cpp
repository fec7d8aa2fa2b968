// The page in a low window: its charts in pairs, the first pair wholly in sight, then the vectors or the block's
// orders.
#include <fmt/core.h>

#include "app/views/experiments/depth/page.h"
#include "app/views/experiments/depth/texts.h"

namespace glassformer {

namespace {

constexpr float names_high = 1.5F, low_gap = 1, note_high = 5, vectors_high = 9, orders_high = 24;  // em

}  // namespace

float DepthPage::low_height() const {
    const float seen = *in_sight();
    return gradients() ? seen + note_high + orders_high + 2 * low_gap : 2 * (seen + low_gap + vectors_high) + note_high;
}

/// What each line is, for all charts.
bool DepthPage::names_line(ViewContext& context, Rect line, std::span<const Curves> curves) const {
    const std::span<const char* const> names = curves.front().names;
    Painter& painter = context.ui.painter;
    const float em = context.ui.em, sign = 1.8F * em;
    for (std::size_t s = 0; s < names.size(); ++s) {
        const float wide = painter.measure(names[s], em::small).width;
        const float y = line.centre().y;
        const Rect mark = line.take_left(sign);
        const Colour ink = line_colour(context.ui.theme, s);
        if (s % 2 == 1)
            painter.dashed({mark.x, y}, {mark.right() - 0.4F * em, y}, ink, 2.4F, s > 2 ? 8.0F : 4.0F);
        else
            painter.line({mark.x, y}, {mark.right() - 0.4F * em, y}, ink, 2.4F);
        text_in(painter, line.take_left(wide + 1), names[s], {.colour = context.ui.theme.text, .size = em::small});
        line.take_left(em);
    }
    const std::string across = fmt::format(texts::depth::across_all, curves.front().across);
    if (curves[0].across != curves[1].across || painter.measure(across, em::small).width > line.w) return false;
    text_in(painter, line, across, {.colour = context.ui.theme.muted, .size = em::small, .align = Align::right});
    return true;
}

void DepthPage::low_page(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    const float em = ui.em, gap = 1.2F * em;
    std::vector<Curves> curves = gradients() ? gradient_curves() : token_curves();
    if (gradients()) {
        curves[0].title = texts::depth::stream_gradient_brief;
        curves[1].title = texts::depth::parameter_gradient_brief;
    }
    const TextStyle small{.colour = ui.theme.muted, .size = em::small};
    const auto pair = [&](Rect row, const auto& left, const auto& right) {
        left(row.take_left(std::floor((row.w - gap) / 2)));
        row.take_left(gap);
        right(row);
    };
    const auto of_chart = [&](std::size_t c) {
        return [&, c](const Rect& place) { chart(context, place, curves[c], false); };
    };
    Rect seen = area.take_top(*in_sight() * em);
    // The axis is named there: its name would take the place of its last numbers.
    if (names_line(context, seen.take_top(names_high * em), curves)) curves[0].across.clear(), curves[1].across.clear();
    pair(seen, of_chart(0), of_chart(1));
    area.take_top(low_gap * em);
    if (!gradients()) {
        pair(area.take_top(*in_sight() * em), of_chart(2), of_chart(3));
        area.take_top(low_gap * em);
    }
    const std::string note = gradients() ? gradients_note() : tokens_note();
    area.take_top(paragraph(ui.painter, area, note, small) + 0.4F * em);
    if (gradients()) {
        const float share = (area.w - 2 * gap) / static_cast<float>(block_orders);
        for (int order = 0; order < block_orders; ++order) {
            block_order(context, area.take_left(share), static_cast<BlockOrder>(order));
            area.take_left(gap);
        }
        return;
    }
    area.take_top(paragraph(ui.painter, area, texts::depth::streams, small) + 0.2F * em);
    const auto vectors = [&](std::size_t kind) {
        return [&, kind](const Rect& place) { stream(context, place, kind); };
    };
    const float high = (area.h - low_gap * em) / 2;
    pair(area.take_top(high), vectors(0), vectors(1));
    area.take_top(low_gap * em);
    pair(area, vectors(2), vectors(3));
}

}  // namespace glassformer
