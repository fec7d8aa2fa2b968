// Marian (Junczys-Dowmunt et al. 2018; opus-mt): BART with computed positions, all sines before all cosines, and
// without a norm of the embedding.
#include "core/io/import/shared.h"

namespace glassformer {

namespace {

constexpr std::array marian_types{ImportedType{"marian"}};
constexpr std::array marian_keys{import_vocabulary("vocab_size", "vocab_size", "58101"),
                                 import_vocabulary("decoder_vocab_size", "target_vocab_size", ""),
                                 import_whole("d_model", "d_model", "1024"),
                                 import_whole("encoder_layers", "n_layers", "12"),
                                 import_whole("decoder_layers", "n_decoder_layers", "12"),
                                 import_whole("encoder_attention_heads", "n_heads", "16"),
                                 import_whole("encoder_ffn_dim", "d_ff", "4096"),
                                 import_whole("max_position_embeddings", "max_seq_len", "1024"),
                                 import_activation("activation_function", "\"gelu\""),
                                 import_flag("scale_embedding", "scale_embeddings", "false"),
                                 import_flag("share_encoder_decoder_embeddings", "shared_embeddings", "true"),
                                 import_flag("tie_word_embeddings", "tie_embeddings", "true")};
constexpr std::array<std::string_view, 1> marian_unneeded{"embed_positions.weight"};

}  // namespace

Importer marian_importer() {
    return {.title = "Marian",
            .types = marian_types,
            .prefix = "model",
            .always = R"({"architecture": "encoder_decoder", "norm_placement": "post",
                          "positional": {"kind": "sinusoidal", "layout": "half"}})",
            .keys = marian_keys,
            .heads = two_stack_heads(),
            .tensors = two_stack_tensors(),
            .settle = settle_two_stacks,
            .unneeded = marian_unneeded};
}

}  // namespace glassformer
