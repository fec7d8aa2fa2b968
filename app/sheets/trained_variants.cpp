#include "app/sheets/trained_variants.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/sheets/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

/// The models ask the same of the same texts, as two tasks do that differ in the architecture alone.
bool same_texts(const ModelChoice& a, const ModelChoice& b) {
    const auto alike = [](const Inputs& x, const Inputs& y) { return x.text == y.text && x.target == y.target; };
    return a.question == b.question && !a.examples.empty() && std::ranges::equal(a.examples, b.examples, alike);
}

}  // namespace

std::vector<TrainedVariant> trained_variants(std::string_view task, const ModelConfig& config,
                                             std::span<const ModelChoice> models) {
    std::vector<TrainedVariant> variants;
    if (task.empty()) return variants;
    const auto open = std::ranges::find(models, task, &ModelChoice::task);
    for (const ModelChoice& model : models) {
        if (!model.config || (model.task != task && (open == models.end() || !same_texts(model, *open)))) continue;
        std::vector<ConfigDifference> differences = config_differences(config, *model.config);
        if (!differences.empty()) variants.push_back({model.name, model.title, model.config, std::move(differences)});
    }
    std::ranges::stable_sort(variants, {}, [](const TrainedVariant& variant) { return variant.differences.size(); });
    return variants;
}

const TrainedVariant* variant_of(std::span<const TrainedVariant> variants, const ModelConfig& changed) {
    const auto found = std::ranges::find_if(
        variants, [&](const TrainedVariant& variant) { return config_differences(changed, *variant.config).empty(); });
    return found == variants.end() ? nullptr : &*found;
}

std::string differences_text(const TrainedVariant& variant) {
    std::string text;
    for (const ConfigDifference& difference : variant.differences)
        text += (text.empty() ? "" : "; ") + fmt::format(texts::sheets::difference, difference.title, difference.to);
    return text;
}

float draw_variant_buttons(ViewContext& context, const Rect& area, const std::string& id, const TrainedVariant& variant,
                           bool& pressed) {
    Ui& ui = context.ui;
    const float high = 1.75F * ui.em, gap = 0.35F * ui.em;
    const auto press = [&](float x, const char* what, const char* label, const std::string& hint) {
        const ButtonStyle style{.size = em::small, .hint = hint};
        const Rect place = Rect{x, area.y, button_width(ui, label, style), high}.snapped();
        const std::string name = id + " " + what;
        context.targets.put(name, place);
        return std::pair(button(ui, name, place, label, style), place.right() + gap);
    };
    Inputs inputs = context.session.inputs();
    inputs.model = variant.name;
    inputs.edits.clear();
    inputs.architecture.clear();
    const auto [open, next] = press(area.x, "open", texts::sheets::open_variant,
                                    fmt::format(texts::sheets::open_variant_hint, variant.title));
    const bool compare = press(next, "compare", texts::sheets::compare_variant,
                               fmt::format(texts::sheets::compare_variant_hint, variant.title))
                             .first;
    if (open) {
        context.session.set(std::move(inputs));
        context.notice = fmt::format(texts::sheets::variant_opened, variant.title);
    } else if (compare) {
        context.compare_with = std::move(inputs);
    }
    if (open || compare) {
        pressed = true;
        ui.keep_awake();
    }
    return area.y + high;
}

}  // namespace glassformer
