// State that the parts of the walk share beside the cursor: focus, unit and speed of steps, zoom.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/views/shared/focus.h"

namespace glassformer {

/// Level that the camera shows while it follows the cursor; free: the user placed it. Story: further out than the whole
/// model's map, the run in one picture. Token: between part and stage, one token's way through the MLP of a stage.
/// Architecture: in place of the story, the diagram of the model. Cached: in place of the stage, the same stage of one
/// step with a KV cache. In the order of session files.
enum class Zoom : std::uint8_t { model, block, part, stage, free, story, token, architecture, cached };
inline constexpr const char* zoom_names[] = {"model", "block", "part",         "stage", "free",
                                             "story", "token", "architecture", "cached"};

/// One of the two pictures of the whole run.
constexpr bool is_overview(Zoom zoom) { return zoom == Zoom::story || zoom == Zoom::architecture; }

struct WalkState {
    bool gradient_chart = false;  // gradient norms by position, in place of the picture
    bool hold_axis = false;       // its axis stays when another model is opened, and grows where that one needs more
    Focus focus;
    StepBy by = StepBy::stage;
    bool playing = false;
    int speed = 1;                               // row of play_speeds
    const std::vector<bool>* differs = nullptr;  // stages that differ from the run without changes, by record id
    double old_since = -1;                       // seconds; −1 while what is shown is current
    Zoom zoom = Zoom::stage;
    Zoom overview = Zoom::story;         // its picture of the whole run: story or architecture, as the user prefers
    std::optional<float> scrubbed = {};  // while the timeline is dragged: how far the stage has computed itself
    bool alone = false;                  // no panel beside the canvas
    std::optional<Vec2> menu_at = {};    // below the selected cell, where its menu opens
    std::uint64_t cached_of = 0;         // generation of the run that the next was asked of; 0: of none
    std::string no_cached = {};          // why it has no step with a KV cache; "" where it has one
    std::string cached_label = {};       // of the step's stage that is shown, where the whole pass has none such
};

inline constexpr double stage_seconds = 1.6;  // between stages while playing at speed 1

struct PlaySpeed {
    const char* text;
    float factor;
};
inline constexpr PlaySpeed play_speeds[] = {{"½×", 0.5F}, {"1×", 1}, {"2×", 2}, {"4×", 4}, {"8×", 8}};

}  // namespace glassformer
