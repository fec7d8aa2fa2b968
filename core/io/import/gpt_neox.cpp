// GPT-NeoX (Black et al. 2022; Pythia): a pre-norm decoder whose attention and MLP read the same input, with rotary
// positions in a part of each head. For each head the rows of its query, key and value lie together.
#include "core/io/import/shared.h"

namespace glassformer {

namespace {

constexpr std::array gpt_neox_types{ImportedType{"gpt_neox"}};
constexpr std::array gpt_neox_keys{import_vocabulary("vocab_size", "vocab_size", "50432"),
                                   import_whole("hidden_size", "d_model", "6144"),
                                   import_whole("num_hidden_layers", "n_layers", "44"),
                                   import_whole("num_attention_heads", "n_heads", "64"),
                                   import_whole("intermediate_size", "d_ff", "24576"),
                                   import_whole("max_position_embeddings", "max_seq_len", "2048"),
                                   import_epsilon("layer_norm_eps", "1e-5"),
                                   import_activation("hidden_act", "\"gelu\""),
                                   import_flag("use_parallel_residual", "parallel_residual", "true"),
                                   import_flag("attention_bias", "attention_bias", "true"),
                                   import_flag("tie_word_embeddings", "tie_embeddings", "false")};
constexpr auto in_heads = ImportLayout::head_rows;
constexpr std::array gpt_neox_tensors{
    ImportTensor{"embed.tokens", ".embed_in", ImportLayout::copied},
    ImportTensor{"blocks.{l}.norm1", ".layers.{l}.input_layernorm"},
    ImportTensor{"blocks.{l}.attn.q", ".layers.{l}.attention.query_key_value", in_heads, 0, 3},
    ImportTensor{"blocks.{l}.attn.k", ".layers.{l}.attention.query_key_value", in_heads, 1, 3},
    ImportTensor{"blocks.{l}.attn.v", ".layers.{l}.attention.query_key_value", in_heads, 2, 3},
    ImportTensor{"blocks.{l}.attn.o", ".layers.{l}.attention.dense"},
    ImportTensor{"blocks.{l}.norm2", ".layers.{l}.post_attention_layernorm"},
    ImportTensor{"blocks.{l}.mlp.in", ".layers.{l}.mlp.dense_h_to_4h"},
    ImportTensor{"blocks.{l}.mlp.out", ".layers.{l}.mlp.dense_4h_to_h"},
    ImportTensor{"final_norm", ".final_layer_norm"}};
constexpr std::array gpt_neox_output{ImportTensor{"head", "embed_out"}};
constexpr std::array gpt_neox_heads{
    ImportHead{ImportHeadKind::classes, "ForSequenceClassification", "score.weight", last_token_classifier,
               score_tensors},
    ImportHead{ImportHeadKind::words, "ForCausalLM", "embed_out.weight", "{}", gpt_neox_output, true},
    ImportHead{ImportHeadKind::none, "Model", "", no_output_matrix}};

void settle_gpt_neox(ImportedConfig& config) { settle_rotary(config, "rotary_emb_base", "rotary_pct", 0.25); }

}  // namespace

Importer gpt_neox_importer() {
    return {.title = "GPT-NeoX",
            .types = gpt_neox_types,
            .prefix = "gpt_neox",
            .always = R"({"architecture": "decoder"})",
            .keys = gpt_neox_keys,
            .heads = gpt_neox_heads,
            .tensors = gpt_neox_tensors,
            .settle = settle_gpt_neox};
}

}  // namespace glassformer
