// Dragging a token: the text is cut into the same tokens in their new order.
#include "core/session/edit_text.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/base/random.h"
#include "core/io/model_folder.h"
#include "tests/support/support.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;

namespace {

std::shared_ptr<const Tokenizer> tokenizer(const char* vocabulary, const TokenizerConfig& config) {
    return make_tokenizer(vocabulary, "test", config, 64);
}

std::vector<std::string> pieces(const Tokenizer& of, const std::string& text) {
    std::vector<std::string> result;
    for (const EncodedToken& token : of.encode(text)) result.push_back(token.text);
    return result;
}

std::vector<std::string> moved(std::vector<std::string> pieces, int from, int to) {
    const std::string piece = pieces[static_cast<std::size_t>(from)];
    pieces.erase(pieces.begin() + from);
    pieces.insert(pieces.begin() + to, piece);
    return pieces;
}

/// Words with the space before them, and their pieces, the longest first: how byte pairs lie in a text.
class Pieces : public Tokenizer {
public:
    Encoding encode(std::string_view text) const override {
        static const std::vector<std::string> known{" cats", " cat", "The", " sat", "s", " "};
        Encoding result;
        for (std::size_t at = 0; at < text.size();) {
            std::size_t length = 1;
            for (const std::string& piece : known)
                if (text.substr(at, piece.size()) == piece) {
                    length = piece.size();
                    break;
                }
            result.push_back({0, at, at + length, std::string(text.substr(at, length)), false});
            at += length;
        }
        return result;
    }
    std::string decode(std::span<const int>) const override { return ""; }
    std::string token(int) const override { return ""; }
    int size() const override { return 1; }
    int unknown_id() const override { return -1; }
    int find(std::string_view) const override { return -1; }
};

}  // namespace

TEST_SUITE_BEGIN("move_token");

TEST_CASE("moving a word keeps the words, with spaces where they are needed") {
    TokenizerConfig config{.kind = TokenizerConfig::Kind::words};
    config.unknown = "<unk>";
    config.split = {"n't"};
    const auto words =
        tokenizer(R"x({"<unk>":0,"the":1,"cat":2,"sat":3,"did":4,"n't":5,",":6,".":7,"(":8,")":9})x", config);
    CHECK(move_token(*words, "the cat sat", 0, 2) == "cat sat the");
    CHECK(move_token(*words, "  the  cat sat. ", 1, 0) == "  cat the  sat. ");
    CHECK(move_token(*words, "the cat, sat", 3, 1) == "the sat cat,");
    CHECK(move_token(*words, "the cat sat", 1, 1) == "the cat sat");
    CHECK_THROWS_WITH_AS(move_token(*words, "the cat", 0, 2), doctest::Contains("so there is no token 2"), Error);

    Random random(5);
    const std::vector<std::string> typed{"the", "cat", "zebra", "didn't", ", ", " (", ") ", ".", "sat"};
    int same = 0, moves = 0;
    for (int trial = 0; trial < 300; ++trial) {
        std::string text;
        for (int i = 2 + random.below(7); i > 0; --i)
            text += typed[static_cast<std::size_t>(random.below(9))] + std::string(1 + random.below(2), ' ');
        const auto before = pieces(*words, text);
        const int from = random.below(static_cast<int>(before.size())),
                  to = random.below(static_cast<int>(before.size()));
        CAPTURE(text);
        CAPTURE(from);
        CAPTURE(to);
        const std::string after = move_token(*words, text, from, to);
        // A word's ending only stands behind a word: alone it is no token of its own, but "n't" is.
        ++moves;
        if (pieces(*words, after) == moved(before, from, to)) ++same;
        const std::string back = move_token(*words, after, to, from);
        CHECK(pieces(*words, back) == before);
    }
    CHECK(same == moves);
}

TEST_CASE("moving a character moves it, spaces too") {
    const auto characters = tokenizer(R"({"a":0,"b":1," ":2,"é":3,"<s>":4})", {});
    CHECK(move_token(*characters, "ab éa", 3, 0) == "éab a");
    CHECK(move_token(*characters, "ab <s>a", 3, 0) == "<s>ab a");
    CHECK(move_token(*characters, "ab", 0, 1) == "ba");
    Random random(6);
    const std::vector<std::string> typed{"a", "b", " ", "é", "<s>"};
    for (int trial = 0; trial < 200; ++trial) {
        std::string text;
        for (int i = 2 + random.below(9); i > 0; --i) text += typed[static_cast<std::size_t>(random.below(5))];
        const auto before = pieces(*characters, text);
        const int from = random.below(static_cast<int>(before.size())),
                  to = random.below(static_cast<int>(before.size()));
        const std::string after = move_token(*characters, text, from, to);
        CHECK(pieces(*characters, after) == moved(before, from, to));
        CHECK(move_token(*characters, after, to, from) == text);
    }
}

TEST_CASE("pieces with their space in front are moved with it, and where they would join the text is said as it is") {
    const Pieces byte_pairs;
    CHECK(move_token(byte_pairs, "The cat sat", 2, 1) == "The sat cat");
    CHECK(move_token(byte_pairs, "The cat sat", 0, 2) == " cat satThe");
    // " cat" and "s" side by side are " cats": a space keeps them apart, and is a token itself, so nothing does.
    CHECK(move_token(byte_pairs, "The cat sats", 3, 2) == "The cats sat");
}

TEST_CASE("tokens that the model adds stay where they are") {
    auto model = std::make_shared<Model>();
    model->name = "pair";
    model->config = parse_config(R"({"architecture":"encoder_decoder","vocab_size":4,"target_vocab_size":4,"d_model":4,
        "n_heads":1,"n_layers":1,"max_seq_len":6,"tokenizer":{"kind":"words","start":"<bos>","end":"<eos>"}})",
                                 "test");
    model->weights = initial_weights(model->config, 1);
    model->tokenizer = make_tokenizer(R"({"le":0,"chat":1,"<eos>":2})", "v", model->config.tokenizer, 4);
    model->target_tokenizer =
        make_tokenizer(R"({"the":0,"cat":1,"<bos>":2,"<eos>":3})", "v", model->config.tokenizer, 4);
    const auto evaluation = evaluate_once(model, {.model = "", .text = "le chat", .target = "the cat", .edits = {}});
    CHECK(move_token(*evaluation, 0, 1) == "chat le");
    CHECK_THROWS_WITH_AS(move_token(*evaluation, 0, 2), doctest::Contains("\"<eos>\" is added by the model"), Error);
    CHECK(move_token(*evaluation, 2, 1, true) == "cat the");
    CHECK_THROWS_WITH_AS(move_token(*evaluation, 0, 1, true), doctest::Contains("\"<bos>\" is added by the model"),
                         Error);
    CHECK_THROWS_WITH_AS(move_token(*evaluation, 1, 3, true), doctest::Contains("no token"), Error);
}

TEST_SUITE_END();
