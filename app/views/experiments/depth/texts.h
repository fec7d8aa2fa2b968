// Texts of the page on depth.
#pragma once

#include <array>

namespace glassformer::texts::depth {

inline constexpr const char* title = "Depth";
inline constexpr const char* question = "What does depth do to a model?";

inline constexpr const char* computing = "Computing …";
inline constexpr const char* tokens_sentence =
    "{} untrained blocks without norms, d_model = {}. Attention replaces vectors by weighted means of vectors: stacked "
    "alone, it makes the tokens ever more alike. Distance from a matrix of equal rows after the last block: {} for "
    "attention "
    "alone, {} with an MLP, {} with residual connections, {} with both.";
inline constexpr const char* gradients_sentence =
    "{} untrained blocks, d_model = {}. Norm of the gradient after the first block, as a multiple of that after the "
    "last one: {} without residual connections, {} with post-norm, {} with pre-norm. After the last block post-norm's "
    "is {} "
    "times pre-norm's (√{} = {}).";

inline constexpr const char* show = "Show";
inline constexpr const char* show_hint =
    "How the tokens' vectors change with depth, or which gradient reaches each block";
inline constexpr const char* show_tokens = "tokens";
inline constexpr const char* show_gradients = "gradients";
inline constexpr const char* layers = "Blocks";
inline constexpr const char* layers_hint = "Depth of the models";
inline constexpr const char* width = "d_model";
inline constexpr const char* width_hint =
    "Size of a token's vector; the MLP's hidden layer has four times as many units";
inline constexpr const char* activation = "Activation";
inline constexpr const char* activation_hint = "Of the MLPs";
inline constexpr const char* seed = "Seed";
inline constexpr const char* seed_hint = "Another one draws other random weights and tokens";

inline constexpr std::array<const char*, 4> stack_names{"attention alone", "with MLP", "with residual", "with both"};
inline constexpr std::array<const char*, 3> order_names{"no residual", "post-norm", "pre-norm"};
inline constexpr std::array<const char*, 3> order_formulas{"f(norm(x))", "norm(x + f(x))", "x + f(norm(x))"};
inline constexpr const char* similarity = "Mean cosine of two tokens";
inline constexpr const char* residual = "‖X − 1x̄ᵀ‖ / ‖X‖: 0 if all rows are equal";
inline constexpr const char* norm = "Mean norm of a token's vector";
inline constexpr const char* dead = "Hidden units that are 0 for all tokens";
inline constexpr const char* after_blocks = "after block";
inline constexpr const char* in_block = "block";
inline constexpr const char* streams = "Vectors after the last block: one row per token, one column per entry";
inline constexpr const char* stream_cell = "{}: token {}, entry {}: {}";
inline constexpr const char* stream_gradient = "‖∂loss / ∂ residual stream‖ after each block";
inline constexpr const char* parameter_gradient = "‖∂loss / ∂ parameters‖ of each block";
inline constexpr const char* norm_box = "Norm";
inline constexpr const char* attention_box = "Attention";
inline constexpr const char* mlp_box = "MLP";
inline constexpr const char* order_figures = "first {}, last {}";
inline constexpr const char* order_hint =
    "One block, from bottom to top. Norm of the gradient of the residual stream after the first and after the last "
    "block";
inline constexpr const char* table_tokens = "Tokens by depth";
inline constexpr const char* table_gradients = "Gradient norms by block";

}  // namespace glassformer::texts::depth
