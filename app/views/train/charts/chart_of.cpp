// What each chart of a training shows.
#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "app/paint/printed_number.h"
#include "app/views/train/charts/charts_frame.h"
#include "app/views/train/charts/charts_texts.h"
#include "app/views/train/charts/loss_axis.h"
#include "app/views/train/run/state.h"

namespace glassformer {

/// Adds what is new; begins anew where a run did.
void TrainCharts::follow(const TrainingSession::Snapshot& shown) {
    const int parts = shown.parts ? static_cast<int>(shown.parts->names.size()) : 0;
    if (plan_ != shown.plan || shown.records.size() < loss_.size() || part_norms_.parts() != parts) {
        const bool comparable = plan_ && shown.plan && same_texts(*plan_, *shown.plan);
        if (shown.plan) earlier_.keep_those_of(*shown.plan);
        if (plan_ && plan_ != shown.plan && held_out_loss_.size() > 1 && (comparable || !shown.plan))
            earlier_.add({.plan = plan_,
                          .steps_done = static_cast<int>(loss_.size()),
                          .ended = ended_,
                          .loss = std::move(held_out_loss_),
                          .accuracy = std::move(accuracy_)});
        earlier_.forget(shown.plan.get());
        plan_ = shown.plan;
        for (auto* points : {&loss_, &norm_, &rate_}) points->clear();
        part_norms_.clear(parts);
        part_updates_.clear(parts);
        numbers_ = 0;
    }
    for (std::size_t i = loss_.size(); i < shown.records.size(); ++i) {
        const StepRecord& record = shown.records[i];
        const auto step = static_cast<double>(record.step);
        loss_.push_back({step, static_cast<double>(record.loss)});
        norm_.push_back({step, static_cast<double>(record.gradient_norm)});
        rate_.push_back({step, static_cast<double>(record.learning_rate)});
        if (parts == 0) continue;
        part_norms_.add(norms_of_parts(record, *shown.parts));
        part_updates_.add(record.update_ratios);
    }
    ended_ = shown.phase == TrainingPhase::finished || shown.phase == TrainingPhase::diverged;
    held_out_loss_.clear();
    accuracy_.clear();
    if (!shown.held_out) return;
    for (const HeldOutRecord& record : *shown.held_out) {
        held_out_loss_.push_back({static_cast<double>(record.step), static_cast<double>(record.loss)});
        accuracy_.push_back({static_cast<double>(record.step), 100 * static_cast<double>(record.accuracy)});
    }
}

void TrainCharts::watch(const std::vector<FocusAtStep>& measured, double uniform) {
    uniform_ = uniform;
    std::size_t heads = 0;
    for (const FocusAtStep& at : measured) heads = std::max(heads, at.by_head.size());
    focus_.assign(heads, {});
    appeared_.clear();
    for (std::size_t head = 0; head < focus_.size(); ++head) {
        for (const FocusAtStep& at : measured)
            if (head < at.by_head.size())
                focus_[head].push_back({static_cast<double>(at.step), 100 * static_cast<double>(at.by_head[head])});
        appeared_.push_back(appeared_at(measured, head));
    }
}

std::string TrainCharts::name_of_head(std::size_t head, const Frame& frame) const {
    const auto heads = static_cast<std::size_t>(frame.shown.plan ? std::max(1, frame.shown.plan->config.n_heads) : 1);
    return fmt::format(texts::train::chart_head, head / heads + 1, head % heads + 1);
}

/// None while it trains: the head may fall below again.
std::optional<std::size_t> TrainCharts::first_to_appear(const Frame& frame) const {
    std::optional<std::size_t> first;
    if (frame.shown.phase == TrainingPhase::running) return first;
    for (std::size_t head = 0; head < appeared_.size(); ++head)
        if (appeared_[head] && (!first || *appeared_[head] < *appeared_[*first])) first = head;
    return first;
}

/// A line a head; the step at which the first one appeared is marked, and all that did are thick.
void TrainCharts::draw_heads_into(LineChart& chart, const Frame& frame) const {
    const Theme& theme = frame.theme;
    const std::array tones{colour(theme, Meaning::weight), colour(theme, Meaning::key), colour(theme, Meaning::output),
                           colour(theme, Meaning::mlp)};
    for (std::size_t head = 0; head < focus_.size(); ++head)
        chart.series.push_back({.name = name_of_head(head, frame),
                                .points = focus_[head],
                                .colour = tones[head % tones.size()],
                                .width = appeared_[head] ? 2.4F : 1.2F,
                                .dashed = head >= tones.size()});
    if (const auto first = first_to_appear(frame))
        chart.marks = {
            {.x = static_cast<double>(*appeared_[*first]), .name = {}, .colour = tones[*first % tones.size()]}};
}

/// The last changes that were made while it trained, each at the first step with it.
void TrainCharts::mark_changes(LineChart& chart, const Frame& frame) const {
    constexpr std::size_t most = 3;
    if (!frame.shown.changes) return;
    const std::vector<TrainingChange>& changes = *frame.shown.changes;
    for (std::size_t i = changes.size() - std::min(most, changes.size()); i < changes.size(); ++i) {
        const TrainingChange& change = changes[i];
        const char* words = change.what == Changed::learning_rate ? texts::train::chart_new_rate
                            : change.what == Changed::batch       ? texts::train::chart_new_batch
                                                                  : texts::train::chart_new_clip;
        chart.marks.push_back({.x = static_cast<double>(change.step + 1),
                               .name = fmt::format(fmt::runtime(words), change.what == Changed::learning_rate
                                                                            ? rate_text(change.value)
                                                                            : number_text(change.value)),
                               .colour = frame.theme.warning});
    }
}

/// The schedule, with the last change of its peak.
void TrainCharts::plan_rate(const TrainingSession::Snapshot& shown) {
    const std::tuple now{shown.plan.get(), shown.changes ? shown.changes->size() : 0, shown.steps_planned};
    if (now == planned_of_) return;
    planned_of_ = now;
    planned_rate_.clear();
    if (!shown.plan) return;
    TrainOptions options = shown.plan->options;
    if (shown.changes)
        for (const TrainingChange& change : *shown.changes)
            if (change.what == Changed::learning_rate) options.learning_rate = change.value;
    planned_rate_.reserve(static_cast<std::size_t>(std::max(0, shown.steps_planned)));
    for (int step = 1; step <= shown.steps_planned; ++step)  // learning_rate() counts from 0
        planned_rate_.push_back({static_cast<double>(step), learning_rate(options, step - 1)});
}

const PartSteps* TrainCharts::parts_of(TrainChart kind) const {
    return kind == TrainChart::by_part ? &part_norms_ : kind == TrainChart::updates ? &part_updates_ : nullptr;
}

/// Below the run that is shown, in other hues and dashed: the newest of them with the longest dashes.
void TrainCharts::draw_earlier_into(LineChart& chart, const Frame& frame, bool loss) const {
    constexpr std::array looks{std::pair{Meaning::query, 1.6F}, std::pair{Meaning::value, 0.8F},
                               std::pair{Meaning::position, 0.35F}};
    const std::span<const EarlierRun> runs = earlier_.all();
    if (!frame.shown.plan) return;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto& [meaning, dash] = looks.at((runs.size() - 1 - i) % looks.size());
        chart.series.insert(
            chart.series.begin(),
            {.name = fmt::format(texts::train::chart_before, difference_text(*runs[i].plan, *frame.shown.plan)),
             .points = loss ? runs[i].loss : runs[i].accuracy,
             .colour = colour(frame.theme, meaning),
             .width = 1.8F,
             .dashed = true,
             .dash = dash});
    }
}

