// Folders of models and tokenizers as people have them: saved by older libraries, wrapped, added to, not whole.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "core/io/assets.h"
#include "core/text/pretrained/tokenizer_folder.h"
#include "tests/support/import_folder.h"
#include "tests/support/tokenizer_fixtures.h"

using namespace glassformer;
using test::gpt2_folder;
using test::ImportFolder;

namespace {

namespace fs = std::filesystem;

const std::string config =
    R"({"model_type":"gpt2","architectures":["GPT2LMHeadModel"],"n_layer":1,"n_head":2,"n_embd":4,"n_positions":3,)"
    R"("vocab_size":12})";

bool same_numbers(const Weights& a, const Weights& b) {
    return std::ranges::equal(a.parameters, b.parameters, [](const Parameter& one, const Parameter& other) {
        return one.name == other.name && one.shape == other.shape &&
               std::equal(one.data, one.data + one.shape.count(), other.data);
    });
}

std::vector<int> ids(const Tokenizer& tokenizer, const std::string& text) {
    return test::ids_of(tokenizer.encode(text));
}

}  // namespace

TEST_SUITE_BEGIN("folders_in_use");

TEST_CASE("tensors of a model that torch.compile or DataParallel has wrapped are found") {
    const Model plain = gpt2_folder(12).load(config);
    for (const char* const prefix : {"_orig_mod.", "module.", "module._orig_mod.", "_orig_mod.module."}) {
        CAPTURE(prefix);
        CHECK(same_numbers(gpt2_folder(12, prefix).load(config).weights, plain.weights));
    }
    ImportFolder some = gpt2_folder(12, "module.");
    some.add("transformer.other", {2});
    CHECK(contains(message_of([&] { some.load(config); }), "has no tensor "));
}

TEST_CASE("metadata that is null is none") {
    const ImportFolder folder = gpt2_folder(12);
    const Model plain = folder.load(config);
    const fs::path path = folder.path() / "model.safetensors";
    const std::string bytes = read_file(path, 1 << 20U);
    const std::string key = R"("__metadata__":{"format":"pt"})", empty = R"("__metadata__":null)";
    std::string changed = bytes;
    const std::size_t at = changed.find(key);
    REQUIRE(at != std::string::npos);
    changed.replace(at, key.size(), empty + std::string(key.size() - empty.size(), ' '));
    write_file(path, changed);
    CHECK(same_numbers(load_model(folder.path()).weights, plain.weights));
}

TEST_CASE("a LoRA adapter alone is refused by its name, and left out with a warning beside a model") {
    const ImportFolder folder = gpt2_folder(12);
    const TemporaryFolder alone;
    const std::string adapter = R"({"base_model_name_or_path": "openai-community/gpt2", "peft_type": "LORA"})";
    write_file(alone / "adapter_config.json", adapter);
    write_file(alone / "adapter_model.safetensors", "x");
    CHECK(contains(message_of([&] { load_model(alone.path()); }),
                   "holds a LoRA adapter of \"openai-community/gpt2\", not a model"));
    write_file(alone / "adapter_config.json", "[]");
    CHECK(contains(message_of([&] { load_model(alone.path()); }),
                   "holds a LoRA adapter of a model that it does not name"));
    write_file(folder.path() / "adapter_config.json", adapter);
    const Model model = folder.load(config);
    REQUIRE(model.warnings.size() == 1);
    CHECK(contains(model.warnings.front(),
                   "also holds a LoRA adapter of \"openai-community/gpt2\"; the adapter is ignored"));
}

TEST_CASE("a file that is given as a model is named for what it is") {
    const TemporaryFolder folder;
    for (const auto& [name, kind] : {std::pair{"m.gguf", "a GGUF file (llama.cpp)"},
                                     {"m.safetensors", "a weights file"},
                                     {"m.glassformer", "a session file"},
                                     {"notes", "a file"}}) {
        write_file(folder / name, "x");
        CHECK(contains(message_of([&] { find_model((folder / name).string(), folder.path()); }),
                       std::string(name) + " is " + kind + "; a model is the folder"));
    }
}

TEST_CASE("a model's name that no file can have is an error like any other") {
    for (const auto& [name, what] :
         {std::pair{std::string(5000, 'a'), "aaa: File name too long"},
          {std::string(300, 'b'), "bbb: File name too long"},
          {std::string("/dev/null/x"), "there is no built-in model or folder \"/dev/null/x\""}})
        CHECK(contains(message_of([&] { find_model(name, test::source_dir() / "assets"); }), what));
}

