// Texts of the page on recurrence, convolution and attention.
#pragma once

#include <array>

namespace glassformer::texts::architectures {

inline constexpr const char* title = "Three architectures";
inline constexpr const char* question = "How does one token reach another?";

inline constexpr const char* computing = "Computing …";
inline constexpr const char* steps_sentence =
    "{} tokens, {}: the recurrent network needs {} time steps, one after the other; convolution and attention need one "
    "per layer, however long the text. Fewest moves from “{}” to “{}”: recurrent {}, convolution {}, attention {}. "
    "Click two "
    "tokens for another path.";
inline constexpr const char* weights_sentence =
    "The weights between neighboring positions in the first layer, for attention between all; a recurrent network "
    "reaches "
    "earlier tokens through its state. Change a word: a recurrent network and a convolution have weights of their own, "
    "the same for every text; attention computes its weights from the text. {}";
inline constexpr const char* no_change = "No other text has been computed yet.";
inline constexpr const char* change =
    "Largest change since the previous text: recurrent {}, convolution {}, attention {}.";
inline constexpr const char* reach_sentence =
    "Untrained models read {} tokens and answer at the last one: norm of the loss's gradient at each token, from a "
    "real backward pass. W_h is multiplied by {}. {}The transformer has no W_h: every token is one move away; the "
    "last one also has the residual path.";
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
inline constexpr const char* text = "Text";
inline constexpr const char* text_hint = "Tokens are words; the first {} are read";
inline constexpr const char* first_text = "the cat sat on the mat because it was";

inline constexpr std::array<const char*, 3> names{"Recurrent network", "Convolution", "Self-attention"};
inline constexpr std::array<const char*, 3> brief_names{"Recurrent", "Convolution", "Attention"};
inline constexpr const char* figures = "{} of {} time steps · path: {}";
inline constexpr const char* layer = "layer {}";
inline constexpr const char* embeddings = "x";
inline constexpr const char* play = "Play (Space)";
inline constexpr const char* pause = "Pause (Space)";
inline constexpr const char* step_of = "time step {} of {}";

inline constexpr const char* hidden_node =
    "Layer {} at “{}”, entry {}: {}\nTime step {}, reads {} of the {} vectors below{}";
inline constexpr const char* and_state = " and the previous state";
inline constexpr const char* embedding_node = "Embedding of “{}”, entry {}: {}";
inline constexpr const char* waiting_node = "Layer {} at “{}”: computed in time step {}";

inline constexpr std::array<const char*, 3> weights_captions{"Norms of W_x (diagonal) and W_h",
                                                             "Norm of the kernel's matrix at each offset",
                                                             "Attention weights, each row sums to 1"};
inline constexpr const char* weights_cell = "{} for “{}” reading “{}”: {}";
inline constexpr const char* weight_name = "weight";
inline constexpr const char* norm_name = "norm";
inline constexpr const char* changed_by = "largest change: {}";

inline constexpr const char* reach_title = "‖∂loss / ∂x_t‖, mean of 16 texts";
inline constexpr const char* reach_axis = "position t; the answer is read at the last";
inline constexpr std::array<const char*, 4> reach_names{"RNN", "LSTM, forget bias 0", "LSTM, forget bias 2",
                                                        "transformer"};
inline constexpr const char* table_reach = "Gradient by position";
inline constexpr const char* table_paths = "Path from each token to the last";

}  // namespace glassformer::texts::architectures
