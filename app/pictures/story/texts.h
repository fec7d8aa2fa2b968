// Every text of the story, in the order of the screen, to be proof-read or translated in one go. {} stands for a value.
#pragma once

namespace glassformer::texts::story {

// Title, by what the model answers, and the sentence below it
inline constexpr const char* asks_here = "What does the model predict at “{}”?";
inline constexpr const char* asks_next = "What comes after “{}”?";
inline constexpr const char* asks_masked = "Which word belongs at “{}”?";
inline constexpr const char* asks_class = "Which class is this text?";
inline constexpr const char* one_block =
    "The tokens go in on the left, one block lets them exchange information, and the prediction comes out on the "
    "right.";
inline constexpr const char* many_blocks =
    "The tokens go in on the left, {} blocks let them exchange information, and the prediction comes out on the right.";

inline constexpr const char* one_block_pooled =
    "One block lets the tokens exchange information. On the right, {} is classified.";
inline constexpr const char* many_blocks_pooled =
    "{} blocks let the tokens exchange information. On the right, {} is classified.";
// In the order of Pooling
inline constexpr const char* pooled_vector[] = {"the mean of their vectors", "the vector of the first token",
                                                "the vector of the last token", "a weighted mean of their vectors",
                                                "a weighted mean of their vectors"};
inline constexpr const char* two_stacks =
    "The encoder reads the source text. The decoder continues the target text and attends to the source at each token.";

inline constexpr const char* look_up =
    "Each token is compared with every key. The values, weighted by the match, give the prediction.";

// In the picture
inline constexpr const char* entry = "entry {}";
inline constexpr const char* table = "table";
inline constexpr const char* table_title = "Learned keys and values";
inline constexpr const char* table_names =
    "named by the token that the key matches best → the token that the value makes most probable";
inline constexpr const char* soft_lookup = "Soft lookup";
inline constexpr const char* soft_lookup_what = "each token is compared with all keys";
inline constexpr const char* predicts = "{} → {}";  // name of a row: token, what the model predicts after it
inline constexpr const char* source = "source";
inline constexpr const char* target = "target";
inline constexpr const char* encoder_one = "Encoder: one block";
inline constexpr const char* encoder = "Encoder: {} blocks";
inline constexpr const char* decoder = "Decoder";
inline constexpr const char* decoder_block = "Decoder block {}";
inline constexpr const char* cross_attention = "Cross-attention: target tokens read the source";
inline constexpr const char* cross_attention_short = "Cross-attention";
inline constexpr const char* words = "tokens";
inline constexpr const char* block = "Block {}";
inline constexpr const char* blocks = "Blocks {}–{}";
inline constexpr const char* same_structure = "same structure, different weights";
inline constexpr const char* same_weights = "same structure, same weights";
inline constexpr const char* attention = "Self-attention: tokens exchange information";
inline constexpr const char* attention_short = "Self-attention";
inline constexpr const char* attention_in_two = "Self-\nattention";  // lines
inline constexpr const char* mlp = "MLP: each token on its own";
inline constexpr const char* mlp_short = "MLP";
inline constexpr const char* keys = "key";
inline constexpr const char* queries = "query";
inline constexpr const char* values = "value";
inline constexpr const char* head = "Head {} of {} ›";
inline constexpr const char* head_of_off = "Head {} of {}, off ›";
inline constexpr const char* and_off = "{} · {}";  // heads that are off, the one that is shown
inline constexpr const char* one_head = "One head";
inline constexpr const char* one_head_off = "One head, off";
inline constexpr const char* residual = "residual connection";
inline constexpr const char* parallel_input = "block input, also read by the MLP";
inline constexpr const char* residual_stream = "residual stream";
inline constexpr const char* norm = "norm";
inline constexpr const char* dense = "dense";
inline constexpr const char* projection = "linear";
inline constexpr const char* scaling = "scale";
inline constexpr const char* sizes = "{} → {} → {}";  // d_model → d_ff → d_model
inline constexpr const char* sizes_brief = "{} → {}";
inline constexpr const char* veiled = "–";  // in place of the prediction that a question asks for
inline constexpr const char* answer_at = "answer at “{}”";
inline constexpr const char* next_after = "next token after “{}”";
inline constexpr const char* not_trained = "Not trained to predict at this token.";
inline constexpr const char* class_of = "class of the text";
inline constexpr const char* attends = "“{}” attends to “{}”: {}";
inline constexpr const char* attends_to_none = "All attention weights of “{}” are 0.";

// What contributes nothing
inline constexpr const char* head_off = "1 head off";
inline constexpr const char* heads_off = "{} heads off";
inline constexpr const char* attention_off = "attention off";
inline constexpr const char* attentions_off = "attention off {}×";
inline constexpr const char* mlp_off = "MLP off";
inline constexpr const char* mlps_off = "MLP off {}×";
inline constexpr const char* attention_is_off = "Self-attention: off";
inline constexpr const char* cross_attention_is_off = "Cross-attention: off";
inline constexpr const char* mlp_is_off = "MLP: off";
inline constexpr const char* off = "off";
inline constexpr const char* off_at = "{} at “{}”";  // what is off, the token where it is
inline constexpr const char* head_is_off = "Head {} is off: its output is zero.";
inline constexpr const char* head_is_silent = "Head {} contributes nothing at “{}”: its output is zero there.";
inline constexpr const char* mlp_adds_nothing = "Its output is zero here, so it adds nothing.";
inline constexpr const char* adds_nothing = "It is zero here, so nothing is added.";
inline constexpr const char* no_exchange = "All attention heads are off: no information passes between the tokens.";
// The heads are on, what is made of them is zero: an output projection of zeros
inline constexpr const char* no_sum =
    "The output of every attention sublayer is zero: no information passes between the tokens.";
inline constexpr const char* no_sum_source =
    "The output of every cross-attention sublayer is zero: the decoder receives nothing from the source text.";
inline constexpr const char* no_exchange_source =
    "All cross-attention heads are off: the decoder receives nothing from the source text.";

// A recurrent model's run
inline constexpr const char* time_predicts =
    "The tokens are read one after another. A hidden state passes from each to the next and gives a prediction.";
inline constexpr const char* time_pooled =
    "The tokens are read one after another. A hidden state passes from each to the next, and {} is classified.";
// In the order of Pooling
inline constexpr const char* pooled_state[] = {"the mean of the states", "the first state", "the last state",
                                               "a weighted mean of the states", "a weighted mean of the states"};
inline constexpr const char* time_bottleneck =
    "The encoder reads the source token by token. Its last state is all that the decoder receives of the source.";
inline constexpr const char* time_attends =
    "The encoder reads the source token by token. The decoder starts from its last state and attends to all of its "
    "states.";
// … whose cells are LSTMs
inline constexpr const char* time_predicts_cells =
    "At each token the hidden state h and the cell state c are updated; h gives a prediction.";
inline constexpr const char* time_pooled_cells =
    "At each token the hidden state h and the cell state c are updated. On the right, {} is classified.";
// In the order of Pooling
inline constexpr const char* pooled_state_cells[] = {"the mean of all h", "the first h", "the last h",
                                                     "a weighted mean of all h", "a weighted mean of all h"};
inline constexpr const char* time_bottleneck_cells =
    "The encoder reads the source token by token. Its last h and c are all that the decoder receives of the source.";
inline constexpr const char* time_attends_cells =
    "The encoder reads the source token by token. The decoder starts from its last h and c and attends to all h.";
inline constexpr const char* time_start_cells = "last h and c of the encoder";
inline constexpr const char* time_cell = "cell state c";
inline constexpr const char* time_layer_cell = "layer {}: c";
inline constexpr const char* time_state_cells = "state h";
inline constexpr const char* time_layer_cells = "layer {}: h";
inline constexpr const char* time_forget = "forget gate";
inline constexpr const char* time_meaning_cells =
    "Time runs to the right. Ribbon width: L2 norm of h and, on a scale of its own, of c. Bars: mean of the forget "
    "gate. "
    "Below: the numbers of h.";
inline constexpr const char* on_cell =
    "Cell state after reading “{}”: {} numbers. On average, the forget gate keeps {} of each number of the previous "
    "cell state; the input gate adds new values. L2 norm ‖c‖ = {}";
inline constexpr const char* on_start_cells =
    "The encoder's last hidden state h and cell state c are the decoder's first ones, before it reads a token. Norm "
    "‖h‖ = {}";
inline constexpr const char* time_state = "hidden state";
inline constexpr const char* time_layer = "layer {}: state";
inline constexpr const char* time_numbers = "{} numbers";
inline constexpr const char* time_prediction = "prediction";
inline constexpr const char* time_start = "last state of the encoder";
inline constexpr const char* time_meaning =
    "Time runs to the right. Ribbon width: L2 norm ‖h‖ of the hidden state. Below it: the numbers of the state, one "
    "column "
    "per token.";
inline constexpr const char* on_state =
    "Hidden state after reading “{}”: {} numbers, computed from the previous state and the input of this step. Norm "
    "‖h‖ = {}";
inline constexpr const char* on_read = "“{}” is token {} of {}. It is read into the state.";
inline constexpr const char* on_predicted = "Prediction at “{1}”: “{0}” is the most probable.";
inline constexpr const char* on_start =
    "The encoder’s last state is the decoder’s first one, before it reads a token. L2 norm ‖h‖ = {}";
inline constexpr const char* on_read_out =
    "The output layer turns what is read here into logits, softmax into probabilities. Most probable: “{}”";

// A convolution's run
inline constexpr const char* window_alone = "Each layer computes a token’s vector from the token alone.";
inline constexpr const char* window_causal =
    "Each layer reads a window of {} tokens that ends at the token. The prediction at a token depends on at most {} "
    "tokens.";
inline constexpr const char* window_centred =
    "Each layer reads a window of {} tokens around the token. The prediction at a token depends on at most {} tokens.";
inline constexpr const char* window_causal_pooled =
    "Each layer reads a window of {} tokens that ends at the token. After the last layer, {} is classified.";
inline constexpr const char* window_centred_pooled =
    "Each layer reads a window of {} tokens around the token. After the last layer, {} is classified.";
inline constexpr const char* window_layer = "layer {}";
inline constexpr const char* window_meaning =
    "Bars: L2 norm of each token’s vector, its numbers below. Ribbon width: L2 norm of what a position of the window "
    "adds; "
    "drawn for the vectors that “{}” depends on.";
inline constexpr const char* on_window =
    "Vector of “{}” after layer {}: {} numbers, computed from a window of up to {} vectors of the layer below. Norm = "
    "{}";
inline constexpr const char* on_window_residual =
    "Vector of “{}” after layer {}: {} numbers. What is computed from a window of up to {} vectors is added to the "
    "vector "
    "below. Norm = {}";
inline constexpr const char* on_tap =
    "Position {} of {} in the window of “{}”: the vector of “{}” times this position’s matrix. L2 norm of the product "
    "= "
    "{}";
inline constexpr const char* on_read_window = "“{}” is token {} of {}. Click to see its vector.";

// What is under the mouse, one sentence each: a token's, a row's or a key's name comes first
inline constexpr const char* on_token = "“{}” is token {} of {}. Click to see its vector.";
inline constexpr const char* on_source = "“{}” is token {} of {} of the source text. Click to see its vector.";
inline constexpr const char* on_stream =
    "Residual stream of “{}”: a vector of {} numbers, to which every sublayer adds its output. L2 norm ‖h‖ = {}";
inline constexpr const char* on_vector = "Vector of “{}”: {} numbers. L2 norm ‖h‖ = {}";
inline constexpr const char* on_query =
    "Query of “{}”, head {}: a vector of {} numbers that is compared with the keys. L2 norm ‖q‖ = {}";
inline constexpr const char* on_key =
    "Key of “{}”, head {}: a vector of {} numbers that the queries are compared with. L2 norm ‖k‖ = {}";
inline constexpr const char* on_value =
    "Value of “{}”, head {}: a vector of {} numbers that is passed on, multiplied by the attention weight. L2 norm ‖v‖ "
    "= {}";
inline constexpr const char* on_entry =
    "“{}” is entry {} of {}: a learned key and a learned value, the same for every text. L2 norm ‖k‖ = {}";
inline constexpr const char* on_table_query =
    "Query: the vector of “{}”, {} numbers, compared with every key. L2 norm ‖q‖ = {}";
inline constexpr const char* on_table_key =
    "Key of “{}”: {} learned numbers that the queries are compared with. L2 norm ‖k‖ = {}";
inline constexpr const char* on_table_value =
    "Value of “{}”: {} learned numbers that are passed on, multiplied by the weight. L2 norm ‖v‖ = {}";
inline constexpr const char* on_table_weight = "Weight: “{}” takes {} of the value of “{}”.";
inline constexpr const char* on_table_card =
    "{} × {} weights, one row per token and one column per entry of the table.";
inline constexpr const char* of_lookup = "the lookup";
inline constexpr const char* on_value_off = "Value of “{}”, head {}: a vector of {} numbers. L2 norm ‖v‖ = {}";
inline constexpr const char* on_weight = "Attention weight, head {}: “{}” attends to “{}” with {}.";
inline constexpr const char* on_card =
    "Head {} of {}: {} × {} attention weights, one row per query and one column per key.";
inline constexpr const char* on_head = "Show the next head.";
inline constexpr const char* on_attention_result =
    "Output of {} for “{}”, from all heads: a vector of {} numbers. Norm = {}";
inline constexpr const char* on_result_of_some =
    "Output of {} for “{}”, from {} of {} heads, the others are off: a vector of {} numbers. Norm = {}";
inline constexpr const char* on_result_of_none =
    "Output of {} for “{}”: every head is off, so it depends on no token. A vector of {} numbers. Norm = {}";
inline constexpr const char* on_result_of_one_head = "Output of {} for “{}”: a vector of {} numbers. Norm = {}";
inline constexpr const char* on_sum =
    "Residual connection at “{}”: the output of {} is added to the vector that went in. Norm of the sum = {}";
inline constexpr const char* on_connection =
    "Residual connection: the vectors pass by {} unchanged and are added to its output.";
// … of parallel sublayers
inline constexpr const char* on_parallel_input = "Attention and the MLP both read the block’s input.";
inline constexpr const char* on_parallel_connection =
    "Residual connection: the block’s input passes by attention and the MLP unchanged and is added to their outputs.";
inline constexpr const char* on_parallel_sum =
    "Residual connection at “{}”: one sum adds the outputs of attention and the MLP to the vector that went in. Norm "
    "of "
    "the sum = {}";
inline constexpr const char* on_parallel_sum_alone =
    "Sum at “{}” of two vectors: the outputs of attention and the MLP. Norm of the sum = {}";
inline constexpr const char* output_is_zero = "The output of {} is zero here.";
inline constexpr const char* mlp_reads_input = "It reads the block’s input, as attention does.";
inline constexpr const char* of_attention = "attention";
inline constexpr const char* of_cross_attention = "cross-attention";
inline constexpr const char* of_mlp = "the MLP";
inline constexpr const char* layer_norm =
    "LayerNorm {}: brings each token's vector to mean 0 and variance 1, then scales and shifts it. Norm for “{}” = {}";
inline constexpr const char* rms_norm =
    "RMSNorm {}: divides each token's vector by its root mean square, then scales it. Norm for “{}” = {}";
inline constexpr const char* before_part = "before {}";
inline constexpr const char* after_part = "after {}";
inline constexpr const char* before_answers = "after the last block";
inline constexpr const char* before_output = "before the output layer";
inline constexpr const char* after_embedding = "after the embedding";
// Between the last block, or the pooled vector, and the output layer
inline constexpr const char* of_word = "the vector of “{}”";
inline constexpr const char* of_pooled = "the pooled vector";
inline constexpr const char* on_dense =
    "Dense layer before the output layer: {} × a learned matrix, then {}. It has {} numbers and L2 norm {} after it.";
inline constexpr const char* on_projection =
    "Projection before the output layer: {} × a learned matrix. It has {} numbers and L2 norm {} after it.";
inline constexpr const char* on_scaling =
    "Before the output layer {} is multiplied by a constant. It has {} numbers and L2 norm {} after it.";
inline constexpr const char* on_mlp =
    "MLP at “{}”, one token at a time: {} numbers become {}, then {} again. Norm of the {} numbers = {}";
inline constexpr const char* on_fold = "Click to look into block {}.";
inline constexpr const char* on_encoder =
    "Encoder: its output, {} vectors of {} numbers, is what cross-attention in every decoder block reads.";
inline constexpr const char* on_before =
    "Self-attention of decoder block {}: the target tokens attend to one another. Click to see its weights.";
inline constexpr const char* on_pooled =
    "Pooling: one vector of {} numbers for the whole text is classified. Share of “{}” in it: {}";
inline constexpr const char* on_logits =
    "The last vector of “{}” gives {} logits, one per possible answer. Softmax turns them into probabilities.";
inline constexpr const char* on_answer = "Probability of “{}”: {}. Click to see all probabilities.";

// Below the picture: what the marks mean
inline constexpr const char* meaning_of_table =
    "Ribbon width: L2 norm of the vector. Dots and lines: weights of the lookup; lines only for “{}”.";
inline constexpr const char* meaning =
    "Ribbon width: L2 norm of {}. Dots and lines: attention weights; lines only for “{}”.";
inline constexpr const char* meaning_with_mlp =
    "Ribbon width: L2 norm of {}; hidden layer on a scale of its own. Dots and lines: attention weights; lines only "
    "for “{}”.";
inline constexpr const char* meaning_brief = "Ribbon width: L2 norm of {}. Dots and lines: attention weights.";
inline constexpr const char* meaning_with_mlp_brief =
    "Ribbon width: L2 norm of {}; hidden layer on a scale of its own. Dots and lines: attention weights.";
inline constexpr const char* width_of_stream = "the residual stream and of what a sublayer adds";
inline constexpr const char* width_of_vectors = "each token’s vector";  // without residual connections

// One token through an MLP: title, line below it
inline constexpr const char* path_title = "One token through the MLP of {}: “{}”";  // "block 2", token
inline constexpr const char* path_block = "block {}";
inline constexpr const char* path_encoder_block = "encoder block {}";
inline constexpr const char* path_decoder_block = "decoder block {}";
inline constexpr const char* path_keys = "↑ ↓ select the token. Click a part to open its stage.";
inline constexpr const char* path_values = "These are the values, not the gradients.";

// … its parts: headings
inline constexpr const char* path_stream = "Residual stream";
inline constexpr const char* path_input = "Input";
inline constexpr const char* path_layer_norm = "LayerNorm";
inline constexpr const char* path_rms_norm = "RMSNorm";
inline constexpr const char* path_in = "W_{in}";  // formulas, as in the names of the weights
inline constexpr const char* path_in_gated = "W_{gate}, W_{in}";
inline constexpr const char* path_times = "⊙ second map";
inline constexpr const char* path_neurons = "{} neurons";
inline constexpr const char* path_one_neuron = "1 neuron";
inline constexpr const char* path_out = "W_{out}";
inline constexpr const char* path_added = "MLP output";
inline constexpr const char* path_sum = "Sum";
inline constexpr const char* path_no_sum = "No residual";

// … what happens there, a sentence each
inline constexpr const char* path_stream_what = "The vector of “{}” before this MLP, {} numbers.";
inline constexpr const char* path_layer_norm_what =
    "Subtract the mean μ, divide by the standard deviation σ, then apply the learned scale and shift.";
inline constexpr const char* path_layer_norm_scale_what =
    "Subtract the mean μ, divide by the standard deviation σ, then apply the learned scale. The shift is 0.";
inline constexpr const char* path_layer_norm_shift_what =
    "Subtract the mean μ, divide by the standard deviation σ, then add the learned shift. The scale is 1.";
inline constexpr const char* path_layer_norm_plain_what =
    "Subtract the mean μ, divide by the standard deviation σ. Scale 1 and shift 0 change nothing.";
inline constexpr const char* path_rms_norm_plain_what =
    "Divide by the root mean square (rms). The scale is 1 and changes nothing.";
inline constexpr const char* path_rms_norm_what = "Divide by the root mean square (rms), then apply the learned scale.";
inline constexpr const char* path_in_what = "Each neuron’s input is a weighted sum of the {} numbers.";
inline constexpr const char* path_in_biased_what =
    "Each neuron’s input is a weighted sum of the {} numbers, plus a bias.";
inline constexpr const char* path_lines = " Lines: neuron {}.";
inline constexpr const char* path_in_two_what = "Gated MLP: two projections, and only one goes through the activation.";
inline constexpr const char* path_times_what = "Each number multiplies the activation of the same neuron.";
inline constexpr const char* path_neurons_what = "Neuron {} has the largest magnitude: {}. Click for its sum.";
inline constexpr const char* path_neurons_gated_what =
    "Neuron {} has the largest magnitude: {}. Click for its product.";
inline constexpr const char* path_no_neuron_what = "Every neuron is 0 here.";
inline constexpr const char* path_out_what = "Each neuron adds its learned vector, scaled by its activation.";
inline constexpr const char* path_out_biased_what =
    "Each neuron adds its learned vector, scaled by its activation. A bias is added too.";
inline constexpr const char* path_added_what = "What the MLP adds to the stream at this token.";
inline constexpr const char* path_added_alone_what = "What the MLP passes on at this token.";
inline constexpr const char* path_added_zero_what = "All zeros: the MLP adds nothing here.";
inline constexpr const char* path_added_alone_zero_what = "All zeros: the MLP passes on nothing here.";
inline constexpr const char* path_sum_what = "The MLP’s output is added to the stream that went around it.";
inline constexpr const char* path_sum_parallel_what =
    "The MLP’s output and the attention’s output are added to the stream that went around both.";
inline constexpr const char* path_no_sum_parallel_what =
    "Without a residual connection the MLP’s output plus the attention’s output takes the place of the vector.";
inline constexpr const char* path_sum_edited_what = "Edited: no longer the sum of the two vectors.";
inline constexpr const char* path_no_sum_what =
    "Without a residual connection the MLP’s output takes the place of the vector.";

// … and in it
inline constexpr const char* path_around = "residual connection: unchanged around the MLP";
inline constexpr const char* path_sizes = "{} → {}";
inline constexpr const char* path_sizes_twice = "2 × ({} → {})";
inline constexpr const char* path_length = "L2 norm {}";
inline constexpr const char* path_moments = "μ = {}, σ = {}";
inline constexpr const char* path_deviation = "σ = {}";  // where there is no room for the mean
inline constexpr const char* path_rms = "rms = {}";
inline constexpr const char* path_below = "{} of {} inputs < 0";
inline constexpr const char* path_before = "before";
inline constexpr const char* path_after = "after";
inline constexpr const char* path_cosine = "cos(before, MLP output) = {}";
inline constexpr const char* path_cosine_brief = "cosine of both = {}";
inline constexpr const char* path_cosine_alone = "cosine = {}";
inline constexpr const char* path_lengths = "Vectors add, their lengths do not.";
inline constexpr const char* path_no_angle = "no angle: one length is 0";
inline constexpr const char* path_no_angle_brief = "no angle";
inline constexpr const char* path_edited = "{} edited";

// … tooltips
inline constexpr const char* path_on_number = "{}, dimension {} = {}";  // heading, index, number
inline constexpr const char* path_on_neuron = "neuron {} = {}, from the input {}";
inline constexpr const char* path_on_open = "Open this stage";

}  // namespace glassformer::texts::story
