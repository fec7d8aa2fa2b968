// The page on tokens through the program's own events: pieces, steps and ids of each kind of tokenizer are those that
// `glassformer tokenize` and the steps of the core say.
#include <doctest/doctest.h>

#include <atomic>
#include <string>

#include "app/views/experiments/tokens/tokenized_text.h"
#include "core/analysis/nearest_embeddings.h"
#include "core/text/pretrained/tokenizer_json.h"
#include "tests/support/program.h"
#include "tests/support/skipped.h"
#include "tests/support/tokenizer_fixtures.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

/// A model folder with random weights and this tokenizer; "" where it cannot be made.
std::string folder_with(const std::string& name, const std::string& tokenizer_json) {
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

AppOptions tokens_options(const std::string& model, const std::string& text, PixelSize size = {1280, 720}) {
    AppOptions options = window_options(model, size);
    options.inputs.text = text;
    options.view = "experiments";
    options.view_values["mode"] = "\"tokens\"";
    options.theme = "dark";
    options.text_scale = 1;
    return options;
}

void finish(const Program& program) { rest_until_done(program, "tokens_done"); }

/// The first line that `tokenize` prints.
std::string ids_of_command(const std::string& model, const std::string& text) {
    const Outcome outcome = run("tokenize --special --model " + model + " --text \"" + text + '"');
    CHECK(outcome.code == 0);
    return outcome.out.substr(0, outcome.out.find('\n'));
}

const std::string byte_pairs =
    R"({"model": {"type": "BPE", "vocab": {"l":0,"o":1,"w":2,"e":3,"r":4,"lo":5,"low":6,"er":7,"Ġ":8},
    "merges": ["l o", "lo w", "e r"]}, "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false}})";
const std::string word_pieces = R"({"model": {"type": "WordPiece", "unk_token": "[UNK]",
    "vocab": {"[UNK]":0,"[CLS]":1,"[SEP]":2,"un":3,"##do":4,"##ne":5,"e":6}},
    "normalizer": {"type": "BertNormalizer"}, "pre_tokenizer": {"type": "BertPreTokenizer"},
    "added_tokens": [{"id": 1, "content": "[CLS]", "special": true}, {"id": 2, "content": "[SEP]", "special": true}],
    "post_processor": {"type": "BertProcessing", "cls": ["[CLS]", 1], "sep": ["[SEP]", 2]}})";
const std::string unigrams = R"({"model": {"type": "Unigram", "unk_id": 0,
    "vocab": [["<unk>", 0], ["a", -2], ["b", -2.5], ["ab", -3], ["▁", -1], ["▁a", -4]]},
    "pre_tokenizer": {"type": "Metaspace"}})";

}  // namespace

TEST_SUITE_BEGIN("experiments_tokens");

TEST_CASE("merges of byte-pair encoding: keys step them, the pair and its rank are told, and ids are the command's") {
    const std::string model = folder_with("bpe", byte_pairs);
    const SettledProgram program(tokens_options(model, "lower low"));
    if (!program) return;
    finish(program);
    CHECK(program.state("tokens_kind") == "BPE");
    CHECK(program.state("tokens_ids") == "6,7,8,6");
    CHECK(program.state("tokens_ids") == ids_of_command(model, "lower low"));
    CHECK(program.state("tokens_pieces") == "lower|Ġlow");
    CHECK(program.state("tokens_steps") == "3");
    CHECK(program.state("tokens_says").find("“l” + “o”, rank 0") != std::string::npos);
    run_settled(program, "key Right\nwait-idle");
    CHECK(program.state("tokens_step") == "1");
    CHECK(program.state("tokens_says").find("“lo” + “w”, rank 1") != std::string::npos);
    run_settled(program, "key Right\nkey Right\nwait-idle");
    CHECK(program.state("tokens_says").find("No pair of neighbors has a rank") != std::string::npos);
    run_settled(program, "key Right\nwait-idle");  // on to the next piece
    CHECK(program.state("tokens_selected") == "3");
    CHECK(program.state("tokens_step") == "0");
    run_settled(program, "key Left\nwait-idle");
    CHECK(program.state("tokens_selected") == "2");
    CHECK(program.state("tokens_step") == "3");
    run_settled(program, "click @tokens ids 4\nwait-idle");
    CHECK(program.state("tokens_selected") == "4");
    CHECK(program.state("tokens_looked_up") == "6");
}

