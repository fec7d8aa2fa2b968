// Every sentence of the tab "One step", in the order of the screen. Braces are filled by fmt::format.
#pragma once

namespace glassformer::texts::train {

inline constexpr const char* tab_step = "One step";
// What it is
inline constexpr const char* glass_step = "Step {}: from the weights after step {}";
inline constexpr const char* glass_first = "Step 1: from the initial weights";
inline constexpr const char* glass_numbers = "gradient norm {} · learning rate {}";
inline constexpr const char* glass_clipped = "gradient norm {}, scaled by {} down to {} · learning rate {}";
inline constexpr const char* glass_micro_batches = " · {} micro-batches";
inline constexpr const char* glass_checkpoints = " · gradient checkpointing";
inline constexpr const char* glass_making = "Computing step {}…";
inline constexpr const char* glass_making_beside = "Computing step {}… This page still shows step {}.";
inline constexpr const char* glass_replaying = "Training again to show step {}: {} of {} steps are done…";
inline constexpr const char* glass_replaying_beside =
    "Training again to show step {}: {} of {} steps are done… This page still shows step {}.";
inline constexpr const char* glass_running = "Pause the training to look into its next step.";
inline constexpr const char* glass_older = "The training has gone on. Pause it to look into its next step.";
inline constexpr const char* glass_refused = "The state of the training could not be read: {}.";
inline constexpr const char* glass_refused_beside =
    "The state of the training could not be read: {}. This page still shows step {}.";
inline constexpr const char* glass_not_computed = "Step {} cannot be shown: {}.";
inline constexpr const char* glass_not_replayed = "The last step cannot be shown: {}.";
inline constexpr const char* glass_finished =
    "All {} steps are done, so there is no next step. Show the last step to look into it: the model is trained again "
    "up "
    "to that step.";
inline constexpr const char* glass_ended =
    "The training cannot go on, so there is no next step. Show the last step that was done to look into it: the model "
    "is trained again up to that step.";
inline constexpr const char* glass_never = "The training could not make a step.";
inline constexpr const char* glass_replay = "Show the last step";
inline constexpr const char* glass_replay_hint =
    "Trains again from the initial weights with the same changes, up to the last step. The weights get the same bits.";

// The batch
inline constexpr const char* batch_title = "Batch: {} texts";
inline constexpr const char* batch_one = "Batch: 1 text";
inline constexpr const char* losses_title = "Loss by position";
inline constexpr const char* batch_mean = "mean over {} labels: {} · the trainer's loss: {}";
inline constexpr const char* batch_mean_short = "mean over {} labels: {}";
inline constexpr const char* batch_mean_one = "at the only label: {} · the trainer's loss: {}";
inline constexpr const char* batch_smoothed_all = " · label smoothing {} over all classes";
inline constexpr const char* batch_smoothed_others = " · label smoothing {} over the other classes";
inline constexpr const char* batch_label = "→ {}";
inline constexpr const char* batch_tip = "Text {}, position {}: “{}”";
inline constexpr const char* batch_tip_source = "Text {}, source position {}: “{}”";
inline constexpr const char* batch_tip_padding = "Padding: text {} is shorter than the longest";
inline constexpr const char* batch_tip_label = "{}\nlabel “{}”, loss {}";
inline constexpr const char* batch_tip_none = "{}\nno label here: the loss does not count this position";
inline constexpr const char* batch_tip_class = "Text {}";

// The prediction at a position
inline constexpr const char* prediction_title = "Target and prediction";
inline constexpr const char* prediction_at = "text {}, position {}: “{}”";
inline constexpr const char* prediction_of_text = "class of text {}";
inline constexpr const char* prediction_target = "target";
inline constexpr const char* prediction_predicted = "predicted";
inline constexpr const char* prediction_others = "{} others";
inline constexpr const char* prediction_loss = "loss = −ln {} = {}";
inline constexpr const char* prediction_loss_smoothed = "loss = −Σ target · ln predicted = {}";
inline constexpr const char* prediction_none = "This text has no label.";

// The weight
inline constexpr const char* weight_title = "Gradient of one weight";
inline constexpr const char* weight_gradient = "gradient";
inline constexpr const char* weight_update = "update";
inline constexpr const char* weight_value = "weight";
inline constexpr const char* weight_largest = "Largest update";
inline constexpr const char* weight_largest_hint = "Select the weight that this step changes most, of all parameters";
inline constexpr const char* weight_pooled = "Each cell: largest absolute value of {} × {} numbers";
inline constexpr const char* weight_whole = "{} × {} numbers. Click one to see where its change comes from.";
inline constexpr const char* weight_tip = "{}\ngradient {}\nupdate {}\nweight before {}";

// Where its gradient comes from
inline constexpr const char* parts_texts = "Gradient by text: {} parts add up to {}";
inline constexpr const char* parts_positions = "Part of text {} by position: they add up to {}";
inline constexpr const char* parts_tip_text = "Text {}: {}";
inline constexpr const char* parts_tip_position = "“{}”: {}";
inline constexpr const char* parts_making = "Running the backward pass of each text…";

// Its update
inline constexpr const char* update_title = "Update of {}: {} → {}";
inline constexpr const char* line_gradient = "gradient";
inline constexpr const char* line_clipped = "clipped gradient";
inline constexpr const char* line_mean = "m: mean of gradients";
inline constexpr const char* line_square = "v: mean of squares";
inline constexpr const char* line_mean_corrected = "m, bias-corrected";
inline constexpr const char* line_square_corrected = "v, bias-corrected";
inline constexpr const char* line_decay = "weight decay";
inline constexpr const char* line_step = "update";
inline constexpr const char* line_velocity = "v: velocity";
inline constexpr const char* line_weight = "new weight";
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

// The step in other ways
inline constexpr const char* ways_button = "Other ways to compute it";
inline constexpr const char* ways_hint =
    "Computes this step without padding, with and without gradient accumulation and gradient checkpointing, and "
    "compares "
    "the numbers and the memory";
inline constexpr const char* ways_title = "Other ways to compute this step";
inline constexpr const char* ways_why =
    "Padding, gradient accumulation and gradient checkpointing change how much memory and time a step takes. They do "
    "not "
    "change its losses and gradients, except for the rounding of floats.";
inline constexpr const char* ways_computing = "Computing this step in the other ways…";
inline constexpr const char* ways_none = "The other ways have not been computed yet. Close this box and open it again.";
inline constexpr const char* ways_failed = "This way could not be computed: {}.";

inline constexpr const char* padding_title = "Padding";
inline constexpr const char* padding_compared =
    "The loss at each of the {} labels, in the padded batch of {} texts and with each text alone.";
inline constexpr const char* padding_compared_one = "The loss at each of the {} labels. The batch has a single text.";
inline constexpr const char* padding_differ = "Largest difference of a loss: {}. Largest loss: {}.";
inline constexpr const char* padding_same = "All losses are equal.";
inline constexpr const char* padding_share = "{} of the batch's positions are padding.";
inline constexpr const char* padding_no_share = "All its texts are equally long, so the batch has no padding.";
inline constexpr const char* padding_memory =
    "Memory of a step: {} with this batch, {} with one text at a time, which holds the activations of one text instead "
    "of {}: that is the saving of a smaller batch, not of leaving out padding.";

inline constexpr const char* accumulation_title = "Gradient accumulation";
inline constexpr const char* accumulation_one =
    "The batch has a single text, so it cannot be split into micro-batches.";
inline constexpr const char* accumulation_compared =
    "This step runs all {} texts at once. Compared with {} micro-batches, whose gradients are added up before the "
    "update.";
inline constexpr const char* accumulation_compared_own =
    "This step runs its {} texts in {} micro-batches and adds up their gradients. Compared with all texts at once.";
inline constexpr const char* accumulation_memory =
    "Memory of a step: {} with all texts at once, {} with micro-batches.";

inline constexpr const char* checkpoints_title = "Gradient checkpointing";
inline constexpr const char* checkpoints_compared =
    "This step keeps every activation that the backward pass needs. Compared with checkpointing, which computes "
    "activations again during the backward pass.";
inline constexpr const char* checkpoints_compared_own =
    "This step computes activations again during the backward pass. Compared with keeping all that it needs.";
inline constexpr const char* checkpoints_memory = "Memory of a step: {} without checkpointing, {} with it.";

inline constexpr const char* ways_gradients =
    "Largest gradient difference over all {} weights: {}. Largest gradient: {}. Loss difference: {}.";
inline constexpr const char* ways_same = "The loss and the gradients of all {} weights are equal, bit for bit.";
inline constexpr const char* ways_saved = "That saves {} ({}).";
inline constexpr const char* ways_nothing_saved = "That saves nothing in a model and a batch of this size.";

}  // namespace glassformer::texts::train
