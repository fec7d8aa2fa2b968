// What the page on tokens shows: ids are those of `glassformer tokenize`, and what is written about a text, its pieces
// and its bytes holds for the tokenizer that is open.
#include <doctest/doctest.h>

#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "app/views/experiments/tokens/tokenized_text.h"
#include "core/base/utf8.h"
#include "core/text/pretrained/byte_alphabet.h"
#include "core/text/pretrained/tokenizer_json.h"
#include "tests/support/skipped.h"
#include "tests/support/tokenizer_fixtures.h"
#include "tests/support/tokens_page.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("experiments_tokens_shown");

TEST_CASE(
    "a character that the vocabulary lacks becomes its bytes where the tokenizer has them, and the page says so") {
    std::string vocabulary = R"({"<unk>":0,"n":1,"v":2,"e":3)";
    for (int byte = 0; byte < 256; ++byte) vocabulary += fmt::format(R"(,"<0x{:02X}>":{})", byte, 4 + byte);
    const std::string model =
        tokens_folder("byte-fallback", R"({"model": {"type": "BPE", "vocab": )" + vocabulary +
                                           R"(}, "merges": [], "unk_token": "<unk>", "byte_fallback": true}})");
    const SettledProgram program(tokens_options(model, "nïve"));
    if (!program) return;
    finish_tokens(program);
    CHECK(program.state("tokens_ids") == fmt::format("1,{},{},2,3", 4 + 0xC3, 4 + 0xAF));
    CHECK(program.state("tokens_bytes_say").find("“ï” is not in the vocabulary, so its bytes are tokens.") !=
          std::string::npos);
    Inputs inputs = program.app->session().inputs();
    inputs.text = "never";
    program.app->session().set(inputs);
    finish_tokens(program);
    CHECK(program.state("tokens_bytes_say").find("“r” is not") != std::string::npos);
    inputs.text = "nve";
    program.app->session().set(inputs);
    finish_tokens(program);
    CHECK(program.state("tokens_bytes_say").find("is not in the vocabulary") == std::string::npos);
    CHECK(program.state("tokens_bytes_say").ends_with("its bytes, as “<0x00>” to “<0xFF>”. Type “ß” to see it."));
    CHECK(program.state("tokens_sentence").starts_with("BPE with byte fallback: 3 characters"));
}

