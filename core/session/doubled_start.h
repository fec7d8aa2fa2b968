// A start token that is there twice: the tokenizer puts one in front of every text, and the text was typed with one.
#pragma once

#include <span>
#include <string>

#include "core/session/evaluation.h"

namespace glassformer {

/// "<s>" where the tokens of a text (tokenize()) begin with it twice, the first one added by the tokenizer; ""
/// elsewhere.
std::string doubled_start(const Model& model, std::span<const TokenLabel> tokens);

}  // namespace glassformer
