// Texts of the page on recurrence, convolution and attention.
#pragma once

#include <array>

namespace glassformer::texts::architectures {

inline constexpr const char* title = "Three architectures";
inline constexpr const char* question = "How does one token reach another?";

inline constexpr const char* computing = "Computing …";
inline constexpr const char* steps_sentence =
    "Shortest path from “{}” to “{}”: recurrent {}, convolution {}, attention {}. A move goes from one token to "
    "another. "
    "{} tokens, {}: the recurrent network needs {} time steps, one after the other; convolution and attention need one "
    "per layer, however long the text. Click two tokens for another path.";
inline constexpr const char* weights_sentence =
    "In the first layer, each row directly reads the columns that have an entry; a recurrent network reaches earlier "
    "tokens through its state. A recurrent network and a convolution use the same matrices at every position and for "
    "every text. Attention computes a weight for each pair from the text. {}";
inline constexpr const char* no_change = "Change a word to see which entries change with it.";
inline constexpr const char* change =
    "Compared with “{}”, {} of {} recurrent, {} of {} convolution and {} of {} attention entries have changed, those of "
    "attention by up to {}.";
inline constexpr const char* reach_sentence =
    "Untrained models read {} tokens and answer at the last one: norm of the loss's gradient at each token, from a "
    "real backward pass. W_h is multiplied by {}. {}The transformer has no W_h: every token is one move away; the "
    "last one also has the residual path. Move “W_h ×”.";
inline constexpr const char* reach_factor = "In the RNN each step further back multiplies the norm by about {}. ";
inline constexpr const char* one_layer = "1 layer";
inline constexpr const char* layers_text = "{} layers";
inline constexpr const char* one_move = "1 move";
inline constexpr const char* moves_text = "{} moves";
inline constexpr const char* no_path = "none (it takes {} layers)";

inline constexpr const char* show = "Show";
inline constexpr const char* show_hint =
    "When each vector is computed and what it reads; the weights between positions; or how far gradients reach";
inline constexpr const char* show_steps = "computation";
inline constexpr const char* show_weights = "weights";
inline constexpr const char* show_reach = "gradients";
inline constexpr const char* cell = "Cell";
inline constexpr const char* cell_hint = "Cell of the recurrent network";
inline constexpr const char* width = "Kernel width";
inline constexpr const char* width_hint = "Number of tokens in a convolution's window: a token and those before it";
inline constexpr const char* layers = "Layers";
inline constexpr const char* layers_hint = "Number of layers in each of the three models";
inline constexpr const char* d = "d";
inline constexpr const char* d_hint = "Size of each vector";
inline constexpr const char* seed = "Seed";
inline constexpr const char* seed_hint = "Another one draws other random weights";
inline constexpr const char* scale = "W_h ×";
inline constexpr const char* scale_hint =
    "Multiplies the recurrent weights of the RNN and of the LSTMs. Below 1 gradients vanish sooner, above they last "
    "longer or explode";
inline constexpr const char* length = "Tokens";
inline constexpr const char* length_hint = "Length of the texts";
inline constexpr const char* text = "Text of this page";
inline constexpr const char* text_hint = "Tokens are words; the first {} are read";
inline constexpr const char* words_read = "The first {} of {} words are read.";
inline constexpr const char* first_text = "the cat sat on the mat because it was";

inline constexpr std::array<const char*, 3> names{"Recurrent network", "Convolution", "Self-attention"};
inline constexpr std::array<const char*, 3> brief_names{"Recurrent", "Convolution", "Attention"};
inline constexpr const char* figures = "{} of {} time steps · path: {}";
inline constexpr const char* figures_hint =
    "Time steps: vectors in one time step can be computed at the same moment.\nPath: the fewest moves from one selected "
    "token to the other. A move carries information to another token; a step up one layer at the same token is not "
    "counted.";
inline constexpr const char* layer = "layer {}";
inline constexpr const char* embeddings = "x";
inline constexpr const char* layer_limit = "±{}";
inline constexpr const char* play = "Play (Space)";
inline constexpr const char* pause = "Pause (Space)";
inline constexpr const char* key_again = "other random weights";
inline constexpr const char* key_plays = "play the time steps";
inline constexpr const char* step_of = "time step {} of {}";

inline constexpr const char* hidden_node =
    "Layer {} at “{}”, entry {}: {}\nTime step {}, reads {} of the {} vectors below{}";
inline constexpr const char* and_state = " and the previous state";
inline constexpr const char* embedding_node = "Embedding of “{}”, entry {}: {}";
inline constexpr const char* waiting_node = "Layer {} at “{}”: computed in time step {}";

inline constexpr const char* lstm_caption =
    "W_x and W_h each hold four matrices, of three gates and of the candidate; the same at every position";
inline constexpr std::array<const char*, 3> weights_captions{"Two matrices, the same at every position",
                                                             "One matrix per offset, the same at every position",
                                                             "softmax(q · k / √d), each row sums to 1"};
/// By offset, as markup: of the recurrent network's two matrices, and of a kernel's.
inline constexpr std::array<const char*, 2> recurrent_matrices{"W_{x}", "W_{h}"};
inline constexpr std::array<const char*, 7> kernel_matrices{"K_{0}", "K_{1}", "K_{2}", "K_{3}",
                                                            "K_{4}", "K_{5}", "K_{6}"};
inline constexpr std::array<const char*, 2> recurrent_reads{"for the token", "for the previous state"};
inline constexpr const char* input_cell = "W_x multiplies the vector of “{}”.\nThe same matrix at every position, norm {}";
inline constexpr const char* state_cell =
    "W_h multiplies the state after “{}”, which summarizes everything read so far.\nThe same matrix at every position, "
    "norm {}";
inline constexpr const char* kernel_cell =
    "{} multiplies the vector of “{}” (offset {} from “{}”).\nThe same matrix at every position, norm {}";
inline constexpr const char* attention_cell = "“{}” attends to “{}” with weight {}";
inline constexpr const char* weight_before = "\nAt these positions of the previous text: {}";
inline constexpr const char* no_weight = "No entry: “{}” does not read “{}” directly in this layer";
inline constexpr const char* none_changed = "0 of {} entries have changed";
inline constexpr const char* some_changed = "{} of {} entries have changed, by up to {}";

inline constexpr const char* reach_title = "‖∂loss / ∂x_t‖, mean of 16 texts";
inline constexpr const char* reach_axis = "position t; the answer is read at the last";
inline constexpr std::array<const char*, 4> reach_names{"RNN", "LSTM, forget bias 0", "LSTM, forget bias 2",
                                                        "transformer"};
inline constexpr const char* table_reach = "Gradient by position";
inline constexpr const char* table_paths = "Path from each token to the last";

inline constexpr const char* open = "Open {} in Walk";
inline constexpr const char* open_brief = "Open {}";
inline constexpr const char* open_word = "Open";
inline constexpr std::array<const char*, 3> open_names{"", "convolution", "attention"};  // a recurrent one by its cell
inline constexpr const char* open_hint = "Opens this network with its random weights and these words in the Walk";
inline constexpr const char* run_title = "Untrained, {}, d = {}, seed {}";
inline constexpr const char* reach_run_title = "Untrained, {}, seed {}";
inline constexpr const char* reach_point =
    "{}, position {}: {}\n{} tokens, W_h × {}, seed {}\nA mean over several texts; a click opens the first of them.";

}  // namespace glassformer::texts::architectures
