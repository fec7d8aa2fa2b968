// Every sentence of the charts of a training and of the parts of a model. Braces are filled by fmt::format.
#pragma once

namespace glassformer::texts::train {

inline constexpr const char* scrub = "Weights after step {}";
inline constexpr const char* scrub_initial = "Initial weights";
inline constexpr const char* chart_step = "step";
inline constexpr const char* chart_loss = "Loss (nats)";
inline constexpr const char* chart_training = "training batch";
inline constexpr const char* chart_held_out = "held-out texts";
inline constexpr const char* chart_uniform = "all predictions equally likely";
inline constexpr const char* chart_uniform_brief = "equally likely";
inline constexpr const char* chart_frequencies = "prediction by frequency alone";
inline constexpr const char* chart_frequencies_brief = "by frequency";
inline constexpr const char* chart_accuracy = "Held-out accuracy per prediction";
inline constexpr const char* chart_accuracy_brief = "Accuracy";
inline constexpr const char* chart_most_frequent = "always the most frequent label";
inline constexpr const char* chart_most_frequent_brief = "most frequent label";
inline constexpr const char* chart_norm = "Gradient norm";
inline constexpr const char* chart_norm_scale = "logarithmic axis";
inline constexpr const char* chart_clip = "clip";
inline constexpr const char* chart_rate = "Learning rate";
inline constexpr const char* chart_rate_done = "steps done";
inline constexpr const char* chart_rate_planned = "planned";
inline constexpr const char* chart_by_part = "Norm by part";
inline constexpr const char* chart_updates = "Update ratio";
inline constexpr const char* chart_updates_hint = "Norm of each update divided by the norm of the weights it changes";
inline constexpr const char* chart_flag = "step {}";
inline constexpr const char* chart_before = "earlier: {}";  // what differs
inline constexpr const char* chart_now = "this run";
inline constexpr const char* chart_loss_beyond = "Loss (nats): the axis ends at {}, the highest loss is {}";
inline constexpr const char* chart_differs_rate = "rate {}";
inline constexpr const char* chart_differs_batch = "batch size {}";
inline constexpr const char* chart_differs_clip = "clipping {}";
inline constexpr const char* chart_differs_steps = "{} steps";
inline constexpr const char* chart_differs_blocks = "blocks: {}";
inline constexpr const char* chart_differs_layers = "layers: {}";  // of a recurrent network
inline constexpr const char* chart_differs_heads = "heads: {}";
inline constexpr const char* chart_differs_d_model = "d_model {}";
inline constexpr const char* chart_differs_optimizer = "{}";
inline constexpr const char* chart_differs_warm_up = "warm-up {}";
inline constexpr const char* chart_differs_decay = "weight decay {}";
inline constexpr const char* chart_differs_smoothing = "label smoothing {}";
inline constexpr const char* chart_differs_smoothing_over = "smoothing over: {}";
inline constexpr const char* chart_differs_schedule = "learning rate: {}";
inline constexpr const char* chart_differs_micro_batches = "micro-batches: {}";
inline constexpr const char* chart_differs_checkpoints = "checkpoints: {}";
inline constexpr const char* chart_differs_seed = "seed {}";
inline constexpr const char* chart_differs_switch = "{}: {}";  // of the architecture
inline constexpr const char* chart_differs_nothing = "same settings";
inline constexpr const char* chart_new_rate = "rate {} from here";
inline constexpr const char* chart_new_batch = "batch size {} from here";
inline constexpr const char* chart_new_clip = "clipping {} from here";
inline constexpr const char* chart_heads = "Heads";
inline constexpr const char* chart_heads_note = "attention on the right answer";
inline constexpr const char* chart_head = "head {}.{}";  // block, head
inline constexpr const char* chart_appeared = "attention on the right answer: {} over 50% from step {} on";
inline constexpr const char* chart_all_alike = "uniform attention";
inline constexpr const char* chart_part_tip = "{}, step {}: {}";

// Parts of a model
inline constexpr const char* part_encoder = "Encoder";
inline constexpr const char* part_decoder = "Decoder";
inline constexpr const char* part_encoder_brief = "Enc";
inline constexpr const char* part_decoder_brief = "Dec";
inline constexpr const char* part_block = "block {}";
inline constexpr const char* part_embeddings = "token embeddings";
inline constexpr const char* part_positions = "positions";
inline constexpr const char* part_attention = "attention";
inline constexpr const char* part_self_attention = "self-attention";
inline constexpr const char* part_cross_attention = "cross-attention";
inline constexpr const char* part_mlp = "MLP";
inline constexpr const char* part_norms = "norms";
inline constexpr const char* part_recurrent = "recurrent layer {}";
inline constexpr const char* part_convolution = "convolution {}";
inline constexpr const char* part_final_norm = "final norm";
inline constexpr const char* part_lookup = "lookup table";
inline constexpr const char* part_head = "output head";

}  // namespace glassformer::texts::train
