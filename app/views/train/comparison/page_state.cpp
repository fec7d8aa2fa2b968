// What the comparing page is found again by in a session file, and what it tells a script.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <limits>

#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"
#include "app/views/train/comparison/page.h"

namespace glassformer {

namespace {

constexpr std::string_view before_stored = "stored/";  // names of stored rows in session files

std::string loss_of(const TrainingSession::Snapshot& shown) {
    return shown.records.empty() ? "none" : number_text(static_cast<double>(shown.records.back().loss));
}

}  // namespace

// --- what lessons read

std::vector<NamedNumber> ComparisonPage::numbers() const {
    constexpr double missing = std::numeric_limits<double>::quiet_NaN();
    std::vector<NamedNumber> all;
    const auto add = [&](const char* what, std::size_t run, double value) {
        all.push_back({std::string(what) + "_" + std::to_string(run + 1), value});
    };
    if (contrast() == nullptr) {
        const StoredComparisons::Stored& stored = stored_.at(row_ - all_contrasts().size());
        for (std::size_t i = 0; i < stored.curves.curves.size(); ++i) {
            const LossCurve& curve = stored.curves.curves[i];
            const auto steps = static_cast<int>(curve.loss.size());
            add("steps", i, steps);
            add("first_loss", i, curve.loss.empty() ? missing : curve.loss.front());
            add("loss", i, steps < 5 || curve.diverged_at > 0 ? missing : loss_at(curve, steps));
            if (!curve.gradient_norm.empty()) add("largest_gradient_norm", i, std::ranges::max(curve.gradient_norm));
            add("diverged_at", i, curve.diverged_at > 0 ? curve.diverged_at : missing);
        }
        return all;
    }
    if (!runs_.exists()) return {};
    const int at = runs_.looked_at();
    all.push_back({"step", static_cast<double>(at)});
    for (std::size_t i = 0; i < runs_.runs().size(); ++i) {
        const TrainingSession::Snapshot& shown = runs_.runs()[i].shown;
        const auto made = std::min(static_cast<std::size_t>(std::max(at, 0)), shown.records.size());
        const HeldOutRecord* held_out = nullptr;
        if (shown.held_out)
            for (const HeldOutRecord& one : *shown.held_out)
                if (one.step <= at) held_out = &one;
        add("steps", i, shown.steps_done);
        add("first_loss", i, shown.records.empty() ? missing : static_cast<double>(shown.records[0].loss));
        add("loss", i, made == 0 ? missing : static_cast<double>(shown.records[made - 1].loss));
        add("accuracy", i, held_out == nullptr ? missing : static_cast<double>(held_out->accuracy));
    }
    return all;
}

// --- what a session file keeps

std::string ComparisonPage::name_of_row() const {
    const Contrast* const row = contrast();
    return row != nullptr ? std::string(row->name)
                          : std::string(before_stored) + std::string(stored_.row(row_ - all_contrasts().size()).name);
}

ViewValues ComparisonPage::save() const {
    return {{"comparison", value_text(name_of_row())},
            {"comparison_seed", value_text(seed_)},
            {"comparison_head", value_text(head_)},
            {"comparison_step", value_text(chosen_ ? step_ : runs_.chosen_step())},
            {"comparison_runs", value_text(std::vector<int>{static_cast<int>(pair_[0]), static_cast<int>(pair_[1])})}};
}

/// Trainings of the same row and seed go on.
void ComparisonPage::load(const ViewValues& values) {
    const ViewReader read(values);
    const std::string before = name_of_row(), name = read.text("comparison", before);
    std::size_t row = row_;
    for (std::size_t i = 0; i < all_contrasts().size(); ++i)
        if (name == all_contrasts()[i].name) row = i;
    for (std::size_t i = 0; i < stored_.size(); ++i)
        if (name == std::string(before_stored) + std::string(stored_.row(i).name)) row = all_contrasts().size() + i;
    const int seed = read.whole("comparison_seed", seed_, 0, most_seed);
    const bool other = row != row_ || seed != seed_;
    row_ = row;
    seed_ = seed;
    head_ = read.whole("comparison_head", head_, -1, 1000);
    const std::vector<int> pair = read.wholes("comparison_runs", {});
    if (pair.size() == 2 && pair[0] != pair[1] && std::ranges::min(pair) >= 0)
        pair_ = {static_cast<std::size_t>(pair[0]), static_cast<std::size_t>(pair[1])};
    const int step = read.whole("comparison_step", -1, -1, std::numeric_limits<int>::max());
    chosen_ = chosen_ || other;
    if (chosen_) {
        step_ = step;
    } else if (runs_.exists()) {
        if (std::ranges::any_of(pair_, [&](std::size_t run) { return run >= runs_.runs().size(); })) pair_ = {0, 1};
        if (step < 0)
            runs_.look_at_newest();
        else
            runs_.look_at(step);
    }
}

void ComparisonPage::describe(State& state) const {
    static constexpr std::array<const char*, 6> phases{"ready", "running", "paused", "finished", "diverged", "failed"};
    const Contrast* const row = contrast();
    state.add("comparison",
              row != nullptr ? std::string(row->name) : std::string(stored_.row(row_ - all_contrasts().size()).name));
    std::string phase = row == nullptr ? "stored" : "none", steps, losses, predicted;
    if (runs_.exists()) phase = phases.at(static_cast<std::size_t>(runs_.phase()));
    for (const ComparedRuns::Run& run : runs_.runs()) {
        if (!steps.empty()) steps += ' ', losses += ' ', predicted += ' ';
        steps += std::to_string(run.shown.steps_done);
        losses += loss_of(run.shown);
        for (const ComparedReading::Prediction& one : run.reading.predictions)
            if (run.reading.continues || &one == &run.reading.predictions.front()) predicted += one.word;
    }
    state.add("comparison_phase", phase);
    state.add("comparison_steps", steps);
    state.add("comparison_losses", losses);
    state.add("comparison_predicted", predicted);
    state.add("comparison_looked_at", std::to_string(runs_.looked_at()));
    state.add("comparison_head", std::to_string(head_ + 1));
    state.add("comparison_runs", fmt::format("{} {}", pair_[0] + 1, pair_[1] + 1));
    state.add("comparison_error", runs_.error());
    state.add("comparison_seed", std::to_string(seed_));
    state.add("comparison_says", progress());
}

}  // namespace glassformer
