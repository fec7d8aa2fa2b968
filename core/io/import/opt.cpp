// OPT (Zhang et al. 2022): a decoder with learned positions, the first of which is row 2 of the table. One size of it
// is post-norm and has narrower embeddings.
#include "core/io/import/shared.h"

namespace glassformer {

namespace {

constexpr std::array opt_types{ImportedType{"opt"}};
constexpr std::array opt_keys{import_vocabulary("vocab_size", "vocab_size", "50272"),
                              import_whole("hidden_size", "d_model", "768"),
                              import_whole("num_hidden_layers", "n_layers", "12"),
                              import_whole("num_attention_heads", "n_heads", "12"),
                              import_whole("ffn_dim", "d_ff", "3072"),
                              import_whole("max_position_embeddings", "max_seq_len", "2048"),
                              import_activation("activation_function", "\"relu\""),
                              import_flag("tie_word_embeddings", "tie_embeddings", "true")};
constexpr std::array opt_rules{ImportRule{"enable_bias", "true"}, ImportRule{"layer_norm_elementwise_affine", "true"}};
constexpr std::array opt_tensors{ImportTensor{"embed.tokens", ".decoder.embed_tokens", ImportLayout::copied},
                                 ImportTensor{"embed.project", ".decoder.project_in"},
                                 ImportTensor{"embed.positions", ".decoder.embed_positions", ImportLayout::positions},
                                 ImportTensor{"blocks.{l}.norm1", ".decoder.layers.{l}.self_attn_layer_norm"},
                                 ImportTensor{"blocks.{l}.attn.q", ".decoder.layers.{l}.self_attn.q_proj"},
                                 ImportTensor{"blocks.{l}.attn.k", ".decoder.layers.{l}.self_attn.k_proj"},
                                 ImportTensor{"blocks.{l}.attn.v", ".decoder.layers.{l}.self_attn.v_proj"},
                                 ImportTensor{"blocks.{l}.attn.o", ".decoder.layers.{l}.self_attn.out_proj"},
                                 ImportTensor{"blocks.{l}.norm2", ".decoder.layers.{l}.final_layer_norm"},
                                 ImportTensor{"blocks.{l}.mlp.in", ".decoder.layers.{l}.fc1"},
                                 ImportTensor{"blocks.{l}.mlp.out", ".decoder.layers.{l}.fc2"},
                                 ImportTensor{"final_norm", ".decoder.final_layer_norm"},
                                 ImportTensor{"head.project", ".decoder.project_out"}};
constexpr std::array opt_output{ImportTensor{"head", "lm_head"}};
constexpr std::array opt_heads{
    ImportHead{ImportHeadKind::classes, "ForSequenceClassification", "score.weight", last_token_classifier,
               score_tensors},
    ImportHead{ImportHeadKind::words, "ForCausalLM", "lm_head.weight", "{}", opt_output, true},
    ImportHead{ImportHeadKind::none, "Model", "", no_output_matrix}};

void settle_opt(ImportedConfig& config) {
    config.first_position = 2;
    const bool pre = config.theirs.boolean("do_layer_norm_before", true);
    config.set("norm_placement", pre ? "pre" : "post");
    config.set("final_norm", pre && !config.theirs.boolean("_remove_final_layer_norm", false));
    const int d_model = config.whole("d_model");
    const auto d_embed = static_cast<int>(config.theirs.integer("word_embed_proj_dim", 1, 1 << 20, d_model));
    if (d_embed != d_model) config.set("d_embed", d_embed);
}

}  // namespace

Importer opt_importer() {
    return {.title = "OPT",
            .types = opt_types,
            .prefix = "model",
            .always = R"({"architecture": "decoder", "norm_eps": 1e-5, "positional": {"kind": "learned"}})",
            .keys = opt_keys,
            .heads = opt_heads,
            .tensors = opt_tensors,
            .rules = opt_rules,
            .settle = settle_opt};
}

}  // namespace glassformer
