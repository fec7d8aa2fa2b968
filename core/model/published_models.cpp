#include "core/model/published_models.h"

#include <string>
#include <vector>

#include "core/model/weights.h"

namespace glassformer {

namespace {

std::string published_sizes(int layers, int d_model, int heads, int d_ff) {
    return R"("n_layers": )" + std::to_string(layers) + R"(, "d_model": )" + std::to_string(d_model) +
           R"(, "n_heads": )" + std::to_string(heads) + R"(, "d_ff": )" + std::to_string(d_ff) + "}";
}

/// Vaswani et al. 2017, sections 3 and 5.1 and table 3: the projections of attention have no bias; source, target and
/// the matrix before the softmax are one table of the 37000 shared subwords of English and German.
PublishedModel transformer_2017(std::string_view name, int d_model, int heads, int d_ff, std::int64_t parameters,
                                std::string_view paper) {
    constexpr int vocabulary = 37000;
    return {.name = name,
            .source = "Vaswani et al. 2017",
            .config = parse_config(R"({"architecture": "encoder_decoder", "vocab_size": 37000, "max_seq_len": 1024,
                                      "target_vocab_size": 37000, "n_decoder_layers": 6, "norm_placement": "post",
                                      "positional": {"kind": "sinusoidal"}, "activation": "relu",
                                      "attention_bias": false, "scale_embeddings": true, "tie_embeddings": true, )" +
                                       published_sizes(6, d_model, heads, d_ff),
                                   std::string(name)),
            .parameters = parameters,
            .by_formulas = true,
            .beyond_config = -std::int64_t{vocabulary} * d_model,
            .beyond_sentence = "Source and target share one table of embeddings in the paper; here each has its own.",
            .paper_says = paper};
}

/// Devlin et al. 2019, the uncased checkpoints.
PublishedModel bert(std::string_view name, int layers, int d_model, int heads, std::int64_t parameters,
                    std::string_view paper) {
    const std::int64_t d = d_model, pooler = d * d + d, segments = 2 * d, norm = 2 * d;
    return {.name = name,
            .source = "Devlin et al. 2019",
            .config = parse_config(R"({"architecture": "encoder", "vocab_size": 30522, "max_seq_len": 512,
                                      "norm_placement": "post", "norm_eps": 1e-12, "positional": {"kind": "learned"},
                                      "activation": "gelu", "tie_embeddings": true, )" +
                                       published_sizes(layers, d_model, heads, 4 * d_model),
                                   std::string(name)),
            .parameters = parameters,
            .by_formulas = false,
            .beyond_config = pooler + segments + norm,
            .beyond_sentence =
                "Not planned here: the pooler, the two segment embeddings and the LayerNorm of the "
                "embeddings.",
            .paper_says = paper};
}

/// Radford et al. 2019. Their table's counts are not those of their checkpoints, so they are not quoted.
PublishedModel gpt2(std::string_view name, int layers, int d_model, int heads, std::int64_t parameters) {
    return {.name = name,
            .source = "Radford et al. 2019",
            .config = parse_config(R"({"architecture": "decoder", "vocab_size": 50257, "max_seq_len": 1024,
                                      "positional": {"kind": "learned"}, "activation": "gelu_tanh",
                                      "tie_embeddings": true, )" +
                                       published_sizes(layers, d_model, heads, 4 * d_model),
                                   std::string(name)),
            .parameters = parameters,
            .by_formulas = false,
            .beyond_config = 0,
            .beyond_sentence = "",
            .paper_says = ""};
}

PublishedModel llama_7b() {
    return {.name = "LLaMA 7B",
            .source = "Touvron et al. 2023",
            .config = parse_config(R"({"architecture": "decoder", "vocab_size": 32000, "max_seq_len": 2048,
                                      "norm": "rmsnorm", "norm_eps": 1e-6, "activation": "silu", "gated_mlp": true,
                                      "positional": {"kind": "rope", "layout": "half"}, "attention_bias": false,
                                      "mlp_bias": false, )" +
                                       published_sizes(32, 4096, 32, 11008),
                                   "LLaMA 7B"),
            .parameters = 6'738'415'616,
            .by_formulas = false,
            .beyond_config = 0,
            .beyond_sentence = "",
            .paper_says = "6.7B"};
}

}  // namespace

std::span<const PublishedModel> published_models() {
    static const std::vector<PublishedModel> models{
        transformer_2017("Transformer base", 512, 8, 2048, 63'045'632, "65M"),
        transformer_2017("Transformer big", 1024, 16, 4096, 214'171'648, "213M"),
        bert("BERT base", 12, 768, 12, 109'482'240, "110M"),
        bert("BERT large", 24, 1024, 16, 335'141'888, "340M"),
        gpt2("GPT-2 small", 12, 768, 12, 124'439'808),
        gpt2("GPT-2 medium", 24, 1024, 16, 354'823'168),
        gpt2("GPT-2 large", 36, 1280, 20, 774'030'080),
        gpt2("GPT-2 XL", 48, 1600, 25, 1'557'611'200),
        llama_7b(),
    };
    return models;
}

std::int64_t parameter_count(const ModelConfig& config) {
    std::int64_t count = 0;
    for (const ParameterShape& parameter : parameter_shapes(config))
        count += static_cast<std::int64_t>(parameter.shape.count());
    return count;
}

}  // namespace glassformer
