// Texts that several views share: names of the model's levels, turning heads off, editing the mask. To be proof-read or
// translated in one go; {} stands for a value.
#pragma once

namespace glassformer::texts::shared {

// Levels of the model, as in the path above a picture. {}: counted from 1
inline constexpr const char* model = "Model";
inline constexpr const char* encoder = "Encoder";
inline constexpr const char* decoder = "Decoder";
inline constexpr const char* block = "Block";
inline constexpr const char* layer = "Layer";
inline constexpr const char* block_number = "Block {}";
inline constexpr const char* layer_number = "Layer {}";
inline constexpr const char* encoder_block_number = "Encoder block {}";
inline constexpr const char* encoder_layer_number = "Encoder layer {}";
inline constexpr const char* decoder_block_number = "Decoder block {}";
inline constexpr const char* decoder_layer_number = "Decoder layer {}";
inline constexpr const char* step_number = "Step {}";
inline constexpr const char* self_attention = "Self-attention";
inline constexpr const char* cross_attention = "Cross-attention";
inline constexpr const char* mlp = "MLP";
inline constexpr const char* head_number = "Head {}";
inline constexpr const char* learned_weights = "Learned weights";
inline constexpr const char* input = "Input";

// Where the answer is read
inline constexpr const char* answers_at = "Its answer is read at “{}”.";
inline constexpr const char* answers_at_short = "answers at “{}”";

// Within a line
inline constexpr const char* head_of_line = "head {}";
inline constexpr const char* shared_head_of_line = "key/value head {} (query head {})";
inline constexpr const char* level_and_head = "{}, head {}";  // "Block 1", number
inline constexpr const char* level_and_self_attention = "{} · self-attention";
inline constexpr const char* level_and_cross_attention = "{} · cross-attention";

// Heads turned off
inline constexpr const char* no_head_here =
    "There is no head to turn off at this stage. Go to an attention stage first.";
inline constexpr const char* no_heads = "This model has no attention heads";
inline constexpr const char* head_is_on = "{} is on again";
inline constexpr const char* head_is_off = "{} is off: its output is zero";

// Attention mask
inline constexpr const char* no_mask_here =
    "There is no mask at this stage. Go to the masked scores or the attention weights.";
inline constexpr const char* select_masked_cell = "Select a cell first to toggle whether its query attends to its key";
inline constexpr const char* can_attend = "“{}” can attend to “{}”";  // query, key
inline constexpr const char* cannot_attend = "“{}” can no longer attend to “{}”";

// All changes reset
inline constexpr const char* reverted_one = "Reverted 1 change. Ctrl+Z restores it.";
inline constexpr const char* reverted_many = "Reverted {} changes. Ctrl+Z restores them.";

// An option of the architecture that the weights do not allow: title, option, what it needs
inline constexpr const char* on = "on";
inline constexpr const char* off = "off";
inline constexpr const char* not_trained = "{}, “{}”: needs {}, which this model does not have.";
inline constexpr const char* trained_otherwise = "{}, “{}”: needs {} of a different size than this model has.";
inline constexpr const char* value_refused = "{}, “{}”: does not fit this model. {}.";
inline constexpr const char* trained_input = "a trained matrix that joins positions and embeddings";
inline constexpr const char* trained_attention = "trained parameters of the attention";
inline constexpr const char* trained_gate = "a trained gate matrix";
inline constexpr const char* trained_mlp = "a trained MLP";
inline constexpr const char* trained_final_norm = "a trained final norm";
inline constexpr const char* trained_norm = "trained norms";
inline constexpr const char* trained_output = "a trained output matrix";
inline constexpr const char* trained_weights = "other trained weights";

// Switches of the architecture whose words depend on the model
inline constexpr const char* applications = "Applications T";
inline constexpr const char* applications_hint = "How many times the one block is applied.";
inline constexpr const char* encoder_blocks = "Encoder blocks";
inline constexpr const char* encoder_blocks_hint =
    "How many blocks the encoder computes. With shared layers, the first one is applied that many times.";

// An edit whose cell the changed architecture does not have
inline constexpr const char* edit_dropped = "1 edit was removed because its cell no longer exists. Ctrl+Z restores it.";
inline constexpr const char* edits_dropped =
    "{} edits were removed because their cells no longer exist. Ctrl+Z restores them.";

// Parts of the architecture that a key turns off and on
inline constexpr const char* switched = "{}: {}";  // title of the switch, its value
inline constexpr const char* switched_back = "{}: {}, as trained";
inline constexpr const char* nothing_to_switch = "Not available in this model: {}.";
inline constexpr const char* scale_toggle = "turn the scaling of attention scores off or on";
inline constexpr const char* mask_toggle = "turn the attention mask off or on";
inline constexpr const char* positions_toggle = "turn the positional encoding off or on";
inline constexpr const char* residual_toggle = "turn residual connections off or on";
inline constexpr const char* norm_toggle = "turn norms off or on";
inline constexpr const char* mlp_toggle = "turn MLPs off or on";

// In place of a view's content
inline constexpr const char* nothing_to_show = "There is nothing to show yet.";
inline constexpr const char* computing = "Computing…";

// Between the words of a list
inline constexpr const char *list_next = ", ", *list_end = " and ";

}  // namespace glassformer::texts::shared
