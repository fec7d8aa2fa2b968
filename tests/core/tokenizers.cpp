#include <doctest/doctest.h>

#include "core/model/config.h"
#include "core/text/tokenizer.h"
#include "core/text/unicode.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;

namespace {

const char* const word_vocabulary =
    R"json({"<pad>":0,"<unk>":1,"the":2,"animal":3,"did":4,"n't":5,"cross":6,",":7,".":8,"it":9,"'s":10,)json"
    R"json("o'clock":11,"(":12,")":13,"straße":14,"<eos>":15})json";

TokenizerConfig words() {
    return {.kind = TokenizerConfig::Kind::automatic, .lowercase = true, .split = {"n't", "'s"}, .unknown = "<unk>"};
}

using Ids = std::vector<int>;
Ids ids(const Encoding& encoding) {
    Ids result;
    for (const EncodedToken& token : encoding) result.push_back(token.id);
    return result;
}

}  // namespace

TEST_SUITE_BEGIN("tokenizers");

TEST_CASE("characters are tokens, and special tokens may be spelt out") {
    const auto tokenizer =
        make_tokenizer(R"({"A":0,"B":1,"é":2,"<sep>":3,"<":4,"😀":5})", "vocab.json", TokenizerConfig{}, 7);
    CHECK(tokenizer->size() == 7);
    CHECK(tokenizer->unknown_id() == -1);
    const Encoding encoding = tokenizer->encode("BAé<sep>😀<");
    CHECK(ids(encoding) == Ids{1, 0, 2, 3, 5, 4});
    CHECK(encoding[2] == EncodedToken{2, 2, 4, "é", false});
    CHECK(encoding[3] == EncodedToken{3, 4, 9, "<sep>", false});
    CHECK(encoding[4].text == "😀");
    CHECK(tokenizer->decode(ids(encoding)) == "BAé<sep>😀<");
    CHECK(tokenizer->encode("").empty());
    CHECK(tokenizer->token(2) == "é");
    CHECK(tokenizer->token(6) == "<6>");  // a row that pads the embedding
    CHECK(tokenizer->find("<6>") == -1);
    CHECK(contains(message_of([&] { tokenizer->encode("ABx"); }),
                   "\"x\", token 3 of the text (byte 2), is not in the model's vocabulary"));
    CHECK(contains(message_of([&] { tokenizer->decode(Ids{7}); }), "no token 7 in a vocabulary of 7"));
    CHECK(contains(message_of([&] { tokenizer->token(-1); }), "no token -1"));
    TokenizerConfig lower;
    lower.lowercase = true;
    CHECK(make_tokenizer(R"({"a":0,"ä":1})", "v", lower, 2)->encode("AÄ")[1].id == 1);
}

TEST_CASE("words are split at spaces and punctuation, and endings cut off") {
    const auto tokenizer = make_tokenizer(word_vocabulary, "vocab.json", words(), 16);
    CHECK(ids(tokenizer->encode("The animal didn't cross, it's.")) == Ids{2, 3, 4, 5, 6, 7, 9, 10, 8});
    CHECK(ids(tokenizer->encode("  it\tdidn’t\n")) == Ids{9, 4, 5});
    CHECK(ids(tokenizer->encode("o’clock (STRASSE straße STRAßE)")) == Ids{11, 12, 1, 14, 14, 13});
    CHECK(ids(tokenizer->encode("it<eos>")) == Ids{9, 15});
    CHECK(ids(tokenizer->encode("n't")) == Ids{5});  // nothing would be left of the word
    CHECK(tokenizer->encode(" \n").empty());

    const Encoding encoding = tokenizer->encode("didn’t");
    REQUIRE(encoding.size() == 2);
    CHECK(encoding[0] == EncodedToken{4, 0, 3, "did", false});
    CHECK(encoding[1] == EncodedToken{5, 3, 8, "n’t", false});
    CHECK(tokenizer->decode(Ids{2, 3, 4, 5, 6, 12, 9, 13, 8}) == "the animal didn't cross (it).");
}

