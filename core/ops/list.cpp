// The list of operations, in the order of ops.h. An operation's examples stand in its own file.
#include <array>

#include "core/ops/ops.h"

namespace glassformer {

namespace op {
std::vector<Example> embed_examples();
std::vector<Example> learned_positions_examples();
std::vector<Example> sinusoidal_positions_examples();
std::vector<Example> sinusoidal_distances_examples();
std::vector<Example> one_hot_positions_examples();
std::vector<Example> add_examples();
std::vector<Example> copy_examples();
std::vector<Example> layer_norm_examples();
std::vector<Example> rms_norm_examples();
std::vector<Example> linear_examples();
std::vector<Example> linear_transposed_examples();
std::vector<Example> project_heads_examples();
std::vector<Example> merge_heads_examples();
std::vector<Example> rope_examples();
std::vector<Example> attention_scores_examples();
std::vector<Example> shaw_scores_examples();
std::vector<Example> head_bias_examples();
std::vector<Example> relative_scores_examples();
std::vector<Example> scale_examples();
std::vector<Example> alibi_bias_examples();
std::vector<Example> t5_bias_examples();
std::vector<Example> mask_examples();
std::vector<Example> softmax_examples();
std::vector<Example> attention_values_examples();
std::vector<Example> activate_examples();
std::vector<Example> gated_examples();
std::vector<Example> row_examples();
std::vector<Example> concat_examples();
std::vector<Example> split_heads_examples();
std::vector<Example> recurrent_gate_examples();
std::vector<Example> gated_sum_examples();
std::vector<Example> blend_examples();
std::vector<Example> additive_scores_examples();
std::vector<Example> conv1d_examples();
std::vector<Example> mean_pool_examples();
std::vector<Example> first_token_examples();
std::vector<Example> query_scores_examples();
std::vector<Example> place_scores_examples();
std::vector<Example> weighted_rows_examples();
std::vector<Example> cross_entropy_examples();
}  // namespace op

std::span<const OperationRow> all_operations() {
    static constexpr std::array rows{
        OperationRow{"embed", op::embed_examples},
        OperationRow{"learned_positions", op::learned_positions_examples},
        OperationRow{"sinusoidal_positions", op::sinusoidal_positions_examples},
        OperationRow{"sinusoidal_distances", op::sinusoidal_distances_examples},
        OperationRow{"one_hot_positions", op::one_hot_positions_examples},
        OperationRow{"add", op::add_examples},
        OperationRow{"copy", op::copy_examples},
        OperationRow{"layer_norm", op::layer_norm_examples},
        OperationRow{"rms_norm", op::rms_norm_examples},
        OperationRow{"linear", op::linear_examples},
        OperationRow{"linear_transposed", op::linear_transposed_examples},
        OperationRow{"project_heads", op::project_heads_examples},
        OperationRow{"merge_heads", op::merge_heads_examples},
        OperationRow{"rope", op::rope_examples},
        OperationRow{"attention_scores", op::attention_scores_examples},
        OperationRow{"shaw_scores", op::shaw_scores_examples},
        OperationRow{"head_bias", op::head_bias_examples},
        OperationRow{"relative_scores", op::relative_scores_examples},
        OperationRow{"scale", op::scale_examples},
        OperationRow{"alibi_bias", op::alibi_bias_examples},
        OperationRow{"t5_bias", op::t5_bias_examples},
        OperationRow{"mask", op::mask_examples},
        OperationRow{"softmax", op::softmax_examples},
        OperationRow{"attention_values", op::attention_values_examples},
        OperationRow{"activate", op::activate_examples},
        OperationRow{"gated", op::gated_examples},
        OperationRow{"row", op::row_examples},
        OperationRow{"concat", op::concat_examples},
        OperationRow{"split_heads", op::split_heads_examples},
        OperationRow{"recurrent_gate", op::recurrent_gate_examples},
        OperationRow{"gated_sum", op::gated_sum_examples},
        OperationRow{"blend", op::blend_examples},
        OperationRow{"additive_scores", op::additive_scores_examples},
        OperationRow{"conv1d", op::conv1d_examples},
        OperationRow{"mean_pool", op::mean_pool_examples},
        OperationRow{"first_token", op::first_token_examples},
        OperationRow{"query_scores", op::query_scores_examples},
        OperationRow{"place_scores", op::place_scores_examples},
        OperationRow{"weighted_rows", op::weighted_rows_examples},
        OperationRow{"cross_entropy", op::cross_entropy_examples},
    };
    return rows;
}

}  // namespace glassformer
