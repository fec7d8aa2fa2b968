// A model that was opened with a published tokenizer and saved again has that tokenizer: the same files, the same ids.
// ctest: optimised too
#include <doctest/doctest.h>

#include "core/base/file.h"
#include "core/io/model_folder.h"
#include "core/session/session.h"
#include "core/text/pretrained/tokenizer_folder.h"
#include "tests/support/sanitized.h"
#include "tests/support/skipped.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/tokenizer_fixtures.h"

using namespace glassformer;

namespace {

namespace fs = std::filesystem;

constexpr const char* no_fixtures = "the fixtures of tokenizers are not there";

/// A model folder of our own with these files beside its weights.
void write_model(const fs::path& folder, int rows, const std::vector<TokenizerFile>& files) {
    Model model;
    model.config = parse_config(R"({"architecture":"decoder","d_model":2,"n_heads":1,"n_layers":1,"max_seq_len":8,)"
                                R"("tie_embeddings":true,"vocab_size":)" +
                                    std::to_string(rows) + "}",
                                "config.json");
    model.weights = initial_weights(model.config, 1);
    save_model(folder, model);
    for (const TokenizerFile& file : files) write_file(folder / file.name, file.text);
}

std::vector<std::string> names_of(const std::vector<TokenizerFile>& files) {
    std::vector<std::string> names;
    for (const TokenizerFile& file : files) names.push_back(file.name);
    return names;
}

/// Opens, saves elsewhere, opens again: files and ids are the same. Returns the model that came back.
Model check_saved(const fs::path& from, const fs::path& to, const std::vector<std::string>& texts,
                  const std::vector<std::string>& names) {
    const Model model = load_model(from);
    REQUIRE(model.tokenizer);
    REQUIRE(model.tokenizer->pretrained() != nullptr);
    save_model(to, model);
    Model back = load_model(to);
    REQUIRE(back.tokenizer);
    REQUIRE(back.tokenizer->pretrained() != nullptr);
    CHECK(back.warnings.empty());
    CHECK(back.config == model.config);
    CHECK(back.config.tokenizer == TokenizerConfig{});
    CHECK(names_of(back.tokenizer->pretrained()->files()) == names);
    for (const std::string_view name : tokenizer_file_names()) {
        CAPTURE(name);
        const bool kept = std::ranges::find(names, name) != names.end();
        CHECK(fs::exists(to / std::string(name)) == kept);
        if (kept && fs::exists(from / std::string(name)))
            CHECK(read_file(to / std::string(name), longest_tokenizer_file) ==
                  read_file(from / std::string(name), longest_tokenizer_file));
    }
    for (const std::string& text : texts) {
        CAPTURE(text);
        CHECK(back.tokenizer->encode(text) == model.tokenizer->encode(text));
        CHECK(back.tokenizer->encode_with_special(text) == model.tokenizer->encode_with_special(text));
    }
    return back;
}

std::vector<std::string> texts_of(const fs::path& expected) {
    std::vector<std::string> texts;
    for (const Json& row : parse_json(test::plain_text_of(expected), "expected.json"))
        if (const Json* text = row.find("text")) texts.push_back(text->text());
    return texts;
}

/// A byte-level vocabulary of a few letters, with what some types expect around a text.
std::vector<TokenizerFile> small_merges() {
    Json vocabulary = Json::object();
    int id = 0;
    for (const char* special : {"<s>", "<pad>", "</s>", "<unk>", "<mask>", "<|endoftext|>"})
        vocabulary.add(special, id++);
    for (const char* piece : {"a", "b", "\xC4\xA0", "ab",
                              "\xC4\xA0"
                              "ab"})
        vocabulary.add(piece, id++);
    return {{"vocab.json", vocabulary.dump(0)}, {"merges.txt", "#version: 0.2\na b\n\xC4\xA0 ab\n"}};
}

}  // namespace

TEST_SUITE_BEGIN("model_folder");

TEST_CASE("a saved model has the tokenizer.json it was opened with") {
    const auto folders = test::folders(test::tokenizer_fixtures());
    if (folders.empty()) return test::skip(test::Needs::fixtures, no_fixtures);
    int tokenizers = 0;
    for (const auto& folder : folders) {
        const std::string name = folder.filename().string();
        if (name == "options" || (test::sanitized && name != "bert-uncased" && name != "stories260k")) continue;
        CAPTURE(name);
        const TemporaryFolder place;
        const std::string json = test::plain_text_of(folder / "tokenizer.json");
        write_file(place / "tokenizer.json", json);
        write_model(place / "read", tokenizer_alone(place / "tokenizer.json")->size(), {{"tokenizer.json", json}});
        check_saved(place / "read", place / "saved", texts_of(folder / "expected.json"), {"tokenizer.json"});
        ++tokenizers;
    }
    CHECK(tokenizers >= (test::sanitized ? 2 : 12));
}

TEST_CASE("a saved model has the vocab.json with merges.txt, or the vocab.txt, it was opened with") {
    const auto gpt2 = test::fixtures() / "gpt2-tokenizer", bert = test::tokenizer_fixtures() / "bert-uncased";
    if (!fs::exists(gpt2) || !fs::exists(bert)) return test::skip(test::Needs::fixtures, no_fixtures);
    const TemporaryFolder place;
    const auto file = [](const fs::path& folder, const char* name) {
        return TokenizerFile{name, test::plain_text_of(folder / name)};
    };
    write_model(place / "gpt2", 50257, {file(gpt2, "vocab.json"), file(gpt2, "merges.txt")});
    check_saved(place / "gpt2", place / "gpt2 saved", texts_of(gpt2 / "expected.json"), {"vocab.json", "merges.txt"});
    write_model(place / "bert", 30522, {file(bert, "vocab.txt"), file(bert, "tokenizer_config.json")});
    check_saved(place / "bert", place / "bert saved", texts_of(bert / "expected.json"),
                {"vocab.txt", "tokenizer_config.json"});
}