TEST_CASE("beginnings are cut off a word, with or without a space behind them") {
    TokenizerConfig config{.lowercase = true, .split = {"-t-il"}, .split_front = {"l'", "qu'", "m'"}};
    const auto tokenizer = make_tokenizer(
        R"json({"l'":0,"m'":1,"a":2,"homme":3,"aujourd'hui":4,"qu'":5,"il":6,"-t-il":7,"'":8,"l":9,".":10})json",
        "vocab.json", config, 11);
    CHECK(ids(tokenizer->encode("Il m' a")) == Ids{6, 1, 2});
    CHECK(ids(tokenizer->encode("il m’a")) == Ids{6, 1, 2});
    CHECK(ids(tokenizer->encode("L'homme aujourd'hui.")) == Ids{0, 3, 4, 10});
    CHECK(ids(tokenizer->encode("qu'l'homme")) == Ids{5, 0, 3});
    CHECK(ids(tokenizer->encode("l'")) == Ids{0});
    CHECK(ids(tokenizer->encode("l '")) == Ids{9, 8});
    const Encoding encoding = tokenizer->encode("l’homme");
    CHECK(encoding[0] == EncodedToken{0, 0, 4, "l’", false});
    CHECK(encoding[1] == EncodedToken{3, 4, 9, "homme", false});
    CHECK(tokenizer->decode(Ids{6, 1, 2, 10}) == "il m'a.");
}

TEST_CASE("an unknown word keeps its spelling, or is refused where there is no unknown token") {
    const auto tokenizer = make_tokenizer(word_vocabulary, "vocab.json", words(), 16);
    const Encoding encoding = tokenizer->encode("the Zebra <unk>");
    REQUIRE(encoding.size() == 3);
    CHECK(encoding[1] == EncodedToken{1, 4, 9, "Zebra", true});
    CHECK(encoding[2] == EncodedToken{1, 10, 15, "<unk>", false});
    TokenizerConfig strict = words();
    strict.unknown.clear();
    const auto refusing = make_tokenizer(word_vocabulary, "vocab.json", strict, 16);
    const std::string refused = message_of([&] { refusing->encode("the Zebra"); });
    CHECK(contains(refused, "\"Zebra\", token 2 of the text (byte 4)"));
    CHECK(contains(refused, ", which has \""));  // words that it could have been
    const auto signs =
        make_tokenizer(R"({"a": 0, "b": 1, "<pad>": 2})", "vocab.json", {.kind = TokenizerConfig::Kind::characters}, 3);
    CHECK(contains(message_of([&] { signs->encode("abc"); }), "vocabulary of 3 tokens: \"ab\""));
}

TEST_CASE("invalid UTF-8 is refused with its byte") {
    for (const auto kind : {TokenizerConfig::Kind::words, TokenizerConfig::Kind::characters}) {
        TokenizerConfig config = words();
        config.kind = kind;
        const auto tokenizer = make_tokenizer(word_vocabulary, "vocab.json", config, 16);
        for (const char* bad : {"it \xFF", "it \xC3", "it \xED\xA0\x80", "it \xC0\xAF", "it \xF4\x90\x80\x80"})
            CHECK(contains(message_of([&] { tokenizer->encode(bad); }), "invalid UTF-8 at byte 3"));
    }
}

TEST_CASE("a hostile vocabulary is refused") {
    struct Wrong {
        const char* vocabulary;
        const char* complaint;
    };
    const Wrong table[]{
        {"[1]", "vocab.json must hold an object of tokens and ids, not a list"},
        {R"({"a":0,"b":0})", "the token \"b\" has the id 0, which is also that of \"a\""},
        {R"({"a":0,"b":2})", "the token \"b\" has the id 2, but the ids of 2 tokens are 0 to 1 without a gap"},
        {R"({"a":-1})", "the token \"a\" has the id -1"},
        {R"({"a":1.5})", "the token \"a\" needs a whole number as id, not 1.5"},
        {R"({"a":18446744073709551615})", "the token \"a\" has the id 18446744073709551615"},
        {R"({"a":0,"a":1})", "the key \"a\" appears twice"},
        {R"({"":0})", "a token without a spelling"},
        {R"({"a":0,"b":1,"c":2,"d":3})", "has 4 tokens, more than the model's vocab_size 3"},
        {R"({"a":0})", "lacks the token for unknown words, \"<unk>\""},
    };
    TokenizerConfig config;
    config.unknown = "<unk>";
    for (const Wrong& wrong : table) {
        const std::string message = message_of([&] { make_tokenizer(wrong.vocabulary, "vocab.json", config, 3); });
        INFO(message);
        CHECK(contains(message, wrong.complaint));
    }
}

TEST_CASE("letters of scripts that are written from right to left are known") {
    for (const char* text : {"שלום", "مرحبا", "the שלום"}) CHECK(is_right_to_left(text));
    for (const char* text : {"", "the cat", "12, !?", "猫", "é", "Ω"}) CHECK_FALSE(is_right_to_left(text));
}

TEST_SUITE_END();
