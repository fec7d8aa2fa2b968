// Every sentence of the Train view, in the order of the screen. Braces are filled by fmt::format.
#pragma once

namespace glassformer::texts::train {

inline constexpr const char* title = "Train";
inline constexpr const char* view_hint = "Watch a small model learn";
inline constexpr const char* group = "Training";

// Task and buttons
inline constexpr const char* start = "Train";
inline constexpr const char* pause = "Pause";
inline constexpr const char* one_step = "One step";
inline constexpr const char* again = "Start over";
inline constexpr const char* other_seed = "New seed";
inline constexpr const char* start_hint = "Train to the last step, or pause";
inline constexpr const char* step_hint = "Train one step: one batch, one update of all weights";
inline constexpr const char* again_hint = "Back to the initial weights of this seed";
inline constexpr const char* seed_hint = "Start over from other initial weights and other batches";

// How far it is
inline constexpr const char* ready = "{} parameters, not trained yet. {} steps are planned.";
inline constexpr const char* at_step = "Step {} of {}";
inline constexpr const char* pace = "{} · {} steps per second";
inline constexpr const char* finished = "All {} steps are done, in {}.";
inline constexpr const char* waiting = "Preparing the texts and the initial weights…";

// Settings
inline constexpr const char* rate = "learning rate";
inline constexpr const char* rate_hint = "The peak of its schedule, which rises to it during the warm-up. Acts from the next step on.";
inline constexpr const char* batch = "batch";
inline constexpr const char* batch_hint = "Texts per step. Acts from the next step on.";
inline constexpr const char* clip = "clip";
inline constexpr const char* clip_hint =
    "The largest norm of the gradient; a larger one is scaled down to it. 0: no clipping. Acts from the next step on.";
inline constexpr const char* clip_none = "off";
inline constexpr const char* steps = "steps";
inline constexpr const char* steps_hint = "Updates of the weights until the end. Starts over.";
inline constexpr const char* layers = "layers";
inline constexpr const char* layers_hint = "Layers of the model. Starts over.";
inline constexpr const char* heads = "heads";
inline constexpr const char* heads_hint = "Attention heads per layer, which share d_model. Starts over.";
inline constexpr const char* seed = "seed";
inline constexpr const char* seed_knob_hint = "Initial weights and batches follow from it. Starts over.";

// Charts
inline constexpr const char* step_axis = "step";
inline constexpr const char* loss = "Loss (nats)";
inline constexpr const char* loss_training = "training batch";
inline constexpr const char* loss_held_out = "held-out texts";
inline constexpr const char* level_uniform = "all answers equally likely";
inline constexpr const char* level_frequencies = "answers by frequency alone";
inline constexpr const char* accuracy = "Held-out accuracy per prediction";
inline constexpr const char* level_most_frequent = "always the most frequent answer";
inline constexpr const char* norm = "Gradient norm";
inline constexpr const char* level_clip = "clip";

// The step looked at
inline constexpr const char* scrub = "weights after step {}";
inline constexpr const char* scrub_initial = "initial weights";
inline constexpr const char* attention = "Attention in “{}”";
inline constexpr const char* head_of = "{}, head {}";               // "Block 1"
inline constexpr const char* cross_head_of = "{}, cross, head {}";  // the decoder's attention to the encoder
inline constexpr const char* head_brief = "{}.{}";                  // under a small map: block, head
inline constexpr const char* weight_tip = "“{}” attends to “{}”: {}";
inline constexpr const char* answer = "answer: {1} {2}";
inline constexpr const char* answer_at = "answer at “{}”: {} {}";
inline constexpr const char* no_attention = "This model has no attention heads to show.";
inline constexpr const char* reading = "Reading the example with these weights…";

// Keys
inline constexpr const char* command_again = "start the training over";

}  // namespace glassformer::texts::train
