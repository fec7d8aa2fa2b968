#include "core/train/live/kept_model.h"

#include <algorithm>

#include "core/base/json.h"
#include "core/base/number_text.h"
#include "core/io/model_folder.h"
#include "core/io/reference_file.h"
#include "core/model/patched_model.h"
#include "core/model/positional.h"
#include "core/train/live/options_json.h"
#include "core/train/model_of_task.h"

namespace glassformer {

namespace {

/// "learning_rate 0.02 from step 4 on, batch 7 from step 6 on"
std::string changes_text(const std::vector<TrainingChange>& changes) {
    std::string text;
    for (const TrainingChange& change : changes)
        text += (text.empty() ? "" : ", ") + std::string(changed_names[static_cast<std::size_t>(change.what)]) + " " +
                six_digits(change.value) + " from step " + std::to_string(change.step + 1) + " on";
    return text;
}

double mean_loss(const TrainingRecords& records) {
    const std::size_t window = std::min(loss_window_of_card, records.size());
    double sum = 0;
    for (std::size_t i = records.size() - window; i < records.size(); ++i) sum += static_cast<double>(records[i].loss);
    return sum / static_cast<double>(window);
}

std::string note_of(const TrainingState& state, bool has_command) {
    const TrainingPlan& plan = *state.plan;
    std::string note;
    const auto add = [&](const std::string& text) { note += (note.empty() ? "" : "; ") + text; };
    if (state.trainer.steps_done < plan.options.steps) add(stopped_note(state.trainer.steps_done, plan.options.steps));
    if (!state.changes.empty()) add("changed while it trained: " + changes_text(state.changes));
    if (!has_command && state.changes.empty())
        add("trained in the window, with settings that glassformer train has no flags for");
    return note;
}

}  // namespace

std::optional<TrainRequest> request_of(const TrainingPlan& plan) {
    if (plan.task.read_corpus != nullptr) return std::nullopt;
    const ModelConfig &config = plan.config, &usual = plan.task.config;
    const TrainOptions &options = plan.options, &begun = plan.task.training;
    TrainRequest request;
    request.task = plan.task.name;
    request.seed = options.seed;
    const auto differing = [](auto value, auto standard) {
        return value == standard ? std::nullopt : std::optional(value);
    };
    if (config.positional.kind != usual.positional.kind) request.positional = config.positional.kind->name;
    request.n_layers = differing(config.n_layers, usual.n_layers);
    request.n_heads = differing(config.n_heads, usual.n_heads);
    request.d_model = differing(config.d_model, usual.d_model);
    if (config.d_ff != usual.d_ff * config.d_model / usual.d_model) request.d_ff = config.d_ff;
    try {
        const std::string patch = patch_between(requested_config(plan.task, request), config);
        if (!patch.empty()) request.architecture = patch;
    } catch (const Error&) {
        // The check below finds that there is no such request.
    }
    request.steps = differing(options.steps, begun.steps);
    request.batch = differing(options.batch, begun.batch);
    request.accumulate = differing(options.accumulate, begun.accumulate);
    request.checkpoint = options.checkpoint && !begun.checkpoint;
    request.learning_rate = differing(options.learning_rate, begun.learning_rate);
    if (options.optimiser != begun.optimiser) request.optimiser = options.optimiser->name;
    request.label_smoothing = differing(options.label_smoothing, begun.label_smoothing);
    if (options.smoothing != begun.smoothing)
        request.smoothing = smoothing_names[static_cast<std::size_t>(options.smoothing)];
    if (options.init.embedding_std != begun.init.embedding_std)
        request.embedding_std = static_cast<double>(options.init.embedding_std);
    request.threads = differing(options.threads, begun.threads);
    try {
        const bool same = requested_config(plan.task, request) == config &&
                          options_json(requested_options(plan.task, request)).dump() == options_json(options).dump();
        return same ? std::optional(request) : std::nullopt;
    } catch (const Error&) {
        return std::nullopt;
    }
}

Model model_at_step(const TrainingPlan& plan, const Weights& weights, int step) {
    Model model = model_of_task(plan.task, plan.config, weights);
    model.name = "step " + std::to_string(step) + " of " + std::string(plan.task.name) + ", seed " +
                 std::to_string(plan.options.seed);
    model.card.seed = static_cast<std::int64_t>(plan.options.seed);
    model.card.training = settings_of(plan.options, step);
    if (step < plan.options.steps) model.card.note = stopped_note(step, plan.options.steps);
    return model;
}

std::vector<Metric> keep_model(const TrainingState& state, const std::filesystem::path& folder) {
    const TrainingPlan& plan = *state.plan;
    const Weights stored = as_stored(state.trainer.weights, plan.task.stored_as);
    Model model = model_at_step(plan, stored, state.trainer.steps_done);
    if (plan.config.positional.kind != plan.task.config.positional.kind)
        model.card.title += std::string(", positions: ") + plan.config.positional.kind->title;
    else
        present_variant(model.card, plan.task, plan.config);
    std::optional<TrainRequest> request = request_of(plan);
    if (!state.changes.empty()) request.reset();
    if (request) {
        request->out = folder;
        model.card.command = command_of(*request, plan.options);
    }
    model.card.note = note_of(state, request.has_value());
    model.card.metrics = plan.task.measure(plan.config, stored, measure_seed_of_card);
    if (!state.records.empty()) model.card.metrics.emplace_back("loss", mean_loss(state.records));
    save_model(folder, model, plan.task.stored_as);
    Reference::remove_from(folder);  // of a model that was there before
    return model.card.metrics;
}

}  // namespace glassformer
