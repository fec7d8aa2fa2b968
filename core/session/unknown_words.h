// What of a text its model does not know: the tokens that its vocabulary lacks, for which it reads the unknown token
// instead. The one place that decides it, for every picture, the line beside the answer and the command line.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/session/evaluation.h"

namespace glassformer {

class Tokenizer;

/// One per token: whether the model reads the unknown token in its place. Empty where it knows all of them.
std::vector<bool> unknown_tokens(std::span<const TokenLabel> tokens);

/// "3 words are not among this model's 81; it reads <unk>"; different words count. "" where it knows all of them.
std::string unknown_words(const Tokenizer* tokenizer, std::span<const TokenLabel> tokens);
/// The same of a text and of a target's tokens, each of its own vocabulary; "" where the model knows all.
std::string unknown_words(const Model& model, std::span<const TokenLabel> tokens, std::span<const TokenLabel> target);
std::string unknown_words(const Evaluation& evaluation);

/// Whether the line of a record that stands for a token stands for one that the model does not know.
bool is_unknown(const Evaluation& evaluation, const Record& record, int dimension, int index);

}  // namespace glassformer
