// The settings of a training as data: a row says what a slider changes, how far, and whether it acts on the training
// under way or begins it anew.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "app/views/train/run/state.h"
#include "core/train/live/training_change.h"

namespace glassformer {

struct TrainKnob {
    const char* id;  // of targets: "train rate"
    std::function<const char*(const TrainState&)> label;
    const char* hint;
    double low, high;
    double step;                  // 0: a logarithmic line
    std::optional<Changed> live;  // acts from the next step on; empty: begins anew
    std::function<bool(const TrainState&)> shows;
    std::function<double(const TrainState&)> get;
    std::function<void(TrainState&, double)> set;
    std::function<std::string(const TrainState&)> text;
};
std::span<const TrainKnob> train_knobs();  // in the order of the bar

/// Draws all that the task has, in as many lines as they take; the one that was moved, or null.
const TrainKnob* draw_train_knobs(ViewContext& context, Rect& area, TrainState& state);
/// The learning rate alone, in a line of that width.
const TrainKnob* draw_train_rate(ViewContext& context, Rect area, TrainState& state);
float train_rate_width(Painter& painter, const TrainState& state);

}  // namespace glassformer
