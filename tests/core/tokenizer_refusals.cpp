// Files of tokenizers that are wrong, hostile or not supported: one sentence each, which names the key.
#include <doctest/doctest.h>

#include <chrono>
#include <fstream>
#include <string>
#include <vector>

#include "core/base/json_text.h"
#include "core/text/pretrained/tokenizer_folder.h"
#include "core/text/pretrained/tokenizer_json.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;

namespace {

std::string refusal(const std::string& json) {
    return message_of([&] { static_cast<void>(tokenizer_from_json(json, "t.json")); });
}

/// A word-level tokenizer with a part more.
std::string with_part(const std::string& part) {
    return R"({"model": {"type": "WordLevel", "vocab": {"a": 0, "<unk>": 1}, "unk_token": "<unk>"}, )" + part + "}";
}

void write(const std::filesystem::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

}  // namespace

TEST_SUITE_BEGIN("tokenizer refusals");

TEST_CASE("a tokenizer.json that is wrong is refused with its key") {
    struct Wrong {
        std::string json, sentence;
    };
    const std::string bpe = R"({"model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": )";
    const std::vector<Wrong> all{
        {"", "t.json: line 1, column 1: the JSON ends too early"},
        {"[]", "t.json must hold a JSON object, not a list"},
        {"{}", "t.json: \"model\" is missing"},
        {R"({"model": 3})", "t.json: \"model\" must be an object, not the number 3"},
        {R"({"model": {}})", "t.json: \"model.vocab\" is missing"},
        {R"({"model": {"type": "Magic", "vocab": {}}})",
         "t.json: \"model.type\" must be one of \"BPE\", \"Unigram\", \"WordPiece\", \"WordLevel\", not \"Magic\""},
        {R"({"model": {"type": "WordLevel", "vocab": {}}})", "t.json: \"model.vocab\" is empty"},
        {R"({"model": {"type": "WordLevel", "vocab": {"a": 0, "b": 0}}})", "has the id 0, which is also that of \"a\""},
        {R"({"model": {"type": "WordLevel", "vocab": {"a": 0, "b": 1000002}}})",
         "has the id 1000002, though there are 2 pieces"},
        {R"({"model": {"type": "WordLevel", "vocab": {"a": -1}}})", "has the id -1, though there is 1 piece"},
        {R"({"model": {"type": "WordLevel", "vocab": {"a": 1e3}}})", "needs a whole number as id"},
        {R"({"model": {"type": "WordLevel", "vocab": {"a": 0, "a": 1}}})", "the key \"a\" appears twice"},
        {R"({"model": {"type": "WordLevel", "vocab": ["a"]}})", "must be an object of pieces and ids, not a list"},
        {bpe + R"(["a c"]}})", "t.json: \"model.merges\": merge 0 joins \"c\", which the vocabulary does not have"},
        {bpe + R"(["b a"]}})", "merge 0 makes \"ba\", which the vocabulary does not have"},
        {bpe + R"(["ab"]}})", "must be two pieces with one space between them, not \"ab\""},
        {bpe + R"([["a", "b", "c"]]}})", "merge 0 must be two pieces, not 3"},
        {bpe + R"([["a", 3]]}})", "merge 0 must be two pieces, both of them text"},
        {bpe + R"([3]}})", "merge 0 must be two pieces, not 3"},
        {bpe + R"({}}})", "\"model.merges\" must be a list"},
        {R"({"model": {"type": "WordPiece", "vocab": {"a": 0}}})", "does not have the unknown token \"[UNK]\""},
        {R"({"model": {"type": "Unigram", "vocab": [["a", -1], ["a", -2]]}})",
         "the piece \"a\" appears twice; ID 1 is used and ID 0 is ignored, but Unigram needs each piece once"},
        {R"({"model": {"type": "Unigram", "vocab": [["a", 1e999]]}})", "a number that is too large"},
        {R"({"model": {"type": "Unigram", "vocab": [["a"]]}})", "entry 0 must be a list of a piece and its score"},
        {R"({"model": {"type": "Unigram", "vocab": ["a"]}})",
         "entry 0 must be a list of a piece and its score, a text and a number, not \"a\""},
        {R"({"model": {"type": "Unigram", "vocab": [], "unk_id": 0}})", "t.json: \"model.vocab\" is empty"},
        {R"({"model": {"type": "Unigram", "vocab": [["a", 0]], "unk_id": 1}})",
         "\"model.unk_id\" must be between 0 and 0, got 1"},
        {with_part(R"("normalizer": {"type": "Upper"})"),
         "t.json: \"normalizer.type\" must be one of \"Sequence\", \"NFC\""},
        {with_part(R"("normalizer": [])"), "\"normalizer\" must be an object, not a list"},
        {with_part(R"("normalizer": {"type": "Precompiled", "precompiled_charsmap": "?"})"),
         "\"normalizer.precompiled_charsmap\" is not valid base64"},
        {with_part(R"("normalizer": {"type": "Precompiled", "precompiled_charsmap": "AAAA"})"),
         "\"normalizer.precompiled_charsmap\" is not a table of replacements"},
        {with_part(R"("normalizer": {"type": "Replace", "pattern": {"String": ""}, "content": "x"})"),
         "\"normalizer.pattern.String\" must not be empty"},
        {with_part(R"("normalizer": {"type": "Replace", "pattern": {"Regex": "("}, "content": "x"})"),
         "\"normalizer.pattern.Regex\" has the regular expression \"(\", which is not valid"},
        {with_part(R"("pre_tokenizer": {"type": "Split", "pattern": {"Regex": "(a)\\1"}, "behavior": "Isolated"})"),
         "with \"\\\\1\", which is not supported"},
        {with_part(R"("pre_tokenizer": {"type": "Split", "pattern": {"Regex": "[a&&b]"}, "behavior": "Isolated"})"),
         "with \"&&\", which is not supported"},
        {with_part(
             R"("pre_tokenizer": {"type": "Split", "pattern": {"Regex": "\\p{Klingon}"}, "behavior": "Removed"})"),
         "which is not valid"},
        {with_part(R"("pre_tokenizer": {"type": "Split", "pattern": {"String": "a"}, "behavior": "Kept"})"),
         "\"pre_tokenizer.behavior\" must be one of \"Removed\""},
        {with_part(R"("pre_tokenizer": {"type": "FixedLength", "length": 5})"), "not \"FixedLength\""},
        {with_part(R"("pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "Digits"}, 3]})"),
         "\"pre_tokenizer.pretokenizers[1]\" must be an object"},
        {with_part(R"("normalizer": {"type": "Sequence"})"), "\"normalizer.normalizers\" is missing"},
        {with_part(R"("pre_tokenizer": {"type": "Sequence"})"), "\"pre_tokenizer.pretokenizers\" is missing"},
        {with_part(R"("post_processor": {"type": "Sequence"})"), "\"post_processor.processors\" is missing"},
        {with_part(R"("decoder": {"type": "Sequence"})"), "\"decoder.decoders\" is missing"},
        {with_part(R"("added_tokens": [{"id": 1000003, "content": "<s>"}])"), "must have the next ID, 2"},
        {with_part(R"("added_tokens": [{"id": 1, "content": "a"}])"), "already has the ID 0"},
        {with_part(R"("added_tokens": [{"id": 0, "content": "a"}, {"id": 0, "content": "a"}])"), "which appears twice"},
        {with_part(R"("added_tokens": [{"id": 2, "content": ""}])"), "must not be empty"},
        {with_part(R"("added_tokens": [{"id": -2, "content": "x"}])"), "must be between 0 and"},
        {with_part(R"("post_processor": {"type": "BertProcessing", "sep": ["x", 7], "cls": ["a", 0]})"),
         "\"post_processor.sep\" names the ID 7, which is not in the vocabulary of 2"},
        {with_part(R"("post_processor": {"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "<s>"}}]})"),
         "which \"special_tokens\" lacks"},
        {with_part(R"("post_processor": {"type": "TemplateProcessing", "single": []})"), "must have \"Sequence\" once"},
        {with_part(R"("decoder": {"type": "Guess"})"), "t.json: \"decoder.type\" must be one of"},
        {with_part(R"("decoder": {"type": "Strip", "content": "ab", "start": 1})"), "must be one character"},
    };
    for (const Wrong& wrong : all) {
        CAPTURE(wrong.json);
        const std::string sentence = refusal(wrong.json);
        CAPTURE(sentence);
        CHECK(contains(sentence, wrong.sentence));
    }
    std::string deep = "{\"type\":\"Sequence\",\"normalizers\":[";
    std::string json = "\"normalizer\": ";
    for (int i = 0; i < 40; ++i) json += deep;
    CHECK(contains(refusal("{" + json), "nested more than"));
    std::string many = R"("normalizer": {"type": "Sequence", "normalizers": [)";
    for (int i = 0; i < 100; ++i) many += R"({"type": "NFC"},)";
    CHECK(contains(refusal(with_part(many + R"({"type": "NFD"}]})")), "has more than 64 entries"));
}

