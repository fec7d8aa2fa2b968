// Mistral (Jiang et al. 2023): Llama without biases, whose tokens attend to a window of earlier ones.
#include "core/io/import/shared.h"

namespace glassformer {

namespace {

constexpr std::array mistral_types{
    ImportedType{"mistral", R"({"num_key_value_heads": 8, "intermediate_size": 14336, "sliding_window": 4096})"}};

void settle_mistral(ImportedConfig& config) {
    settle_rotary(config);
    const bool windows = config.theirs.has("sliding_window");
    if (all_layers_slide(config, windows) && windows)
        settle_window(config, static_cast<int>(config.theirs.integer("sliding_window", 1, 1 << 24)));
}

}  // namespace

Importer mistral_importer() {
    return {.title = "Mistral",
            .types = mistral_types,
            .prefix = "model",
            .always = R"({"architecture": "decoder", "norm": "rmsnorm", "gated_mlp": true, "attention_bias": false,
                          "mlp_bias": false})",
            .keys = llama_keys,
            .heads = llama_heads(),
            .tensors = llama_tensors(),
            .settle = settle_mistral};
}

}  // namespace glassformer
