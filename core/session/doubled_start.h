// A start token that is there twice: the tokenizer puts one in front of every text, and the text was typed with one.
#pragma once

#include <string>

namespace glassformer {

struct Model;

/// "<s>" where the model's tokenizer puts it in front of the text, and the text begins with it; "" elsewhere, also for
/// a text that cannot be tokenized.
std::string doubled_start(const Model& model, const std::string& text);

}  // namespace glassformer
