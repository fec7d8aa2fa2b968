// Texts of the page on masks and how far a token can reach. Braces are filled by fmt::format.
#pragma once

namespace glassformer::texts::who_sees_whom {

inline constexpr const char* title = "Masks and reach";
inline constexpr const char* question = "Which tokens can influence which?";
inline constexpr const char* sentence =
    "After {}, token {} can depend on {} of the {} tokens {}. {} One layer has {} pairs of query and key: {} of the {} "
    "of dense attention{}.";
inline constexpr const char* of_causal = " and {} of the {} of causal attention";
inline constexpr const char* kept_sentence =
    " The states of the previous segment are kept, so each layer reaches one segment further back (Transformer-XL).";
inline constexpr const char* shared_sentence =
    " One block is applied again and again (universal transformer): it reaches as far as T layers, with the "
    "weights of one.";
inline constexpr const char* to_change = " Select another mask.";
inline constexpr const char* one_layer = "1 layer";
inline constexpr const char* more_layers = "{} layers";
inline constexpr const char* one_step = "1 step";
inline constexpr const char* more_steps = "{} steps";
inline constexpr const char* up_to_it = "up to itself";
inline constexpr const char* of_the_text = "of the text";

inline constexpr const char* pattern = "Mask";
inline constexpr const char* pattern_hint = "Which keys a query can attend to. The same in every layer";
inline constexpr const char* tokens = "Tokens n";
inline constexpr const char* tokens_hint = "Length of the text";
inline constexpr const char* layers = "Depth T";
inline constexpr const char* layers_hint =
    "Layers of attention, or steps of the one block, each with the same mask and a residual connection";
inline constexpr const char* shared = "Same block repeated";
inline constexpr const char* shared_hint =
    "One block, applied T times, as in the universal transformer (Dehghani et al. 2019). Off: T layers, each with "
    "weights of its own";
inline constexpr const char* token = "Token";
inline constexpr const char* key_steps = "another token";
inline constexpr const char* token_hint = "Token whose reach is shown. Click another one, or press ← and →";

inline constexpr const char* map_title = "Row: query. Column: key. Color: {} needed";
inline constexpr const char* map_title_brief = "Row: query. Color: {}";
inline constexpr const char* layers_word = "layers";
inline constexpr const char* steps_word = "steps";
inline constexpr const char* map_cell = "Token {} (query) and token {} (key): {}";
inline constexpr const char* map_itself = "the token itself, kept by the residual connection";
inline constexpr const char* map_attends = "attends to it directly, in {}";
inline constexpr const char* map_reaches = "influenced after {}, through other tokens";
inline constexpr const char* map_never = "not influenced after {}";
inline constexpr const char* legend_never = "not within {}";
inline constexpr const char* legend_never_brief = "not in {}";

inline constexpr const char* paths_title = "What token {} depends on: click another token";
inline constexpr const char* paths_title_brief = "What token {} depends on";
inline constexpr const char* kept_legend = "kept states";
inline constexpr const char* layer = "layer {}";
inline constexpr const char* step = "step {}";
inline constexpr const char* embeddings = "input";
inline constexpr const char* count = "{}";
inline constexpr const char* count_hint = "Tokens whose state here can influence token {}";
inline constexpr const char* node_reaches = "Token {}, {}: it can influence token {} after {}";
inline constexpr const char* node_kept =
    "Token {}, {}: kept from an earlier segment, it can influence token {} after {}";
inline constexpr const char* node_never = "Token {}, {}: it cannot influence token {} after {}";

inline constexpr const char* pairs_title = "Pairs of one layer against the length of the text";
inline constexpr const char* pairs_axis = "pairs";
inline constexpr const char* n_axis = "tokens n";
inline constexpr const char* n_mark = "n = {}";
inline constexpr const char* dense = "dense, n²";
inline constexpr const char* causal = "causal, n (n + 1) / 2";
inline constexpr const char* this_mask = "this mask";
inline constexpr const char* this_mask_dense = "this mask = dense";
inline constexpr const char* this_mask_causal = "this mask = causal";
inline constexpr const char* root_stride = "stride √n";
inline constexpr const char* reach_title = "Reach of token {}";
inline constexpr const char* reach_axis = "tokens";
inline constexpr const char* reach_all = "all {}";
inline constexpr const char* table_title = "Pairs against the length of the text";

}  // namespace glassformer::texts::who_sees_whom