TEST_CASE("a token that is clicked is one step for undo, which brings its step back; what is played is one too") {
    const SettledProgram program(tokens_options(folder_with("bpe", byte_pairs), "lower low"));
    if (!program) return;
    finish(program);
    run_settled(program, "key Right\nwait-idle\nkey Right\nwait-idle");
    CHECK(program.state("tokens_step") == "2");
    run_settled(program, "click @tokens ids 3\nwait-idle");
    CHECK(program.state("tokens_selected") == "3");
    CHECK(program.state("tokens_step") == "0");
    CHECK(program.state("tokens_looked_up") == "8");
    run_settled(program, "key Ctrl+Z\nwait-idle");
    CHECK(program.state("tokens_selected") == "1");
    CHECK(program.state("tokens_step") == "2");
    CHECK(program.state("tokens_looked_up") == "6");
    run_settled(program, "key Ctrl+Z\nwait-idle");
    CHECK(program.state("tokens_step") == "1");
    run_settled(program, "key Space\nwait-idle");
    CHECK(program.state("tokens_step") == "3");  // nothing moves in this window: all at once
    run_settled(program, "key Ctrl+Z\nwait-idle");
    CHECK(program.state("tokens_step") == "1");
    run_settled(program, "click @tokens ids 2\nwait-idle");  // of the same piece
    CHECK(program.state("tokens_step") == "1");
    CHECK(program.state("tokens_looked_up") == "7");
}

TEST_CASE("WordPiece: every prefix that is tried is a step, and tokens around the text have none") {
    const std::string model = folder_with("word-piece", word_pieces);
    const SettledProgram program(tokens_options(model, "Undone"));
    if (!program) return;
    finish(program);
    CHECK(program.state("tokens_ids") == "1,3,4,5,2");
    CHECK(program.state("tokens_ids") == ids_of_command(model, "Undone"));
    CHECK(program.state("tokens_selected") == "2");  // the first one of the text
    run_settled(program, "key Ctrl+Z\nwait-idle");   // nobody selected it, so there is nothing to undo
    CHECK(program.state("tokens_selected") == "2");
    CHECK(program.state("tokens_from") == "Token 2 comes from “Un”, characters 1 to 2.");
    run_settled(program, "click @tokens ids 1\nwait-idle");
    CHECK(program.state("tokens_steps") == "0");  // [CLS]
    CHECK(program.state("tokens_says").find("not in the text") != std::string::npos);
    CHECK(program.state("tokens_from") == "Token 1 comes from no character of the text.");
    run_settled(program, "click @tokens pieces 1\nwait-idle");
    CHECK(program.state("tokens_selected") == "2");
    // undone, undon, undo, und, un · done, don, do · ne
    CHECK(program.state("tokens_steps") == "9");
    for (int i = 0; i < 5; ++i) run_settled(program, "key Right\nwait-idle");
    CHECK(program.state("tokens_says").find("“un” is in the vocabulary") != std::string::npos);
}

TEST_CASE("Unigram: the best sums are Viterbi's, and the path is the command's") {
    const std::string model = folder_with("unigram", unigrams);
    const SettledProgram program(tokens_options(model, "ab"));
    if (!program) return;
    finish(program);
    CHECK(program.state("tokens_ids") == "4,3");  // −1 − 3 against −4 − 2.5 and −1 − 2 − 2.5
    CHECK(program.state("tokens_ids") == ids_of_command(model, "ab"));
    CHECK(program.state("tokens_steps") == "3");
    run_settled(program, "key Right\nkey Right\nwait-idle");
    CHECK(program.state("tokens_says").find("character 2 has the sum −3.00") != std::string::npos);
    run_settled(program, "key Right\nwait-idle");
    CHECK(program.state("tokens_says").find("The best path has the sum −4.00") != std::string::npos);
}

TEST_CASE("the vocabulary is searched by spelling and by id, and another text keeps the tokens before it") {
    const std::string model = folder_with("bpe", byte_pairs);
    const SettledProgram program(tokens_options(model, "low"));
    if (!program) return;
    finish(program);
    run_settled(program, "click @tokens search\ntype ow\nwait-idle");
    finish(program);
    CHECK(program.state("tokens_found") == "1");
    run_settled(program, "click @tokens entry 6\nwait-idle");
    finish(program);
    CHECK(program.state("tokens_looked_up") == "6");
    const Model opened = load_model(model);
    const Parameter* const embedding = opened.weights.find("embed.tokens.weight");
    REQUIRE(embedding != nullptr);
    const std::atomic<bool> stopped = false;
    CHECK(program.state("tokens_nearest") ==
          std::to_string(nearest_embeddings(embedding->view(), 6, 1, stopped).at(0).id));
    CHECK(program.state("tokens_before").empty());
    Inputs inputs = program.app->session().inputs();
    inputs.text = "lower";
    program.app->session().set(inputs);
    finish(program);
    CHECK(program.state("tokens_before") == "1");
    CHECK(program.state("tokens_ids") == "6,7");
}