LineChart TrainCharts::chart_of(TrainChart kind, const Frame& frame) const {
    const Theme& theme = frame.theme;
    const LossWithoutReading& blind = frame.shown.without_reading;
    const Colour strong = colour(theme, Meaning::output), pale = mix(theme.background, theme.muted, 0.55F);
    LineChart chart{.across = {.title = texts::train::chart_step,
                               .low = 0,
                               .high = static_cast<double>(std::max(1, frame.shown.steps_planned))}};
    switch (kind) {
        case TrainChart::loss:
            chart.title = texts::train::chart_loss;
            chart.series = {{.name = texts::train::chart_training, .points = loss_, .colour = pale, .width = 1},
                            {.name = texts::train::chart_held_out, .points = held_out_loss_, .colour = strong}};
            chart.levels = {
                {texts::train::chart_uniform, blind.uniform, theme.muted, texts::train::chart_uniform_brief},
                {texts::train::chart_frequencies, blind.frequencies, theme.muted,
                 texts::train::chart_frequencies_brief}};
            draw_earlier_into(chart, frame, true);
            mark_changes(chart, frame);
            if (const LossAxis axis = loss_axis(chart.series, chart.levels, blind.uniform); axis.beyond > 0) {
                chart.up = axis.up;
                chart.title =
                    fmt::format(texts::train::chart_loss_beyond, number_text(axis.up.high), number_text(axis.beyond));
            } else {
                chart.up = axis.up;
            }
            break;
        case TrainChart::accuracy:
            chart.title = texts::train::chart_accuracy;
            chart.series = {{.name = texts::train::chart_now, .points = accuracy_, .colour = strong}};
            draw_earlier_into(chart, frame, false);
            chart.legend = chart.series.size() > 1;
            chart.levels = {{texts::train::chart_most_frequent, 100 * blind.most_frequent, theme.muted,
                             texts::train::chart_most_frequent_brief}};
            chart.up = {.low = 0, .high = 100, .unit = "%"};
            break;
        case TrainChart::rate:
            chart.title = texts::train::chart_rate;
            chart.series = {
                {.name = texts::train::chart_rate_done, .points = rate_, .colour = colour(theme, Meaning::parameter)},
                {.name = texts::train::chart_rate_planned,
                 .points = std::span(planned_rate_)
                               .subspan(std::min(planned_rate_.size(),
                                                 static_cast<std::size_t>(std::max(0, frame.shown.steps_done)))),
                 .colour = colour(theme, Meaning::parameter),
                 .dashed = true}};
            chart.up = fit_up("", chart.series);
            chart.up.low = std::min(0.0, chart.up.low);
            break;
        case TrainChart::norm:
            chart.title = texts::train::chart_norm;
            chart.series = {
                {.name = texts::train::chart_norm, .points = norm_, .colour = colour(theme, Meaning::gradient)}};
            if (frame.clip > 0) chart.levels = {{texts::train::chart_clip, frame.clip, theme.warning}};
            chart.up = fit_up("", chart.series, true, chart.levels);
            break;
        case TrainChart::heads:
            draw_heads_into(chart, frame);
            chart.levels = {{texts::train::chart_all_alike, 100 * uniform_, theme.muted}};
            chart.up = {.low = 0, .high = 100, .unit = "%"};
            break;
        case TrainChart::by_part:
        case TrainChart::updates: chart.numbers_up = false; break;
    }
    chart.marks.insert(chart.marks.begin(),
                       {.x = static_cast<double>(frame.looked_at), .name = {}, .colour = theme.accent, .flag = true});
    return chart;
}

}  // namespace glassformer