TEST_CASE("the built-in tokenizers and published ones show the ids of the command") {
    const auto check = [](const std::string& model, const std::string& text) {
        CAPTURE(model);
        const SettledProgram program(tokens_options(model, text));
        if (!program) return;
        finish_tokens(program);
        CHECK(program.state("tokens_ids") == ids_of_tokenize(model, text));
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
        check(tokens_folder(name, json), "Once upon a time, naïve cafés");
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
    AppOptions options = tokens_options(tokens_folder("byte-words", json), "we lowé low");
    const SettledProgram program(options);
    if (!program) return;
    finish_tokens(program);
    CHECK(program.state("tokens_says").find("“Ġ”") == std::string::npos);
    CHECK(program.state("tokens_pieces") == "we|ĠlowÃ©|Ġlow");
    CHECK(program.state("tokens_selected") == "2");  // three merges, against one and two
    CHECK(program.state("tokens_pieces_say").ends_with("“Ġ” is the space (␣), “Ã©” are the 2 bytes of “é”."));
    CHECK(program.state("tokens_bytes_say").ends_with(": “Ġ” is the space (␣), “Ã©” are the 2 bytes of “é”."));
    run_settled(program, "click @tokens pieces 1\nwait-idle");
    CHECK(program.state("tokens_bytes_say").find("256 symbols can spell every text") != std::string::npos);
    options.text_scale = 2;
    const SettledProgram large(options);
    if (!large) return;
    finish_tokens(large);
    // The rows that say so are out of sight.
    CHECK(large.state("tokens_says").ends_with(" “Ġ” is the space (␣), “Ã©” are the 2 bytes of “é”."));
    CHECK(letters_of_bytes("ab").spelled.empty());
    CHECK(letters_of_bytes("Ã").spelled.empty());  // the first of two bytes alone
}

TEST_CASE("WordPiece: the first word of several pieces is shown first, and where there is none, that is told") {
    const std::string model = tokens_folder("word-piece", word_piece_tokenizer);
    const SettledProgram program(tokens_options(model, "un undo undone"));
    if (!program) return;
    finish_tokens(program);
    CHECK(program.state("tokens_ids") == "1,3,3,4,3,4,5,2");
    CHECK(program.state("tokens_selected") == "3");
    CHECK(program.state("tokens_says").find("All pieces of this text") == std::string::npos);
    const SettledProgram whole(tokens_options(model, "un e"));
    if (!whole) return;
    finish_tokens(whole);
    CHECK(whole.state("tokens_selected") == "2");
    CHECK(whole.state("tokens_says")
              .ends_with("All pieces of this text are in the vocabulary; a rare word takes more "
                         "tries."));
}

TEST_CASE("where “▁” in pieces comes from is told: spaces, the text's beginning, or each piece's") {
    const auto says = [](const std::string& pre_tokenizer, const std::string& text) {
        std::string json = unigram_tokenizer;
        const std::string from = R"({"type": "Metaspace"})";
        json.replace(json.find(from), from.size(), pre_tokenizer);
        const SettledProgram program(tokens_options(tokens_folder("markers", json), text));
        if (!program) return std::string();
        finish_tokens(program);
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
    for (int i = 0; i < 60; ++i) {  // a b, then ab b, abb b …
        merges += fmt::format(R"({}"{} b")", i == 0 ? "" : ", ", name);
        vocabulary += fmt::format(R"(,"{}":{})", name + "b", i + 2);
        name += "b";
        text += "b";
    }
    const std::string model = tokens_folder(
        "long-word", R"({"model": {"type": "BPE", "vocab": {)" + vocabulary + R"(}, "merges": [)" + merges + "]}}");
    const SettledProgram program(tokens_options(model, text));
    if (!program) return;
    finish_tokens(program);
    CHECK(program.state("tokens_steps") == "60");
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
    CHECK(std::stoi(sides.substr(2)) < 61);
}

TEST_CASE(
    "at 1280x720 tabs and keys are as on other pages; with large text the first screen has the text and its ids") {
    const std::string model = tokens_folder("bpe", byte_pair_tokenizer);
    AppOptions options = tokens_options(model, "lower low");
    const SettledProgram program(options);
    if (!program) return;
    finish_tokens(program);
    CHECK(program.app->find_target("experiments page tokens"));
    CHECK(program.app->find_target("experiments keys"));
    CHECK_FALSE(program.app->find_target("tokens stretches 1"));
    options.text_scale = 2;
    const SettledProgram large(options);
    if (!large) return;
    finish_tokens(large);
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
    const auto tokenizer = tokenizer_from_json(byte_pair_tokenizer, "bpe");
    std::string text = "l";
    while (text.size() < 1U << 20U) text += "lo";
    const auto shown = tokenized_text(tokenizer, text);
    CHECK(shown->error.empty());
    CHECK(shown->text.size() == longest_shown_text);
    CHECK(shown->bytes == text.size());
    CHECK(shown->step_count(0) == static_cast<int>(longest_shown_text / 2 - 1));
}

TEST_CASE("what the normalizer only removed counts as changed, though no character of its result is marked") {
    const auto tokenizer = tokenizer_from_json(word_piece_tokenizer, "word pieces");
    CHECK_FALSE(tokenized_text(tokenizer, "undone")->normalization_changed);
    const auto capital = tokenized_text(tokenizer, "Undone");
    CHECK(capital->normalization_changed);
    CHECK(capital->normalization_marked);
    const auto shorter = tokenized_text(tokenizer, "un\001done");
    CHECK(shorter->normalization_changed);
    CHECK_FALSE(shorter->normalization_marked);
}

TEST_CASE("a row of merges has the rank of the pair that is tinted in it, the last one the tokens") {
    const std::string model = tokens_folder("bpe", byte_pair_tokenizer);
    const SettledProgram program(tokens_options(model, "lower"));
    if (!program) return;
    finish_tokens(program);
    CHECK(program.state("tokens_merge_labels") == "Merge 1 · rank 0|Merge 2 · rank 1|Merge 3 · rank 2|Tokens");
    CHECK(program.state("tokens_meanings") == "the pair that the merge joins|the selected token");
    run_settled(program, "key Home\nkey Right\nwait-idle");  // “lo” + “w” is next
    CHECK(program.state("tokens_says").find("rank 1.") != std::string::npos);
    CHECK(program.state("tokens_meanings") == "the pair that is merged next, rank 1|not merged yet");
    const auto says = [&](const char* text) {
        const SettledProgram other(tokens_options(model, text));
        if (!other) return std::string();
        finish_tokens(other);
        return other.state("tokens_says");
    };
    CHECK(says("low").ends_with(" One symbol is left, so it is the token."));
    CHECK(says("l").ends_with(" The piece is one symbol, so it is one token."));
}

TEST_CASE("of more merges than have room those of the selected token are shown") {
    std::string json = byte_pair_tokenizer;
    json.replace(json.find(R"(, "pre_tokenizer")"), std::string::npos, "}");
    json.replace(json.find("Ġ"), std::string("Ġ").size(), " ");
    const SettledProgram program(tokens_options(tokens_folder("one-piece", json), "low low low low low low low low"));
    if (!program) return;
    finish_tokens(program);
    REQUIRE(program.state("tokens_steps") == "16");  // l + o eight times, then lo + w
    REQUIRE(program.state("tokens_selected") == "1");
    CHECK(program.state("tokens_merge_labels") == "Merge 1 · rank 0|Merge 9 · rank 1|Tokens");
    CHECK(program.state("tokens_rows_left_out") == "2 of 16 merges");
    run_settled(program, "click @tokens ids 3\nwait-idle");
    CHECK(program.state("tokens_merge_labels") == "Merge 2 · rank 0|Merge 10 · rank 1|Tokens");
    run_settled(program, "click @tokens ids 2\nwait-idle");  // a space, which no merge made
    CHECK(program.state("tokens_merge_labels").ends_with("|Merge 16 · rank 1|Tokens"));
}

TEST_CASE("a word that is a little too wide is made narrower, so that no token is left out") {
    std::string text;
    for (int i = 0; i < 6; ++i) text += "lower";
    const SettledProgram program(tokens_options(tokens_folder("bpe", byte_pair_tokenizer), text));
    if (!program) return;
    finish_tokens(program);
    CHECK(program.state("tokens_left_out") == "0|0");
    const SettledProgram longer(tokens_options(tokens_folder("bpe", byte_pair_tokenizer), text + text + text));
    if (!longer) return;
    finish_tokens(longer);
    CHECK(longer.state("tokens_left_out") != "0|0");
}

TEST_CASE("WordPiece: the mark of a piece inside a word is the tokenizer's own, and dropped spaces are told") {
    std::string json = word_piece_tokenizer;
    for (std::size_t at = json.find("##"); at != std::string::npos; at = json.find("##")) json.replace(at, 2, "@@");
    json.insert(json.find(R"("unk_token")"), R"("continuing_subword_prefix": "@@", )");
    const SettledProgram program(tokens_options(tokens_folder("other-mark", json), "un undone"));
    if (!program) return;
    finish_tokens(program);
    CHECK(program.state("tokens_ids") == "1,3,3,4,5,2");
    CHECK(program.state("tokens_says").find("“@@” marks a piece that goes on inside a word.") != std::string::npos);
    CHECK(program.state("tokens_meanings") == "in the vocabulary|not in the vocabulary|the selected token");
    CHECK(program.state("tokens_pieces_say").ends_with(" Spaces are dropped."));
    run_settled(program, "key Home\nkey Right\nwait-idle");
    CHECK(program.state("tokens_says").find("@@") == std::string::npos);  // the word's beginning has no mark
    CHECK(program.state("tokens_meanings") == "in the vocabulary|tried now|not tried yet");
    run_settled(program, "click @tokens pieces 1\nwait-idle");  // “un” alone
    CHECK(program.state("tokens_says").find("@@") == std::string::npos);
    const auto one = tokenized_text(tokenizer_from_json(json, "other mark"), "undone");
    CHECK_FALSE(one->spaces_dropped);
    const auto kept = tokenized_text(tokenizer_from_json(byte_pair_tokenizer, "byte pairs"), "low low");
    CHECK_FALSE(kept->spaces_dropped);
}

TEST_CASE("tokens are counted with those around the text, and the side where these are is told") {
    const auto says = [](const std::string& json, const std::string& text) {
        const SettledProgram program(tokens_options(tokens_folder("around", json), text));
        if (!program) return std::string();
        finish_tokens(program);
        return program.state("tokens_sentence");
    };
    CHECK(says(word_piece_tokenizer, "undone") ==
          "WordPiece: 6 characters → 5 tokens, 2 of them added around the text.");
    CHECK(says(byte_pair_tokenizer, "lower") == "BPE: 5 characters → 2 tokens.");
}

TEST_CASE("the list of the vocabulary opens at the token that is looked up") {
    std::string vocabulary = R"("l":0,"o":1,"w":2,"lo":3)";
    for (int id = 4; id < 199; ++id) vocabulary += fmt::format(R"(,"t{}":{})", id, id);
    const SettledProgram program(
        tokens_options(tokens_folder("late", R"({"model": {"type": "BPE", "vocab": {)" + vocabulary +
                                                 R"(,"low":199}, "merges": ["l o", "lo w"]}})"),
                       "lowl"));
    if (!program) return;
    finish_tokens(program);
    const auto is_drawn = [&](int id) {
        return program.app->find_target(fmt::format("tokens entry {}", id)).has_value();
    };
    CHECK(is_drawn(199));
    CHECK_FALSE(is_drawn(0));
    run_settled(program, "click @tokens ids 2\nwait-idle");
    finish_tokens(program);
    CHECK(is_drawn(0));
    CHECK_FALSE(is_drawn(199));
}

TEST_SUITE_END();
