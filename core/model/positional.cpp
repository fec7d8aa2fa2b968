#include "core/model/positional.h"

#include <algorithm>
#include <array>

#include "core/model/config.h"

namespace glassformer {

namespace {

Shape one_row_a_position(const ModelConfig& config) {
    if (const int columns = appended_columns(config); columns > 0)
        return {{Axis::position, config.max_seq_len}, {Axis::d_position, columns}};
    return {{Axis::position, config.max_seq_len}, {Axis::d_model, config.d_model}};
}
Shape one_bias_a_bucket(const ModelConfig& config) {
    return {{Axis::bucket, config.positional.buckets}, {Axis::head, config.n_heads}};
}
Shape one_key_a_distance(const ModelConfig& config) {
    return {{Axis::offset, 2 * config.positional.clip + 1}, {Axis::d_head, config.d_head}};
}

constexpr PositionalKind none{
    .name = "none",
    .title = "None",
    .sentence = "The model is not told where a token stands; only a causal mask can give the order away.",
    .added = nullptr,
    .rotation = nullptr,
    .bias = nullptr,
    .scores = nullptr,
    .relative_terms = false,
    .has_base = false,
    .appended_always = false,
    .parameter = "",
    .parameter_shape = nullptr,
    .parameter_in_block = false,
};

constexpr PositionalKind sinusoidal{
    .name = "sinusoidal",
    .title = "Sinusoidal",
    .sentence = "A fixed pattern of sines and cosines of the position, from fast to slow, is added to the embedding.",
    .added =
        [](const ModelConfig& config, int first) {
            return op::sinusoidal_positions(config.positional.base, appended_columns(config), first);
        },
    .rotation = nullptr,
    .bias = nullptr,
    .scores = nullptr,
    .relative_terms = false,
    .has_base = true,
    .appended_always = false,
    .parameter = "",
    .parameter_shape = nullptr,
    .parameter_in_block = false,
};

constexpr PositionalKind learned{
    .name = "learned",
    .title = "Learned",
    .sentence = "Each position has a learned vector that is added to the embedding.",
    .added = [](const ModelConfig&, int first) { return op::learned_positions(first); },
    .rotation = nullptr,
    .bias = nullptr,
    .scores = nullptr,
    .relative_terms = false,
    .has_base = false,
    .appended_always = false,
    .parameter = "embed.positions.weight",
    .parameter_shape = one_row_a_position,
    .parameter_in_block = false,
};

constexpr PositionalKind rope{
    .name = "rope",
    .title = "Rotary (RoPE)",
    .sentence =
        "Pairs of query and key entries are turned by an angle that grows with the position, so that a score "
        "depends on the distance.",
    .added = nullptr,
    .rotation =
        [](const ModelConfig& config, int first) {
            const PositionalConfig& p = config.positional;
            return op::rope(p.base, p.rotary_dims, p.layout, first);
        },
    .bias = nullptr,
    .scores = nullptr,
    .relative_terms = false,
    .has_base = true,
    .appended_always = false,
    .parameter = "",
    .parameter_shape = nullptr,
    .parameter_in_block = false,
};

constexpr PositionalKind alibi{
    .name = "alibi",
    .title = "Linear biases (ALiBi)",
    .sentence =
        "Each head lowers a score in proportion to the distance between query and key, every head at its own "
        "rate.",
    .added = nullptr,
    .rotation = nullptr,
    .bias = [](const ModelConfig&, bool, int first) { return op::alibi_bias(first); },
    .scores = nullptr,
    .relative_terms = false,
    .has_base = false,
    .appended_always = false,
    .parameter = "",
    .parameter_shape = nullptr,
    .parameter_in_block = false,
};

constexpr PositionalKind t5{
    .name = "t5",
    .title = "Relative biases (T5)",
    .sentence =
        "Each head adds a learned number to a score, one for each bucket of distances; far distances share "
        "a bucket.",
    .added = nullptr,
    .rotation = nullptr,
    .bias = [](const ModelConfig& config, bool bidirectional,
               int first) { return op::t5_bias(config.positional.max_distance, bidirectional, first); },
    .scores = nullptr,
    .relative_terms = false,
    .has_base = false,
    .appended_always = false,
    .parameter = "relative_bias",
    .parameter_shape = one_bias_a_bucket,
    .parameter_in_block = true,
};

constexpr PositionalKind shaw{
    .name = "shaw",
    .title = "Relative keys (Shaw)",
    .sentence =
        "The query also meets a learned key for its distance to the token; distances beyond the clip share one.",
    .added = nullptr,
    .rotation = nullptr,
    .bias = nullptr,
    .scores = [](const ModelConfig& config, int first) { return op::shaw_scores(config.positional.clip, first); },
    .relative_terms = false,
    .has_base = false,
    .appended_always = false,
    .parameter = "relative_keys",
    .parameter_shape = one_key_a_distance,
    .parameter_in_block = true,
};

constexpr PositionalKind one_hot{
    .name = "one_hot",
    .title = "One-hot, appended",
    .sentence =
        "A column for each place stands beside the embedding, 1 in the token's own; a learned matrix mixes both.",
    .added = [](const ModelConfig& config, int first) { return op::one_hot_positions(config.max_seq_len, first); },
    .rotation = nullptr,
    .bias = nullptr,
    .scores = nullptr,
    .relative_terms = false,
    .has_base = false,
    .appended_always = true,
    .parameter = "",
    .parameter_shape = nullptr,
    .parameter_in_block = false,
};

constexpr PositionalKind transformer_xl{
    .name = "transformer_xl",
    .title = "Relative terms (Transformer-XL)",
    .sentence =
        "A score has two terms: what the query finds in the key, and what it finds in the distance to it, a pattern of "
        "sines and cosines; each head adds a learned vector to the query of either.",
    .added = nullptr,
    .rotation = nullptr,
    .bias = nullptr,
    .scores = nullptr,
    .relative_terms = true,
    .has_base = true,
    .appended_always = false,
    .parameter = "",
    .parameter_shape = nullptr,
    .parameter_in_block = false,
};

constexpr std::array kinds{none, sinusoidal, learned, rope, alibi, t5, shaw, one_hot, transformer_xl};

}  // namespace

std::span<const PositionalKind> all_positional_kinds() { return kinds; }

const PositionalKind* find_positional(std::string_view name) {
    const auto row = std::ranges::find(kinds, name, &PositionalKind::name);
    return row == kinds.end() ? nullptr : &*row;
}

int appended_columns(const ModelConfig& config) {
    const PositionalConfig& p = config.positional;
    if (p.kind->appended_always) return config.max_seq_len;
    return p.combine == Combine::append ? p.dims : 0;
}

}  // namespace glassformer
