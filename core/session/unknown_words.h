// What of a text its model does not know: the tokens that its vocabulary lacks, for which it reads the unknown token
// instead, and a missing start token. The one place that decides it, for every picture, the line beside the answer and
// the command line.
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
/// "This model answers at “<cls>”; the text does not begin with it": the special token with which all texts of the
/// model's card begin, and whether a classifier reads it alone. "" where the text begins with it, too.
std::string missing_start(const Model& model, std::span<const TokenLabel> tokens);
/// Both of a text, and the unknown words of a target, each of its own vocabulary; "" where nothing is to be said.
std::string unknown_words(const Model& model, std::span<const TokenLabel> tokens, std::span<const TokenLabel> target);
std::string unknown_words(const Evaluation& evaluation);

/// Whether the line of a record that stands for a token stands for one that the model does not know.
bool is_unknown(const Evaluation& evaluation, const Record& record, int dimension, int index);

}  // namespace glassformer
