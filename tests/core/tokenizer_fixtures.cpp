// The tokenizers of published models, and one tokenizer for each option, with what their own library answers.
// ctest: optimised too
#include <doctest/doctest.h>

#include "core/text/pretrained/code_point_classes.h"
#include "core/text/pretrained/tokenizer_folder.h"
#include "core/text/pretrained/tokenizer_json.h"
#include "tests/support/sanitized.h"
#include "tests/support/skipped.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/tokenizer_fixtures.h"

using namespace glassformer;

namespace {

constexpr const char* no_fixtures = "the fixtures of tokenizers are not there";

/// Each token knows its bytes, they come in order, and what lies between them is what the tokenizer drops.
void check_parts(const std::string& text, const Encoding& tokens, bool all_of_it) {
    std::size_t done = 0;
    for (const EncodedToken& token : tokens) {
        CHECK(token.begin >= done);
        if (all_of_it) CHECK(token.begin == done);
        REQUIRE(token.end >= token.begin);
        REQUIRE(token.end <= text.size());
        CHECK(token.text == text.substr(token.begin, token.end - token.begin));
        done = token.end;
    }
    if (all_of_it) CHECK(done == text.size());
}

/// The parts of a text follow one another and cover it, their stretches cover what was normalized, and pieces come in
/// order, each with the tokens after those of the piece before.
void check_steps(const std::string& text, const TokenizingSteps& steps) {
    std::size_t done = 0, tokens = 0;
    for (const TokenizingSteps::Part& part : steps.parts) {
        CHECK(part.begin == done);
        REQUIRE(part.end >= part.begin);
        done = part.end;
        if (part.added >= 0) {
            REQUIRE(tokens < steps.tokens.size());
            CHECK(steps.tokens[tokens++].id == part.added);
            continue;
        }
        std::size_t normalized = 0;
        for (const TokenizingSteps::Stretch& stretch : part.stretches) {
            CHECK(stretch.begin == normalized);
            REQUIRE(stretch.end >= stretch.begin);
            normalized = stretch.end;
            if (stretch.added >= 0) {
                REQUIRE(tokens < steps.tokens.size());
                CHECK(steps.tokens[tokens++].id == stretch.added);
                continue;
            }
            std::size_t cut = 0;
            for (const TokenizingSteps::Piece& piece : stretch.pieces) {
                CHECK(piece.begin >= cut);
                REQUIRE(piece.end >= piece.begin);
                cut = piece.end;
                CHECK(piece.first_token == tokens);
                tokens += piece.tokens;
            }
            CHECK(cut <= stretch.cut.text.size());
        }
        CHECK(normalized == part.normalized.text.size());
    }
    CHECK(done == text.size());
    CHECK(tokens == steps.tokens.size());
}

/// `covers`: nothing of a text is dropped.
int check_case(const PretrainedTokenizer& tokenizer, const Json& row, bool covers) {
    CAPTURE(row.dump());
    if (const Json* written = row.find("text")) {
        const std::string& text = written->text();
        const Encoding tokens = tokenizer.encode(text), whole = tokenizer.encode_with_special(text);
        CHECK(test::ids_of(tokens) == test::ids_in(row.at("ids")));
        CHECK(test::ids_of(whole) ==
              test::ids_in(row.at(row.contains("ids_with_special") ? "ids_with_special" : "ids")));
        if (const Json* types = row.find("type_ids_with_special")) {
            std::vector<int> own;
            for (const EncodedToken& token : whole) own.push_back(token.type);
            CHECK(own == test::ids_in(*types));
        }
        check_parts(text, tokens, covers);
        const TokenizingSteps steps = tokenizer.steps(text);
        CHECK(steps.tokens == tokens);
        CHECK(steps.whole == whole);
        check_steps(text, steps);
        if (const Json* normalized = row.find("normalized")) {
            std::string all;
            for (const TokenizingSteps::Part& part : steps.parts) all += part.normalized.text;
            CHECK(all == normalized->text());
        }
        if (const Json* decoded = row.find("decoded_skipping_special"))
            CHECK(tokenizer.decode_without_special(test::ids_of(whole)) == decoded->text());
    }
    if (const Json* decoded = row.find("decoded"))
        CHECK(tokenizer.decode(test::ids_in(row.at("ids"))) == decoded->text());
    return 1;
}

}  // namespace

TEST_SUITE_BEGIN("tokenizer fixtures");

TEST_CASE("published tokenizers give the ids and texts that their library gives") {
    const auto folders = test::folders(test::tokenizer_fixtures());
    if (folders.empty()) return test::skip(test::Needs::fixtures, no_fixtures);
    int cases = 0, tokenizers = 0;
    for (const auto& folder : folders) {
        if (folder.filename() == "options") continue;
        if (test::sanitized && folder.filename() != "gpt2" && folder.filename() != "bert-uncased" &&
            folder.filename() != "t5-small" && folder.filename() != "stories260k")
            continue;  // no other code than these
        CAPTURE(folder.filename().string());
        const auto tokenizer =
            tokenizer_from_json(test::plain_text_of(folder / "tokenizer.json"), folder.filename().string());
        const bool byte_level_alone = folder.filename() == "gpt2" || folder.filename() == "phi-2" ||
                                      folder.filename() == "roberta-base" || folder.filename() == "pythia" ||
                                      folder.filename() == "qwen3" || folder.filename() == "phi-3-mini" ||
                                      folder.filename() == "stories260k" || folder.filename() == "falcon";
        for (const Json& row : parse_json(test::plain_text_of(folder / "expected.json"), "expected.json"))
            cases += check_case(*tokenizer, row, byte_level_alone);
        ++tokenizers;
    }
    CHECK(tokenizers >= (test::sanitized ? 4 : 12));
    CHECK(cases >= (test::sanitized ? 200 : 700));
}

