// Tokenizers small enough to follow by hand: what each part does, which bytes a token stands for, and the steps that
// are shown. Expected values are worked out from the papers' rules and checked against the published library.
#include <doctest/doctest.h>

#include "core/base/json_text.h"
#include "core/text/pretrained/byte_alphabet.h"
#include "core/text/pretrained/decoder.h"
#include "core/text/pretrained/pretrained_tokenizer.h"
#include "core/text/pretrained/regex_language.h"
#include "core/text/pretrained/tokenizer_json.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;

namespace {

using Ids = std::vector<int>;
using Texts = std::vector<std::string>;

std::shared_ptr<const PretrainedTokenizer> tokenizer_of(const std::string& json) {
    return tokenizer_from_json(json, "t.json");
}

/// A word-level tokenizer whose tokens are its pieces: each is unknown and keeps what was typed.
std::shared_ptr<const PretrainedTokenizer> pieces_of(const std::string& part) {
    return tokenizer_of(R"({"model": {"type": "WordLevel", "vocab": {"<unk>": 0}, "unk_token": "<unk>"}, )" + part +
                        "}");
}

Ids ids(const Encoding& tokens) {
    Ids all;
    for (const EncodedToken& token : tokens) all.push_back(token.id);
    return all;
}
Texts texts(const Encoding& tokens) {
    Texts all;
    for (const EncodedToken& token : tokens) all.push_back(token.text);
    return all;
}
std::string normalized(const std::string& normalizer, const std::string& text) {
    const TokenizingSteps steps = pieces_of(R"("normalizer": )" + normalizer)->steps(text);
    return steps.parts.empty() ? "" : steps.parts[0].normalized.text;
}
Texts cut(const std::string& pre_tokenizer, const std::string& text) {
    return texts(pieces_of(R"("pre_tokenizer": )" + pre_tokenizer)->encode(text));
}
Texts cut_by(const std::string& regex, const std::string& text) {
    return cut(R"({"type": "Split", "behavior": "Isolated", "pattern": {"Regex": )" + json_string(regex) + "}}", text);
}
std::string decoded(const std::string& decoder, const Texts& spellings) {
    std::string vocabulary;
    Ids all;
    for (const std::string& spelling : spellings) {
        vocabulary += (vocabulary.empty() ? "" : ",") + json_string(spelling) + ":" + std::to_string(all.size());
        all.push_back(static_cast<int>(all.size()));
    }
    return tokenizer_of(R"({"model": {"type": "WordLevel", "vocab": {)" + vocabulary + "}}, \"decoder\": " + decoder +
                        "}")
        ->decode(all);
}

const char* const small_bpe =
    R"({"model": {"type": "BPE", "vocab": {"l":0,"o":1,"w":2,"e":3,"r":4,"lo":5,"low":6,"er":7,"<unk>":8},
        "merges": ["l o", ["lo", "w"], "e r"], "unk_token": "<unk>")";

}  // namespace

TEST_SUITE_BEGIN("tokenizer parts");

TEST_CASE("byte-pair encoding merges the pair of lowest rank first, and shows it") {
    const auto tokenizer = tokenizer_of(std::string(small_bpe) + "}}");
    CHECK(ids(tokenizer->encode("lower")) == Ids{6, 7});
    const TokenizingSteps steps = tokenizer->steps("lower");
    const auto& bpe = std::get<BpeSteps>(steps.parts.at(0).stretches.at(0).pieces.at(0).model);
    REQUIRE(bpe.start.size() == 5);
    REQUIRE(bpe.merges.size() == 3);
    CHECK(bpe.merges[0].rank == 0);
    CHECK(bpe.merges[1].result == 6);
    CHECK(bpe.merges[2].at == 1);  // "low" is one symbol by then
    const auto after = bpe.symbols_after(2, tokenizer->model().vocabulary());
    REQUIRE(after.size() == 3);
    CHECK(after[0].spelling == "low");
    CHECK(after[0].end == 3);
    CHECK(tokenizer->model().rank(7) == 2);
    CHECK(tokenizer->model().rank(0) == -1);
    // Unknown ones, each by itself and fused.
    CHECK(ids(tokenizer->encode("loxyz")) == Ids{5, 8, 8, 8});
    CHECK(tokenizer->encode("x")[0].unknown);
    const auto fused = tokenizer_of(std::string(small_bpe) + R"(, "fuse_unk": true}})");
    CHECK(ids(fused->encode("loxyzlo")) == Ids{5, 8, 5});
    CHECK(fused->encode("loxéz")[1].text == "xéz");
}

