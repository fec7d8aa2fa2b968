#include "app/views/train/run/state.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/views/shared/view_values.h"
#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/model/patched_model.h"

namespace glassformer {

using namespace train_limits;

const std::vector<std::string>& trainable_tasks() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const Task& task : all_tasks())
            if (task.read_corpus == nullptr) all.emplace_back(task.name);
        return all;
    }();
    return names;
}

std::string rate_text(double rate) {
    constexpr int digits = 4;  // significant ones, at most
    if (!(rate > 0) || !std::isfinite(rate)) return fmt::format("{}", rate);
    const int decimals = std::max(0, digits - 1 - static_cast<int>(std::floor(std::log10(rate))));
    std::string text = fmt::format("{:.{}f}", rate, decimals);
    if (text.find('.') == std::string::npos) return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

TrainState settings_of_task(const std::string& task) {
    const Task& row = require_task(task);
    const TrainOptions& options = row.training;
    return {.task = task,
            .learning_rate = options.learning_rate,
            .clip = options.clip,
            .batch = options.batch,
            .steps = options.steps,
            .layers = row.config.n_layers,
            .heads = row.config.n_heads,
            .d_model = row.config.d_model,
            .optimiser = std::string(options.optimiser->name),
            .cosine = options.schedule == Schedule::cosine,
            .warm_up = options.warm_up,
            .weight_decay = options.weight_decay,
            .label_smoothing = options.label_smoothing,
            .smoothing = options.smoothing,
            .accumulate = options.accumulate,
            .checkpoint = options.checkpoint};
}

bool has_layers(const std::string& task) { return require_task(task).config.architecture != Architecture::lookup; }
bool has_heads(const std::string& task) { return is_transformer(require_task(task).config); }

std::vector<int> possible_heads(const TrainState& state) {
    std::vector<int> counts;
    const bool rotates = require_task(state.task).config.positional.rotary_dims != 0;
    for (int heads = 1; heads <= most_heads; ++heads)
        if (state.d_model % heads == 0 && (!rotates || state.d_model / heads % 2 == 0)) counts.push_back(heads);
    return counts;
}

namespace {

TrainRequest request_for(const TrainState& state) {
    const TrainState usual = settings_of_task(state.task);
    TrainRequest request;
    request.task = state.task;
    if (!state.corpus.empty()) request.corpus = state.corpus;
    request.seed = static_cast<std::uint64_t>(state.seed);
    request.steps = state.steps;
    request.batch = state.batch;
    request.learning_rate = state.learning_rate;
    request.accumulate = state.accumulate;
    if (state.d_model != usual.d_model) request.d_model = state.d_model;
    if (state.layers != usual.layers && has_layers(state.task)) request.n_layers = state.layers;
    if (state.heads != usual.heads && has_heads(state.task)) request.n_heads = state.heads;
    if (state.optimiser != usual.optimiser) request.optimiser = state.optimiser;
    return request;
}

}  // namespace

ModelConfig config_without_patch(const TrainState& state) {
    const TrainRequest request = request_for(state);
    return requested_config(requested_task(request), request);
}

TrainingPlan plan_of(const TrainState& state) {
    TrainRequest request = request_for(state);
    if (!state.architecture.empty()) request.architecture = state.architecture;
    TrainingPlan plan = training_plan(request);
    TrainOptions& options = plan.options;
    options.clip = state.clip;
    options.schedule = state.cosine ? Schedule::cosine : Schedule::constant;
    options.warm_up = state.warm_up;
    options.weight_decay = state.weight_decay;
    options.label_smoothing = state.label_smoothing;
    options.smoothing = state.smoothing;
    options.checkpoint = state.checkpoint;
    check(options, answer_count(plan.config));
    return plan;
}

TrainState state_of(const TrainingPlan& plan, const TrainOptions& now, const std::string& corpus) {
    TrainState state{.task = std::string(plan.task.name),
                     .learning_rate = now.learning_rate,
                     .clip = now.clip,
                     .batch = now.batch,
                     .steps = plan.options.steps,
                     .layers = plan.config.n_layers,
                     .heads = plan.config.n_heads,
                     .seed = static_cast<int>(plan.options.seed),
                     .d_model = plan.config.d_model,
                     .corpus = corpus,
                     .optimiser = std::string(now.optimiser->name),
                     .cosine = now.schedule == Schedule::cosine,
                     .warm_up = now.warm_up,
                     .weight_decay = now.weight_decay,
                     .label_smoothing = now.label_smoothing,
                     .smoothing = now.smoothing,
                     .accumulate = now.accumulate,
                     .checkpoint = now.checkpoint};
    state.architecture = patch_between(config_without_patch(state), plan.config);
    return state;
}

ViewValues saved_values(const TrainState& state) {
    return {{"task", value_text(state.task)},
            {"learning_rate", value_text(static_cast<float>(state.learning_rate))},
            {"clip", value_text(static_cast<float>(state.clip))},
            {"batch", value_text(state.batch)},
            {"steps", value_text(state.steps)},
            {"layers", value_text(state.layers)},
            {"heads", value_text(state.heads)},
            {"seed", value_text(state.seed)},
            {"d_model", value_text(state.d_model)},
            {"corpus", value_text(state.corpus)},
            {"architecture", value_text(state.architecture)},
            {"optimizer", value_text(state.optimiser)},
            {"cosine", value_text(state.cosine)},
            {"warm_up", value_text(state.warm_up)},
            {"weight_decay", value_text(static_cast<float>(state.weight_decay))},
            {"label_smoothing", value_text(static_cast<float>(state.label_smoothing))},
            {"smoothing_over", value_text(std::string(smoothing_names[static_cast<std::size_t>(state.smoothing)]))},
            {"accumulate", value_text(state.accumulate)},
            {"checkpoint", value_text(state.checkpoint)}};
}

TrainState read_values(const ViewValues& values) {
    const ViewReader read(values);
    const auto& tasks = trainable_tasks();
    std::string task = read.text("task", TrainState{}.task);
    const std::string corpus = read.text("corpus", {});
    const bool own_text = task == own_text_task && !corpus.empty();
    if (!own_text && std::ranges::find(tasks, task) == tasks.end()) task = TrainState{}.task;
    TrainState state = settings_of_task(task);
    if (own_text) state.corpus = corpus;
    state.learning_rate = shortest_decimal(read.number("learning_rate", static_cast<float>(state.learning_rate),
                                                       static_cast<float>(least_rate), static_cast<float>(most_rate)));
    state.clip =
        shortest_decimal(read.number("clip", static_cast<float>(state.clip), 0, static_cast<float>(most_clip)));
    state.batch = read.whole("batch", state.batch, 1, most_batch);
    state.steps = read.whole("steps", state.steps, least_steps, most_steps);
    if (has_layers(task)) state.layers = read.whole("layers", state.layers, 1, most_layers);
    if (has_heads(task)) state.d_model = read.whole("d_model", state.d_model, least_d_model, most_d_model);
    const std::vector<int> heads = possible_heads(state);
    const int wanted = read.whole("heads", state.heads, 1, most_heads);
    if (has_heads(task) && std::ranges::find(heads, wanted) != heads.end()) state.heads = wanted;
    state.seed = read.whole("seed", state.seed, 0, most_seed);
    state.architecture = read.text("architecture", {});
    if (const std::string name = read.text("optimizer", state.optimiser); find_optimiser(name) != nullptr)
        state.optimiser = name;
    state.cosine = read.yes("cosine", state.cosine);
    state.warm_up = read.whole("warm_up", state.warm_up, 0, most_warm_up);
    state.weight_decay = shortest_decimal(
        read.number("weight_decay", static_cast<float>(state.weight_decay), 0, static_cast<float>(most_decay)));
    state.label_smoothing = shortest_decimal(read.number("label_smoothing", static_cast<float>(state.label_smoothing),
                                                         0, static_cast<float>(most_smoothing)));
    const auto* const over = std::ranges::find(smoothing_names, read.text("smoothing_over", {}));
    if (over != smoothing_names.end()) state.smoothing = static_cast<Smoothing>(over - smoothing_names.begin());
    state.accumulate = read.whole("accumulate", state.accumulate, 1, most_accumulate);
    state.checkpoint = read.yes("checkpoint", state.checkpoint);
    try {
        static_cast<void>(plan_of(state));
    } catch (const Error&) {  // settings that do not fit one another: the task's own
        state = settings_of_task(task);
        if (own_text) state.corpus = corpus;  // that it cannot be read is said where it is trained
    }
    return state;
}

}  // namespace glassformer
