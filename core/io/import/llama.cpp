// Llama (Touvron et al. 2023; Llama 2 and 3, TinyLlama, SmolLM, Yi): a pre-norm decoder with RMSNorm, rotary positions
// and a gated MLP, whose heads may share keys and values.
#include "core/io/import/shared.h"

namespace glassformer {

namespace {

constexpr std::array llama_types{ImportedType{"llama"}};
constexpr std::array llama_bias_keys{import_flag("attention_bias", "attention_bias", "false"),
                                     import_flag("mlp_bias", "mlp_bias", "false")};
constexpr auto keys_of_llama = joined_keys(llama_keys, llama_bias_keys);
constexpr std::array tensors_of_llama{ImportTensor{"embed.tokens", ".embed_tokens", ImportLayout::copied},
                                      ImportTensor{"blocks.{l}.norm1", ".layers.{l}.input_layernorm"},
                                      ImportTensor{"blocks.{l}.attn.q", ".layers.{l}.self_attn.q_proj"},
                                      ImportTensor{"blocks.{l}.attn.k", ".layers.{l}.self_attn.k_proj"},
                                      ImportTensor{"blocks.{l}.attn.v", ".layers.{l}.self_attn.v_proj"},
                                      ImportTensor{"blocks.{l}.attn.o", ".layers.{l}.self_attn.o_proj"},
                                      ImportTensor{"blocks.{l}.norm2", ".layers.{l}.post_attention_layernorm"},
                                      ImportTensor{"blocks.{l}.mlp.gate", ".layers.{l}.mlp.gate_proj"},
                                      ImportTensor{"blocks.{l}.mlp.in", ".layers.{l}.mlp.up_proj"},
                                      ImportTensor{"blocks.{l}.mlp.out", ".layers.{l}.mlp.down_proj"},
                                      ImportTensor{"final_norm", ".norm"}};
constexpr std::array llama_output{ImportTensor{"head", "lm_head"}};
constexpr std::array heads_of_llama{
    ImportHead{ImportHeadKind::classes, "ForSequenceClassification", "score.weight", last_token_classifier,
               score_tensors},
    ImportHead{ImportHeadKind::words, "ForCausalLM", "lm_head.weight", "{}", llama_output, true},
    ImportHead{ImportHeadKind::none, "Model", "", no_output_matrix}};

void settle_llama(ImportedConfig& config) { settle_rotary(config); }

}  // namespace

std::span<const ImportTensor> llama_tensors() { return tensors_of_llama; }
std::span<const ImportHead> llama_heads() { return heads_of_llama; }

Importer llama_importer() {
    return {.title = "Llama",
            .types = llama_types,
            .prefix = "model",
            .always = R"({"architecture": "decoder", "norm": "rmsnorm", "gated_mlp": true})",
            .keys = keys_of_llama,
            .heads = llama_heads(),
            .tensors = llama_tensors(),
            .settle = settle_llama};
}

}  // namespace glassformer
