// The page on tokens through the program's own events: pieces, steps and ids of each kind of tokenizer are those that
// `glassformer tokenize` and the steps of the core say.
#include <doctest/doctest.h>

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <string>

#include "app/views/experiments/tokens/tokenized_text.h"
#include "core/analysis/nearest_embeddings.h"
#include "core/base/utf8.h"
#include "core/text/pretrained/byte_alphabet.h"
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
    CHECK(program.state("tokens_step") == "3");  // a first look shows all of them
    CHECK(program.state("tokens_says").find("No pair of neighbors has a rank") != std::string::npos);
    run_settled(program, "key Home\nwait-idle");
    CHECK(program.state("tokens_step") == "0");
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
    CHECK(program.state("tokens_step") == program.state("tokens_steps"));
    // The buttons beside the title do the same.
    run_settled(program, "click @tokens first\nwait-idle");
    CHECK(program.state("tokens_step") == "0");
    run_settled(program, "click @tokens on\nwait-idle\nclick @tokens on\nwait-idle\nclick @tokens back\nwait-idle");
    CHECK(program.state("tokens_step") == "1");
    run_settled(program, "key End\nwait-idle");
    CHECK(program.state("tokens_step") == program.state("tokens_steps"));
    run_settled(program, "click @tokens first\nwait-idle\nclick @tokens last\nwait-idle");
    CHECK(program.state("tokens_step") == program.state("tokens_steps"));
}

TEST_CASE("the piece that becomes the most tokens is shown first") {
    const SettledProgram program(tokens_options(folder_with("bpe", byte_pairs), "low lower low"));
    if (!program) return;
    finish(program);
    CHECK(program.state("tokens_ids") == "6,8,6,7,8,6");
    CHECK(program.state("tokens_selected") == "2");
    CHECK(program.state("tokens_step") == program.state("tokens_steps"));
    CHECK_FALSE(program.app->find_target("experiments reset"));
}

TEST_CASE("a piece whose steps are all done stays so when its text grows, and Home tells of pages without steps") {
    const SettledProgram program(tokens_options(folder_with("bpe", byte_pairs), "low"));
    if (!program) return;
    finish(program);
    run_settled(program, "key Left\nwait-idle\nkey Right\nwait-idle");  // back, and to its end again
    CHECK(program.state("tokens_step") == "2");
    Inputs inputs = program.app->session().inputs();
    inputs.text = "lower";
    program.app->session().set(inputs);
    finish(program);
    CHECK(program.state("tokens_steps") == "3");
    CHECK(program.state("tokens_step") == "3");
    run_settled(program, "key V\nwait-idle\nkey Home\nwait 1");
    CHECK(program.state("experiments_page") != "tokens");
    CHECK(program.state("notice") == "This page has no first and no last step to go to");
}

TEST_CASE("a token that is clicked is one step for undo, which brings its step back; what is played is one too") {
    const SettledProgram program(tokens_options(folder_with("bpe", byte_pairs), "lower low"));
    if (!program) return;
    finish(program);
    run_settled(program, "key Home\nwait-idle\nkey Right\nwait-idle\nkey Right\nwait-idle");
    CHECK(program.state("tokens_step") == "2");
    run_settled(program, "click @tokens ids 3\nwait-idle");
    CHECK(program.state("tokens_selected") == "3");
    CHECK(program.state("tokens_step") == program.state("tokens_steps"));
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
    run_settled(program, "click @tokens play\nwait-idle");
    CHECK(program.state("tokens_step") == "3");
    run_settled(program, "click @tokens play\nwait-idle");  // where nothing moves, the next piece
    CHECK(program.state("tokens_selected") == "3");
    CHECK(program.state("tokens_step") == program.state("tokens_steps"));
}

TEST_CASE("where steps move, Play begins anew with the first step of a piece whose steps are all done") {
    AppOptions options = tokens_options(folder_with("bpe", byte_pairs), "lower low");
    options.motion = true;
    const SettledProgram program(options);
    if (!program) return;
    finish(program);
    CHECK(program.state("tokens_step") == "3");
    program.run("key Space\nwait 1");
    CHECK(program.state("tokens_selected") == "1");
    CHECK(std::stoi(program.state("tokens_step")) < 3);  // time goes on meanwhile
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
    CHECK(program.state("tokens_says").find("“##ne” is in the vocabulary") != std::string::npos);
    run_settled(program, "key Home\nwait-idle");
    for (int i = 0; i < 5; ++i) run_settled(program, "key Right\nwait-idle");
    CHECK(program.state("tokens_says").find("“un” is in the vocabulary") != std::string::npos);
    run_settled(program, "key Right\nwait-idle");  // as it is looked for inside a word
    CHECK(program.state("tokens_says").find("“##done” is not in the vocabulary") != std::string::npos);
}

