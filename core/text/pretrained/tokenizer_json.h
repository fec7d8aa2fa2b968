// Reads tokenizer.json, and the files that published models had before it (docs/tokenizers.md).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/text/pretrained/added_token_files.h"
#include "core/text/pretrained/pretrained_tokenizer.h"

namespace glassformer {

/// The tokenizer that the text of a tokenizer.json describes; `source` opens messages, `rows` as PretrainedTokenizer.
/// Throws Error naming the key for everything that is wrong or not supported.
std::shared_ptr<const PretrainedTokenizer> tokenizer_from_json(std::string_view json, const std::string& source,
                                                               int rows = 0);

/// Of vocab.json and merges.txt: byte-level BPE. `model_type` of config.json says what goes around a text.
struct VocabularyAndMerges {
    std::string_view vocabulary, merges;
    std::string vocabulary_source, merges_source;  // open messages
    std::string model_type;
    AddedTokenFiles added = {};
};
std::shared_ptr<const PretrainedTokenizer> tokenizer_from_merges(const VocabularyAndMerges& files, int rows = 0);

/// Of vocab.txt, one piece a line: WordPiece. Its settings are those of tokenizer_config.json.
struct VocabularyLines {
    std::string_view lines;
    std::string source;  // opens messages
    AddedTokenFiles added = {};
};
std::shared_ptr<const PretrainedTokenizer> tokenizer_from_lines(const VocabularyLines& files, int rows = 0);

}  // namespace glassformer
