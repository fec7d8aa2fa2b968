// Tokens that were added to a tokenizer of vocab.json and merges.txt, or of vocab.txt: added_tokens.json beside it, or
// "added_tokens_decoder" of a newer tokenizer_config.json (docs/tokenizers.md).
#pragma once

#include <string>
#include <vector>

#include "core/base/json.h"

namespace glassformer {

struct TokenizerFile;

struct AddedTokenFiles {
    struct File {
        std::string name, text, source;  // "added_tokens.json"; "" where there is none; opens messages
    };
    File added, specials, settings;  // added_tokens.json, special_tokens_map.json, tokenizer_config.json
};

/// A list as "added_tokens" of tokenizer.json, by id: `known`, which the vocabulary has, and those of the files, which
/// say more of a token than `known` does. Throws Error naming file and token.
Json added_token_list(const Json& known, const AddedTokenFiles& files);

/// tokenizer_config.json says which tokens were added.
bool added_in_settings(const AddedTokenFiles& files);

/// Those files that there are, to be written again.
std::vector<TokenizerFile> written_again(const AddedTokenFiles& files);

}  // namespace glassformer
