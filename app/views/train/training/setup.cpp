#include "app/views/train/training/setup.h"

#include <algorithm>

#include "app/views/train/charts/part_names.h"
#include "app/views/train/run/setting_texts.h"
#include "app/views/train/training/setup_texts.h"
#include "core/base/error.h"
#include "core/model/patched_model.h"
#include "core/train/live/parts_of_model.h"
#include "core/train/live/step_memory_check.h"

namespace glassformer {

namespace {

using Kind = ArchitectureSwitch::Kind;
namespace strings = texts::train;

const char* flag_text(bool on) { return on ? "true" : "false"; }

ModelConfig config_of(const TrainState& state) {
    const ModelConfig config = config_without_patch(state);
    return state.architecture.empty() ? config : patched_config(config, state.architecture);
}

SetupRow of_switch(const ArchitectureSwitch& what, const ModelConfig& own, const ModelConfig& now) {
    const bool whole = what.kind == Kind::whole;
    return {.id = "train " + what.key,
            .title = what.title,
            .sentence = what.sentence,
            .kind = what.kind,
            .value = what.value(now),
            .usual = what.applies(own) ? what.value(own) : std::string(),
            .options = what.options ? what.options() : std::vector<SwitchOption>(),
            .low = whole ? 1 : what.low,
            .high = whole ? (what.key == "n_kv_heads" ? now.n_heads : now.max_seq_len) : what.high,
            .with = [own, what](TrainState state, const std::string& value) {
                state.architecture = patch_with_switch(own, state.architecture, what, value, own.max_seq_len);
                if (patched_config(own, state.architecture) == own) state.architecture.clear();
                return state;
            }};
}

std::vector<SwitchOption> numbers(std::vector<int> values, int now) {
    if (std::ranges::find(values, now) == values.end()) values.push_back(now);
    std::ranges::sort(values);
    std::vector<SwitchOption> options;
    options.reserve(values.size());
    for (const int value : values) options.push_back({std::to_string(value), "", std::to_string(value)});
    return options;
}

/// The sizes of `state` with another d_model; as many of its heads as share that evenly.
TrainState with_d_model(TrainState state, const std::string& value) {
    state.d_model = std::stoi(value);
    const std::vector<int> heads = possible_heads(state);
    while (state.heads > 1 && std::ranges::find(heads, state.heads) == heads.end()) --state.heads;
    return state;
}

std::vector<SetupRow> training_rows(const TrainState& state, const TrainState& usual) {
    using namespace train_limits;
    using std::to_string;
    std::vector<SwitchOption> optimisers;
    for (const OptimiserKind* kind : all_optimisers())
        optimisers.push_back({std::string(kind->name), "", kind == &adamw ? strings::adamw_title : strings::sgd_title});
    return {
        {"train optimizer", strings::optimiser, strings::optimiser_hint, Kind::choice, state.optimiser, usual.optimiser,
         optimisers, 0, 0, [](TrainState s, const std::string& v) { return s.optimiser = v, s; }},
        {"train schedule",
         strings::schedule,
         strings::schedule_hint,
         Kind::choice,
         state.cosine ? "cosine" : "constant",
         usual.cosine ? "cosine" : "constant",
         {{"cosine", "", strings::schedule_cosine}, {"constant", "", strings::schedule_constant}},
         0,
         0,
         [](TrainState s, const std::string& v) { return s.cosine = v == "cosine", s; }},
        {"train warm-up",
         strings::warm_up,
         strings::warm_up_hint,
         Kind::whole,
         to_string(state.warm_up),
         to_string(usual.warm_up),
         {},
         0,
         most_warm_up,
         [](TrainState s, const std::string& v) { return s.warm_up = std::stoi(v), s; }},
        {"train decay",
         strings::weight_decay,
         strings::weight_decay_hint,
         Kind::number,
         decimal(state.weight_decay),
         decimal(usual.weight_decay),
         {},
         0,
         most_decay,
         [](TrainState s, const std::string& v) { return s.weight_decay = std::stod(v), s; }},
        {"train smoothing",
         strings::smoothing,
         strings::smoothing_hint,
         Kind::number,
         decimal(state.label_smoothing),
         decimal(usual.label_smoothing),
         {},
         0,
         most_smoothing,
         [](TrainState s, const std::string& v) { return s.label_smoothing = std::stod(v), s; }},
        {"train smoothing over",
         strings::smoothing_over,
         strings::smoothing_over_hint,
         Kind::choice,
         state.smoothing == Smoothing::all_classes ? "all" : "other",
         usual.smoothing == Smoothing::all_classes ? "all" : "other",
         {{"all", "", strings::smoothing_all}, {"other", "", strings::smoothing_other}},
         0,
         0,
         [](TrainState s, const std::string& v) {
             s.smoothing = v == "all" ? Smoothing::all_classes : Smoothing::other_classes;
             return s;
         }},
        {"train accumulate",
         strings::accumulate,
         strings::accumulate_hint,
         Kind::whole,
         to_string(state.accumulate),
         to_string(usual.accumulate),
         {},
         1,
         most_accumulate,
         [](TrainState s, const std::string& v) { return s.accumulate = std::stoi(v), s; }},
        {"train checkpoint",
         strings::checkpoint,
         strings::checkpoint_hint,
         Kind::flag,
         flag_text(state.checkpoint),
         flag_text(usual.checkpoint),
         {},
         0,
         0,
         [](TrainState s, const std::string& v) { return s.checkpoint = v == "true", s; }},
    };
}

}  // namespace

SetupRows setup_rows(const TrainState& state) {
    SetupRows rows;
    const TrainState usual = settings_of_task(state.task);
    const ModelConfig own = config_without_patch(state), now = config_of(state);
    if (has_heads(state.task))
        rows.model.push_back({"train d_model", strings::d_model, strings::d_model_hint, Kind::choice,
                              std::to_string(state.d_model), std::to_string(usual.d_model),
                              numbers({8, 16, 24, 32, 48, 64, 96, 128}, state.d_model), 0, 0, with_d_model});
    for (const ArchitectureSwitch& what : training_switches())
        if (what.applies(now) && !(what.key == "n_kv_heads" && now.n_heads == 1))
            rows.model.push_back(of_switch(what, own, now));
    rows.training = training_rows(state, usual);
    return rows;
}

SetupFigures figures_of(const TrainState& state) {
    const TrainingPlan plan = plan_of(state);
    const PartsOfModel parts = parts_of_model(plan.config);
    SetupFigures figures;
    for (const std::string& name : parts.names) figures.parts.push_back({part_title(name), 0});
    const std::vector<ParameterShape> shapes = parameter_shapes(plan.config);
    for (std::size_t p = 0; p < shapes.size(); ++p) {
        const std::size_t count = shapes[p].shape.count();
        figures.parts[static_cast<std::size_t>(parts.of_parameter[p])].parameters += count;
        figures.parameters += count;
    }
    figures.memory = memory_for_step(plan.task, plan.config, plan.options);
    return figures;
}

}  // namespace glassformer
