// Every sentence of the tab "One step", in the order of the screen. Braces are filled by fmt::format.
#pragma once

namespace glassformer::texts::train {

// What it is
inline constexpr const char* glass_step = "Step {}: from the weights after step {}";
inline constexpr const char* glass_first = "Step 1: from the initial weights";
inline constexpr const char* glass_numbers = "gradient norm {} · learning rate {}";
inline constexpr const char* glass_clipped = "gradient norm {}, scaled by {} down to {} · learning rate {}";
inline constexpr const char* glass_making = "Computing the next step…";
inline constexpr const char* glass_replaying = "Training again, step {} of {}…";
inline constexpr const char* glass_running = "Pause the training to look into its next step.";
inline constexpr const char* glass_older = "The training has gone on. Pause it to look into its next step.";
inline constexpr const char* glass_finished =
    "All {} steps are done, so there is no next step. Train again up to the last step to look into that one.";
inline constexpr const char* glass_ended =
    "The training cannot go on, so there is no next step. Train again up to the last step that was done to look into "
    "that one.";
inline constexpr const char* glass_never = "The training could not make a step.";
inline constexpr const char* glass_replay = "Show the last step";
inline constexpr const char* glass_replay_hint =
    "Trains again from the initial weights with the same changes, up to the last step. The weights get the same bits.";

// The batch
inline constexpr const char* batch_title = "Batch: {} texts";
inline constexpr const char* batch_one = "Batch: 1 text";
inline constexpr const char* batch_mean = "Mean loss over {} labeled positions: {} · reported by the trainer: {}";
inline constexpr const char* batch_mean_one = "Loss at the 1 labeled position: {} · reported by the trainer: {}";
inline constexpr const char* batch_smoothed = " · labels smoothed by {}";
inline constexpr const char* batch_legend = "loss";
inline constexpr const char* batch_label = "→ {}";
inline constexpr const char* batch_tip = "Text {}, position {}: “{}”";
inline constexpr const char* batch_tip_source = "Text {}, source position {}: “{}”";
inline constexpr const char* batch_tip_padding = "Padding: text {} is shorter than the longest";
inline constexpr const char* batch_tip_label = "{}\nlabel “{}”, loss {}";
inline constexpr const char* batch_tip_none = "{}\nno label here: the loss does not count this position";
inline constexpr const char* batch_tip_class = "Text {}";

// The prediction at a position
inline constexpr const char* prediction_at = "Text {}, position {}: “{}”";
inline constexpr const char* prediction_of_text = "Text {}: its class";
inline constexpr const char* prediction_target = "target";
inline constexpr const char* prediction_predicted = "predicted";
inline constexpr const char* prediction_others = "{} others";
inline constexpr const char* prediction_loss = "loss = −ln {} = {}";
inline constexpr const char* prediction_loss_smoothed = "loss = −Σ target · ln predicted = {}";
inline constexpr const char* prediction_none = "This text has no label.";

// The weight
inline constexpr const char* weight_gradient = "gradient";
inline constexpr const char* weight_update = "update";
inline constexpr const char* weight_value = "weight";
inline constexpr const char* weight_largest = "Largest update";
inline constexpr const char* weight_largest_hint = "Select the weight that this step changes most, of all parameters";
inline constexpr const char* weight_pooled = "Each cell: the largest of {} × {} numbers in size";
inline constexpr const char* weight_whole = "{} × {} numbers. Click one to see where its change comes from.";
inline constexpr const char* weight_tip = "{}\ngradient {}\nupdate {}\nweight before {}";

// Where its gradient comes from
inline constexpr const char* parts_texts = "Gradient by text: {} parts add up to {}";
inline constexpr const char* parts_positions = "Part of text {} by position: they add up to {}";
inline constexpr const char* parts_tip_text = "Text {}: {}";
inline constexpr const char* parts_tip_position = "“{}”: {}";
inline constexpr const char* parts_making = "Running the backward pass of each text…";

// Its update
inline constexpr const char* update_title = "{}: {} → {}";
inline constexpr const char* symbol_g = "g: the gradient of the loss with respect to this weight, before clipping";
inline constexpr const char* symbol_c = "c: the factor that scales all gradients down to the largest norm allowed";
inline constexpr const char* symbol_m = "m after this step: the running mean of the gradients";
inline constexpr const char* symbol_m_before = "m before this step: the running mean of the gradients";
inline constexpr const char* symbol_v = "v after this step: the running mean of the squared gradients";
inline constexpr const char* symbol_v_before = "v before this step: the running mean of the squared gradients";
inline constexpr const char* symbol_m_hat = "m with its bias corrected: m started at 0";
inline constexpr const char* symbol_v_hat = "v with its bias corrected: v started at 0";
inline constexpr const char* symbol_beta1 = "β₁: how much of the previous m is kept";
inline constexpr const char* symbol_beta2 = "β₂: how much of the previous v is kept";
inline constexpr const char* symbol_eta = "η: the learning rate of this step";
inline constexpr const char* symbol_lambda = "λ: the weight decay. Biases and norms have none";
inline constexpr const char* symbol_mu = "μ: the momentum, how much of the previous velocity is kept";
inline constexpr const char* symbol_eps = "ε: a small number that keeps the quotient finite";
inline constexpr const char* symbol_delta = "Δ: what the optimizer subtracts from the weight, without the decay";
inline constexpr const char* symbol_theta = "θ after this step: the new weight";
inline constexpr const char* symbol_theta_before = "θ before this step: the old weight";
inline constexpr const char* symbol_t = "t: this step, counted from 1";
inline constexpr const char* symbol_velocity = "v after this step: the velocity";
inline constexpr const char* symbol_velocity_before = "v before this step: the velocity";
inline constexpr const char* update_same = "The trainer's weight: {}. The formula gives the same float.";
inline constexpr const char* update_differs =
    "The trainer's weight: {}. The formula differs by {}: floats are rounded.";

// The same numbers in other ways
inline constexpr const char* ways_button = "Same numbers three ways";
inline constexpr const char* ways_hint =
    "Computes this step without padding, in two halves and with gradient checkpointing, and compares the numbers";
inline constexpr const char* ways_title = "The same numbers three ways";
inline constexpr const char* ways_why =
    "Padding, gradient accumulation and gradient checkpointing change what a step costs. They do not change what it "
    "computes, but for the rounding of floats.";
inline constexpr const char* ways_computing = "Computing this step in the other ways…";
inline constexpr const char* ways_none = "Not computed yet. Close this and try again.";
inline constexpr const char* ways_alone = "Each text alone, without padding";
inline constexpr const char* ways_halves = "Gradient accumulation: two halves, one after the other";
inline constexpr const char* ways_checkpoints = "Gradient checkpointing: activations computed again";
inline constexpr const char* ways_losses =
    "The loss at a position differs by at most {}. The largest loss of a position is {}.";
inline constexpr const char* ways_gradients =
    "A weight's gradient differs by at most {}. The largest gradient is {}. The loss differs by {}.";
inline constexpr const char* ways_same = "All gradients and the loss are the same floats.";
inline constexpr const char* ways_padding =
    "Memory of a step: {} for the batch, {} for its longest text alone. {} of the batch's positions are padding.";
inline constexpr const char* ways_memory = "Memory of a step: {} before, {} in this way.";
inline constexpr const char* ways_memory_not =
    "Memory of a step: {} before, {} in this way. It saves no memory in a model as small as this one.";
inline constexpr const char* ways_kib = "{} KiB";
inline constexpr const char* ways_mib = "{} MiB";

}  // namespace glassformer::texts::train
