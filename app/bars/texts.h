// Every sentence of the bars around the view, from left to right. Braces are filled by fmt::format.
#pragma once

namespace glassformer::texts::bars {

// Model and text
inline constexpr const char* open_hint = "Open a model, folder or session";
inline constexpr const char* text_placeholder = "Type some text";
inline constexpr const char* target_placeholder = "Target text so far (decoder input)";

// Whether the open model computes what another program computed from its weights
inline constexpr const char* mark_equal = "=";
inline constexpr const char* mark_differs = "≠";
inline constexpr const char* mark_checking = "…";
inline constexpr const char* mark_not_checked = "?";
inline constexpr const char* reference_equal =
    "Equal to the reference in the model’s folder: at most {1} of a tensor’s largest number apart (tensors compared: "
    "{0})";
inline constexpr const char* reference_differs =
    "Differs from the reference in the model’s folder by up to {2} of a tensor’s largest number (tensors that differ: "
    "{0} of {1})";
inline constexpr const char* reference_checking = "Comparing with the reference in the model’s folder";
inline constexpr const char* reference_missing =
    "Not checked: the model’s folder has no expected.safetensors to compare with";
inline constexpr const char* reference_refused = "Not checked: {}";

// Changes
inline constexpr const char* original = "original";
inline constexpr const char* change_one = "1 change";
inline constexpr const char* change_count = "{} changes";
inline constexpr const char* changes_hint = "Review or revert changes";
inline constexpr const char* original_hint = "Hold to see the original run";

// A step of a training as the model
inline constexpr const char* training_model = "{}, step {}";
inline constexpr const char* training_details = "from the Train view";
inline constexpr const char* untrained_details = "random weights, from Experiments";
inline constexpr const char* training_step = "Weights after step {} of {} of the training";

// Undo, redo
inline constexpr const char* undo = "Undo";
inline constexpr const char* redo = "Redo";

// Device that computed the run, and the time it took
inline constexpr const char* device_and_note = "{} · {}";
inline constexpr const char* the_cpu = "the CPU";
inline constexpr const char* running_on = "Running on {}";
inline constexpr const char* running_on_reason = "Running on {}: {}";
inline constexpr const char* compare_devices = "Compare CPU and OpenGL";

// Buttons at the right
inline constexpr const char* theme = "Switch theme";
inline constexpr const char* settings = "Settings";
inline constexpr const char* smaller_text = "Smaller text";
inline constexpr const char* larger_text = "Larger text";
inline constexpr const char* explanation = "Show or hide the explanation";
inline constexpr const char* shortcuts = "Keyboard shortcuts";

}  // namespace glassformer::texts::bars
