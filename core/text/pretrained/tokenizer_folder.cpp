#include "core/text/pretrained/tokenizer_folder.h"

#include <array>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/text/pretrained/tokenizer_json.h"

namespace glassformer {

namespace {

/// What SentencePiece's own files are called: a table that only its library reads.
constexpr std::array sentence_piece_files{"tokenizer.model", "spiece.model", "source.spm", "sentencepiece.bpe.model"};

constexpr std::array<std::string_view, 7> file_names{
    "tokenizer.json",          "vocab.json",           "merges.txt", "vocab.txt", "added_tokens.json",
    "special_tokens_map.json", "tokenizer_config.json"};

constexpr std::string_view own_format = "glassformer";  // its config.json does not say whose tokenizer it is

/// "model_type" of a JSON file; "" where there is none.
std::string model_type_in(const std::filesystem::path& path) {
    if (!std::filesystem::exists(path)) return {};
    const Json config = read_json(path);
    const Json* type = config.find("model_type");
    return type != nullptr && type->is_string() ? type->text() : std::string();
}

std::shared_ptr<const PretrainedTokenizer> from_tokenizer_json(const std::filesystem::path& path, int rows) {
    return tokenizer_from_json(read_file(path, longest_tokenizer_file), path_text(path), rows);
}

}  // namespace

std::string name_of_side(const std::string& name, TextSide side) {
    return side == TextSide::source ? name : std::string(name).insert(name.rfind('.'), ".target");
}

std::span<const std::string_view> tokenizer_file_names() { return file_names; }

FolderTokenizer tokenizer_of_folder(const std::filesystem::path& folder, const std::string& model_type, int rows,
                                    TextSide side) {
    const auto path_of = [&](const char* name) { return folder / name_of_side(name, side); };
    const auto has = [&](const char* name) { return std::filesystem::exists(path_of(name)); };
    const auto text_of = [&](const char* name) { return read_file(path_of(name), longest_tokenizer_file); };
    const auto named = [&](const char* name) { return path_text(path_of(name)); };
    const auto file_of = [&](const char* name) -> AddedTokenFiles::File {
        return {.name = name, .text = has(name) ? text_of(name) : "", .source = named(name)};
    };
    const auto added = [&]() -> AddedTokenFiles {
        return {file_of("added_tokens.json"), file_of("special_tokens_map.json"), file_of("tokenizer_config.json")};
    };
    if (has("tokenizer.json")) return {from_tokenizer_json(path_of("tokenizer.json"), rows), ""};
    if (has("vocab.json") && has("merges.txt")) {
        const std::string vocabulary = text_of("vocab.json"), merges = text_of("merges.txt");
        const bool own = model_type.empty() || model_type == own_format;
        return {tokenizer_from_merges({vocabulary, merges, named("vocab.json"), named("merges.txt"),
                                       own ? model_type_in(path_of("tokenizer_config.json")) : model_type, added()},
                                      rows),
                ""};
    }
    if (has("vocab.txt")) {
        const std::string lines = text_of("vocab.txt");
        return {tokenizer_from_lines({lines, named("vocab.txt"), added()}, rows), ""};
    }
    if (side == TextSide::target) return {};
    for (const char* name : sentence_piece_files) {
        if (!has(name)) continue;
        const std::string only =
            path_text(folder) + " has its tokenizer only in " + name + ", a SentencePiece model; enter token IDs";
        if (model_type == "marian") return {nullptr, only};
        return {nullptr, only +
                             ", or make a tokenizer.json: python3 -c \"from transformers import AutoTokenizer as A; "
                             "A.from_pretrained('" +
                             path_text(folder) + "').save_pretrained('" + path_text(folder) + "')\""};
    }
    return {};
}

std::shared_ptr<const PretrainedTokenizer> tokenizer_alone(const std::filesystem::path& path) {
    if (!std::filesystem::is_directory(path)) return from_tokenizer_json(path, 0);
    FolderTokenizer found = tokenizer_of_folder(path, model_type_in(path / "config.json"), 0);
    if (found.tokenizer) return found.tokenizer;
    throw Error(found.warning.empty()
                    ? "the folder " + path_text(path) + " has no tokenizer.json, no vocab.json with " +
                          "merges.txt and no vocab.txt"
                    : found.warning);
}

bool is_tokenizer_alone(const std::filesystem::path& path) {
    if (std::filesystem::is_regular_file(path)) return path.extension() == ".json";
    if (!std::filesystem::is_directory(path)) return false;
    const auto has = [&path](const char* name) { return std::filesystem::exists(path / name); };
    if (has("model.safetensors") || has("model.safetensors.index.json")) return false;
    return has("tokenizer.json") || (has("vocab.json") && has("merges.txt")) || has("vocab.txt");
}

}  // namespace glassformer
