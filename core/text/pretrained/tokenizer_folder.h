// Which of a model folder's files its tokenizer is read from.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/text/pretrained/pretrained_tokenizer.h"

namespace glassformer {

/// Longest tokenizer.json, vocab.json, merges.txt or vocab.txt, in bytes.
inline constexpr std::size_t longest_tokenizer_file = std::size_t{64} << 20U;

struct FolderTokenizer {
    std::shared_ptr<const PretrainedTokenizer> tokenizer;  // null: the folder has none that can be read
    std::string warning;  // why not, and what to do, where it has files of one; else ""
};

/// Whose texts a tokenizer is for, where a model has one for each side: the source's files have the plain names, the
/// target's are "tokenizer.target.json", "vocab.target.json", "merges.target.txt" …
enum class TextSide : std::uint8_t { source, target };

/// The name of that side's file: "vocab.json" is "vocab.target.json".
std::string name_of_side(const std::string& name, TextSide side);

/// Plain names of all files that a tokenizer may be read from.
std::span<const std::string_view> tokenizer_file_names();

/// The tokenizer of tokenizer.json, else of vocab.json with merges.txt, else of vocab.txt. `model_type` is that of
/// config.json; of our own format, tokenizer_config.json may say which one the merges are of. `rows` as
/// PretrainedTokenizer. A folder with SentencePiece files only has none, and the warning says how to make a
/// tokenizer.json. Throws Error where a file is wrong.
FolderTokenizer tokenizer_of_folder(const std::filesystem::path& folder, const std::string& model_type, int rows,
                                    TextSide side = TextSide::source);

/// The same for a folder without weights, or for the path of a tokenizer.json. Throws Error where there is none.
std::shared_ptr<const PretrainedTokenizer> tokenizer_alone(const std::filesystem::path& path);

/// Whether the path is a tokenizer.json, or a folder with a tokenizer and without weights.
bool is_tokenizer_alone(const std::filesystem::path& path);

}  // namespace glassformer
