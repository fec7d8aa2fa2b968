// The controls of the positions view as data: a row says what a slider or a list changes, how far, and which encodings
// have it; those of an encoding's settings come from its row. The bar draws the rows, the session file keeps them.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/views/positions/state.h"

namespace glassformer {

struct Knob {
    const char* id;     // of the session file and of targets: "base"
    const char* label;  // "base"
    const char* hint;
    double low, high, step;  // step 0: by whole numbers on a logarithmic line
    bool own;                // of the selected column, after those that all columns share
    std::function<bool(const PositionsState& state)> shows;
    std::function<double(const PositionsState& state)> get;
    std::function<void(PositionsState& state, double value)> set;
    std::function<std::string(const PositionsState& state)> text;
    float text_width = 2.2F;  // em, of the longest text
};
/// As far as the slider goes at present: a query is one of the tokens, a head one of the heads.
double highest(const Knob& knob, const PositionsState& state);

struct Choice {
    const char* id;
    const char* label;
    std::vector<std::string> labels;
    bool own;
    std::function<bool(const PositionsState& state)> shows;
    std::function<int(const PositionsState& state)> get;
    std::function<void(PositionsState& state, int value)> set;
};

std::span<const Knob> all_knobs();      // in the order of the bar
std::span<const Choice> all_choices();  // after them

/// Draws those that all encodings have, then those of the chosen column; true where one was changed.
bool draw_knobs(ViewContext& context, Rect& area, PositionsState& state);

}  // namespace glassformer
