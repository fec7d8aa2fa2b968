// A window with the page on tokens, and a small tokenizer of each kind for it.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "core/text/pretrained/tokenizer_json.h"
#include "tests/support/program.h"
#include "tests/support/train_program.h"

namespace glassformer::test {

/// A model folder with random weights and this tokenizer; "" where it cannot be made.
inline std::string tokens_folder(const std::string& name, const std::string& tokenizer_json) {
    const auto folder = scratch() / ("tokens-" + name);
    const int rows = tokenizer_from_json(tokenizer_json, name)->size();
    write(scratch() / (name + ".json"), R"({"architecture": "decoder", "d_model": 8, "n_layers": 1, "n_heads": 2,
        "d_ff": 8, "max_seq_len": 64, "vocab_size": )" +
                                            std::to_string(rows) + "}");
    const Outcome made =
        run("init --force --seed 1 --config " + (scratch() / (name + ".json")).string() + " --out " + folder.string());
    CHECK(made.code == 0);
    write(folder / "tokenizer.json", tokenizer_json);
    return folder.string();
}

inline AppOptions tokens_options(const std::string& model, const std::string& text, PixelSize size = {1280, 720}) {
    AppOptions options = window_options(model, size);
    options.inputs.text = text;
    options.view = "experiments";
    options.view_values["mode"] = "\"tokens\"";
    options.theme = "dark";
    options.text_scale = 1;
    return options;
}

inline void finish_tokens(const Program& program) { rest_until_done(program, "tokens_done"); }

/// The first line that `tokenize` prints.
inline std::string ids_of_tokenize(const std::string& model, const std::string& text) {
    const Outcome outcome = run("tokenize --special --model " + model + " --text \"" + text + '"');
    CHECK(outcome.code == 0);
    return outcome.out.substr(0, outcome.out.find('\n'));
}

inline const std::string byte_pair_tokenizer =
    R"({"model": {"type": "BPE", "vocab": {"l":0,"o":1,"w":2,"e":3,"r":4,"lo":5,"low":6,"er":7,"Ġ":8},
    "merges": ["l o", "lo w", "e r"]}, "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false}})";
inline const std::string word_piece_tokenizer = R"({"model": {"type": "WordPiece", "unk_token": "[UNK]",
    "vocab": {"[UNK]":0,"[CLS]":1,"[SEP]":2,"un":3,"##do":4,"##ne":5,"e":6}},
    "normalizer": {"type": "BertNormalizer"}, "pre_tokenizer": {"type": "BertPreTokenizer"},
    "added_tokens": [{"id": 1, "content": "[CLS]", "special": true}, {"id": 2, "content": "[SEP]", "special": true}],
    "post_processor": {"type": "BertProcessing", "cls": ["[CLS]", 1], "sep": ["[SEP]", 2]}})";
inline const std::string unigram_tokenizer = R"({"model": {"type": "Unigram", "unk_id": 0,
    "vocab": [["<unk>", 0], ["a", -2], ["b", -2.5], ["ab", -3], ["▁", -1], ["▁a", -4]]},
    "pre_tokenizer": {"type": "Metaspace"}})";

}  // namespace glassformer::test
