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
    "{} untrained blocks, d_model = {}. From the last block back to the first, the gradient's norm is multiplied by {} "
    "without residual connections (below 1 in {} of {} draws), by {} with post-norm and by {} with pre-norm. On the "
    "way "
    "its smallest value is {}, {} and {} of the last block's. Change “Blocks”.";
inline constexpr const char* mean_note =
    "Thick lines: geometric mean of {} random draws of weights, tokens and labels. Thin lines: the single draws.";
inline constexpr const char* root_note =
    "After the last block post-norm's gradient is {} times pre-norm's: pre-norm's final norm divides it by the "
    "standard "
    "deviation of the residual stream, {} on average. {} sublayers have added to that stream, which makes the "
    "deviation "
    "of order √L (Xiong et al. 2020); √{} = {}.";

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
inline constexpr const char* norm = "Mean norm of a token's vector";
inline constexpr const char* dead = "Hidden units that are 0 for all tokens";
inline constexpr const char* quiet = "Hidden units near 0 for all tokens";
inline constexpr const char* precision = "single precision";
inline constexpr const char* one_draw = "One draw of weights and tokens (seed {}).";
inline constexpr const char* equal_rows =
    " The curve of ‖X − 1x̄ᵀ‖ / ‖X‖ has no point where all rows are equal in single precision.";
inline constexpr const char* quiet_note =
    " {} is exactly 0 only at 0, so units count as near 0 if they stay within {}% of the block's largest magnitude.";
inline constexpr const char* after_blocks = "after block";
inline constexpr const char* in_block = "block";
inline constexpr const char* streams = "Vectors after the last block: one row per token, one column per entry";
inline constexpr const char* stream_cell = "{}: token {}, entry {}: {}";
inline constexpr const char* stream_gradient = "‖∂loss / ∂ output‖ of each block";
inline constexpr const char* parameter_gradient = "‖∂loss / ∂ parameters‖ of each block";
inline constexpr const char* norm_box = "Norm";
inline constexpr const char* attention_box = "Attention";
inline constexpr const char* mlp_box = "MLP";
inline constexpr const char* order_figures = "first {}, last {}";
inline constexpr const char* order_hint =
    "One block, from bottom to top. Below: the mean norm of the gradient of the block's output, of the first and of "
    "the last block";
inline constexpr const char* table_tokens = "Tokens by depth";
inline constexpr const char* table_gradients = "Gradient norms by block";

inline constexpr const char* run_point = "{}, {} {}: {}";
inline constexpr const char* embeddings_point = "{}, embeddings: {}";
inline constexpr const char* run_setting = "\n{}\n{} untrained blocks, d_model = {}, seed {}";
inline constexpr const char* run_draw = "\nMean of {} draws. The first of them opens: {}";
inline constexpr const char* run_title = "Untrained, {}, {} blocks, d_model {}, seed {}";

}  // namespace glassformer::texts::depth
