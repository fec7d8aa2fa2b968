// Every text of the architecture diagram, to be proof-read or translated in one go. {} stands for a value. The names of
// the boxes are those of the papers.
#pragma once

namespace glassformer::texts::architecture {

inline constexpr const char* title_encoder = "Architecture: encoder";
inline constexpr const char* title_decoder = "Architecture: decoder";
inline constexpr const char* title_classifier = "Architecture: {} with a classification head";
inline constexpr const char* decoder_stack = "decoder";
inline constexpr const char* encoder_stack = "encoder";
inline constexpr const char* title_encoder_decoder = "Architecture: encoder–decoder";
inline constexpr const char* title_recurrent = "Architecture: recurrent network ({})";
inline constexpr const char* title_recurrent_pair = "Architecture: recurrent encoder–decoder ({})";
inline constexpr const char* title_convolution = "Architecture: convolutional network";
inline constexpr const char* title_lookup = "Architecture: soft lookup";

// Below the title: how its blocks are built.
inline constexpr const char* pre_norm = "{} before each sublayer (pre-norm)";
inline constexpr const char* post_norm = "{} after each residual connection (post-norm)";
inline constexpr const char* post_norm_alone = "{} after each sublayer (post-norm)";
inline constexpr const char* without_norm = "no normalization";
inline constexpr const char* with_residual = "residual connections";
inline constexpr const char* without_residual = "no residual connections";
inline constexpr const char* parallel = "attention and feed-forward side by side";
inline constexpr const char* without_mlp = "no feed-forward layers";
inline constexpr const char* same_weights = "every block has the same weights";

// Boxes
inline constexpr const char* input_embedding = "Input Embedding";
inline constexpr const char* output_embedding = "Output Embedding";
inline constexpr const char* no_positions = "no positional encoding";
inline constexpr const char* times_root = "× √d_model";
inline constexpr const char* positions = "Positional Encoding";
inline constexpr const char* fixed = "{} (fixed)";
inline constexpr const char* embedding_sum = "Embedding + Positional Encoding";
inline constexpr const char* concat_linear = "Concat & Linear";
inline constexpr const char* stream = "Input of the block";
inline constexpr const char* layer_norm = "LayerNorm";
inline constexpr const char* rms_norm = "RMSNorm";
inline constexpr const char* final_norm = "Final {}";
inline constexpr const char* masked = "Masked {}";
inline constexpr const char* multi_head = "Multi-Head {}";  // attention or cross_attention
inline constexpr const char* single_head = "Single-Head {}";
inline constexpr const char* grouped_query = "Grouped-Query {}";
inline constexpr const char* multi_query = "Multi-Query {}";
inline constexpr const char* attention = "Attention";
inline constexpr const char* cross_attention = "Cross-Attention";
inline constexpr const char* heads = "h = {}";
inline constexpr const char* heads_of_keys = "h = {}, {} for K, V";
inline constexpr const char* add = "Add";
inline constexpr const char* add_norm = "Add & {}";
inline constexpr const char* feed_forward = "Feed Forward";
inline constexpr const char* activated = "{}, d_ff = {}";
inline constexpr const char* gated = "gated, {}, d_ff = {}";
inline constexpr const char* hidden_units = "d_hidden = {}";
inline constexpr const char* convolution = "Convolution";
inline constexpr const char* convolution_width = "width {}, {}";
inline constexpr const char* lookup = "Soft Lookup";
inline constexpr const char* entries = "{} keys and values";
inline constexpr const char* pooling[] = {"Mean Pooling", "First Token", "Last Token", "Weighted Pooling",
                                          "Attention Pooling"};
inline constexpr const char* segments = "Segment Embedding";
inline constexpr const char* one_segment = "1 segment";
inline constexpr const char* count_of_segments = "{} segments";
inline constexpr const char* segments_sum = "Embedding + Segment Embedding";
inline constexpr const char* all_three_sum = "Embedding + Positional Encoding + Segment Embedding";
inline constexpr const char* dense = "Dense";
inline constexpr const char* scale = "Scale";
inline constexpr const char* times = "× {}";
inline constexpr const char* embedding_width = "d_embed = {}";
inline constexpr const char* linear = "Linear";
inline constexpr const char* tied = "weights of the embedding (tied)";
inline constexpr const char* tied_target = "weights of the output embedding (tied)";
inline constexpr const char* softmax = "Softmax";
inline constexpr const char* loss = "Cross-Entropy";

// Where there is room for no more: what tells a box from the others
inline constexpr const char* brief_embedding = "Embedding";
inline constexpr const char* brief_positions = "Positions";
inline constexpr const char* brief_segments = "Segments";
inline constexpr const char* brief_loss = "Loss";

// What an encoding does inside attention
inline constexpr const char* rotates = "rotates Q and K";
inline constexpr const char* adds_to_scores = "adds to the scores";

// At the ends of the diagram
inline constexpr const char* inputs = "Inputs";
inline constexpr const char* outputs = "Outputs (shifted right)";
inline constexpr const char* probabilities = "Output Probabilities";
inline constexpr const char* after_word = "{} →";  // before the answers, where no caption has room
inline constexpr const char* probabilities_at = "Output Probabilities at “{}”";
inline constexpr const char* logits = "Logits";
inline constexpr const char* output_vector = "Output vector";
inline constexpr const char* output_vectors = "Output vectors";
inline constexpr const char* answer = "{} {}";  // word, per cent
inline constexpr const char* veiled = "–";      // in place of the prediction that a question asks for
inline constexpr const char* repeated = "{} ×";
inline constexpr const char* numbers_of = "numbers of block {}";
inline constexpr const char* numbers_of_layer = "numbers of layer {}";
inline constexpr const char* next_block =
    "{} blocks of this kind, one after the other. Click to show the numbers of block {}.";
inline constexpr const char* next_layer =
    "{} layers of this kind, one after the other. Click to show the numbers of layer {}.";
inline constexpr const char* one_block = "One block";
inline constexpr const char* one_layer = "One layer";

// Beside it: the box that is selected
inline constexpr const char* of_block = "{}, block {}";
inline constexpr const char* of_layer = "{}, layer {}";
inline constexpr const char* in_encoder = "{} of the encoder";
inline constexpr const char* in_decoder = "{} of the decoder";
inline constexpr const char* one_stage = "Stage {} of {}";
inline constexpr const char* stages = "Stages {} to {} of {}";
inline constexpr const char* stages_within = "{} stages, the first is {} of {}";
inline constexpr const char* result = "result: {}";
inline constexpr const char* parameters = "{} parameters";
inline constexpr const char* no_parameters = "no parameters";
inline constexpr const char* norm_of_rows = "Mean norm of its {} vectors: {}";
inline constexpr const char* norm_of_one = "Norm of its vector: {}";
inline constexpr const char* norm_before = " (its input: {})";
inline constexpr const char* norm_before_normed = " (its input, after the norm: {})";
inline constexpr const char* one_number = "Value: {}";
inline constexpr const char* first_step = "Step 1 of {}; every other step is computed in the same way.";
inline constexpr const char* keys = "↑ ↓ select a box. Enter opens its first stage.";
inline constexpr const char* open_stage = "{}: {}. Click to open this stage.";  // title, result

}  // namespace glassformer::texts::architecture
