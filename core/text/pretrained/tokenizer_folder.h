// Which of a model folder's files its tokenizer is read from.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "core/text/pretrained/pretrained_tokenizer.h"

namespace glassformer {

/// Longest tokenizer.json, vocab.json, merges.txt or vocab.txt, in bytes.
inline constexpr std::size_t longest_tokenizer_file = std::size_t{64} << 20U;

struct FolderTokenizer {
    std::shared_ptr<const PretrainedTokenizer> tokenizer;  // null: the folder has none that can be read
    std::string warning;  // why not, and what to do, where it has files of one; else ""
};

/// The tokenizer of tokenizer.json, else of vocab.json with merges.txt, else of vocab.txt. `model_type` is that of
/// config.json; `rows` as PretrainedTokenizer. A folder with SentencePiece files only has none, and the warning says
/// how to make a tokenizer.json. Throws Error where a file is wrong.
FolderTokenizer tokenizer_of_folder(const std::filesystem::path& folder, const std::string& model_type, int rows);

/// The same for a folder without weights, or for the path of a tokenizer.json. Throws Error where there is none.
std::shared_ptr<const PretrainedTokenizer> tokenizer_alone(const std::filesystem::path& path);

/// Whether the path is a tokenizer.json, or a folder with a tokenizer and without weights.
bool is_tokenizer_alone(const std::filesystem::path& path);

}  // namespace glassformer