TEST_CASE("Unigram: the best sums are Viterbi's, and the path is the command's") {
    const std::string model = folder_with("unigram", unigrams);
    const SettledProgram program(tokens_options(model, "ab"));
    if (!program) return;
    finish(program);
    CHECK(program.state("tokens_ids") == "4,3");  // −1 − 3 against −4 − 2.5 and −1 − 2 − 2.5
    CHECK(program.state("tokens_ids") == ids_of_command(model, "ab"));
    CHECK(program.state("tokens_steps") == "3");
    run_settled(program, "key Home\nkey Right\nkey Right\nwait-idle");
    CHECK(program.state("tokens_says").find("character 2 has the sum −3.00") != std::string::npos);
    run_settled(program, "key Right\nwait-idle");
    CHECK(program.state("tokens_says").find("The best path has the sum −4.00") != std::string::npos);
    CHECK(program.state("tokens_says").find("unknown") == std::string::npos);
    Inputs inputs = program.app->session().inputs();
    inputs.text = "abc";
    program.app->session().set(inputs);
    finish(program);
    CHECK(program.state("tokens_ids") == "4,3,0");
    CHECK(program.state("tokens_says").find("“c” is not in the vocabulary, so it counts as unknown") !=
          std::string::npos);
}

TEST_CASE(
    "a character that the vocabulary lacks becomes its bytes where the tokenizer has them, and the page says so") {
    std::string vocabulary = R"({"<unk>":0,"n":1,"v":2,"e":3)";
    for (int byte = 0; byte < 256; ++byte) vocabulary += fmt::format(R"(,"<0x{:02X}>":{})", byte, 4 + byte);
    const std::string model =
        folder_with("byte-fallback", R"({"model": {"type": "BPE", "vocab": )" + vocabulary +
                                         R"(}, "merges": [], "unk_token": "<unk>", "byte_fallback": true}})");
    const SettledProgram program(tokens_options(model, "nïve"));
    if (!program) return;
    finish(program);
    CHECK(program.state("tokens_ids") == fmt::format("1,{},{},2,3", 4 + 0xC3, 4 + 0xAF));
    CHECK(program.state("tokens_bytes_say").find("“ï” is not in the vocabulary, so its bytes are tokens.") !=
          std::string::npos);
    Inputs inputs = program.app->session().inputs();
    inputs.text = "never";
    program.app->session().set(inputs);
    finish(program);
    CHECK(program.state("tokens_bytes_say").find("“r” is not") != std::string::npos);
    inputs.text = "nve";
    program.app->session().set(inputs);
    finish(program);
    CHECK(program.state("tokens_bytes_say").find("is not in the vocabulary") == std::string::npos);
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
    CHECK(program.state("tokens_differ") == "1");  // er
    CHECK(program.state("tokens_looked_up") == "6");
}

TEST_CASE("what is searched and looked up is undone, and a session keeps it") {
    const std::string model = folder_with("bpe", byte_pairs);
    AppOptions options = tokens_options(model, "low");
    options.view_values["tokens.search"] = "\"l\"";
    const SettledProgram program(options);
    if (!program) return;
    finish(program);
    CHECK(program.state("tokens_found") == "3");
    CHECK(program.state("tokens_looked_up") == "6");  // low: of the selected token
    run_settled(program, "click @tokens entry 5\nwait-idle");
    finish(program);
    CHECK(program.state("tokens_looked_up") == "5");
    const ViewValues kept = program.app->session_now().views.at("experiments");
    CHECK(kept.at("tokens.search") == "\"l\"");
    CHECK(kept.at("tokens.looked_up") == "5");
    run_settled(program, "key Ctrl+Z\nwait-idle");
    CHECK(program.state("tokens_looked_up") == "6");
    run_settled(program, "key Ctrl+Shift+Z\nwait-idle");
    CHECK(program.state("tokens_looked_up") == "5");
    run_settled(program, "click @tokens ids 1\nwait-idle");  // the token that is clicked is looked up again
    CHECK(program.state("tokens_looked_up") == "6");
    run_settled(program,
                "click @tokens search\ntype o\nwait-idle\ntype w\nwait-idle\nclick @tokens row typed\nwait-idle");
    finish(program);
    CHECK(program.state("tokens_found") == "1");
    for (const char* letter : {"lo", "l"}) {  // letter by letter, as in other fields
        run_settled(program, "key Ctrl+Z\nwait-idle");
        finish(program);
        CHECK(program.app->session_now().views.at("experiments").at("tokens.search") == fmt::format("\"{}\"", letter));
    }
    options.view_values = kept;
    const SettledProgram again(options);
    if (!again) return;
    finish(again);
    CHECK(again.state("tokens_looked_up") == "5");
    CHECK(again.state("tokens_found") == "3");
}

