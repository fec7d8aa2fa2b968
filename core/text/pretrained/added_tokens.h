// Tokens that are cut out of a text before anything else: "<s>", "[MASK]", "<|endoftext|>", runs of spaces.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/pretrained/matcher.h"
#include "core/text/pretrained/piece_trie.h"

namespace glassformer {

class Json;
class Normalizer;
class PieceVocabulary;

struct AddedToken {
    int id = 0;
    std::string content;
    std::string decoded;                  // content, normalized where the token is
    bool special = false;                 // left out of decoded text on request
    bool lstrip = false, rstrip = false;  // swallows white space on that side
    bool normalized = false;              // looked for in the normalized text
    bool single_word = false;             // not within a word
};

/// Where an added token was found, with the white space that it swallowed.
struct AddedMatch {
    std::size_t begin, end;  // bytes of the text
    int token;               // index of the added token
};

class AddedTokens {
public:
    AddedTokens() = default;

    /// Reads "added_tokens" (null: none). Ids of tokens that the vocabulary has are its own; the others' go on from its
    /// last one, or stand where it has none. Throws Error where the file says otherwise. `normalizer` may be null.
    AddedTokens(const Json* list, const PieceVocabulary& vocabulary, const Normalizer* normalizer,
                const std::string& source);

    /// The tokens that are looked for in the raw text, or in the normalized one, from left to right.
    std::vector<AddedMatch> find(std::string_view text, bool normalized) const;

    const std::vector<AddedToken>& tokens() const { return tokens_; }
    const AddedToken* with_id(int id) const;                 // null where there is none
    int find_content(std::string_view spelling) const;       // id, -1 where there is none
    bool is_special(std::string_view spelling) const;        // a special token has it
    int size() const { return size_; }                       // of the vocabulary together with these tokens
    const std::string& warning() const { return warning_; }  // what is odd; "" where nothing is

private:
    std::vector<AddedToken> tokens_;
    struct Pass {
        PieceTrie trie;
        std::vector<int> tokens;  // of its spellings
    };
    Pass raw_, normalized_;
    std::vector<int> by_id_;                              // index of the token, -1: none
    std::map<std::string, int, std::less<>> by_content_;  // index of the token
    int size_ = 0;
    std::string warning_;
};

}  // namespace glassformer
