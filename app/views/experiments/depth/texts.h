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
    "alone, {} with an MLP, {} with residual connections, {} with both. Move “Blocks”.";
inline constexpr const char* gradients_sentence =
    "{} untrained blocks, d_model = {}. On the way from the last block to the first, a block multiplies the gradient's "
    "norm by {} on average (geometric mean) without residual connections: {} in all, smaller in {} of {} draws. With "
    "post-norm it is {} per block and {} in all, with pre-norm {} and {}. Pre-norm's sum x + f(norm(x)) passes the "
    "gradient on unchanged beside each f. Move "
    "“Blocks”.";
inline constexpr const char* mean_note = "Thick: geometric mean of {} draws. Thin: single draws.";
inline constexpr const char* root_note =
    "After the last block post-norm's gradient is {} times pre-norm's, whose final norm divides by the standard "
    "deviation: {} on average, of order √{} = {} (Xiong et al. 2020).";

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
inline constexpr const char* seed_hint =
    "Another one draws other random weights and tokens. Gradients are the mean of several draws";

inline constexpr std::array<const char*, 4> stack_names{"attention alone", "with MLP", "with residual", "with both"};
inline constexpr std::array<const char*, 3> order_names{"no residual", "post-norm", "pre-norm"};
inline constexpr std::array<const char*, 3> order_formulas{"f(norm(x))", "norm(x + f(x))", "x + f(norm(x))"};
inline constexpr const char* similarity = "Mean cosine of two tokens";
inline constexpr const char* residual = "‖X − 1x̄ᵀ‖ / ‖X‖: 0 if all rows are equal";
inline constexpr const char* residual_ends = "‖X − 1x̄ᵀ‖ / ‖X‖: 0 where a line stops early";
inline constexpr const char* norm = "Mean norm of a token's vector";
inline constexpr const char* dead = "Hidden units that are 0 for all tokens";
inline constexpr const char* quiet = "Hidden units near 0 for all tokens";
inline constexpr const char* precision = "single precision";
inline constexpr const char* one_draw = "One random draw (seed {}).";
inline constexpr const char* equal_rows = " ‖X − 1x̄ᵀ‖ / ‖X‖ has no point where it is 0 in single precision.";
inline constexpr const char* quiet_note = " {} is 0 only at 0: near 0 is within {}% of the block's largest magnitude.";
inline constexpr const char* after_blocks = "after block";
inline constexpr const char* in_block = "block";
inline constexpr const char* across_all = "x axis: {}";
inline constexpr const char* streams = "Vectors after the last block: one row per token, one column per entry";
inline constexpr const char* stream_cell = "{}: token {}, entry {}: {}";
inline constexpr const char* stream_gradient = "‖∂loss / ∂ output‖ of each block, last block first";
inline constexpr const char* parameter_gradient = "‖∂loss / ∂ parameters‖ of each block, last block first";
inline constexpr const char* stream_gradient_brief = "‖∂loss / ∂ output‖";
inline constexpr const char* parameter_gradient_brief = "‖∂loss / ∂ parameters‖";
inline constexpr const char* norm_box = "Norm";
inline constexpr const char* attention_box = "Attention";
inline constexpr const char* mlp_box = "MLP";
inline constexpr const char* order_figures = "× {} per block\n× {} in all";
inline constexpr const char* end_figures = "× {} per block";
inline constexpr const char* order_hint =
    "One block, from bottom to top. Below: what multiplies the norm of the gradient from the last block to the first, "
    "per block (geometric mean) and in all";
inline constexpr const char* table_tokens = "Tokens by depth";
inline constexpr const char* table_gradients = "Gradient norms by block";

inline constexpr const char* run_point = "{}, {} {}: {}";
inline constexpr const char* embeddings_point = "{}, embeddings: {}";
inline constexpr const char* run_setting = "\n{}\n{} untrained blocks, d_model = {}, seed {}";
inline constexpr const char* run_draw = "\nMean of {} draws. The first of them opens: {}";
inline constexpr const char* run_title = "Untrained, {}, {}, d_model {}, seed {}";
inline constexpr const char* one_block = "1 block";
inline constexpr const char* count_of_blocks = "{} blocks";

}  // namespace glassformer::texts::depth
