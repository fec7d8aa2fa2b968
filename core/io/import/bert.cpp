// BERT (Devlin et al. 2019; MiniLM, bge, e5): a post-norm encoder with learned positions and token types.
#include "core/io/import/shared.h"

namespace glassformer {

namespace {

constexpr std::array bert_types{ImportedType{"bert"}};
constexpr std::array bert_keys{import_vocabulary("vocab_size", "vocab_size", "30522"),
                               import_whole("hidden_size", "d_model", "768"),
                               import_whole("num_hidden_layers", "n_layers", "12"),
                               import_whole("num_attention_heads", "n_heads", "12"),
                               import_whole("intermediate_size", "d_ff", "3072"),
                               import_whole("max_position_embeddings", "max_seq_len", "512"),
                               import_whole("type_vocab_size", "token_types", "2"),
                               import_epsilon("layer_norm_eps", "1e-12"),
                               import_activation("hidden_act", "\"gelu\""),
                               import_flag("tie_word_embeddings", "tie_embeddings", "true")};
constexpr std::array bert_rules{ImportRule{"is_decoder", "false"}, ImportRule{"add_cross_attention", "false"},
                                ImportRule{"position_embedding_type", "\"absolute\""}};
constexpr std::array tensors_of_bert{
    ImportTensor{"embed.tokens", ".embeddings.word_embeddings", ImportLayout::copied},
    ImportTensor{"embed.positions", ".embeddings.position_embeddings", ImportLayout::positions},
    ImportTensor{"embed.types", ".embeddings.token_type_embeddings", ImportLayout::copied},
    ImportTensor{"embed.norm", ".embeddings.LayerNorm"},
    ImportTensor{"blocks.{l}.attn.q", ".encoder.layer.{l}.attention.self.query"},
    ImportTensor{"blocks.{l}.attn.k", ".encoder.layer.{l}.attention.self.key"},
    ImportTensor{"blocks.{l}.attn.v", ".encoder.layer.{l}.attention.self.value"},
    ImportTensor{"blocks.{l}.attn.o", ".encoder.layer.{l}.attention.output.dense"},
    ImportTensor{"blocks.{l}.norm1", ".encoder.layer.{l}.attention.output.LayerNorm"},
    ImportTensor{"blocks.{l}.mlp.in", ".encoder.layer.{l}.intermediate.dense"},
    ImportTensor{"blocks.{l}.mlp.out", ".encoder.layer.{l}.output.dense"},
    ImportTensor{"blocks.{l}.norm2", ".encoder.layer.{l}.output.LayerNorm"}};
constexpr std::array bert_words{ImportTensor{"head.transform", "cls.predictions.transform.dense"},
                                ImportTensor{"head.transform.norm", "cls.predictions.transform.LayerNorm"},
                                ImportTensor{"head.bias", "cls.predictions.bias|cls.predictions.decoder.bias"},
                                ImportTensor{"head", "cls.predictions.decoder"}};
constexpr std::array bert_classes{ImportTensor{"head.transform", ".pooler.dense"}, ImportTensor{"head", "classifier"}};
constexpr std::array bert_pooler{ImportTensor{"head.transform", ".pooler.dense"}};
constexpr std::array bert_heads{
    ImportHead{ImportHeadKind::words, "ForMaskedLM|ForPreTraining|LMHeadModel",
               "cls.predictions.transform.dense.weight",
               R"({"head": {"transform": {"norm": true}}, "head_bias": true})", bert_words},
    ImportHead{ImportHeadKind::classes, "ForSequenceClassification", "classifier.weight",
               R"({"head": {"kind": "classifier", "pooling": "cls", "transform": {"activation": "tanh"}},
                   "head_bias": true, "tie_embeddings": false})",
               bert_classes},
    ImportHead{ImportHeadKind::none, "Model", "", no_output_matrix, bert_pooler}};

void settle_bert(ImportedConfig& config) {
    settle_pooler(config, "bert");
    if (config.head.kind == ImportHeadKind::words)
        config.set("head.transform.activation", config.ours.at("activation"));
}

}  // namespace

std::span<const ImportTensor> bert_tensors() { return tensors_of_bert; }

Importer bert_importer() {
    return {.title = "BERT",
            .types = bert_types,
            .prefix = "bert",
            .always = R"({"architecture": "encoder", "norm_placement": "post", "embed_norm": true,
                          "positional": {"kind": "learned"}})",
            .keys = bert_keys,
            .heads = bert_heads,
            .tensors = bert_tensors(),
            .rules = bert_rules,
            .settle = settle_bert};
}

}  // namespace glassformer
