// One block in each of the three orders, from bottom to top: norms, sublayers and residual connections.
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

enum class OrderPart : std::uint8_t { norm, attention, mlp, add };
struct OrderSlot {
    OrderPart part;
    bool beside = false;  // on the branch, not on the trunk
};

std::span<const OrderSlot> slots_of(BlockOrder order) {
    using enum OrderPart;
    static constexpr std::array none{OrderSlot{norm}, OrderSlot{attention}, OrderSlot{norm}, OrderSlot{mlp}};
    static constexpr std::array post{OrderSlot{attention, true}, OrderSlot{add}, OrderSlot{norm},
                                     OrderSlot{mlp, true},       OrderSlot{add}, OrderSlot{norm}};
    static constexpr std::array pre{OrderSlot{norm, true}, OrderSlot{attention, true}, OrderSlot{add},
                                    OrderSlot{norm, true}, OrderSlot{mlp, true},       OrderSlot{add}};
    if (order == BlockOrder::no_residual) return none;
    return order == BlockOrder::post_norm ? std::span<const OrderSlot>(post) : std::span<const OrderSlot>(pre);
}

}  // namespace

void DepthPage::block_order(ViewContext& context, Rect area, BlockOrder order) const {
    Ui& ui = context.ui;
    Painter& painter = ui.painter;
    const float em = ui.em;
    const auto index = static_cast<std::size_t>(order);
    const Colour ink = line_colour(ui.theme, index);
    const std::string target = "depth order " + std::to_string(index);
    context.targets.put(target, area);
    if (region(ui, target, area).hovered) tooltip(ui, area, strings::order_hint, TooltipPlace::beside);
    text_in(painter, area.take_top(1.5F * em), strings::order_names.at(index), {.colour = ink, .face = Face::bold});
    text_in(painter, area.take_top(1.3F * em), strings::order_formulas.at(index),
            {.colour = ui.theme.muted, .size = em::small});
    paragraph(painter, area.take_bottom(2.6F * em),
              fmt::format(strings::order_figures, number_text(fall_of_a_block(order)), number_text(fall(order))),
              {.colour = ui.theme.text, .size = em::small});
    area.take_top(0.3F * em);
    area.h = std::min(area.h, 36 * em);

    const std::span<const OrderSlot> slots = slots_of(order);
    const float slot = area.h / (static_cast<float>(slots.size()) + 1), box_high = std::min(0.62F * slot, 2 * em);
    const bool straight = order == BlockOrder::no_residual;
    const float box_wide = std::min(6.2F * em, straight ? area.w : 0.62F * area.w);
    const float trunk = straight ? area.x + area.w / 2 : area.x + 0.2F * area.w;
    const float branch = area.right() - box_wide / 2;
    const auto middle = [&](std::size_t s) { return area.bottom() - (static_cast<float>(s) + 1) * slot; };
    painter.line({trunk, area.bottom()}, {trunk, area.y}, ink, 2.4F);
    painter.triangle({trunk, area.y - 0.1F * em}, {trunk - 0.35F * em, area.y + 0.6F * em},
                     {trunk + 0.35F * em, area.y + 0.6F * em}, ink);
    // Branches first, then what lies on them.
    for (std::size_t s = 0; s < slots.size(); ++s) {
        if (slots[s].part != OrderPart::add) continue;
        std::size_t lowest = s;
        while (lowest > 0 && slots[lowest - 1].beside) --lowest;
        const float below = middle(lowest) + 0.5F * slot, y = middle(s);
        const Colour line = ui.theme.muted;
        painter.line({trunk, below}, {branch, below}, line, 1.5F);
        painter.line({branch, below}, {branch, y}, line, 1.5F);
        painter.line({branch, y}, {trunk, y}, line, 1.5F);
    }
    for (std::size_t s = 0; s < slots.size(); ++s) {
        const float x = slots[s].beside ? branch : trunk, y = middle(s);
        if (slots[s].part == OrderPart::add) {
            const float radius = 0.55F * em;
            painter.circle({x, y}, radius, ui.theme.background);
            painter.ring({x, y}, radius, ink, 2);
            painter.line({x - 0.5F * radius, y}, {x + 0.5F * radius, y}, ink, 1.5F);
            painter.line({x, y - 0.5F * radius}, {x, y + 0.5F * radius}, ink, 1.5F);
            continue;
        }
        const bool is_norm = slots[s].part == OrderPart::norm;
        const char* const name = is_norm                                 ? strings::norm_box
                                 : slots[s].part == OrderPart::attention ? strings::attention_box
                                                                         : strings::mlp_box;
        const Meaning meaning = is_norm                                 ? Meaning::norm
                                : slots[s].part == OrderPart::attention ? Meaning::weight
                                                                        : Meaning::mlp;
        const float least = painter.measure(name, em::small).width + 0.5F * em;
        const float wide = is_norm && !slots[s].beside && !straight ? std::min(box_wide, std::max(least, 0.4F * area.w))
                                                                    : std::max(box_wide, least);
        const Rect box = Rect{x - wide / 2, y - box_high / 2, wide, box_high}.snapped();
        painter.fill(box, ui.theme.card, 0.3F * em);
        painter.stroke(box, colour(ui.theme, meaning), 1.5F, 0.3F * em);
        text_in(painter, box, name, {.colour = ui.theme.text, .size = em::small, .align = Align::centre});
    }
}

}  // namespace glassformer