TEST_CASE("the built-in tokenizers and published ones show the ids of the command") {
    const auto check = [](const std::string& model, const std::string& text) {
        CAPTURE(model);
        const SettledProgram program(tokens_options(model, text));
        if (!program) return;
        finish(program);
        CHECK(program.state("tokens_ids") == ids_of_command(model, text));
    };
    for (const char* const name : {"coreference-full", "characters"}) {
        const auto folder = source_dir() / "assets" / "models" / name;
        check(folder.string(), load_model(folder.string()).card.examples.at(0));
    }
    for (const char* const name : {"gpt2", "stories260k", "bert-uncased", "t5-small"}) {
        const std::string json = plain_text_of(tokenizer_fixtures() / name / "tokenizer.json");
        if (json.empty()) {
            skip(Needs::fixtures, "the fixtures have no tokenizer " + std::string(name));
            continue;
        }
        check(folder_with(name, json), "Once upon a time, naïve cafés");
    }
}

TEST_CASE("what the page shows of each published tokenizer are the library's ids, and its rows are in order") {
    const auto all = folders(tokenizer_fixtures());
    if (all.empty()) return skip(Needs::fixtures, "the fixtures of tokenizers are not there");
    int texts = 0;
    for (const auto& folder : all) {
        if (folder.filename() == "options") continue;
        CAPTURE(folder.filename().string());
        const auto tokenizer = tokenizer_from_json(plain_text_of(folder / "tokenizer.json"), "tokenizer.json");
        for (const Json& row : parse_json(plain_text_of(folder / "expected.json"), "expected.json")) {
            const Json* const text = row.find("text");
            if (text == nullptr || text->text().size() > longest_shown_text) continue;
            CAPTURE(text->text());
            const auto shown = tokenized_text(tokenizer, text->text());
            CHECK(shown->error.empty());
            CHECK(ids_of(shown->whole) ==
                  ids_in(row.at(row.contains("ids_with_special") ? "ids_with_special" : "ids")));
            REQUIRE(shown->tokens.size() == shown->whole.size());
            int tokens_of_pieces = 0, last = -1;
            for (const ShownPiece& piece : shown->pieces) tokens_of_pieces += piece.tokens;
            std::size_t around = 0, tinted = 0;
            for (std::size_t i = 0; i < shown->whole.size(); ++i) {
                CHECK(shown->tokens[i].below ==
                      std::to_string(shown->whole[i].id) +
                          (shown->segments ? " · " + std::to_string(shown->whole[i].type) : ""));
                around += shown->whole[i].added_around ? 1U : 0U;
                tinted += shown->whole[i].end > shown->whole[i].begin ? 1U : 0U;
                CHECK((shown->piece_of[i] < 0) == shown->whole[i].added_around);
            }
            CHECK(static_cast<std::size_t>(tokens_of_pieces) == shown->whole.size() - around);
            for (const RowItem& item : shown->typed) {
                if (item.token < 0) continue;
                CHECK(item.token > last);
                last = item.token;
                --tinted;
            }
            CHECK(tinted == 0);
            ++texts;
        }
    }
    CHECK(texts >= 600);
}

TEST_CASE("of a long text the beginning is shown, up to a border of characters") {
    const auto tokenizer = tokenizer_from_json(byte_pairs, "bpe");
    std::string text = "l";
    while (text.size() < 1U << 20U) text += "lo";
    const auto shown = tokenized_text(tokenizer, text);
    CHECK(shown->error.empty());
    CHECK(shown->text.size() == longest_shown_text);
    CHECK(shown->bytes == text.size());
    CHECK(shown->step_count(0) == static_cast<int>(longest_shown_text / 2 - 1));
}

TEST_CASE("what the normalizer only removed counts as changed, though no character of its result is marked") {
    const auto tokenizer = tokenizer_from_json(word_pieces, "word pieces");
    CHECK_FALSE(tokenized_text(tokenizer, "undone")->normalization_changed);
    const auto capital = tokenized_text(tokenizer, "Undone");
    CHECK(capital->normalization_changed);
    CHECK(capital->normalization_marked);
    const auto shorter = tokenized_text(tokenizer, "un\001done");
    CHECK(shorter->normalization_changed);
    CHECK_FALSE(shorter->normalization_marked);
}

TEST_SUITE_END();
