#include "app/views/train/state.h"

#include <algorithm>

#include "app/views/shared/view_values.h"
#include "core/base/json_text.h"

namespace glassformer {

namespace {

constexpr int most_layers = 6, most_heads = 8, most_seed = 99;

}  // namespace

const std::vector<std::string>& trainable_tasks() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        for (const Task& task : all_tasks())
            if (task.read_corpus == nullptr) all.emplace_back(task.name);
        return all;
    }();
    return names;
}

TrainState settings_of_task(const std::string& task) {
    const Task& row = require_task(task);
    return {.task = task,
            .learning_rate = row.training.learning_rate,
            .clip = row.training.clip,
            .batch = row.training.batch,
            .steps = row.training.steps,
            .layers = row.config.n_layers,
            .heads = row.config.n_heads};
}

bool has_layers(const std::string& task) { return require_task(task).config.architecture != Architecture::lookup; }
bool has_heads(const std::string& task) { return is_transformer(require_task(task).config); }

std::vector<int> possible_heads(const std::string& task) {
    std::vector<int> counts;
    const ModelConfig& config = require_task(task).config;
    for (int heads = 1; heads <= most_heads; ++heads)
        if (config.d_model % heads == 0 && (config.positional.rotary_dims == 0 || config.d_model / heads % 2 == 0))
            counts.push_back(heads);
    return counts;
}

TrainingPlan plan_of(const TrainState& state) {
    const TrainState usual = settings_of_task(state.task);
    TrainRequest request;
    request.task = state.task;
    request.seed = static_cast<std::uint64_t>(state.seed);
    request.steps = state.steps;
    request.batch = state.batch;
    request.learning_rate = state.learning_rate;
    if (state.layers != usual.layers && has_layers(state.task)) request.n_layers = state.layers;
    if (state.heads != usual.heads && has_heads(state.task)) request.n_heads = state.heads;
    TrainingPlan plan = training_plan(request);
    plan.options.clip = state.clip;
    return plan;
}

ViewValues saved_values(const TrainState& state) {
    return {{"task", value_text(state.task)},
            {"learning_rate", value_text(static_cast<float>(state.learning_rate))},
            {"clip", value_text(static_cast<float>(state.clip))},
            {"batch", value_text(state.batch)},
            {"steps", value_text(state.steps)},
            {"layers", value_text(state.layers)},
            {"heads", value_text(state.heads)},
            {"seed", value_text(state.seed)}};
}

TrainState read_values(const ViewValues& values) {
    const ViewReader read(values);
    const auto& tasks = trainable_tasks();
    std::string task = read.text("task", TrainState{}.task);
    if (std::ranges::find(tasks, task) == tasks.end()) task = TrainState{}.task;
    TrainState state = settings_of_task(task);
    state.learning_rate =
        shortest_decimal(read.number("learning_rate", static_cast<float>(state.learning_rate), 1e-5F, 10));
    state.clip = shortest_decimal(read.number("clip", static_cast<float>(state.clip), 0, 10));
    state.batch = read.whole("batch", state.batch, 1, 512);
    state.steps = read.whole("steps", state.steps, 10, 20000);
    if (has_layers(task)) state.layers = read.whole("layers", state.layers, 1, most_layers);
    const std::vector<int> heads = possible_heads(task);
    const int wanted = read.whole("heads", state.heads, 1, most_heads);
    if (has_heads(task) && std::ranges::find(heads, wanted) != heads.end()) state.heads = wanted;
    state.seed = read.whole("seed", state.seed, 0, most_seed);
    return state;
}

}  // namespace glassformer
