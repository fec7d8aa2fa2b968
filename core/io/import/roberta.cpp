// RoBERTa (Liu et al. 2019; XLM-RoBERTa, CamemBERT): BERT with other heads, whose first position is the row behind that
// of the padding token.
#include "core/io/import/shared.h"

namespace glassformer {

namespace {

constexpr std::array roberta_types{ImportedType{"roberta"}, ImportedType{"xlm-roberta"}, ImportedType{"camembert"}};
constexpr std::array roberta_keys{import_vocabulary("vocab_size", "vocab_size", "50265"),
                                  import_whole("hidden_size", "d_model", "768"),
                                  import_whole("num_hidden_layers", "n_layers", "12"),
                                  import_whole("num_attention_heads", "n_heads", "12"),
                                  import_whole("intermediate_size", "d_ff", "3072"),
                                  import_whole("max_position_embeddings", "max_seq_len", "514"),
                                  import_whole("type_vocab_size", "token_types", "1"),
                                  import_epsilon("layer_norm_eps", "1e-12"),
                                  import_activation("hidden_act", "\"gelu\""),
                                  import_flag("tie_word_embeddings", "tie_embeddings", "true")};
constexpr std::array roberta_rules{ImportRule{"is_decoder", "false"}, ImportRule{"add_cross_attention", "false"},
                                   ImportRule{"position_embedding_type", "\"absolute\""}};
constexpr std::array roberta_words{
    ImportTensor{"head.transform", "lm_head.dense"}, ImportTensor{"head.transform.norm", "lm_head.layer_norm"},
    ImportTensor{"head.bias", "lm_head.bias|lm_head.decoder.bias"}, ImportTensor{"head", "lm_head.decoder"}};
constexpr std::array roberta_classes{ImportTensor{"head.transform", "classifier.dense"},
                                     ImportTensor{"head", "classifier.out_proj"}};
constexpr std::array roberta_pooler{ImportTensor{"head.transform", ".pooler.dense"}};
constexpr std::array roberta_heads{
    ImportHead{ImportHeadKind::words, "ForMaskedLM", "lm_head.dense.weight",
               R"({"head": {"transform": {"activation": "gelu", "norm": true}}, "head_bias": true})", roberta_words},
    ImportHead{ImportHeadKind::classes, "ForSequenceClassification", "classifier.out_proj.weight",
               R"({"head": {"kind": "classifier", "pooling": "cls", "transform": {"activation": "tanh"}},
                   "head_bias": true, "tie_embeddings": false})",
               roberta_classes},
    ImportHead{ImportHeadKind::none, "Model", "", no_output_matrix, roberta_pooler}};

void settle_roberta(ImportedConfig& config) {
    config.first_position = static_cast<int>(config.theirs.integer("pad_token_id", 0, 1 << 20, 1)) + 1;
    const int rows = config.whole("max_seq_len");
    if (rows <= config.first_position)
        throw config.theirs.error("max_position_embeddings",
                                  std::to_string(rows) + " must be more than " + std::to_string(config.first_position) +
                                      ", because the first position is the row after that of \"pad_token_id\"");
    config.set("max_seq_len", rows - config.first_position);
    settle_pooler(config, "roberta");
}

}  // namespace

Importer roberta_importer() {
    return {.title = "RoBERTa",
            .types = roberta_types,
            .prefix = "roberta",
            .always = R"({"architecture": "encoder", "norm_placement": "post", "embed_norm": true,
                          "positional": {"kind": "learned"}})",
            .keys = roberta_keys,
            .heads = roberta_heads,
            .tensors = bert_tensors(),
            .rules = roberta_rules,
            .settle = settle_roberta};
}

}  // namespace glassformer
