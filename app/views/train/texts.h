// Every sentence of the Train view, in the order of the screen. Braces are filled by fmt::format.
#pragma once

namespace glassformer::texts::train {

inline constexpr const char* title = "Train";
inline constexpr const char* view_hint = "Watch a small model learn";
inline constexpr const char* group = "Training";

// Pace
inline constexpr const char* pace_choice = "Pace: ";
inline constexpr const char* pace_full = "full speed";
inline constexpr const char* pace_steps = "{} steps/s";

// Task and buttons
inline constexpr const char* own_text = "A text of your own: drop a .txt file";
inline constexpr const char* own_text_of = "Your text: {}";
inline constexpr const char* own_text_hint =
    "Drop a .txt file on the window: a small language model learns it character by character";
inline constexpr const char* start = "Train";
inline constexpr const char* pause = "Pause";
inline constexpr const char* one_step = "One step";
inline constexpr const char* restart = "Restart";
inline constexpr const char* other_seed = "New seed";
inline constexpr const char* keep = "Keep the model";
inline constexpr const char* keeping = "Keeping…";
inline constexpr const char* resume = "Resume the last training";
inline constexpr const char* start_hint = "Train to the last step, or pause";
inline constexpr const char* step_hint = "Train one step: one batch, one update of all weights";
inline constexpr const char* restart_hint = "Back to the initial weights of this seed";
inline constexpr const char* seed_hint = "Restart with other initial weights and other batches";
inline constexpr const char* keep_hint = "Save the model with its newest weights in a folder, and open it";
inline constexpr const char* resume_hint = "Open the training that was last run in an earlier window, and continue it";
inline constexpr const char* has_ended = "The training has ended: restart it to train again";
inline constexpr const char* kept = "The model was saved in {} and is open now";
inline constexpr const char* kept_other = "another training was chosen meanwhile";
inline constexpr const char* text_not_kept = "This training cannot be resumed later: its text could not be copied ({})";
inline constexpr const char* not_saved = "The training could not be saved: {}";
inline constexpr const char* model_not_kept = "The model could not be kept: {}";
inline constexpr const char* nothing_kept_here = "This window saves nothing between sessions, so no model can be kept";
inline constexpr const char* keep_paused = "Pause the training before its model is kept";
inline constexpr const char* keep_untrained = "Train at least one step before the model is kept";
inline constexpr const char* nothing_to_resume = "There is no training from an earlier window to resume";

// How far it is
inline constexpr const char* ready = "{} parameters, not trained yet";
inline constexpr const char* at_step = "Step {} of {}";
inline constexpr const char* at_earlier = "Showing step {} · trained to step {}";
inline constexpr const char* pace = "{} · {} steps per second";
inline constexpr const char* paced = "{} · held to {} steps per second";
inline constexpr const char* finished = "All {} steps done in {} of computing time";
inline constexpr const char* waiting = "Preparing the texts and the initial weights…";

// Settings
inline constexpr const char* rate = "Learning rate";
inline constexpr const char* rate_hint =
    "How far a step moves the weights: the peak of the schedule. Too small learns slowly, too large never settles. "
    "Acts on the training under way; before its first step and after its last one it begins a new one.";
inline constexpr const char* batch = "Batch size";
inline constexpr const char* batch_hint = "Texts per step. Acts on the training under way, else begins a new one.";
inline constexpr const char* clip = "Gradient clipping";
inline constexpr const char* clip_hint =
    "The largest norm of the gradient; a larger one is scaled down to it. 0: no clipping. "
    "Acts on the training under way, else begins a new one.";
inline constexpr const char* steps = "Steps";
inline constexpr const char* steps_hint = "Total training steps. Changing it restarts training.";
inline constexpr const char* blocks = "Blocks";
inline constexpr const char* layers = "Layers";
inline constexpr const char* layers_hint = "Number of layers. Restarts the training.";
inline constexpr const char* heads = "Heads";
inline constexpr const char* heads_hint = "Attention heads per layer, which share d_model. Restarts the training.";
inline constexpr const char* seed = "Seed";
inline constexpr const char* seed_knob_hint = "Initial weights and batches follow from it. Restarts the training.";

// Keys
inline constexpr const char* command_restart = "restart the training";
inline constexpr const char* command_memory = "memory of a training step of larger models";
inline constexpr const char* command_memory_words = "gpu, ram, graphics card, gigabytes, gpt-2, bert, llama, cost";
inline constexpr const char* command_settings = "show or hide all settings of the training";
inline constexpr const char* command_keep = "keep the model of the training";
inline constexpr const char* command_resume = "resume the last training";

}  // namespace glassformer::texts::train
