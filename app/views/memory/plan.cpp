#include "app/views/memory/plan.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/views/memory/texts.h"
#include "app/views/shared/wording.h"
#include "core/base/number_text.h"
#include "core/base/system_memory.h"
#include "core/model/published_models.h"

namespace glassformer {

namespace {

namespace strings = texts::memory;

constexpr int most_planned_batch = 512, most_micro_batches = 64;

std::vector<int> powers(int most, int own) {
    std::vector<int> values;
    for (int value = 1; value < most; value *= 2) values.push_back(value);
    values.push_back(most);
    if (own > 0 && own <= most) values.push_back(own);
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

bool of_own(const StepPlan& plan, const std::optional<OwnStep>& own) { return plan.model == 0 && own; }

/// The largest of the choices that is not above `value`.
int nearest_below(const std::vector<int>& choices, int value) {
    int best = choices.front();
    for (const int choice : choices)
        if (choice <= value) best = choice;
    return best;
}

std::string number(std::int64_t value) { return thousands(static_cast<std::size_t>(value)); }

std::string about_parameters(const PublishedModel& model, std::int64_t planned) {
    std::string text;
    if (model.beyond_config == 0)
        text = fmt::format(strings::parameters_exact, number(planned), model.source);
    else if (model.by_formulas)
        text = fmt::format(strings::parameters_formulas, number(planned), model.source, number(model.parameters));
    else
        text = fmt::format(strings::parameters_checkpoint, number(planned), model.source, number(model.parameters));
    if (!model.beyond_sentence.empty()) text += " " + std::string(model.beyond_sentence);
    if (!model.paper_says.empty()) text += " " + fmt::format(strings::paper_says, model.paper_says);
    return text;
}

std::vector<MemoryPart> parts_of(const TrainingMemory& memory) {
    std::vector<MemoryPart> parts{
        {strings::weights, strings::weights_hint, strings::weights_largest, memory.weights},
        {strings::master, strings::master_hint, strings::master_largest, memory.master_weights},
        {strings::gradients, strings::gradients_hint, strings::gradients_largest, memory.gradients},
        {strings::sum, strings::sum_hint, strings::sum_largest, memory.gradient_sum},
        {strings::optimiser, strings::optimiser_hint, strings::optimiser_largest, memory.optimiser},
        {strings::activations, strings::activations_hint, strings::activations_largest, memory.activations},
        {strings::activation_gradients, strings::activation_gradients_hint, strings::activation_gradients_largest,
         memory.activation_gradients},
        {strings::inputs, strings::inputs_hint, strings::inputs_largest, memory.inputs}};
    std::erase_if(parts, [](const MemoryPart& part) { return part.bytes <= 0; });
    return parts;
}

std::string sentence_about(const std::vector<MemoryPart>& parts, double total) {
    const MemoryPart& most = *std::ranges::max_element(parts, {}, &MemoryPart::bytes);
    const std::string largest = fmt::format(strings::largest, most.is_largest, percent_text(most.bytes / total),
                                            bytes_text(static_cast<std::uint64_t>(total)));
    const auto* const card = std::ranges::find_if(card_sizes, [&](int size) { return total <= bytes_of_card(size); });
    if (card == card_sizes.end()) return largest + " " + fmt::format(strings::fits_none, card_sizes.back());
    if (card == card_sizes.begin()) return largest + " " + fmt::format(strings::fits_all, card_sizes.front());
    return largest + " " + fmt::format(strings::fits, *card, *(card - 1));
}

}  // namespace

const ModelConfig& planned_config(const StepPlan& plan, const std::optional<OwnStep>& own) {
    if (of_own(plan, own)) return own->config;
    return published_models()[static_cast<std::size_t>(std::max(plan.model, 1) - 1)].config;
}

PlannedStep planned_step(const StepPlan& plan, const std::optional<OwnStep>& own) {
    const ModelConfig& config = planned_config(plan, own);
    PlannedStep planned{.name = {},
                        .parameters = parameter_count(config),
                        .about_parameters = {},
                        .memory = training_memory(config, plan.shape),
                        .parts = {},
                        .sentence = {},
                        .notes = {}};
    if (of_own(plan, own)) {
        planned.name = own->name;
        planned.about_parameters = fmt::format(strings::parameters_own, number(planned.parameters));
    } else {
        const PublishedModel& model = published_models()[static_cast<std::size_t>(std::max(plan.model, 1) - 1)];
        planned.name = model.name;
        planned.about_parameters = about_parameters(model, planned.parameters);
    }
    planned.parts = parts_of(planned.memory);
    planned.sentence = sentence_about(planned.parts, planned.memory.total());
    if (is_transformer(config)) planned.notes.emplace_back(strings::note_attention);
    if (plan.shape.checkpoint) planned.notes.emplace_back(strings::note_checkpoint);
    if (plan.shape.precision == Precision::half) planned.notes.emplace_back(strings::note_half);
    planned.notes.emplace_back(strings::note_counted);
    if (end_of_scale(planned.memory.total()) >= bytes_of_card(card_sizes.front()))
        planned.notes.emplace_back(strings::note_cards);
    return planned;
}

double end_of_scale(double total) {
    constexpr double near = 4;
    for (const int size : card_sizes)
        if (const double card = bytes_of_card(size); total <= card) return card <= near * total ? card : total;
    return total;
}

std::vector<int> batch_choices(const StepPlan& plan, const std::optional<OwnStep>& own) {
    return powers(most_planned_batch, of_own(plan, own) ? own->shape.batch : 0);
}

std::vector<int> length_choices(const StepPlan& plan, const std::optional<OwnStep>& own) {
    return powers(planned_config(plan, own).max_seq_len, of_own(plan, own) ? own->shape.seq_len : 0);
}

std::vector<int> micro_batch_choices(const StepPlan& plan, const std::optional<OwnStep>& own) {
    return powers(std::min(plan.shape.batch, most_micro_batches), of_own(plan, own) ? own->shape.accumulate : 0);
}

StepPlan with_model(StepPlan plan, int model, const std::optional<OwnStep>& own) {
    const bool from_own = of_own(plan, own);
    plan.model = model;
    if (of_own(plan, own)) {
        plan.shape = own->shape;
        return plan;
    }
    // The own step's numbers say nothing about a larger model.
    if (from_own) plan.shape = StepPlan{}.shape;
    return with_length(with_batch(plan, plan.shape.batch, own), plan.shape.seq_len, own);
}

StepPlan with_batch(StepPlan plan, int batch, const std::optional<OwnStep>& own) {
    plan.shape.batch = nearest_below(batch_choices(plan, own), batch);
    plan.shape.accumulate = nearest_below(micro_batch_choices(plan, own), plan.shape.accumulate);
    return plan;
}

StepPlan with_length(StepPlan plan, int length, const std::optional<OwnStep>& own) {
    plan.shape.seq_len = nearest_below(length_choices(plan, own), length);
    plan.shape.target_len = 0;
    if (!has_target(planned_config(plan, own))) return plan;
    const bool as_own = of_own(plan, own) && plan.shape.seq_len == own->shape.seq_len;
    plan.shape.target_len = as_own ? own->shape.target_len : plan.shape.seq_len;
    return plan;
}

}  // namespace glassformer