TEST_CASE("in a low window the wheel moves the list under the pointer as far as it goes, then the page") {
    std::string vocabulary = R"("l":0,"o":1,"w":2,"lo":3,"low":4)";
    for (int id = 5; id < 200; ++id) vocabulary += fmt::format(R"(,"t{}":{})", id, id);
    const std::string model = folder_with(
        "long-list", R"({"model": {"type": "BPE", "vocab": {)" + vocabulary + R"(}, "merges": ["l o", "lo w"]}})");
    const SettledProgram program(tokens_options(model, "low", {1280, 400}));
    if (!program) return;
    finish(program);
    REQUIRE(program.state("experiments_head") == "folded");
    const auto wheel = [&](const std::string& target, float by) {
        const Rect place = program.target(target);
        program.platform->events().push(MouseMove{{place.centre().x, std::min(place.centre().y, 390.0F)}});
        program.platform->events().push(MouseWheel{{0, by}});
        finish(program);
    };
    const auto top = [&] { return program.target("tokens search").y; };
    const auto is_drawn = [&](int id) {
        return program.app->find_target(fmt::format("tokens entry {}", id)).has_value();
    };
    const float first = top();
    CHECK(is_drawn(0));
    wheel("tokens vocabulary", -3);
    CHECK_FALSE(is_drawn(0));
    CHECK(top() == first);
    wheel("tokens vocabulary", -1000);
    CHECK(is_drawn(199));
    CHECK(top() == first);
    wheel("tokens vocabulary", -1);  // the list is at its end
    CHECK(top() < first);
    wheel("tokens vocabulary", 1000);
    CHECK(is_drawn(0));
    CHECK(top() < first);
    wheel("tokens vocabulary", 1000);
    CHECK(top() == first);
    CHECK(program.state("tokens_step") == "2");
    wheel("tokens steps", 1);
    CHECK(program.state("tokens_step") == "1");
    wheel("tokens steps", -1);
    CHECK(program.state("tokens_step") == "2");
    CHECK(top() == first);
    wheel("tokens steps", -1);  // all steps are done
    CHECK(program.state("tokens_step") == "2");
    CHECK(top() < first);
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

TEST_CASE("bytes and merges: the word with most merges is shown first, and what its letters stand for is told") {
    std::string vocabulary;
    for (int byte = 0; byte < 256; ++byte) {
        std::string letter;
        append_utf8(letter, letter_of_byte(static_cast<unsigned char>(byte)));
        if (letter == "\"" || letter == "\\") letter.insert(0, "\\");
        vocabulary += fmt::format(R"("{}":{},)", letter, byte);
    }
    const std::string json = R"({"model": {"type": "BPE", "vocab": {)" + vocabulary +
                             R"("lo":256,"low":257,"Ã©":258,"we":259}, "merges": ["l o", "lo w", "Ã ©", "w e"]},
        "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": false}})";
    const SettledProgram program(tokens_options(folder_with("byte-words", json), "we lowé low"));
    if (!program) return;
    finish(program);
    CHECK(program.state("tokens_pieces") == "we|ĠlowÃ©|Ġlow");
    CHECK(program.state("tokens_selected") == "2");  // three merges, against one and two
    CHECK(program.state("tokens_pieces_say").ends_with("“Ġ” is the space, “Ã©” are the 2 bytes of “é”."));
    CHECK(program.state("tokens_bytes_say").ends_with(": “Ġ” is the space, “Ã©” are the 2 bytes of “é”."));
    run_settled(program, "click @tokens pieces 1\nwait-idle");
    CHECK(program.state("tokens_bytes_say").find("256 symbols can spell every text") != std::string::npos);
    CHECK(letters_of_bytes("ab").spelled.empty());
    CHECK(letters_of_bytes("Ã").spelled.empty());  // the first of two bytes alone
}