TEST_CASE("an imported model is saved with its tokenizer and tells the same story") {
    const auto folder = test::fixtures() / "hf" / "stories260k";
    if (!fs::exists(folder)) return test::skip(test::Needs::fixtures, no_fixtures);
    const TemporaryFolder place;
    fs::copy(folder, place / "read");
    fs::permissions(place / "read", fs::perms::owner_all);
    const Model back =
        check_saved(place / "read", place / "saved",
                    texts_of(test::tokenizer_fixtures() / "stories260k" / "expected.json"), {"tokenizer.json"});
    CHECK_FALSE(test::ids_of(back.tokenizer->encode("Once upon a time")).empty());
    // Saved once more over itself, it is still there; without one, it is gone.
    save_model(place / "saved", back);
    CHECK(load_model(place / "saved").tokenizer->pretrained() != nullptr);
    Model bare = back;
    bare.tokenizer = bare.target_tokenizer = nullptr;
    save_model(place / "saved", bare);
    CHECK(load_model(place / "saved").tokenizer == nullptr);
}

TEST_CASE("a saved model puts around a text what its merges were read with") {
    struct Row {
        const char* model_type;
        std::vector<int> around;
    };
    for (const Row& row : {Row{"gpt2", {9}}, Row{"roberta", {0, 9, 2}}, Row{"opt", {2, 9}}}) {
        CAPTURE(row.model_type);
        const TemporaryFolder place;
        std::vector<TokenizerFile> files = small_merges();
        files.push_back({"tokenizer_config.json", R"({"model_type": ")" + std::string(row.model_type) + "\"}"});
        write_model(place / "read", 11, files);
        // As a folder of that type gives it, and as our own does that was saved of it.
        const FolderTokenizer found = tokenizer_of_folder(place / "read", row.model_type, 11);
        REQUIRE(found.tokenizer);
        CHECK(test::ids_of(found.tokenizer->encode_with_special("ab")) == row.around);
        Model model = load_model(place / "read");
        model.tokenizer = model.target_tokenizer = found.tokenizer;
        save_model(place / "saved", model);
        const Model back = load_model(place / "saved");
        REQUIRE(back.tokenizer);
        CHECK(test::ids_of(back.tokenizer->encode_with_special("ab")) == row.around);
        CHECK(fs::exists(place / "saved" / "tokenizer_config.json") == (row.around.size() > 1));
    }
}

TEST_CASE("source and target of an encoder-decoder keep a published tokenizer each") {
    const std::string of_source =
        R"({"model": {"type": "WordLevel", "vocab": {"a": 0, "b": 1, "?": 2}, "unk_token": "?"}, "pre_tokenizer": {"type": "Whitespace"}})";
    const std::string of_target =
        R"({"model": {"type": "WordLevel", "vocab": {"?": 0, "x": 1, "y": 2, "z": 3}, "unk_token": "?"}, "pre_tokenizer": {"type": "Whitespace"}})";
    const TemporaryFolder place;
    Model model;
    model.config = parse_config(
        R"({"architecture":"encoder_decoder","vocab_size":3,"target_vocab_size":4,"d_model":4,"n_heads":1,"n_layers":1,"max_seq_len":6})",
        "config.json");
    model.weights = initial_weights(model.config, 1);
    save_model(place / "read", model);
    write_file(place / "read" / "tokenizer.json", of_source);
    write_file(place / "read" / "tokenizer.target.json", of_target);
    const Model back = check_saved(place / "read", place / "saved", {"a b", "z"}, {"tokenizer.json"});
    CHECK(read_file(place / "saved" / "tokenizer.target.json", longest_tokenizer_file) == of_target);
    REQUIRE(back.target_tokenizer);
    CHECK(test::ids_of(back.target_tokenizer->encode("z x a")) == std::vector<int>{3, 1, 0});
    CHECK(test::ids_of(back.tokenizer->encode("b z")) == std::vector<int>{1, 2});

    // A folder that had one of each side and gets a model that shares one.
    Model shared = back;
    shared.config.target_vocab_size = 3;
    shared.weights = initial_weights(shared.config, 1);
    shared.target_tokenizer = shared.tokenizer;
    save_model(place / "saved", shared);
    CHECK_FALSE(fs::exists(place / "saved" / "tokenizer.target.json"));
    const Model again = load_model(place / "saved");
    CHECK(again.target_tokenizer == again.tokenizer);
}

TEST_CASE("a vocabulary of our own is read where a published tokenizer was before") {
    const TemporaryFolder place;
    write_model(place / "m", 11, small_merges());
    Model model = load_model(place / "m");
    REQUIRE(model.tokenizer->pretrained() != nullptr);
    model.tokenizer = make_tokenizer(R"({"a":0,"b":1})", "v", model.config.tokenizer, 11);
    save_model(place / "m", model);
    const Model back = load_model(place / "m");
    REQUIRE(back.tokenizer);
    CHECK(back.tokenizer->pretrained() == nullptr);
    CHECK(back.tokenizer->encode("ba")[0].id == 1);
}

TEST_SUITE_END();
