// Every sentence of the page that compares trainings. Braces are filled by fmt::format. What the rows of the menu say
// is in core/train/laboratory/contrasts.cpp and core/train/experiments/ablations.cpp.
#pragma once

namespace glassformer::texts::train {

inline constexpr const char* tab_comparison = "Side by side";
inline constexpr const char* compare_detail_live = "live";
inline constexpr const char* compare_detail_stored = "stored";
inline constexpr const char* compare_start = "Train all";
inline constexpr const char* compare_pause = "Pause";
inline constexpr const char* compare_again = "Start over";
inline constexpr const char* compare_seed = "New seed";
inline constexpr const char* compare_start_hint = "Train all runs to their last step, or pause them (Space)";
inline constexpr const char* compare_again_hint = "Back to the initial weights of this seed";
inline constexpr const char* compare_seed_hint = "Start over from other initial weights and other batches";

inline constexpr const char* compare_open = "Open both in Compare";
inline constexpr const char* compare_open_hint =
    "Open the runs marked A and B at this step in the Compare view. Click the name of a run to mark it.";
inline constexpr const char* compare_pair_hint = "Click to compare this run with the one that was marked last.";
inline constexpr const char* compare_not_read = "The example of this step is still being read. Try again in a moment.";

// How far it is
inline constexpr const char* compare_waiting = "Preparing the texts and the initial weights…";
inline constexpr const char* compare_ready = "Not trained yet. {} steps are planned for each run.";
inline constexpr const char* compare_at_step = "Step {} of {}";
inline constexpr const char* compare_finished = "All steps are done.";
inline constexpr const char* compare_some_finished = "{} of {} runs finished.";
inline constexpr const char* compare_ended = "No run can continue.";

// What is equal
inline constexpr const char* compare_equal = "Only difference: {}. Same initial weights, same batches, seed {}.";
inline constexpr const char* compare_equal_but =
    "Only difference: {}. Same batches, seed {}. Same initial weights, except for the parameters that only {} has.";
inline constexpr const char* compare_task = "Task: {}. ";
inline constexpr const char* compare_own = "“{}”";
inline constexpr const char* compare_stored_from =
    "Stored curves, seed {}. Training task: sort six digits. To compute them again: {}";
inline constexpr const char* compare_unreadable = "The stored curves cannot be read: {}";

// Charts
inline constexpr const char* compare_step_axis = "step";
inline constexpr const char* compare_loss = "Training loss (nats): thick, mean of {} steps; pale, each batch";
inline constexpr const char* compare_loss_brief = "Training loss (nats)";
inline constexpr const char* compare_held_out_loss = "Held-out loss (nats)";
inline constexpr const char* compare_accuracy = "Held-out accuracy";
inline constexpr const char* compare_norm = "Gradient norm, mean of {} steps";
inline constexpr const char* compare_stored_norm =
    "Gradient norm ‖g‖ before clipping: thick, mean of {} steps; pale, each batch";
inline constexpr const char* compare_stored_norm_brief = "Gradient norm ‖g‖ before clipping";
inline constexpr const char* compare_threshold = "; gray line, τ = {}";
inline constexpr const char* compare_best = "best possible: a guess among {}";
inline constexpr const char* compare_best_brief = "best possible";
inline constexpr const char* compare_uniform = "all answers equally likely";
inline constexpr const char* compare_most_frequent = "always the most frequent answer";
inline constexpr const char* compare_diverged = "{}: diverged at step {}";

// The step looked at
inline constexpr const char* compare_map_axes = "{}: query ↓, key →";
inline constexpr const char* compare_initial_hint = "Show the initial weights of all runs";
inline constexpr const char* compare_newest_hint = "Show the newest weights of all runs";
inline constexpr const char* compare_scrub = "Weights after step {}";
inline constexpr const char* compare_scrub_initial = "Initial weights";
inline constexpr const char* compare_head = "Attention: ";
inline constexpr const char* compare_run_numbers = "step {} · loss {} · {}";
inline constexpr const char* compare_run_start = "step 0 · {}";
inline constexpr const char* compare_held_out_accuracy = "held-out accuracy {}";
inline constexpr const char* compare_held_out_loss_is = "held-out loss {}";
inline constexpr const char* compare_stored_numbers = "step {} · loss {}";
inline constexpr const char* compare_continues = "Continues the text with";
inline constexpr const char* compare_predicts = "Predicts";
inline constexpr const char* compare_predicts_at = "Predicts at “{}”";
inline constexpr const char* compare_no_prediction = "No prediction: the logits of this run are not finite numbers.";
inline constexpr const char* compare_title_right = "{} · right: “{}”";
inline constexpr const char* compare_right = "Right: “{}”";
inline constexpr const char* compare_instead_of = "right: {}";
inline constexpr const char* compare_count_right = "{} of {} right";
inline constexpr const char* compare_no_attention = "This model has no attention heads to show.";
inline constexpr const char* compare_no_head = "This run has no {}.";
inline constexpr const char* compare_weight_tip = "“{}” attends to “{}”: {}";
inline constexpr const char* compare_reading = "Reading the example…";

}  // namespace glassformer::texts::train
