// Texts of the experiments view's frame; each page has its own.
#pragma once

namespace glassformer::texts::experiments {

inline constexpr const char* title = "Experiments";
inline constexpr const char* view_hint = "Small instruments, each for one question";
inline constexpr const char* group = "Experiments";
inline constexpr const char* command_reset = "Set the controls of the page back";
inline constexpr const char* command_walk = "Open the run behind the page in the Walk";
inline constexpr const char* reset = "Reset";
inline constexpr const char* open_in_walk = "Open in Walk";
inline constexpr const char* controls = "Controls";
inline constexpr const char* controls_show = "Show all controls over the picture. Esc hides them";
inline constexpr const char* no_run = "No single run of a model stands behind this page";
inline constexpr const char* nothing_random = "Nothing on this page is drawn at random";
inline constexpr const char* nothing_plays = "Nothing on this page moves by itself";
inline constexpr const char* at_its_end = "The control is at its end";
inline constexpr const char* no_ends = "This page has no first and no last step to go to";
inline constexpr const char* no_knobs = "This page has no controls to step through";
inline constexpr const char* key_selects = "select a control";
inline constexpr const char* key_changes = "change “{}”";
inline constexpr const char* key_next = "next page";
inline constexpr const char* is_reset = "The controls of the page are where they were at first";

}  // namespace glassformer::texts::experiments
