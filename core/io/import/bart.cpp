// BART (Lewis et al. 2020; distilbart): a post-norm encoder–decoder with learned positions, the first of which is row 2
// of each table, and a norm of the embedding.
#include "core/io/import/shared.h"

namespace glassformer {

namespace {

constexpr std::array bart_types{ImportedType{"bart"}};
constexpr std::array bart_keys{import_vocabulary("vocab_size", "vocab_size", "50265"),
                               import_whole("d_model", "d_model", "1024"),
                               import_whole("encoder_layers", "n_layers", "12"),
                               import_whole("decoder_layers", "n_decoder_layers", "12"),
                               import_whole("encoder_attention_heads", "n_heads", "16"),
                               import_whole("encoder_ffn_dim", "d_ff", "4096"),
                               import_whole("max_position_embeddings", "max_seq_len", "1024"),
                               import_activation("activation_function", "\"gelu\""),
                               import_flag("scale_embedding", "scale_embeddings", "false"),
                               import_flag("tie_word_embeddings", "tie_embeddings", "true")};
constexpr auto from_row_two = ImportLayout::positions;
constexpr std::array bart_tensors{
    ImportTensor{"encoder.embed.tokens", ".shared|.encoder.embed_tokens|.decoder.embed_tokens|lm_head",
                 ImportLayout::copied},
    ImportTensor{"encoder.embed.positions", ".encoder.embed_positions", from_row_two},
    ImportTensor{"encoder.embed.norm", ".encoder.layernorm_embedding"},
    ImportTensor{"encoder.blocks.{l}.self_attn.q", ".encoder.layers.{l}.self_attn.q_proj"},
    ImportTensor{"encoder.blocks.{l}.self_attn.k", ".encoder.layers.{l}.self_attn.k_proj"},
    ImportTensor{"encoder.blocks.{l}.self_attn.v", ".encoder.layers.{l}.self_attn.v_proj"},
    ImportTensor{"encoder.blocks.{l}.self_attn.o", ".encoder.layers.{l}.self_attn.out_proj"},
    ImportTensor{"encoder.blocks.{l}.norm1", ".encoder.layers.{l}.self_attn_layer_norm"},
    ImportTensor{"encoder.blocks.{l}.mlp.in", ".encoder.layers.{l}.fc1"},
    ImportTensor{"encoder.blocks.{l}.mlp.out", ".encoder.layers.{l}.fc2"},
    ImportTensor{"encoder.blocks.{l}.norm2", ".encoder.layers.{l}.final_layer_norm"},
    ImportTensor{"decoder.embed.positions", ".decoder.embed_positions", from_row_two},
    ImportTensor{"decoder.embed.norm", ".decoder.layernorm_embedding"},
    ImportTensor{"decoder.blocks.{l}.self_attn.q", ".decoder.layers.{l}.self_attn.q_proj"},
    ImportTensor{"decoder.blocks.{l}.self_attn.k", ".decoder.layers.{l}.self_attn.k_proj"},
    ImportTensor{"decoder.blocks.{l}.self_attn.v", ".decoder.layers.{l}.self_attn.v_proj"},
    ImportTensor{"decoder.blocks.{l}.self_attn.o", ".decoder.layers.{l}.self_attn.out_proj"},
    ImportTensor{"decoder.blocks.{l}.norm1", ".decoder.layers.{l}.self_attn_layer_norm"},
    ImportTensor{"decoder.blocks.{l}.cross_attn.q", ".decoder.layers.{l}.encoder_attn.q_proj"},
    ImportTensor{"decoder.blocks.{l}.cross_attn.k", ".decoder.layers.{l}.encoder_attn.k_proj"},
    ImportTensor{"decoder.blocks.{l}.cross_attn.v", ".decoder.layers.{l}.encoder_attn.v_proj"},
    ImportTensor{"decoder.blocks.{l}.cross_attn.o", ".decoder.layers.{l}.encoder_attn.out_proj"},
    ImportTensor{"decoder.blocks.{l}.norm2", ".decoder.layers.{l}.encoder_attn_layer_norm"},
    ImportTensor{"decoder.blocks.{l}.mlp.in", ".decoder.layers.{l}.fc1"},
    ImportTensor{"decoder.blocks.{l}.mlp.out", ".decoder.layers.{l}.fc2"},
    ImportTensor{"decoder.blocks.{l}.norm3", ".decoder.layers.{l}.final_layer_norm"},
    // of Marian with a vocabulary a side
    ImportTensor{"decoder.embed.tokens", ".decoder.embed_tokens", ImportLayout::copied}};
constexpr std::array bart_output{ImportTensor{"decoder.head.bias", "final_logits_bias", ImportLayout::one_row},
                                 ImportTensor{"decoder.head", "lm_head"}};
constexpr std::array bart_heads{
    ImportHead{ImportHeadKind::words, "ForConditionalGeneration|MTModel", "final_logits_bias", "{}", bart_output, true},
    ImportHead{ImportHeadKind::none, "BartModel|MarianModel", "", no_output_matrix}};

void settle_bart(ImportedConfig& config) {
    config.first_position = 2;
    settle_two_stacks(config);
}

}  // namespace

std::span<const ImportTensor> two_stack_tensors() { return bart_tensors; }
std::span<const ImportHead> two_stack_heads() { return bart_heads; }

Importer bart_importer() {
    return {.title = "BART",
            .types = bart_types,
            .prefix = "model",
            .always = R"({"architecture": "encoder_decoder", "norm_placement": "post", "embed_norm": true,
                          "shared_embeddings": true, "positional": {"kind": "learned"}})",
            .keys = bart_keys,
            .heads = two_stack_heads(),
            .tensors = two_stack_tensors(),
            .settle = settle_bart};
}

}  // namespace glassformer
