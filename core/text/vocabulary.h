// Spellings and ids, as vocab.json lists them; what the character and the word tokenizer share.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/text/tokenizer.h"

namespace glassformer {

/// What the error of a refused word says.
inline constexpr std::string_view not_in_vocabulary = "is not in the model's vocabulary";
inline constexpr std::string_view vocabulary_sample = ", which has ";  // and of words also, before some of them

class Vocabulary {
public:
    /// Checks and reads vocab.json, see make_tokenizer(). `unknown` is the spelling of the unknown token or "".
    Vocabulary(const std::string& json, const std::string& source, const std::string& unknown, int vocab_size);

    int size() const { return static_cast<int>(spellings_.size()); }
    int unknown_id() const { return unknown_; }
    int find(std::string_view spelling) const;  // -1 where there is none
    const std::string& spelling(int id) const;  // throws Error for an id out of range
    std::span<const std::string> spellings() const { return spellings_; }

    /// Id of the special token whose spelling the text continues with, or -1: "<sep>" in a text is one token.
    int special_at(std::string_view text) const;

    /// Adds the token for bytes begin … end of the text, which is spelt `key` in the vocabulary. Throws Error naming
    /// it and its position where the vocabulary lacks it and has no unknown token.
    void append(Encoding& encoding, std::string_view text, std::size_t begin, std::size_t end,
                std::string_view key) const;

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };
    std::string some_like(std::string_view word) const;

    std::vector<std::string> spellings_;
    std::unordered_map<std::string, int, Hash, std::equal_to<>> ids_;
    std::vector<int> specials_;  // longest first
    int unknown_ = -1;
};

/// "<pad>", "[CLS]": in angle or square brackets and longer than these.
bool is_special(std::string_view spelling);

}  // namespace glassformer
