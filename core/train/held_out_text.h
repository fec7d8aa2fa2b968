// Bits per character and per byte of a long text that a model continues: cut into windows that each begin with an empty
// context, as a corpus task judges its held-out tenth (tasks/characters.cpp). What text_bits() is of one pass.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "core/generate/text_bits.h"
#include "core/model/model.h"

namespace glassformer {

/// Which part of a file is measured.
enum class TextPart : std::uint8_t { whole, last_tenth };

/// The part of a UTF-8 text: the last tenth begins at the character where training on this text ends
/// (tasks/characters.cpp). Throws Error for invalid UTF-8.
std::string_view part_of_text(std::string_view text, TextPart part);

/// Tokens of a window: the model's longest text, at most 256.
int window_of(const ModelConfig& config);

/// The text's bits; `go_on` is told after some windows how many are done of how many, and ends the work by false: then
/// nothing is returned. Each token but the text's first is predicted once, from those before it in its window. Throws
/// Error for a model that does not predict next tokens or has no tokenizer, a text of fewer than two tokens, and a
/// character or word that the vocabulary lacks, naming it.
std::optional<TextBits> bits_of_text(const Model& model, std::string_view text,
                                     const std::function<bool(std::size_t done, std::size_t windows)>& go_on);

}  // namespace glassformer