TEST_CASE("added tokens of older folders are tokens") {
    const TemporaryFolder folder;
    write_file(folder / "vocab.json", R"({"a":0,"b":1,"c":2,"#":3,"Ġ":4,"ab":5,"##":6,"Ġab":7})");
    write_file(folder / "merges.txt", "#version: 0.2\na b\n# #\nĠ ab\n");
    write_file(folder / "added_tokens.json", R"({"<|sep|>": 11, "<|pad|>": 8})");
    write_file(folder / "special_tokens_map.json",
               R"({"pad_token": {"content": "<|pad|>", "lstrip": false}, "additional_special_tokens": ["<|none|>"]})");
    const auto old = tokenizer_alone(folder.path());
    CHECK(ids(*old, "ab<|pad|>ab") == std::vector<int>{5, 8, 5});
    CHECK(ids(*old, "ab<|sep|> ab") == std::vector<int>{5, 11, 7});
    CHECK(old->is_special(8));
    CHECK_FALSE(old->is_special(11));
    CHECK(old->token(9) == "<9>");

    // Written into a folder, what it was read from makes the same tokenizer.
    const TemporaryFolder copy;
    for (const TokenizerFile& file : old->files()) write_file(copy / file.name, file.text);
    CHECK(ids(*tokenizer_alone(copy.path()), "ab<|pad|>ab<|sep|>") == std::vector<int>{5, 8, 5, 11});

    // Newer libraries say it in tokenizer_config.json, which then counts alone.
    write_file(folder / "tokenizer_config.json",
               R"({"added_tokens_decoder": {"8": {"content": "<|x|>", "special": true, "lstrip": true}}})");
    const auto newer = tokenizer_alone(folder.path());
    CHECK(ids(*newer, "ab <|x|>ab") == std::vector<int>{5, 8, 5});
    CHECK(newer->find("<|pad|>") == -1);

    const TemporaryFolder lines;
    write_file(lines / "vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\ndog\n");
    write_file(lines / "added_tokens.json", R"({"[E1]": 7})");
    CHECK(ids(*tokenizer_alone(lines.path()), "The [E1] dog") == std::vector<int>{5, 7, 6});

    write_file(lines / "added_tokens.json", R"({"[E1]": "7"})");
    CHECK(contains(message_of([&] { tokenizer_alone(lines.path()); }),
                   "added_tokens.json: the token \"[E1]\" needs a whole number as ID"));
    write_file(lines / "added_tokens.json", R"({"[E1]": 3})");
    CHECK(contains(message_of([&] { tokenizer_alone(lines.path()); }), "\"[E1]\""));
}

TEST_CASE(
    "vocabularies with empty lines, pieces twice and gaps are read as the published libraries do, with a warning") {
    const TemporaryFolder folder;
    const std::string first = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";
    write_file(folder / "vocab.txt", first + "a\n\n\nthe\ndog\n");
    const auto blank = tokenizer_alone(folder.path());
    CHECK(ids(*blank, "the dog") == std::vector<int>{8, 9});
    REQUIRE(blank->warnings().size() == 1);
    CHECK(contains(blank->warnings().front(), "the piece \"\" appears twice; ID 7 is used and ID 6 is ignored"));

    write_file(folder / "vocab.txt", first + "the\ndog\n\nthe\nran\n");
    const auto twice = tokenizer_alone(folder.path());
    CHECK(ids(*twice, "the dog ran") == std::vector<int>{8, 6, 9});
    CHECK(twice->token(5) == "<5>");
    CHECK(contains(twice->warnings().front(), "the piece \"the\" appears twice; ID 8 is used and ID 5 is ignored"));

    const TemporaryFolder gap;
    write_file(gap / "tokenizer.json",
               R"({"model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "c": 3}, "merges": []},
                   "added_tokens": [{"id": 5, "content": "<x>"}]})");
    const auto holes = tokenizer_alone(gap.path());
    CHECK(ids(*holes, "abc") == std::vector<int>{0, 1, 3});
    CHECK(holes->token(2) == "<2>");
    CHECK(ids(*holes, "a<x>") == std::vector<int>{0, 5});
    REQUIRE(holes->warnings().size() == 2);
    CHECK(contains(holes->warnings().back(), "the added token \"<x>\" has the ID 5, but the next free ID is 4"));
    CHECK(contains(holes->warnings().front(), "has no piece for 1 of its 4 IDs, the first of them 2"));
}

TEST_SUITE_END();
