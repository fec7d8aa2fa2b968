// The functions of the table in kernels.cpp, by the file that holds them, and what those files share.
#pragma once

#include <algorithm>

#include "core/gl/kernel.h"

namespace glassformer::gl::kernel {

// --- kernels_embedding.cpp
void embed(Plan& plan, const ForwardCall& call);
void embed_backward(Plan& plan, const BackwardCall& call);
void learned_positions(Plan& plan, const ForwardCall& call);
void learned_positions_backward(Plan& plan, const BackwardCall& call);
void sinusoidal_positions(Plan& plan, const ForwardCall& call);
void sinusoidal_distances(Plan& plan, const ForwardCall& call);
void one_hot_positions(Plan& plan, const ForwardCall& call);
void first_token(Plan& plan, const ForwardCall& call);
void first_token_backward(Plan& plan, const BackwardCall& call);
void mean_pool(Plan& plan, const ForwardCall& call);
void mean_pool_backward(Plan& plan, const BackwardCall& call);
inline void no_gradient(Plan&, const BackwardCall&) {}  // of the operand only the size matters

// --- kernels_elementwise.cpp
void add(Plan& plan, const ForwardCall& call);
void add_backward(Plan& plan, const BackwardCall& call);
void copy(Plan& plan, const ForwardCall& call);
void copy_backward(Plan& plan, const BackwardCall& call);
void scale(Plan& plan, const ForwardCall& call);
void scale_backward(Plan& plan, const BackwardCall& call);
void activate(Plan& plan, const ForwardCall& call);
void activate_backward(Plan& plan, const BackwardCall& call);
void gated(Plan& plan, const ForwardCall& call);
void gated_backward(Plan& plan, const BackwardCall& call);
void merge_heads(Plan& plan, const ForwardCall& call);
void merge_heads_backward(Plan& plan, const BackwardCall& call);
void head_bias(Plan& plan, const ForwardCall& call);
void head_bias_backward(Plan& plan, const BackwardCall& call);
void mask(Plan& plan, const ForwardCall& call);
void mask_backward(Plan& plan, const BackwardCall& call);
/// Sets the selected cells of a tensor (core/tensor/selection.h).
void set_selected(Plan& plan, const Operand& tensor, const Cell& selection, float value);

// --- kernels_rows.cpp
void layer_norm(Plan& plan, const ForwardCall& call);
void layer_norm_backward(Plan& plan, const BackwardCall& call);
void rms_norm(Plan& plan, const ForwardCall& call);
void rms_norm_backward(Plan& plan, const BackwardCall& call);
void softmax(Plan& plan, const ForwardCall& call);
void softmax_backward(Plan& plan, const BackwardCall& call);
void cross_entropy(Plan& plan, const ForwardCall& call);
void cross_entropy_backward(Plan& plan, const BackwardCall& call);

// --- kernels_product.cpp
void linear(Plan& plan, const ForwardCall& call);
void linear_backward(Plan& plan, const BackwardCall& call);
void linear_transposed(Plan& plan, const ForwardCall& call);
void linear_transposed_backward(Plan& plan, const BackwardCall& call);
void project_heads(Plan& plan, const ForwardCall& call);
void project_heads_backward(Plan& plan, const BackwardCall& call);
void attention_scores(Plan& plan, const ForwardCall& call);
void attention_scores_backward(Plan& plan, const BackwardCall& call);
void attention_values(Plan& plan, const ForwardCall& call);
void attention_values_backward(Plan& plan, const BackwardCall& call);
void shaw_scores(Plan& plan, const ForwardCall& call);
void shaw_scores_backward(Plan& plan, const BackwardCall& call);
void relative_scores(Plan& plan, const ForwardCall& call);
void relative_scores_backward(Plan& plan, const BackwardCall& call);

// --- kernels_position.cpp
void rope(Plan& plan, const ForwardCall& call);
void rope_backward(Plan& plan, const BackwardCall& call);
void alibi_bias(Plan& plan, const ForwardCall& call);
void t5_bias(Plan& plan, const ForwardCall& call);
void t5_bias_backward(Plan& plan, const BackwardCall& call);

// --- kernels_recurrent.cpp
void row(Plan& plan, const ForwardCall& call);
void row_backward(Plan& plan, const BackwardCall& call);
void concat(Plan& plan, const ForwardCall& call);
void concat_backward(Plan& plan, const BackwardCall& call);
void split_heads(Plan& plan, const ForwardCall& call);
void split_heads_backward(Plan& plan, const BackwardCall& call);
void recurrent_gate(Plan& plan, const ForwardCall& call);
void recurrent_gate_backward(Plan& plan, const BackwardCall& call);
void gated_sum(Plan& plan, const ForwardCall& call);
void gated_sum_backward(Plan& plan, const BackwardCall& call);
void blend(Plan& plan, const ForwardCall& call);
void blend_backward(Plan& plan, const BackwardCall& call);
void additive_scores(Plan& plan, const ForwardCall& call);
void additive_scores_backward(Plan& plan, const BackwardCall& call);
void conv1d(Plan& plan, const ForwardCall& call);
void conv1d_backward(Plan& plan, const BackwardCall& call);

// --- kernels_pooling.cpp
void query_scores(Plan& plan, const ForwardCall& call);
void query_scores_backward(Plan& plan, const BackwardCall& call);
void place_scores(Plan& plan, const ForwardCall& call);
void place_scores_backward(Plan& plan, const BackwardCall& call);
void weighted_rows(Plan& plan, const ForwardCall& call);
void weighted_rows_backward(Plan& plan, const BackwardCall& call);

// --- shared
/// Calls each(begin, size) for pieces of 0 … items - 1 such that `entries` entries an item fit what a shader may see.
template <class Each>
void in_pieces(const Plan& plan, std::size_t items, std::size_t entries, const Each& each) {
    const std::size_t most = plan.device().max_block_floats() - plan.device().offset_alignment_floats();
    const std::size_t at_once = std::max<std::size_t>(most / std::max<std::size_t>(entries, 1), 1);
    for (std::size_t begin = 0; begin < items; begin += at_once) each(begin, std::min(at_once, items - begin));
}

inline std::size_t size_of(int n) { return static_cast<std::size_t>(n); }

/// Cosine and sine of rotary_angle() for every position from `first` on and every pair, [position, pair, 2].
std::vector<float> turns(int first, int positions, int pairs, int dims, double base);

/// Definitions of a shader with one group a row: threads a row is worth, and whether it is kept in shared memory.
std::vector<std::string> row_definitions(int columns);

/// to += from, entry by entry.
void accumulate(Plan& plan, const Slice& from, const Slice& to);

/// What is summed a column: [sequence, head, row, width], the columns being those of all heads side by side.
struct Columns {
    std::size_t sequences = 1, heads = 1, rows = 1, width = 1;
};
/// to[head · width + c] += the sum over all sequences and rows of column c of the head.
void add_column_sums(Plan& plan, const Slice& from, const Slice& to, const Columns& how);

}  // namespace glassformer::gl::kernel
