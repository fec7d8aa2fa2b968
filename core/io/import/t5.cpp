// T5 (Raffel et al. 2020; T5 1.1, Flan-T5, mT5): a pre-norm encoder–decoder with RMSNorm, without biases and without a
// scale of the scores. Each stack has one table of biases by distance.
#include "core/io/import/shared.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace glassformer {

namespace {

constexpr std::array t5_types{
    ImportedType{"t5"}, ImportedType{"mt5", R"({"vocab_size": 250112, "d_ff": 1024, "num_layers": 8, "num_heads": 6,
                            "feed_forward_proj": "gated-gelu", "tie_word_embeddings": false})"}};
constexpr std::array t5_keys{import_vocabulary("vocab_size", "vocab_size", "32128"),
                             import_whole("d_model", "d_model", "512"),
                             import_whole("d_kv", "d_head", "64"),
                             import_whole("num_heads", "n_heads", "8"),
                             import_whole("d_ff", "d_ff", "2048"),
                             import_whole("num_layers", "n_layers", "6"),
                             import_whole("num_decoder_layers", "n_decoder_layers", ""),
                             import_whole("n_positions", "max_seq_len", "512"),
                             import_whole("relative_attention_num_buckets", "positional.buckets", "32"),
                             import_whole("relative_attention_max_distance", "positional.max_distance", "128"),
                             import_epsilon("layer_norm_epsilon", "1e-6"),
                             import_flag("tie_word_embeddings", "tie_embeddings", "true")};
constexpr std::array t5_tensors{
    ImportTensor{"encoder.embed.tokens", "shared|encoder.embed_tokens|decoder.embed_tokens", ImportLayout::copied},
    ImportTensor{"encoder.blocks.{l}.norm1", "encoder.block.{l}.layer.0.layer_norm"},
    ImportTensor{"encoder.blocks.{l}.self_attn.q", "encoder.block.{l}.layer.0.SelfAttention.q"},
    ImportTensor{"encoder.blocks.{l}.self_attn.k", "encoder.block.{l}.layer.0.SelfAttention.k"},
    ImportTensor{"encoder.blocks.{l}.self_attn.v", "encoder.block.{l}.layer.0.SelfAttention.v"},
    ImportTensor{"encoder.blocks.{l}.self_attn.o", "encoder.block.{l}.layer.0.SelfAttention.o"},
    ImportTensor{"encoder.blocks.{l}.self_attn.relative_bias",
                 "encoder.block.{l}.layer.0.SelfAttention.relative_attention_bias.weight", ImportLayout::copied},
    ImportTensor{"encoder.blocks.{l}.norm2", "encoder.block.{l}.layer.1.layer_norm"},
    ImportTensor{"encoder.blocks.{l}.mlp.gate", "encoder.block.{l}.layer.1.DenseReluDense.wi_0"},
    ImportTensor{"encoder.blocks.{l}.mlp.in",
                 "encoder.block.{l}.layer.1.DenseReluDense.wi|encoder.block.{l}.layer.1.DenseReluDense.wi_1"},
    ImportTensor{"encoder.blocks.{l}.mlp.out", "encoder.block.{l}.layer.1.DenseReluDense.wo"},
    ImportTensor{"encoder.final_norm", "encoder.final_layer_norm"},
    ImportTensor{"decoder.blocks.{l}.norm1", "decoder.block.{l}.layer.0.layer_norm"},
    ImportTensor{"decoder.blocks.{l}.self_attn.q", "decoder.block.{l}.layer.0.SelfAttention.q"},
    ImportTensor{"decoder.blocks.{l}.self_attn.k", "decoder.block.{l}.layer.0.SelfAttention.k"},
    ImportTensor{"decoder.blocks.{l}.self_attn.v", "decoder.block.{l}.layer.0.SelfAttention.v"},
    ImportTensor{"decoder.blocks.{l}.self_attn.o", "decoder.block.{l}.layer.0.SelfAttention.o"},
    ImportTensor{"decoder.blocks.{l}.self_attn.relative_bias",
                 "decoder.block.{l}.layer.0.SelfAttention.relative_attention_bias.weight", ImportLayout::copied},
    ImportTensor{"decoder.blocks.{l}.norm2", "decoder.block.{l}.layer.1.layer_norm"},
    ImportTensor{"decoder.blocks.{l}.cross_attn.q", "decoder.block.{l}.layer.1.EncDecAttention.q"},
    ImportTensor{"decoder.blocks.{l}.cross_attn.k", "decoder.block.{l}.layer.1.EncDecAttention.k"},
    ImportTensor{"decoder.blocks.{l}.cross_attn.v", "decoder.block.{l}.layer.1.EncDecAttention.v"},
    ImportTensor{"decoder.blocks.{l}.cross_attn.o", "decoder.block.{l}.layer.1.EncDecAttention.o"},
    ImportTensor{"decoder.blocks.{l}.norm3", "decoder.block.{l}.layer.2.layer_norm"},
    ImportTensor{"decoder.blocks.{l}.mlp.gate", "decoder.block.{l}.layer.2.DenseReluDense.wi_0"},
    ImportTensor{"decoder.blocks.{l}.mlp.in",
                 "decoder.block.{l}.layer.2.DenseReluDense.wi|decoder.block.{l}.layer.2.DenseReluDense.wi_1"},
    ImportTensor{"decoder.blocks.{l}.mlp.out", "decoder.block.{l}.layer.2.DenseReluDense.wo"},
    ImportTensor{"decoder.final_norm", "decoder.final_layer_norm"}};
constexpr std::array t5_output{ImportTensor{"decoder.head", "lm_head"}};
constexpr std::array t5_heads{ImportHead{ImportHeadKind::words, "ForConditionalGeneration|T5WithLMHeadModel",
                                         "lm_head.weight", "{}", t5_output, true},
                              ImportHead{ImportHeadKind::none, "T5Model", "", no_output_matrix}};
// Files of the first T5 hold a table that no code has read for long.
constexpr std::array<std::string_view, 1> t5_unneeded{"EncDecAttention.relative_attention_bias.weight"};

bool equal_numbers(const MappedTensor& a, const MappedTensor& b) {
    if (a.sizes != b.sizes || a.type->to_floats == nullptr || b.type->to_floats == nullptr) return false;
    constexpr std::size_t at_once = 4096;
    std::vector<float> left(at_once), right(at_once);
    const auto read = [](const MappedTensor& tensor, std::size_t from, std::vector<float>& to, std::size_t count) {
        tensor.type->to_floats(tensor.bytes + from * (static_cast<std::size_t>(tensor.type->bits) / 8), to.data(),
                               count);
    };
    for (std::size_t first = 0; first < a.count; first += at_once) {
        const std::size_t count = std::min(at_once, a.count - first);
        read(a, first, left, count);
        read(b, first, right, count);
        if (!std::equal(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(count), right.begin())) return false;
    }
    return true;
}

/// The library's version 5 may call the head tied although another one is stored, which is then the one that counts.
bool has_own_head(const ImportedConfig& config) {
    if (!config.stored("lm_head.weight")) return false;
    const MappedTensor* const shared = config.files->find("shared.weight");
    return shared != nullptr && !equal_numbers(*shared, *config.files->find("lm_head.weight"));
}

/// "relu", or "gated-gelu" and "gated-silu".
void settle_feed_forward(ImportedConfig& config) {
    constexpr std::string_view key = "feed_forward_proj", gated = "gated-";
    std::string name = config.theirs.string(key, "relu");
    const bool is_gated = name.starts_with(gated);
    if (is_gated) name = name.substr(gated.size());
    if (is_gated && name == "gelu") name = "gelu_new";
    config.set("gated_mlp", is_gated);
    config.set("activation", our_activation(config.theirs, key, name));
}

void settle_t5(ImportedConfig& config) {
    settle_feed_forward(config);
    if (config.head.kind != ImportHeadKind::words) return;
    const bool said_tied = config.flag("tie_embeddings"), tied = said_tied && !has_own_head(config);
    config.set("tie_embeddings", tied);
    if (config.theirs.boolean("scale_decoder_outputs", tied))
        config.set("logit_scale", 1 / std::sqrt(static_cast<double>(config.whole("d_model"))));
}

}  // namespace

Importer t5_importer() {
    return {.title = "T5",
            .types = t5_types,
            .prefix = "",
            .always = R"({"architecture": "encoder_decoder", "norm": "rmsnorm", "attention_scale": "none",
                          "attention_bias": false, "mlp_bias": false, "shared_embeddings": true,
                          "positional": {"kind": "t5", "shared": true}})",
            .keys = t5_keys,
            .heads = t5_heads,
            .tensors = t5_tensors,
            .settle = settle_t5,
            .unneeded = t5_unneeded};
}

}  // namespace glassformer
