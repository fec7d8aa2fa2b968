// The list of kernels.
#include "core/gl/kernel.h"

#include <array>

namespace glassformer::gl {

namespace kernel {
// Each in the file of its family, kernels_*.cpp.
extern const Kernel embed_kernel, learned_positions_kernel, sinusoidal_positions_kernel, sinusoidal_distances_kernel,
    one_hot_positions_kernel, add_kernel, copy_kernel, layer_norm_kernel, rms_norm_kernel, linear_kernel,
    linear_transposed_kernel, project_heads_kernel, merge_heads_kernel, rope_kernel, attention_scores_kernel,
    shaw_scores_kernel, head_bias_kernel, relative_scores_kernel, scale_kernel, alibi_bias_kernel, t5_bias_kernel,
    mask_kernel, softmax_kernel, attention_values_kernel, activate_kernel, gated_kernel, row_kernel, concat_kernel,
    split_heads_kernel, recurrent_gate_kernel, gated_sum_kernel, blend_kernel, additive_scores_kernel, conv1d_kernel,
    mean_pool_kernel, first_token_kernel, query_scores_kernel, place_scores_kernel, weighted_rows_kernel,
    cross_entropy_kernel;
}  // namespace kernel

std::span<const Kernel> all_kernels() {
    using namespace kernel;
    static const std::array rows{embed_kernel,
                                 learned_positions_kernel,
                                 sinusoidal_positions_kernel,
                                 sinusoidal_distances_kernel,
                                 one_hot_positions_kernel,
                                 add_kernel,
                                 copy_kernel,
                                 layer_norm_kernel,
                                 rms_norm_kernel,
                                 linear_kernel,
                                 linear_transposed_kernel,
                                 project_heads_kernel,
                                 merge_heads_kernel,
                                 rope_kernel,
                                 attention_scores_kernel,
                                 shaw_scores_kernel,
                                 head_bias_kernel,
                                 relative_scores_kernel,
                                 scale_kernel,
                                 alibi_bias_kernel,
                                 t5_bias_kernel,
                                 mask_kernel,
                                 softmax_kernel,
                                 attention_values_kernel,
                                 activate_kernel,
                                 gated_kernel,
                                 row_kernel,
                                 concat_kernel,
                                 split_heads_kernel,
                                 recurrent_gate_kernel,
                                 gated_sum_kernel,
                                 blend_kernel,
                                 additive_scores_kernel,
                                 conv1d_kernel,
                                 mean_pool_kernel,
                                 first_token_kernel,
                                 query_scores_kernel,
                                 place_scores_kernel,
                                 weighted_rows_kernel,
                                 cross_entropy_kernel};
    return rows;
}

const Kernel* find_kernel(std::string_view operation) {
    for (const Kernel& row : all_kernels())
        if (row.operation == operation) return &row;
    return nullptr;
}

}  // namespace glassformer::gl
