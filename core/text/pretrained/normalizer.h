// The first thing a tokenizer does with a text: another text of the same meaning, which knows of each code point where
// it came from.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/text/pretrained/aligned_text.h"
#include "core/text/pretrained/matcher.h"

namespace glassformer {

class JsonObject;

class Normalizer {
public:
    virtual ~Normalizer() = default;

    /// Throws Error where the result is too long, or a regular expression needs too many steps.
    virtual AlignedText normalized(AlignedText text, MatchBudget& budget) const = 0;
};

/// The normalizer that {"type": …} describes. Throws Error naming the key for an unknown type and a wrong value.
std::unique_ptr<const Normalizer> read_normalizer(JsonObject& object);

// What its kinds are made of.
enum class NormalForm { nfc, nfd, nfkc, nfkd };

/// Unicode's normal forms (UAX #15).
AlignedText in_normal_form(const AlignedText& text, NormalForm form);

/// Replacements that a SentencePiece model brings along: "precompiled_charsmap", base64 of a trie of characters and of
/// the texts that they become. Throws Error where it is no such table. `source` opens messages.
std::unique_ptr<const Normalizer> precompiled_normalizer(const std::string& base64, const std::string& source);

}  // namespace glassformer