TEST_CASE("a regular expression that explodes ends in a sentence") {
    const auto split = [](const std::string& expression) {
        return tokenizer_from_json(
            with_part(R"("pre_tokenizer": {"type": "Split", "behavior": "Isolated", "pattern": {"Regex": )" +
                      json_string(expression) + "}}"),
            "t.json");
    };
    const std::string letters(40, 'a');
    for (const char* expression : {"(a+)+b", "(a|a)*b", "(?:a?){40}a{40}b", "(?:(?:a*)*)*b"}) {
        CAPTURE(std::string(expression));
        CHECK(contains(message_of([&] { static_cast<void>(split(expression)->encode(letters + "cb")); }),
                       "t.json: \"pre_tokenizer.pattern.Regex\" has the regular expression"));
    }
    // A long match is not an explosion.
    CHECK(split("\\s+(?!\\S)|\\p{L}+|.")->encode(std::string(300'000, 'a')).size() == 1);
    CHECK(split("(?:a|b)+")->encode(std::string(300'000, 'a')).size() == 1);
}

TEST_CASE("as many added tokens as there may be are read at once") {
    std::string list;
    constexpr int many = 100'000;
    for (int i = 0; i < many; ++i)
        list += (i > 0 ? "," : "") + (R"({"id":)" + std::to_string(i + 2)) + R"(,"special":true,"content":"x)" +
                std::to_string(i) + "y\"}";
    const auto start = std::chrono::steady_clock::now();
    const auto tokenizer = tokenizer_from_json(with_part("\"added_tokens\": [" + list + "]"), "t.json");
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));  // a search for each took minutes
    CHECK(tokenizer->size() == many + 2);
    CHECK(tokenizer->find("x99999y") == many + 1);
    CHECK(tokenizer->find("x100000y") == -1);
    const Encoding tokens = tokenizer->encode("ax99999y");
    REQUIRE(tokens.size() == 2);
    CHECK(tokens[1].id == many + 1);
    CHECK(tokenizer->decode_without_special(std::vector<int>{0, many + 1}) == "a");
}

TEST_CASE("a tokenizer that makes too much of a text says so") {
    const auto tokenizer =
        tokenizer_from_json(with_part(R"("normalizer": {"type": "Replace", "pattern": {"String": "a"}, "content": ")" +
                                      std::string(1000, 'x') + "\"}"),
                            "t.json");
    CHECK(contains(message_of([&] { static_cast<void>(tokenizer->encode(std::string(100'000, 'a'))); }),
                   "the tokenizer makes more than 32 MB of this text"));
    CHECK(contains(message_of([&] { static_cast<void>(tokenizer->encode(std::string(longest_text + 1, 'a'))); }),
                   "at most 16 MB can be tokenized at once"));
    CHECK(contains(message_of([&] { static_cast<void>(tokenizer->encode("ab\xFF")); }), "invalid UTF-8 at byte 2"));
    CHECK(contains(message_of([&] { static_cast<void>(tokenizer->decode(std::vector<int>{2})); }), "no token 2"));
}

TEST_CASE("rules that double a text again and again end before they take long") {
    std::string doubles, undoubles;
    for (int i = 0; i < 40; ++i) {
        doubles +=
            std::string(i > 0 ? "," : "") + R"({"type": "Replace", "pattern": {"String": "a"}, "content": "aa"})";
        undoubles +=
            std::string(i > 0 ? "," : "") + R"({"type": "Replace", "pattern": {"String": "a"}, "content": "b"})";
    }
    const auto chained = [](const std::string& part, const std::string& rules) {
        return tokenizer_from_json(
            with_part("\"" + part + R"(": {"type": "Sequence", ")" + part + "s\": [" + rules + "]}"), "t.json");
    };
    // 1 MB, for so short a text: its growth to that is all that is ever made of it.
    CHECK(contains(message_of([&] { static_cast<void>(chained("normalizer", doubles)->encode("a")); }),
                   "the tokenizer makes more than 1 MB of this text"));
    CHECK(contains(message_of([&] { static_cast<void>(chained("decoder", doubles)->decode(std::vector<int>{0})); }),
                   "the decoder makes more than 1 MB of these tokens"));
    CHECK(chained("normalizer", undoubles)->encode("a").size() == 1);  // as many that make nothing longer
}

TEST_CASE("what the vocabulary lacks needs an unknown token") {
    const auto words = tokenizer_from_json(R"({"model": {"type": "WordLevel", "vocab": {"a": 0}}})", "t.json");
    CHECK(contains(message_of([&] { static_cast<void>(words->encode("b")); }),
                   "the vocabulary has neither \"b\" nor an unknown token"));
    const auto pieces = tokenizer_from_json(R"({"model": {"type": "Unigram", "vocab": [["a", -1]]}})", "t.json");
    CHECK(contains(message_of([&] { static_cast<void>(pieces->encode("ab")); }), "has neither \"b\""));
}

TEST_CASE("a tokenizer has no more tokens than the model's embedding has rows") {
    const std::string json = with_part("\"decoder\": null");
    CHECK(contains(message_of([&] { static_cast<void>(tokenizer_from_json(json, "t.json", 1)); }),
                   "t.json has 2 tokens, more than the model's vocabulary of 1"));
    const auto padded = tokenizer_from_json(json, "t.json", 4);
    CHECK(padded->size() == 4);
    CHECK(padded->token(3) == "<3>");
    CHECK(padded->find("<3>") == -1);
    CHECK(padded->decode(std::vector<int>{0, 3}) == "a");
}

TEST_CASE("the files of a folder are read in their order, and a folder with SentencePiece only says what to do") {
    const TemporaryFolder folder;
    CHECK_FALSE(tokenizer_of_folder(folder.path(), "", 0).tokenizer);
    CHECK(tokenizer_of_folder(folder.path(), "", 0).warning.empty());
    CHECK(contains(message_of([&] { static_cast<void>(tokenizer_alone(folder.path())); }), "has no tokenizer.json"));

    write(folder / "spiece.model", "x");
    CHECK(contains(tokenizer_of_folder(folder.path(), "t5", 0).warning, "save_pretrained"));
    write(folder / "vocab.json", R"({"a": 0, "b": 1, "ab": 2, "</s>": 3})");
    CHECK_FALSE(contains(tokenizer_of_folder(folder.path(), "marian", 0).warning, "save_pretrained"));

    write(folder / "vocab.txt", "[UNK]\r\na\r\n##b\r\n[CLS]\n[SEP]");
    auto tokenizer = tokenizer_alone(folder.path());
    std::vector<int> ids;
    for (const EncodedToken& token : tokenizer->encode_with_special("Ab, a")) ids.push_back(token.id);
    CHECK(ids == std::vector<int>{3, 1, 2, 0, 1, 4});
    write(folder / "tokenizer_config.json", R"({"do_lower_case": false, "strip_accents": null})");
    CHECK(tokenizer_alone(folder.path())->encode("Ab")[0].unknown);

    write(folder / "merges.txt", "#version: 0.2\na b\n");
    write(folder / "config.json", R"({"model_type": "opt"})");
    tokenizer = tokenizer_alone(folder.path());
    CHECK(tokenizer->encode("abb").size() == 2);
    CHECK(tokenizer->encode_with_special("ab").front().id == 3);
    write(folder / "merges.txt", "a  b\n");
    CHECK(contains(message_of([&] { static_cast<void>(tokenizer_alone(folder.path())); }),
                   "merges.txt: line 1 must be two pieces"));

    write(folder / "tokenizer.json", with_part("\"decoder\": null"));
    CHECK(tokenizer_alone(folder.path())->size() == 2);
    CHECK(tokenizer_alone(folder / "tokenizer.json")->size() == 2);
    CHECK(is_tokenizer_alone(folder.path()));
    write(folder / "model.safetensors", "");
    CHECK_FALSE(is_tokenizer_alone(folder.path()));

    std::filesystem::resize_file(folder / "tokenizer.json", 200U << 20U);
    CHECK(
        contains(message_of([&] { static_cast<void>(tokenizer_alone(folder / "tokenizer.json")); }), "tokenizer.json"));
}

TEST_SUITE_END();
