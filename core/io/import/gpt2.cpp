// GPT-2 (Radford et al. 2019): a pre-norm decoder with learned positions. Its matrices lie as ours do, and those of
// queries, keys and values side by side.
#include "core/io/import/shared.h"

namespace glassformer {

namespace {

constexpr std::array gpt2_types{ImportedType{"gpt2"}};
constexpr std::array gpt2_keys{import_vocabulary("vocab_size", "vocab_size", "50257"),
                               import_whole("n_embd", "d_model", "768"),
                               import_whole("n_layer", "n_layers", "12"),
                               import_whole("n_head", "n_heads", "12"),
                               import_whole("n_positions", "max_seq_len", "1024"),
                               import_whole("n_inner", "d_ff", ""),
                               import_epsilon("layer_norm_epsilon", "1e-5"),
                               import_activation("activation_function", "\"gelu_new\""),
                               import_flag("tie_word_embeddings", "tie_embeddings", "true")};
constexpr std::array gpt2_rules{ImportRule{"scale_attn_by_inverse_layer_idx", "false"},
                                ImportRule{"add_cross_attention", "false"}};
constexpr auto as_stored = ImportLayout::copied, in_columns = ImportLayout::columns;
constexpr std::array gpt2_tensors{ImportTensor{"embed.tokens", ".wte", as_stored},
                                  ImportTensor{"embed.positions", ".wpe", as_stored},
                                  ImportTensor{"blocks.{l}.norm1", ".h.{l}.ln_1"},
                                  ImportTensor{"blocks.{l}.attn.q", ".h.{l}.attn.c_attn", in_columns, 0, 3},
                                  ImportTensor{"blocks.{l}.attn.k", ".h.{l}.attn.c_attn", in_columns, 1, 3},
                                  ImportTensor{"blocks.{l}.attn.v", ".h.{l}.attn.c_attn", in_columns, 2, 3},
                                  ImportTensor{"blocks.{l}.attn.o", ".h.{l}.attn.c_proj", as_stored},
                                  ImportTensor{"blocks.{l}.norm2", ".h.{l}.ln_2"},
                                  ImportTensor{"blocks.{l}.mlp.in", ".h.{l}.mlp.c_fc", as_stored},
                                  ImportTensor{"blocks.{l}.mlp.out", ".h.{l}.mlp.c_proj", as_stored},
                                  ImportTensor{"final_norm", ".ln_f"}};
constexpr std::array gpt2_output{ImportTensor{"head", "lm_head"}};
constexpr std::array gpt2_heads{
    ImportHead{ImportHeadKind::classes, "ForSequenceClassification", "score.weight", last_token_classifier,
               score_tensors},
    ImportHead{ImportHeadKind::words, "LMHeadModel|DoubleHeadsModel", "lm_head.weight", "{}", gpt2_output, true},
    ImportHead{ImportHeadKind::none, "Model", "", no_output_matrix}};

void settle_gpt2(ImportedConfig& config) {
    if (!config.theirs.boolean("scale_attn_weights", true)) config.set("attention_scale", "none");
}

}  // namespace

Importer gpt2_importer() {
    return {.title = "GPT-2",
            .types = gpt2_types,
            .prefix = "transformer",
            .always = R"({"architecture": "decoder", "positional": {"kind": "learned"}})",
            .keys = gpt2_keys,
            .heads = gpt2_heads,
            .tensors = gpt2_tensors,
            .rules = gpt2_rules,
            .settle = settle_gpt2};
}

}  // namespace glassformer
