#include "app/views/train/step/variants_sheet.h"

#include <fmt/core.h>

#include <cstdint>

#include "app/views/shared/wording.h"
#include "app/views/train/step/texts.h"
#include "app/widgets/controls.h"
#include "core/base/number_text.h"

namespace glassformer {

namespace {

namespace strings = texts::train;

std::string amount(double bytes) { return bytes_text(static_cast<std::uint64_t>(bytes)); }

/// What the thrifty way saves, behind the sentence that names both amounts.
std::string memory_of(const char* both, const StepVariant& variant) {
    const std::string amounts =
        fmt::format(fmt::runtime(both), amount(variant.bytes_plain), amount(variant.bytes_thrifty));
    const double saved = variant.bytes_plain - variant.bytes_thrifty;
    if (saved <= 0) return amounts + " " + strings::variants_nothing_saved;
    return amounts + " " +
           fmt::format(strings::variants_saved, amount(saved), percent_text(saved / variant.bytes_plain));
}

std::string gradients_of(const StepVariant& variant) {
    if (variant.difference == 0 && variant.loss_difference == 0)
        return fmt::format(strings::variants_same, thousands(variant.numbers));
    return fmt::format(strings::variants_gradients, thousands(variant.numbers), number_text(variant.difference),
                       number_text(variant.largest), number_text(variant.loss_difference));
}

StepVariantText padding_text(const StepVariant& variant) {
    StepVariantText text{.title = strings::padding_title, .compared = {}, .numbers = {}, .memory = {}};
    text.compared = variant.texts == 1 ? fmt::format(strings::padding_compared_one, variant.numbers)
                                       : fmt::format(strings::padding_compared, variant.numbers, variant.texts);
    text.numbers = variant.difference == 0 ? std::string(strings::padding_same)
                                           : fmt::format(strings::padding_differ, number_text(variant.difference),
                                                         number_text(variant.largest));
    text.memory = (variant.padding > 0 ? fmt::format(strings::padding_share, percent_text(variant.padding))
                                       : std::string(strings::padding_no_share));
    if (variant.texts > 1)
        text.memory += " " + fmt::format(strings::padding_memory, amount(variant.bytes_plain),
                                         amount(variant.bytes_thrifty), variant.texts);
    return text;
}

StepVariantText accumulation_text(const StepVariant& variant) {
    StepVariantText text{.title = strings::accumulation_title, .compared = {}, .numbers = {}, .memory = {}};
    if (variant.micro_batches == 1) {
        text.compared = strings::accumulation_one;
        return text;
    }
    text.compared = fmt::format(
        fmt::runtime(variant.step_is_thrifty ? strings::accumulation_compared_own : strings::accumulation_compared),
        variant.texts, variant.micro_batches);
    text.numbers = gradients_of(variant);
    text.memory = memory_of(strings::accumulation_memory, variant);
    return text;
}

StepVariantText checkpoints_text(const StepVariant& variant) {
    return {.title = strings::checkpoints_title,
            .compared = variant.step_is_thrifty ? strings::checkpoints_compared_own : strings::checkpoints_compared,
            .numbers = gradients_of(variant),
            .memory = memory_of(strings::checkpoints_memory, variant)};
}

}  // namespace

StepVariantText text_of(const StepVariant& variant) {
    StepVariantText text = variant.kind == StepVariant::Kind::padding        ? padding_text(variant)
                           : variant.kind == StepVariant::Kind::accumulation ? accumulation_text(variant)
                                                                             : checkpoints_text(variant);
    if (!variant.error.empty())
        text = {.title = text.title,
                .compared = {},
                .numbers = fmt::format(strings::variants_failed, variant.error),
                .memory = {}};
    return text;
}

void draw_step_variants(ViewContext& context, bool& open, const std::shared_ptr<const StepVariants>& variants,
                        bool computing) {
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
    say_one(strings::variants_title, ui.theme.text, Face::bold, em::large, 0.3F);
    say_one(strings::variants_why, ui.theme.muted, Face::sans, em::body, 0.9F);
    if (!variants)
        say_one(computing ? strings::variants_computing : strings::variants_none, ui.theme.text, Face::sans, em::body,
                0);
    for (const StepVariant& variant : variants ? *variants : StepVariants{}) {
        const StepVariantText text = text_of(variant);
        say_one(text.title, ui.theme.accent_text, Face::bold, em::body, 0.1F);
        if (!text.compared.empty()) say_one(text.compared, ui.theme.muted, Face::sans, em::body, 0.1F);
        if (!text.numbers.empty())
            say_one(text.numbers, variant.error.empty() ? ui.theme.text : ui.theme.warning, Face::sans, em::body, 0.1F);
        if (!text.memory.empty()) say_one(text.memory, ui.theme.text, Face::sans, em::body, 0);
        rest.take_top(0.8F * em);
    }
    end_scroll(ui, rest.y);
    end_modal(ui);
}

}  // namespace glassformer
