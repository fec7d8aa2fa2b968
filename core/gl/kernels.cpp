#include "core/gl/kernels.h"

#include <array>

#include "core/base/error.h"

namespace glassformer::gl {

std::span<const Kernel> all_kernels() {
    static constexpr std::array rows{
        Kernel{"embed", kernel::embed, kernel::embed_backward},
        Kernel{"learned_positions", kernel::learned_positions, kernel::learned_positions_backward, false},
        Kernel{"sinusoidal_positions", kernel::sinusoidal_positions, kernel::no_gradient, false},
        Kernel{"sinusoidal_distances", kernel::sinusoidal_distances, kernel::no_gradient, false},
        Kernel{"one_hot_positions", kernel::one_hot_positions, kernel::no_gradient, false},
        Kernel{"add", kernel::add, kernel::add_backward},
        Kernel{"copy", kernel::copy, kernel::copy_backward},
        Kernel{"layer_norm", kernel::layer_norm, kernel::layer_norm_backward},
        Kernel{"rms_norm", kernel::rms_norm, kernel::rms_norm_backward},
        Kernel{"linear", kernel::linear, kernel::linear_backward},
        Kernel{"linear_transposed", kernel::linear_transposed, kernel::linear_transposed_backward},
        Kernel{"project_heads", kernel::project_heads, kernel::project_heads_backward},
        Kernel{"merge_heads", kernel::merge_heads, kernel::merge_heads_backward},
        Kernel{"rope", kernel::rope, kernel::rope_backward},
        Kernel{"attention_scores", kernel::attention_scores, kernel::attention_scores_backward},
        Kernel{"shaw_scores", kernel::shaw_scores, kernel::shaw_scores_backward},
        Kernel{"head_bias", kernel::head_bias, kernel::head_bias_backward},
        Kernel{"relative_scores", kernel::relative_scores, kernel::relative_scores_backward},
        Kernel{"scale", kernel::scale, kernel::scale_backward},
        Kernel{"alibi_bias", kernel::alibi_bias, kernel::no_gradient, false},
        Kernel{"t5_bias", kernel::t5_bias, kernel::t5_bias_backward, false},
        Kernel{"mask", kernel::mask, kernel::mask_backward},
        Kernel{"softmax", kernel::softmax, kernel::softmax_backward},
        Kernel{"attention_values", kernel::attention_values, kernel::attention_values_backward},
        Kernel{"activate", kernel::activate, kernel::activate_backward},
        Kernel{"gated", kernel::gated, kernel::gated_backward},
        Kernel{"row", kernel::row, kernel::row_backward},
        Kernel{"concat", kernel::concat, kernel::concat_backward},
        Kernel{"split_heads", kernel::split_heads, kernel::split_heads_backward},
        Kernel{"recurrent_gate", kernel::recurrent_gate, kernel::recurrent_gate_backward},
        Kernel{"gated_sum", kernel::gated_sum, kernel::gated_sum_backward},
        Kernel{"blend", kernel::blend, kernel::blend_backward},
        Kernel{"additive_scores", kernel::additive_scores, kernel::additive_scores_backward},
        Kernel{"conv1d", kernel::conv1d, kernel::conv1d_backward},
        Kernel{"mean_pool", kernel::mean_pool, kernel::mean_pool_backward},
        Kernel{"first_token", kernel::first_token, kernel::first_token_backward},
        Kernel{"query_scores", kernel::query_scores, kernel::query_scores_backward},
        Kernel{"place_scores", kernel::place_scores, kernel::place_scores_backward, false},
        Kernel{"weighted_rows", kernel::weighted_rows, kernel::weighted_rows_backward},
        Kernel{"cross_entropy", kernel::cross_entropy, kernel::cross_entropy_backward},
    };
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
