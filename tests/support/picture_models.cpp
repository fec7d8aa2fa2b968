#include "tests/support/picture_models.h"

#include <array>

#include "core/model/weights.h"
#include "core/text/tokenizer.h"

namespace glassformer::test {

namespace {

constexpr std::array words{"The",  "animal", "did",  "n't", "cross", "the",  "street", "because", "it",     "was",
                           "too",  "tired",  "wide", "a",   "cat",   "sat",  "on",     "mat",     "and",    "dog",
                           "that", "never",  "saw",  "its", "own",   "tail", "again",  "under",   "bridge", "slowly"};

std::string vocabulary(int size) {
    std::string json = "{";
    for (int i = 0; i < size; ++i) {
        const auto at = static_cast<std::size_t>(i);
        const std::string word = at < words.size() ? words[at] : "word" + std::to_string(i);
        json += (i > 0 ? ", \"" : "\"") + word + "\": " + std::to_string(i);
    }
    return json + "}";
}

constexpr const char* sentence = "The animal did n't cross the street because it was too tired";

}  // namespace

std::vector<PictureModel> picture_models() {
    return {
        {"learned decoder", R"({"architecture": "decoder", "vocab_size": 48, "d_model": 32, "n_heads": 4, "n_layers": 1,
            "max_seq_len": 24})",
         sentence, ""},
        {"tied rope decoder, grouped queries, gated, rmsnorm",
         R"({"architecture": "decoder", "vocab_size": 40, "d_model": 32, "n_heads": 4, "n_kv_heads": 2, "n_layers": 1,
            "max_seq_len": 16, "norm": "rmsnorm", "activation": "silu", "gated_mlp": true, "tie_embeddings": true,
            "positional": {"kind": "rope", "layout": "half"}})",
         sentence, ""},
        {"alibi decoder", R"({"architecture": "decoder", "vocab_size": 31, "d_model": 12, "n_heads": 3, "n_layers": 1,
            "max_seq_len": 16, "positional": {"kind": "alibi"}, "head_bias": true,
            "norm_eps_placement": "added_to_std"})",
         "the cat sat on the mat", ""},
        {"t5 encoder, classifier by mean", R"({"architecture": "encoder", "vocab_size": 30, "d_model": 16, "n_heads": 2,
            "n_layers": 1, "max_seq_len": 16, "positional": {"kind": "t5", "buckets": 16, "max_distance": 20},
            "head": {"kind": "classifier", "n_classes": 3, "pooling": "mean"}})",
         sentence, ""},
        {"fire decoder", R"({"architecture": "decoder", "vocab_size": 31, "d_model": 12, "n_heads": 3, "n_layers": 1,
            "max_seq_len": 16, "positional": {"kind": "fire", "threshold": 3}})",
         sentence, ""},
        {"shaw encoder, classifier by its first token",
         R"({"architecture": "encoder", "vocab_size": 30, "d_model": 16, "n_heads": 2, "n_layers": 1, "max_seq_len": 16,
            "positional": {"kind": "shaw", "clip": 3}, "activation": "relu", "attention_scale": "none",
            "head": {"kind": "classifier", "n_classes": 2, "pooling": "cls"}})",
         "the dog saw its own tail", ""},
        {"sinusoidal encoder-decoder",
         R"({"architecture": "encoder_decoder", "vocab_size": 30, "target_vocab_size": 35, "d_model": 16, "n_heads": 2,
            "n_layers": 1, "max_seq_len": 16, "norm_placement": "post", "scale_embeddings": true,
            "positional": {"kind": "sinusoidal"}})",
         "the cat sat on the mat", "a dog never saw that"},
        {"lstm", R"({"architecture": "recurrent", "vocab_size": 30, "d_model": 12, "n_layers": 2, "max_seq_len": 16,
            "recurrent": {"cell": "lstm", "d_hidden": 10}})",
         "the cat sat on the mat", ""},
        {"rnn, classifier by its last state", R"({"architecture": "recurrent", "vocab_size": 30, "d_model": 16,
            "n_layers": 1, "max_seq_len": 16, "recurrent": {"cell": "rnn", "d_hidden": 24}, "head_bias": true,
            "head": {"kind": "classifier", "n_classes": 3, "pooling": "last"}})",
         "the dog saw its own tail", ""},
        {"gru with additive attention", R"({"architecture": "recurrent_encoder_decoder", "vocab_size": 30,
            "target_vocab_size": 35, "d_model": 12, "n_layers": 1, "max_seq_len": 16,
            "recurrent": {"cell": "gru", "d_hidden": 16, "attention": "additive"}})",
         "the cat sat on the mat", "a dog never saw that"},
        {"lstm with general attention", R"({"architecture": "recurrent_encoder_decoder", "vocab_size": 30,
            "d_model": 12, "n_layers": 1, "max_seq_len": 16,
            "recurrent": {"cell": "lstm", "d_hidden": 8, "attention": "general"}})",
         "a cat", "the cat sat"},
        {"convolution", R"({"architecture": "convolution", "vocab_size": 30, "d_model": 12, "n_layers": 2,
            "max_seq_len": 16, "convolution": {"width": 3}})",
         "the cat sat on the mat", ""},
        {"transformer-xl decoder in segments", R"({"architecture": "decoder", "vocab_size": 30, "d_model": 16,
            "n_heads": 2, "n_layers": 1, "max_seq_len": 16, "positional": {"kind": "transformer_xl"},
            "mask": {"kind": "segments", "segment": 3}})",
         "the cat sat on the mat", ""},
        {"transformer-xl encoder, classifier by a query", R"({"architecture": "encoder", "vocab_size": 30,
            "d_model": 12, "n_heads": 2, "n_layers": 1, "max_seq_len": 16, "positional": {"kind": "transformer_xl"},
            "head": {"kind": "classifier", "n_classes": 3, "pooling": "query"}})",
         "the dog saw its own tail", ""},
        {"one-hot encoder, queries and keys scaled, classifier by its places", R"({"architecture": "encoder",
            "vocab_size": 30, "d_model": 12, "n_heads": 2, "n_layers": 1, "max_seq_len": 8,
            "positional": {"kind": "one_hot"}, "attention_scale": "qk_fourth_root",
            "head": {"kind": "classifier", "n_classes": 3, "pooling": "weighted"}})",
         "the dog saw its own tail", ""},
        {"attention without parameters, appended waves", R"({"architecture": "decoder", "vocab_size": 30,
            "d_model": 8, "n_heads": 1, "n_layers": 1, "max_seq_len": 16, "attention_projections": false,
            "attention_scale": "none", "norm": "none", "mlp": false, "residual": false,
            "positional": {"kind": "sinusoidal", "combine": "append", "dims": 4}})",
         "the cat sat on the mat", ""},
        {"soft look-up table", R"({"architecture": "lookup", "vocab_size": 30, "d_model": 8, "max_seq_len": 16,
            "lookup": {"entries": 10, "hardness": 2}})",
         "the cat sat on the mat", ""},
        {"one token", R"({"architecture": "decoder", "vocab_size": 30, "d_model": 8, "n_heads": 2, "n_layers": 1,
            "max_seq_len": 8})",
         "cat", ""},
        {"large vocabulary and wide stream", R"({"architecture": "decoder", "vocab_size": 3000, "d_model": 768,
            "n_heads": 12, "n_layers": 1, "max_seq_len": 128, "d_ff": 1024})",
         sentence, ""},
    };
}

std::shared_ptr<const Model> make_model(const PictureModel& from) {
    auto model = std::make_shared<Model>();
    model->name = from.name;
    model->config = parse_config(from.config, from.name);
    model->weights = initial_weights(model->config, 7, {.std = 0.3F});
    TokenizerConfig spaces;
    spaces.kind = TokenizerConfig::Kind::words;
    model->tokenizer =
        make_tokenizer(vocabulary(model->config.vocab_size), from.name, spaces, model->config.vocab_size);
    if (has_target(model->config))
        model->target_tokenizer = make_tokenizer(vocabulary(model->config.target_vocab_size), from.name, spaces,
                                                 model->config.target_vocab_size);
    return model;
}

std::shared_ptr<Evaluation> evaluated(const PictureModel& from, const std::vector<Edit>& edits) {
    Inputs inputs;
    inputs.model = from.name;
    inputs.text = from.text;
    inputs.target = from.target;
    inputs.edits = edits;
    return evaluate_once(make_model(from), inputs);
}

}  // namespace glassformer::test
