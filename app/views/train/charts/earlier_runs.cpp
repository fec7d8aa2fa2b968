#include "app/views/train/charts/earlier_runs.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "app/paint/printed_number.h"
#include "app/views/shared/architecture_switches.h"
#include "app/views/shared/texts.h"
#include "app/views/train/charts/charts_texts.h"
#include "app/views/train/run/setting_texts.h"
#include "app/views/train/run/state.h"
#include "core/train/optimiser.h"

namespace glassformer {

namespace {

constexpr int given_up_within = 10;  // the first such part of the steps
constexpr std::size_t most_named = 3;

/// A setting whose value names a run.
struct NamedSetting {
    const char* words;
    std::string (*value)(const TrainingPlan& plan);
};
std::string whole(std::uint64_t number) { return std::to_string(number); }
const NamedSetting named_settings[]{
    {texts::train::chart_differs_rate, [](const TrainingPlan& p) { return rate_text(p.options.learning_rate); }},
    {texts::train::chart_differs_batch,
     [](const TrainingPlan& p) { return whole(static_cast<std::uint64_t>(p.options.batch)); }},
    {texts::train::chart_differs_clip,
     [](const TrainingPlan& p) {
         return p.options.clip > 0 ? number_text(p.options.clip) : std::string(texts::train::clip_none);
     }},
    {texts::train::chart_differs_steps,
     [](const TrainingPlan& p) { return whole(static_cast<std::uint64_t>(p.options.steps)); }},
    {texts::train::chart_differs_blocks,
     [](const TrainingPlan& p) { return is_transformer(p.config) ? std::to_string(p.config.n_layers) : ""; }},
    {texts::train::chart_differs_layers,
     [](const TrainingPlan& p) { return is_transformer(p.config) ? "" : std::to_string(p.config.n_layers); }},
    {texts::train::chart_differs_heads,
     [](const TrainingPlan& p) { return whole(static_cast<std::uint64_t>(p.config.n_heads)); }},
    {texts::train::chart_differs_d_model,
     [](const TrainingPlan& p) { return whole(static_cast<std::uint64_t>(p.config.d_model)); }},
    {texts::train::chart_differs_optimiser,
     [](const TrainingPlan& p) { return std::string(p.options.optimiser->title); }},
    {texts::train::chart_differs_warm_up,
     [](const TrainingPlan& p) { return whole(static_cast<std::uint64_t>(p.options.warm_up)); }},
    {texts::train::chart_differs_decay, [](const TrainingPlan& p) { return number_text(p.options.weight_decay); }},
    {texts::train::chart_differs_smoothing,
     [](const TrainingPlan& p) { return number_text(p.options.label_smoothing); }},
    {texts::train::chart_differs_smoothing_over,
     [](const TrainingPlan& p) {
         if (p.options.label_smoothing == 0) return std::string();
         return std::string(p.options.smoothing == Smoothing::all_classes ? texts::train::smoothing_all
                                                                          : texts::train::smoothing_other);
     }},
    {texts::train::chart_differs_schedule,
     [](const TrainingPlan& p) {
         return std::string(p.options.schedule == Schedule::cosine ? texts::train::schedule_cosine
                                                                   : texts::train::schedule_constant);
     }},
    {texts::train::chart_differs_micro_batches,
     [](const TrainingPlan& p) { return std::to_string(p.options.accumulate); }},
    {texts::train::chart_differs_checkpoints,
     [](const TrainingPlan& p) { return std::string(p.options.checkpoint ? texts::shared::on : texts::shared::off); }},
    {texts::train::chart_differs_seed, [](const TrainingPlan& p) { return whole(p.options.seed); }}};

}  // namespace

void EarlierRuns::add(EarlierRun run) {
    if (!run.plan || run.loss.empty()) return;
    if (!run.ended && run.steps_done * given_up_within < run.plan->options.steps) return;
    forget(run.plan.get());
    runs_.push_back(std::move(run));
    if (runs_.size() <= most) return;
    const auto unfinished = std::ranges::find(runs_, false, &EarlierRun::ended);
    runs_.erase(unfinished == runs_.end() ? runs_.begin() : unfinished);
}

void EarlierRuns::forget(const TrainingPlan* plan) {
    std::erase_if(runs_, [&](const EarlierRun& run) { return run.plan.get() == plan; });
}

void EarlierRuns::keep_those_of(const TrainingPlan& now) {
    std::erase_if(runs_, [&](const EarlierRun& run) { return !same_texts(*run.plan, now); });
}

bool same_texts(const TrainingPlan& a, const TrainingPlan& b) {
    return a.task.name == b.task.name && a.task.corpus == b.task.corpus;
}

std::string difference_text(const TrainingPlan& earlier, const TrainingPlan& now) {
    std::vector<std::string> all;
    for (const NamedSetting& setting : named_settings)
        if (const std::string value = setting.value(earlier); !value.empty() && value != setting.value(now))
            all.push_back(fmt::format(fmt::runtime(setting.words), value));
    for (const ArchitectureSwitch& what : training_switches()) {
        if (!what.applies(earlier.config) || !what.applies(now.config)) continue;
        if (const std::string value = what.value(earlier.config); value != what.value(now.config))
            all.push_back(fmt::format(texts::train::chart_differs_switch, what.title, value_title(what, value)));
    }
    if (all.empty()) return texts::train::chart_differs_nothing;
    std::string text = all.front();
    for (std::size_t i = 1; i < std::min(all.size(), most_named); ++i) text += ", " + all[i];
    return all.size() > most_named ? text + ", …" : text;
}

}  // namespace glassformer
