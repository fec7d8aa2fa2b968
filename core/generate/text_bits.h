// What a language model needs to write down a text: -log2 of the probability of each token after the first, for each
// character and each byte. Unlike the mean over tokens it compares models of different vocabularies.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "core/session/evaluation.h"
#include "core/text/tokenizer.h"

namespace glassformer {

struct TextBits {
    int tokens = 0;              // that were predicted: all but the first, which nothing foretells
    double bits = 0;             // Σ -log2 p(token | tokens before)
    std::size_t characters = 0;  // code points of the text behind the first token
    std::size_t bytes = 0;       // the same in UTF-8
    double per_character() const { return bits / static_cast<double>(characters); }
    double per_byte() const { return bits / static_cast<double>(bytes); }
};

/// Characters and bytes of the text from the end of its first token to the end of its last one: what lies between two
/// tokens (a space) belongs to the later one.
TextBits written_size(std::string_view text, const Encoding& tokens);

/// Of the text of a finished pass, from its logits. Nothing where they do not foretell the text: no language model, no
/// text (token ids alone), fewer than two tokens, a word that the vocabulary lacks, a mask that lets a token see later
/// ones, a logit that is no number.
std::optional<TextBits> text_bits(const Evaluation& evaluation);

}  // namespace glassformer
