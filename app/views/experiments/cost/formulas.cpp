// How the numbers of the page come about, as its tooltips say it: sizes, products and bytes, with the numbers in them.
#include <fmt/core.h>

#include <cmath>

#include "app/views/experiments/cost/page.h"
#include "app/views/experiments/cost/texts.h"
#include "app/views/shared/wording.h"

namespace glassformer {

namespace {

namespace strings = texts::cost;

std::string whole_count(double number) { return thousands(static_cast<std::size_t>(std::llround(number))); }

/// "8", "0.50"
std::string each_text(double number) {
    return number == std::round(number) ? whole_count(number) : number_text(number);
}

/// "768 × 3,072"
std::string sizes_text(const std::vector<int>& sizes) {
    std::string text;
    for (const int size : sizes) text += (text.empty() ? "" : " × ") + whole_count(size);
    return text;
}

}  // namespace

/// "12 × 1,024 × 1,024 numbers × 2 · 64 FLOP × 12 stages"
std::string CostPage::stage_formula(const StageAmount& stage) const {
    if (!stage.alike) return fmt::format(strings::sum_of_stages, stage.records);
    std::string text;
    switch (at_shown_->setting.cost.counted) {
        case Counted::flop:
            text = fmt::format(strings::shape_numbers, sizes_text(stage.shape));
            if (stage.products == 0)
                text += fmt::format(strings::each_flop, each_text(stage.each));
            else if (stage.bias)
                text += fmt::format(strings::each_product_bias, stage.products);
            else
                text += fmt::format(strings::each_product, stage.products);
            break;
        case Counted::bytes: text = fmt::format(strings::read_numbers, whole_count(stage.numbers), stage.each); break;
        case Counted::pairs:
            text = fmt::format(strings::shape_numbers, sizes_text(stage.shape)) +
                   fmt::format(strings::each_bytes, stage.each);
            if (stage.texts > 1) text += fmt::format(strings::for_texts, stage.texts);
            break;
        case Counted::training: return {};
    }
    if (stage.records > 1) text += fmt::format(strings::for_stages, stage.records);
    if (stage.products == 0) return text;
    return text + strings::product_note + (stage.bias ? strings::bias_note : "");
}

/// Of a training step: "2 × 124,439,808 parameters × 4 bytes"; of what no parameter has, how many numbers they are.
std::string CostPage::part_formula(const PartAmount& part) const {
    if (part.bytes <= 0) return {};
    double parameters = 0;
    if (curves_fit())
        for (const ParameterPart& of : curves()->cost.parameters) parameters += static_cast<double>(of.count);
    const double times = parameters > 0 ? part.numbers / parameters : 0;
    if (times == 1) return fmt::format(strings::bytes_of_parameters, whole_count(parameters), part.bytes);
    if (times > 1 && times < 4 && times == std::round(times))
        return fmt::format(strings::bytes_of_some_parameters, times, whole_count(parameters), part.bytes);
    return fmt::format(strings::bytes_of_numbers, whole_count(part.numbers), part.bytes);
}

/// "48 × (768 × 768) + 48 × 768"
std::string CostPage::parameters_formula(const std::string& part) const {
    std::string text;
    for (const ParameterGroup& group : curves()->cost.groups) {
        if (group.part != part) continue;
        if (!text.empty()) text += " + ";
        const std::string sizes = sizes_text(group.shape);
        if (group.times == 1)
            text += sizes;
        else
            text += fmt::format("{} × {}", group.times, group.shape.size() > 1 ? "(" + sizes + ")" : sizes);
    }
    return text;
}

}  // namespace glassformer
