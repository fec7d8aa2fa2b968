// Controls of sampling (temperature, top-k, top-p, greedy) and of a generation (buttons, speed, seed).
#pragma once

#include <optional>
#include <string>

#include "app/views/output/state.h"
#include "app/views/shared/commands.h"

namespace glassformer {

/// Commands of the output view that its buttons carry out too.
inline constexpr Command output_next_token = command_named("output.next_token"),
                         output_whole_text = command_named("output.whole_text");

/// The settings in words, as a lecture shows them in place of the controls.
std::string sampling_line(const Sampling& sampling);
/// Height of the sampling bar in pixels, in an area of this width in pixels.
float sampling_bar_height(const ViewContext& context, float width);
/// Draws the controls, or in a lecture their values, at the top of `area` and removes their height from it.
void draw_sampling_bar(ViewContext& context, Rect& area, Sampling& sampling, int vocabulary);

/// Draws the buttons, speed and seed likewise, in a lecture nothing; returns the command of the clicked button.
std::optional<Command> draw_generation_bar(ViewContext& context, Rect& area, OutputState& state);

}  // namespace glassformer
