// The list of kernels, and how a kernel reads what its operation was set to.
#include "core/gl/kernel.h"

#include <array>

#include "core/base/error.h"

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

namespace {

const std::variant<double, std::string>& attribute_of(const Attributes& attributes, const Operation& operation,
                                                      std::string_view name) {
    for (const auto& [key, value] : attributes)
        if (key == name) return value;
    throw Error("the operation " + std::string(operation.name()) + " has no attribute \"" + std::string(name) + "\"");
}

}  // namespace

double number(const Operation& operation, std::string_view attribute) {
    const Attributes attributes = operation.attributes();
    return std::get<double>(attribute_of(attributes, operation, attribute));
}

int first_position(const Operation& operation) { return static_cast<int>(number(operation, "first")); }

std::string word(const Operation& operation, std::string_view attribute) {
    const Attributes attributes = operation.attributes();
    return std::get<std::string>(attribute_of(attributes, operation, attribute));
}

}  // namespace glassformer::gl