TEST_CASE("a text without spaces takes time in proportion to its length") {
    const auto tokenizer = tokenizer_of(std::string(small_bpe) + "}}");
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += "lower";
    CHECK(tokenizer->encode(text).size() == 200'000);
}

TEST_CASE("WordPiece takes the longest piece, or the whole word is unknown") {
    const auto tokenizer = tokenizer_of(
        R"({"model": {"type": "WordPiece", "vocab": {"[UNK]":0,"un":1,"##aff":2,"##able":3,"u":4}, "unk_token": "[UNK]",
            "max_input_chars_per_word": 10}, "pre_tokenizer": {"type": "BertPreTokenizer"},
            "decoder": {"type": "WordPiece"}})");
    CHECK(ids(tokenizer->encode("unaffable unaffx")) == Ids{1, 2, 3, 0});
    CHECK(ids(tokenizer->encode("unaffaffable")) == Ids{0});  // too long
    CHECK(tokenizer->decode(Ids{1, 2, 3, 4}) == "unaffable u");
    const TokenizingSteps steps = tokenizer->steps("unaff");
    const auto& tries = std::get<WordPieceSteps>(steps.parts.at(0).stretches.at(0).pieces.at(0).model).tries;
    REQUIRE(tries.size() == 5);  // unaff, unaf, una, un; ##aff
    CHECK(tries[2].id == -1);
    CHECK(tries[3].id == 1);
    CHECK(tries[4].id == 2);
}

TEST_CASE("Unigram finds the cut with the greatest score, and keeps all candidates") {
    const auto tokenizer = tokenizer_of(
        R"({"model": {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>",0],["a",-1],["b",-1],["ab",-1.5],["aba",-4]]}})");
    CHECK(ids(tokenizer->encode("aba")) == Ids{3, 1});  // -1.5 - 1 against -3 and -4
    CHECK(ids(tokenizer->encode("axyb")) == Ids{1, 0, 2});
    CHECK(tokenizer->encode("axyb")[1].text == "xy");
    const TokenizingSteps steps = tokenizer->steps("aba");
    const auto& unigram = std::get<UnigramSteps>(steps.parts.at(0).stretches.at(0).pieces.at(0).model);
    CHECK(unigram.edges.size() == 5);  // a, ab, aba, b, a
    REQUIRE(unigram.chosen.size() == 2);
    CHECK(unigram.edges[unigram.chosen[1]].sum == doctest::Approx(-2.5));
    CHECK(tokenizer->model().score(3) == doctest::Approx(-1.5));
}

TEST_CASE("normalizers give another text, and know where each of its characters came from") {
    CHECK(normalized(R"({"type": "NFD"})", "é") == "e\u0301");
    CHECK(normalized(R"({"type": "NFC"})", "xe\u0301y") == "xéy");
    CHECK(normalized(R"({"type": "NFKC"})", "ﬁ①Ａ") == "fi1A");
    CHECK(normalized(R"({"type": "Lowercase"})", "İΣ") == "i\u0307σ");
    CHECK(normalized(R"({"type": "Strip", "strip_left": true, "strip_right": false})", "\u3000 a ") == "a ");
    CHECK(normalized(R"({"type": "BertNormalizer"})", "Ä\u0007中\t") == "a 中  ");
    CHECK(normalized(R"({"type": "Replace", "pattern": {"Regex": "\\s+"}, "content": "_"})", "a \t b") == "a_b");
    // Marks are sorted by their class: dot below (220) before dot above (230).
    CHECK(normalized(R"({"type": "NFD"})", "q\u0307\u0323") == "q\u0323\u0307");
    const TokenizingSteps steps = pieces_of(R"("normalizer": {"type": "NFC"})")->steps("xe\u0301");
    CHECK(steps.parts.at(0).normalized.from.at(1) == TextSpan{1, 4});
    CHECK(steps.tokens.at(0).end == 4);
}

TEST_CASE("pre-tokenizers cut where their rule says") {
    CHECK(cut(R"({"type": "Whitespace"})", "a_b c-d") == Texts{"a_b", "c", "-", "d"});
    CHECK(cut(R"({"type": "BertPreTokenizer"})", "don't €5") == Texts{"don", "'", "t", "€5"});
    CHECK(cut(R"({"type": "Digits", "individual_digits": true})", "a12") == Texts{"a", "1", "2"});
    CHECK(cut(R"({"type": "Punctuation", "behavior": "MergedWithPrevious"})", "a--b") == Texts{"a-", "-", "b"});
    CHECK(cut(R"({"type": "UnicodeScripts"})", "日本のカタカナab ж") == Texts{"日本のカタカナ", "ab ", "ж"});
    CHECK(cut(R"({"type": "ByteLevel", "add_prefix_space": false})", "it's  99!") ==
          Texts{"it", "'s", " ", " 99", "!"});
    const auto metaspace = pieces_of(R"("pre_tokenizer": {"type": "Metaspace", "prepend_scheme": "first"})");
    const TokenizingSteps steps = metaspace->steps("a b");
    CHECK(steps.parts.at(0).stretches.at(0).cut.text == "▁a▁b");
    CHECK(texts(steps.tokens) == Texts{"a", " b"});
}

