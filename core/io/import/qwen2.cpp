// Qwen2 (Yang et al. 2024; Qwen1.5 and Qwen2.5): Llama with biases of queries, keys and values, and of nothing else.
#include "core/io/import/shared.h"

namespace glassformer {

namespace {

constexpr std::array qwen2_types{ImportedType{"qwen2", R"({"vocab_size": 151936, "intermediate_size": 22016,
    "max_position_embeddings": 32768, "sliding_window": 4096, "max_window_layers": 28})"}};

/// A window is used only where it is switched on, and then from a layer on.
void settle_qwen2(ImportedConfig& config) {
    settle_rotary(config);
    JsonObject& theirs = config.theirs;
    const bool switched_on = theirs.boolean("use_sliding_window", false) && theirs.has("sliding_window");
    const std::int64_t first = theirs.integer("max_window_layers", 0, 1 << 20, 28);
    const int layers = config.whole("n_layers");
    const bool listed = theirs.has("layer_types");
    if (switched_on && !listed && first > 0 && first < layers)
        throw theirs.error("max_window_layers", std::to_string(first) + " of " + std::to_string(layers) +
                                                    " layers have no window, which is not supported: all layers must "
                                                    "have the same mask");
    if (all_layers_slide(config, switched_on && first == 0) && theirs.has("sliding_window"))
        settle_window(config, static_cast<int>(theirs.integer("sliding_window", 1, 1 << 24)));
}

}  // namespace

Importer qwen2_importer() {
    return {.title = "Qwen2",
            .types = qwen2_types,
            .prefix = "model",
            .always = R"({"architecture": "decoder", "norm": "rmsnorm", "gated_mlp": true, "attention_bias": true,
                          "attention_out_bias": false, "mlp_bias": false})",
            .keys = llama_keys,
            .heads = llama_heads(),
            .tensors = llama_tensors(),
            .settle = settle_qwen2};
}

}  // namespace glassformer
