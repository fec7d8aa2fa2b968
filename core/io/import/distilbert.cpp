// DistilBERT (Sanh et al. 2019): BERT with half the blocks, other names, and neither token types nor a pooler.
#include "core/io/import/shared.h"

namespace glassformer {

namespace {

constexpr std::array distilbert_types{ImportedType{"distilbert"}};
constexpr std::array distilbert_keys{import_vocabulary("vocab_size", "vocab_size", "30522"),
                                     import_whole("dim", "d_model", "768"),
                                     import_whole("n_layers", "n_layers", "6"),
                                     import_whole("n_heads", "n_heads", "12"),
                                     import_whole("hidden_dim", "d_ff", "3072"),
                                     import_whole("max_position_embeddings", "max_seq_len", "512"),
                                     import_activation("activation", "\"gelu\""),
                                     import_flag("tie_word_embeddings", "tie_embeddings", "true")};
constexpr std::array distilbert_rules{ImportRule{"is_decoder", "false"}, ImportRule{"add_cross_attention", "false"}};
constexpr std::array distilbert_tensors{
    ImportTensor{"embed.tokens", ".embeddings.word_embeddings", ImportLayout::copied},
    ImportTensor{"embed.positions", ".embeddings.position_embeddings", ImportLayout::copied},
    ImportTensor{"embed.norm", ".embeddings.LayerNorm"},
    ImportTensor{"blocks.{l}.attn.q", ".transformer.layer.{l}.attention.q_lin"},
    ImportTensor{"blocks.{l}.attn.k", ".transformer.layer.{l}.attention.k_lin"},
    ImportTensor{"blocks.{l}.attn.v", ".transformer.layer.{l}.attention.v_lin"},
    ImportTensor{"blocks.{l}.attn.o", ".transformer.layer.{l}.attention.out_lin"},
    ImportTensor{"blocks.{l}.norm1", ".transformer.layer.{l}.sa_layer_norm"},
    ImportTensor{"blocks.{l}.mlp.in", ".transformer.layer.{l}.ffn.lin1"},
    ImportTensor{"blocks.{l}.mlp.out", ".transformer.layer.{l}.ffn.lin2"},
    ImportTensor{"blocks.{l}.norm2", ".transformer.layer.{l}.output_layer_norm"}};
constexpr std::array distilbert_words{ImportTensor{"head.transform", "vocab_transform"},
                                      ImportTensor{"head.transform.norm", "vocab_layer_norm"},
                                      ImportTensor{"head", "vocab_projector"}};
constexpr std::array distilbert_classes{ImportTensor{"head.transform", "pre_classifier"},
                                        ImportTensor{"head", "classifier"}};
constexpr std::array distilbert_heads{
    ImportHead{ImportHeadKind::words, "ForMaskedLM", "vocab_transform.weight",
               R"({"head": {"transform": {"norm": true}}, "head_bias": true})", distilbert_words},
    ImportHead{ImportHeadKind::classes, "ForSequenceClassification", "classifier.weight",
               R"({"head": {"kind": "classifier", "pooling": "cls", "transform": {"activation": "relu"}},
                   "head_bias": true, "tie_embeddings": false})",
               distilbert_classes},
    ImportHead{ImportHeadKind::none, "Model", "", no_output_matrix}};

void settle_distilbert(ImportedConfig& config) {
    if (config.head.kind == ImportHeadKind::words)
        config.set("head.transform.activation", config.ours.at("activation"));
}

}  // namespace

Importer distilbert_importer() {
    return {.title = "DistilBERT",
            .types = distilbert_types,
            .prefix = "distilbert",
            .always = R"({"architecture": "encoder", "norm_placement": "post", "norm_eps": 1e-12, "embed_norm": true,
                          "positional": {"kind": "learned"}})",
            .keys = distilbert_keys,
            .heads = distilbert_heads,
            .tensors = distilbert_tensors,
            .rules = distilbert_rules,
            .settle = settle_distilbert};
}

}  // namespace glassformer
