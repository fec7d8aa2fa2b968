// Names at the ends of the gradients' curves: the order, and what a block multiplies the gradient's norm by.
#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "app/views/experiments/depth/page.h"
#include "app/views/experiments/depth/texts.h"
#include "app/views/shared/wording.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

namespace strings = texts::depth;

constexpr float end_line = 1.3F, end_lead = 1.4F;  // em: a line of a name, and from the curve's end to it

struct CurveEnd {
    BlockOrder order = BlockOrder::no_residual;
    float curve = 0, middle = 0;  // where the curve ends and where its name is
};

}  // namespace

std::string DepthPage::end_text(BlockOrder order) const {
    return fmt::format(strings::end_figures, number_text(fall_of_a_block(order)));
}

float DepthPage::ends_width(Painter& painter) const {
    float widest = 0;
    for (int order = 0; order < block_orders; ++order) {
        const auto one = static_cast<BlockOrder>(order);
        widest = std::max(
            {widest, painter.measure(end_text(one), em::small).width,
             painter.measure(strings::order_names.at(static_cast<std::size_t>(order)), em::small, Face::bold).width});
    }
    return widest + (end_lead + 0.4F) * painter.em();
}

/// Right of the plot, each as near to the end of its curve as the others leave room.
void DepthPage::ends(ViewContext& context, const LineChartDrawn& on, const Rect& margin) const {
    Painter& painter = context.ui.painter;
    const float em = painter.em(), high = 2 * end_line * em;
    std::array<CurveEnd, block_orders> all;
    for (std::size_t o = 0; o < all.size(); ++o) {
        const auto order = static_cast<BlockOrder>(o);
        const float y = on.at(on.across.low, mean(order).stream.front()).y;
        all.at(o) = {.order = order, .curve = y, .middle = y};
    }
    std::ranges::sort(all, {}, &CurveEnd::curve);
    float least = on.plot.y + high / 2, most = on.plot.bottom() - high / 2;
    for (CurveEnd& end : all) least = (end.middle = std::max(end.middle, least)) + high;
    for (std::size_t o = all.size(); o-- > 0;) most = (all.at(o).middle = std::min(all.at(o).middle, most)) - high;
    for (const CurveEnd& end : all) {
        const auto o = static_cast<std::size_t>(end.order);
        const Colour ink = line_colour(context.ui.theme, o);
        painter.line({on.plot.right(), end.curve}, {margin.x + (end_lead - 0.3F) * em, end.middle}, ink);
        Rect words{margin.x + end_lead * em, end.middle - high / 2, margin.w - end_lead * em, high};
        text_in(painter, words.take_top(end_line * em), strings::order_names.at(o),
                {.colour = ink, .size = em::small, .face = Face::bold});
        text_in(painter, words, end_text(end.order), {.colour = context.ui.theme.text, .size = em::small});
    }
    context.targets.put("depth ends", margin);
}

}  // namespace glassformer
