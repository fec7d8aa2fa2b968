#include "app/views/train/step/ways_sheet.h"

#include <fmt/core.h>

#include "app/views/shared/wording.h"
#include "app/views/train/step/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

namespace say = texts::train;

std::string amount(double bytes) {
    constexpr double kibi = 1024;
    if (bytes < kibi * kibi) return fmt::format(say::ways_kib, number_text(bytes / kibi));
    return fmt::format(say::ways_mib, number_text(bytes / kibi / kibi));
}

}  // namespace

StepWayText text_of(const StepWay& way) {
    const bool alone = way.kind == StepWay::Kind::alone;
    StepWayText text{.title = alone                               ? say::ways_alone
                              : way.kind == StepWay::Kind::halves ? say::ways_halves
                                                                  : say::ways_checkpoints,
                     .numbers = way.error,
                     .memory = {}};
    if (!way.error.empty()) return text;
    if (alone) {
        text.numbers = fmt::format(say::ways_losses, number_text(way.loss_difference), number_text(way.largest_loss));
        text.memory = fmt::format(say::ways_padding, amount(way.bytes_before), amount(way.bytes),
                                  fmt::format("{:.0f}%", 100 * way.padding));
    } else {
        const bool same = way.gradient_difference == 0 && way.loss_difference == 0;
        text.numbers = same ? std::string(say::ways_same)
                            : fmt::format(say::ways_gradients, number_text(way.gradient_difference),
                                          number_text(way.largest_gradient), number_text(way.loss_difference));
        text.memory = fmt::format(fmt::runtime(way.bytes < way.bytes_before ? say::ways_memory : say::ways_memory_not),
                                  amount(way.bytes_before), amount(way.bytes));
    }
    return text;
}

void draw_step_ways(ViewContext& context, bool& open, const std::shared_ptr<const StepWays>& ways, bool computing) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect inside;
    if (!begin_modal(ui, "train ways sheet", open, {46 * em, 30 * em}, inside)) return;
    context.targets.put("train ways sheet", inside);
    Rect rest = begin_scroll(ui, "train ways list", inside);
    rest.h = 1000 * em;
    const auto say_one = [&](std::string_view words, Colour colour, Face face, float size, float gap) {
        rest.take_top(paragraph(ui.painter, rest, words, {.colour = colour, .size = size, .face = face}) + gap * em);
    };
    say_one(say::ways_title, ui.theme.text, Face::bold, em::large, 0.3F);
    say_one(say::ways_why, ui.theme.muted, Face::sans, em::body, 0.9F);
    if (!ways) say_one(computing ? say::ways_computing : say::ways_none, ui.theme.text, Face::sans, em::body, 0);
    for (const StepWay& way : ways ? *ways : StepWays{}) {
        const StepWayText text = text_of(way);
        say_one(text.title, ui.theme.accent_text, Face::bold, em::body, 0.1F);
        say_one(text.numbers, way.error.empty() ? ui.theme.text : ui.theme.warning, Face::sans, em::body, 0.1F);
        if (!text.memory.empty()) say_one(text.memory, ui.theme.muted, Face::sans, em::body, 0);
        rest.take_top(0.8F * em);
    }
    end_scroll(ui, rest.y);
    end_modal(ui);
}

}  // namespace glassformer