TEST_CASE("WordPiece: the first word of several pieces is shown first, and where there is none, that is told") {
    const std::string model = folder_with("word-piece", word_pieces);
    const SettledProgram program(tokens_options(model, "un undo undone"));
    if (!program) return;
    finish(program);
    CHECK(program.state("tokens_ids") == "1,3,3,4,3,4,5,2");
    CHECK(program.state("tokens_selected") == "3");
    CHECK(program.state("tokens_says").find("All pieces of this text") == std::string::npos);
    const SettledProgram whole(tokens_options(model, "un e"));
    if (!whole) return;
    finish(whole);
    CHECK(whole.state("tokens_selected") == "2");
    CHECK(whole.state("tokens_says")
              .ends_with("All pieces of this text are in the vocabulary; a rare word takes more "
                         "tries."));
}

TEST_CASE("where “▁” in pieces comes from is told: spaces, the text's beginning, or each piece's") {
    const auto says = [](const std::string& pre_tokenizer, const std::string& text) {
        std::string json = unigrams;
        const std::string from = R"({"type": "Metaspace"})";
        json.replace(json.find(from), from.size(), pre_tokenizer);
        const SettledProgram program(tokens_options(folder_with("markers", json), text));
        if (!program) return std::string();
        finish(program);
        return program.state("tokens_pieces_say");
    };
    const std::string first = says(R"({"type": "Metaspace"})", "a b");
    if (first.empty()) return;
    CHECK(first.ends_with("“▁” stands for a space; the first one is put before the text."));
    CHECK(says(R"({"type": "Metaspace"})", "ab").ends_with("“▁” is put before the text, as if a space came first."));
    CHECK(says(R"({"type": "Metaspace", "prepend_scheme": "never"})", "a b").ends_with(" “▁” stands for a space."));
    CHECK(says(R"({"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, {"type": "Metaspace"}]})", "a b")
              .ends_with("Spaces are cut away, and “▁” is put before each piece."));
}

TEST_CASE("what the pictures of steps leave out is counted, above and beside") {
    std::string vocabulary = R"("a":0,"b":1)", merges, name = "a", text = "a";
    for (int i = 0; i < 30; ++i) {  // a b, then ab b, abb b …
        merges += fmt::format(R"({}"{} b")", i == 0 ? "" : ", ", name);
        vocabulary += fmt::format(R"(,"{}":{})", name + "b", i + 2);
        name += "b";
        text += "b";
    }
    const std::string model = folder_with(
        "long-word", R"({"model": {"type": "BPE", "vocab": {)" + vocabulary + R"(}, "merges": [)" + merges + "]}}");
    const SettledProgram program(tokens_options(model, text));
    if (!program) return;
    finish(program);
    CHECK(program.state("tokens_steps") == "30");
    CHECK(program.state("tokens_left_out") == "0|0");  // one long token, cut at the edge
    const std::string rows = program.state("tokens_rows_left_out");
    CHECK(rows.starts_with("↑ "));
    CHECK(rows.ends_with(" merges above"));
    run_settled(program, "key Home\nwait-idle");
    CHECK(program.state("tokens_rows_left_out").starts_with("↓ "));
    CHECK(program.state("tokens_rows_left_out").ends_with(" merges below"));
    const std::string sides = program.state("tokens_left_out");
    CHECK(sides.starts_with("0|"));
    CHECK(std::stoi(sides.substr(2)) > 0);
    CHECK(std::stoi(sides.substr(2)) < 31);
}

TEST_CASE(
    "at 1280x720 tabs and keys are as on other pages; with large text the first screen has the text and its ids") {
    const std::string model = folder_with("bpe", byte_pairs);
    AppOptions options = tokens_options(model, "lower low");
    const SettledProgram program(options);
    if (!program) return;
    finish(program);
    CHECK(program.app->find_target("experiments page tokens"));
    CHECK(program.app->find_target("experiments keys"));
    CHECK_FALSE(program.app->find_target("tokens stretches 1"));
    options.text_scale = 2;
    const SettledProgram large(options);
    if (!large) return;
    finish(large);
    CHECK(large.state("experiments_head") == "folded");
    const Rect seen = large.target("experiments picture"), steps = large.target("tokens steps");
    for (const char* const stretch : {"tokens stretches 1", "tokens stretches 4"}) {
        const Rect place = large.target(stretch);
        CHECK(place.y >= seen.y);
        CHECK(place.bottom() <= steps.y);
    }
    CHECK(steps.bottom() <= seen.bottom() + 0.5F);
    CHECK(large.state("tokens_says").find("Sennrich") != std::string::npos);
    run_settled(large, "click @tokens stretches 3\nwait-idle");
    CHECK(large.state("tokens_selected") == "3");
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