TEST_CASE("every option of a tokenizer does what its library does") {
    const auto folder = test::tokenizer_fixtures() / "options";
    if (!std::filesystem::exists(folder)) return test::skip(test::Needs::fixtures, no_fixtures);
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        CAPTURE(name);
        const Json file = parse_json(test::plain_text_of(entry.path()), name, KeyOrder::as_written);
        const auto tokenizer = tokenizer_from_json(file.at("tokenizer").dump(), name);
        for (const Json& row : file.at("cases")) {
            if (!row.contains("error"))
                check_case(*tokenizer, row, false);
            else
                CHECK_FALSE(message_of([&] { static_cast<void>(tokenizer->encode(row.at("text").text())); }).empty());
        }
        ++files;
    }
    CHECK(files >= 79);
}

TEST_CASE("GPT-2 merges the pairs that the reference merges, one after the other") {
    const auto folder = test::tokenizer_fixtures() / "gpt2";
    if (!std::filesystem::exists(folder)) return test::skip(test::Needs::fixtures, no_fixtures);
    const auto tokenizer = tokenizer_from_json(test::plain_text_of(folder / "tokenizer.json"), "tokenizer.json");
    const PieceVocabulary& vocabulary = tokenizer->model().vocabulary();
    const auto spellings = [](const std::vector<BpeSteps::Symbol>& symbols) {
        std::vector<std::string> all;
        for (const BpeSteps::Symbol& symbol : symbols) all.push_back(symbol.spelling);
        return all;
    };
    const auto texts = [](const Json& list) {
        std::vector<std::string> all;
        for (const Json& text : list) all.push_back(text.text());
        return all;
    };
    int merges = 0;
    for (const Json& row : parse_json(test::plain_text_of(folder / "steps.json"), "steps.json")) {
        CAPTURE(row.at("text").text());
        const TokenizingSteps steps = tokenizer->steps(row.at("text").text());
        REQUIRE(steps.parts.size() == 1);
        REQUIRE(steps.parts[0].stretches.size() == 1);
        const TokenizingSteps::Stretch& stretch = steps.parts[0].stretches[0];
        REQUIRE(stretch.pieces.size() == 1);
        CHECK(stretch.cut.text == row.at("pretoken").text());
        const auto* bpe = std::get_if<BpeSteps>(&stretch.pieces[0].model);
        REQUIRE(bpe != nullptr);
        CHECK(spellings(bpe->start) == texts(row.at("symbols")));
        REQUIRE(bpe->merges.size() == row.at("steps").size());
        for (std::size_t i = 0; i < bpe->merges.size(); ++i) {
            const Json& expected = row.at("steps")[i];
            const BpeSteps::Merge& merge = bpe->merges[i];
            CHECK(merge.rank == expected.at("rank").get<int>());
            CHECK(vocabulary.spelling(merge.left) == expected.at("left").text());
            CHECK(vocabulary.spelling(merge.right) == expected.at("right").text());
            CHECK(merge.at == expected.at("at").get<std::size_t>());
            CHECK(spellings(bpe->symbols_after(i + 1, vocabulary)) == texts(expected.at("symbols")));
            ++merges;
        }
        CHECK(test::ids_of(steps.tokens) == test::ids_in(row.at("ids")));
    }
    CHECK(merges > 30);
}

TEST_CASE("vocab.json with merges.txt gives GPT-2's ids") {
    const auto folder = test::fixtures() / "gpt2-tokenizer";
    if (!std::filesystem::exists(folder)) return test::skip(test::Needs::fixtures, no_fixtures);
    const FolderTokenizer found = tokenizer_of_folder(folder, "gpt2", 50257);
    REQUIRE(found.tokenizer);
    for (const Json& row : parse_json(test::plain_text_of(folder / "expected.json"), "expected.json")) {
        CAPTURE(row.at("text").text());
        CHECK(test::ids_of(found.tokenizer->encode(row.at("text").text())) == test::ids_in(row.at("ids")));
        CHECK(found.tokenizer->decode(test::ids_in(row.at("ids"))) == row.at("text").text());
    }
    CHECK(test::ids_of(found.tokenizer->encode("a<|endoftext|>")) == std::vector<int>{64, 50256});
}

TEST_CASE("vocab.txt gives the ids of the tokenizer.json beside it") {
    const auto folder = test::tokenizer_fixtures() / "bert-uncased";
    if (!std::filesystem::exists(folder / "vocab.txt")) return test::skip(test::Needs::fixtures, no_fixtures);
    const std::string lines = test::plain_text_of(folder / "vocab.txt");
    AddedTokenFiles added;
    added.settings = {.name = "tokenizer_config.json",
                      .text = test::plain_text_of(folder / "tokenizer_config.json"),
                      .source = "tokenizer_config.json"};
    const auto tokenizer = tokenizer_from_lines({lines, "vocab.txt", added});
    for (const Json& row : parse_json(test::plain_text_of(folder / "expected.json"), "expected.json"))
        check_case(*tokenizer, row, false);
}

TEST_SUITE_END();
