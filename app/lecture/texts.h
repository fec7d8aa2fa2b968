// What the lecturer reads: on the speaker's sheet and in the speaker's window.
#pragma once

namespace glassformer::texts::lecture {

inline constexpr const char* window_title = "Glassformer – speaker’s notes";
inline constexpr const char* step_of = "Step {} of {}: {}";
inline constexpr const char* untitled = "Step {}";
inline constexpr const char* no_notes = "This step has no notes.";
inline constexpr const char* next_step = "Next: {}";
inline constexpr const char* last_step = "This is the last step.";

// What the next key does
inline constexpr const char* shows_more = "{}: show the next part of this step";
inline constexpr const char* shows_answer = "{}: show the answer";
inline constexpr const char* shows_step = "{}: go to step {}";
inline constexpr const char* ends = "{}: nothing follows";

// Time
inline constexpr const char* clock = "Clock";
inline constexpr const char* lecture = "Lecture";
inline constexpr const char* this_step = "This step";
inline constexpr const char* of_planned = "{} of {}";
inline constexpr const char* behind = "{} behind the plan";
inline constexpr const char* ahead = "{} ahead of the plan";
inline constexpr const char* pause = "Pause";
inline constexpr const char* start = "Start";
inline constexpr const char* reset = "Reset";
inline constexpr const char* frozen = "Frozen for the audience ({} to unfreeze)";

}  // namespace glassformer::texts::lecture
