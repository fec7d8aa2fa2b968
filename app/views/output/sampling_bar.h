// The controls that say how the next token is chosen: temperature, top-k, top-p, greedy; and for a generation its seed,
// its buttons and its speed.
#pragma once

#include <optional>

#include "app/views/output/state.h"
#include "app/views/shared/commands.h"

namespace glassformer {

/// Commands of the output view that its buttons carry out too.
inline constexpr Command output_next_token = command_named("output.next_token"),
                         output_whole_text = command_named("output.whole_text");

/// Pixels that it takes in so wide an area.
float sampling_bar_height(Ui& ui, float width);
/// Drawn from the top of `area`, which becomes the rest.
void draw_sampling_bar(ViewContext& context, Rect& area, Sampling& sampling, int vocabulary);

/// Returns the command of a button that was clicked.
std::optional<Command> draw_generation_bar(ViewContext& context, Rect& area, OutputState& state);

}  // namespace glassformer