TEST_CASE("regular expressions mean what the published tokenizers mean by them") {
    CHECK(cut_by(R"(\s)", "a\u0085b\u180ec") == Texts{"a", "\u0085", "b\u180ec"});
    CHECK(cut_by(R"([^\s\p{L}]+)", "ab12 c") == Texts{"ab", "12", " c"});
    CHECK(cut_by(R"((?i:'s|'re))", "x'ſ'RE") == Texts{"x", "'ſ", "'RE"});
    CHECK(cut_by(R"(\p{N}{1,3})", "12345") == Texts{"123", "45"});
    CHECK(cut_by(R"([\W_])", "a_b!") == Texts{"a", "_", "b", "!"});
    CHECK(cut_by(R"(^b$)", "a\nb\nc") == Texts{"a\n", "b", "\nc"});
    CHECK(cut_by(R"(\p{Han}+)", "漢ー漢") == Texts{"漢", "ー", "漢"});
    CHECK(cut_by(R"(\u00e9|\x{1F600})", "é😀a") == Texts{"é", "😀", "a"});
    CHECK(cut_by("{a}", "x{a}") == Texts{"x", "{a}"});
    CHECK(contains(message_of([] { static_cast<void>(library_regex("(?<n>a)", "t")); }), "which is not supported"));
}

TEST_CASE("added tokens are cut out first, with the white space that they swallow") {
    const auto tokenizer = pieces_of(
        R"("normalizer": {"type": "Lowercase"}, "added_tokens": [
            {"id": 1, "content": "<s>", "special": true}, {"id": 2, "content": "<m>", "lstrip": true, "special": true},
            {"id": 3, "content": "<B>", "normalized": true}, {"id": 4, "content": "word", "single_word": true, "normalized": false}])");
    CHECK(texts(tokenizer->encode("a <m>b<s>")) == Texts{"a", " <m>", "b", "<s>"});
    CHECK(ids(tokenizer->encode("x<b>y")) == Ids{0, 3, 0});
    CHECK(ids(tokenizer->encode("swords word")) == Ids{0, 4});
    CHECK(tokenizer->decode_without_special(Ids{1, 3}) == "<b>");
    CHECK(tokenizer->is_special(2));
    CHECK(tokenizer->find("<B>") == 3);
}

TEST_CASE("a template goes around the tokens, with types") {
    const auto tokenizer = pieces_of(
        R"("post_processor": {"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "[C]", "type_id": 0}},
            {"Sequence": {"id": "A", "type_id": 1}}], "special_tokens": {"[C]": {"ids": [1, 1]}}},
            "added_tokens": [{"id": 1, "content": "[C]", "special": true}])");
    const Encoding whole = tokenizer->encode_with_special("x");
    CHECK(ids(whole) == Ids{1, 1, 0});
    CHECK(whole[0].added_around);
    CHECK(whole[0].text == "[C]");
    CHECK(whole[2].type == 1);
    CHECK_FALSE(whole[2].added_around);
    CHECK(ids(tokenizer->encode_with_special("")) == Ids{1, 1});
}

TEST_CASE("tokens inside a character have their bytes, and what was put in has none") {
    const auto bytes = tokenizer_of(
        R"({"model": {"type": "BPE", "vocab": {"Ã":0,"©":1,"Ġ":2}, "merges": []},
            "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": true}, "decoder": {"type": "ByteLevel"}})");
    const Encoding tokens = bytes->encode("é");
    REQUIRE(tokens.size() == 3);
    CHECK(tokens[0].begin == 0);
    CHECK(tokens[0].end == 0);
    CHECK(tokens[1].end == 1);
    CHECK(tokens[2].end == 2);
    CHECK(bytes->decode(Ids{0, 1}) == "é");
    CHECK(bytes->decode(Ids{0}) == "\uFFFD");
    for (int byte = 0; byte < 256; ++byte)
        CHECK(byte_of_letter(letter_of_byte(static_cast<unsigned char>(byte))) == byte);
    CHECK(repaired_utf8("\xE4\xB8x\xFF") == "\uFFFDx\uFFFD");
}

TEST_CASE("decoders give the text back") {
    CHECK(decoded("null", {"a", "b"}) == "a b");
    CHECK(decoded(R"({"type": "Metaspace"})", {"▁a", "▁b"}) == "a b");
    CHECK(decoded(R"({"type": "BPEDecoder", "suffix": "</w>"})", {"a</w>", "b</w>"}) == "a b");
    CHECK(decoded(R"({"type": "Sequence", "decoders": [{"type": "ByteFallback"}, {"type": "Fuse"}]})",
                  {"<0xC3>", "<0xA9>", "x", "<0xE4>"}) == "éx\uFFFD");
    CHECK(decoded(R"({"type": "Strip", "content": "a", "start": 1, "stop": 1})", {"aaba"}) == "ab");
    CHECK(decoded(R"({"type": "WordPiece", "prefix": "##", "cleanup": true})", {"do", "##n", "'", "##t", "."}) ==
          "don 't.");
    CHECK(decoded(R"({"type": "CTC", "pad_token": "-", "word_delimiter_token": "|"})", {"a", "-", "|", "b"}) == "a b");
}

TEST_SUITE_END();
