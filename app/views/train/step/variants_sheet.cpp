#include "app/views/train/step/variants_sheet.h"

#include <fmt/core.h>

#include <cstdint>

#include "app/views/shared/wording.h"
#include "app/views/train/step/texts.h"
#include "app/widgets/controls.h"
#include "core/base/number_text.h"

namespace glassformer {

namespace {

namespace say = texts::train;

std::string amount(double bytes) { return bytes_text(static_cast<std::uint64_t>(bytes)); }

/// What the thrifty way saves, behind the sentence that names both amounts.
std::string memory_of(const char* both, const StepWay& way) {
    const std::string amounts = fmt::format(fmt::runtime(both), amount(way.bytes_plain), amount(way.bytes_thrifty));
    const double saved = way.bytes_plain - way.bytes_thrifty;
    if (saved <= 0) return amounts + " " + say::ways_nothing_saved;
    return amounts + " " + fmt::format(say::ways_saved, amount(saved), percent_text(saved / way.bytes_plain));
}

std::string gradients_of(const StepWay& way) {
    if (way.difference == 0 && way.loss_difference == 0) return fmt::format(say::ways_same, thousands(way.numbers));
    return fmt::format(say::ways_gradients, thousands(way.numbers), number_text(way.difference),
                       number_text(way.largest), number_text(way.loss_difference));
}

StepWayText padding_text(const StepWay& way) {
    StepWayText text{.title = say::padding_title, .compared = {}, .numbers = {}, .memory = {}};
    text.compared = way.texts == 1 ? fmt::format(say::padding_compared_one, way.numbers)
                                   : fmt::format(say::padding_compared, way.numbers, way.texts);
    text.numbers = way.difference == 0
                       ? std::string(say::padding_same)
                       : fmt::format(say::padding_differ, number_text(way.difference), number_text(way.largest));
    text.memory = (way.padding > 0 ? fmt::format(say::padding_share, percent_text(way.padding))
                                   : std::string(say::padding_no_share));
    if (way.texts > 1)
        text.memory +=
            " " + fmt::format(say::padding_memory, amount(way.bytes_plain), amount(way.bytes_thrifty), way.texts);
    return text;
}

StepWayText accumulation_text(const StepWay& way) {
    StepWayText text{.title = say::accumulation_title, .compared = {}, .numbers = {}, .memory = {}};
    if (way.micro_batches == 1) {
        text.compared = say::accumulation_one;
        return text;
    }
    text.compared =
        fmt::format(fmt::runtime(way.step_is_thrifty ? say::accumulation_compared_own : say::accumulation_compared),
                    way.texts, way.micro_batches);
    text.numbers = gradients_of(way);
    text.memory = memory_of(say::accumulation_memory, way);
    return text;
}

StepWayText checkpoints_text(const StepWay& way) {
    return {.title = say::checkpoints_title,
            .compared = way.step_is_thrifty ? say::checkpoints_compared_own : say::checkpoints_compared,
            .numbers = gradients_of(way),
            .memory = memory_of(say::checkpoints_memory, way)};
}

}  // namespace

StepWayText text_of(const StepWay& way) {
    StepWayText text = way.kind == StepWay::Kind::padding        ? padding_text(way)
                       : way.kind == StepWay::Kind::accumulation ? accumulation_text(way)
                                                                 : checkpoints_text(way);
    if (!way.error.empty())
        text = {.title = text.title, .compared = {}, .numbers = fmt::format(say::ways_failed, way.error), .memory = {}};
    return text;
}

void draw_step_ways(ViewContext& context, bool& open, const std::shared_ptr<const StepWays>& ways, bool computing) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect inside;
    if (!begin_modal(ui, "train ways sheet", open, {56 * em, 38 * em}, inside)) return;
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
        if (!text.compared.empty()) say_one(text.compared, ui.theme.muted, Face::sans, em::body, 0.1F);
        if (!text.numbers.empty())
            say_one(text.numbers, way.error.empty() ? ui.theme.text : ui.theme.warning, Face::sans, em::body, 0.1F);
        if (!text.memory.empty()) say_one(text.memory, ui.theme.text, Face::sans, em::body, 0);
        rest.take_top(0.8F * em);
    }
    end_scroll(ui, rest.y);
    end_modal(ui);
}

}  // namespace glassformer
