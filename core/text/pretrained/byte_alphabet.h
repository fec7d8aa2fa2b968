// Byte-level tokenizers (Radford et al. 2019) write each byte as one character: 33 to 126, 161 to 172 and 174 to 255 as
// themselves, the other 68 as U+0100, U+0101, …: a space is "Ġ", a line feed "Ċ".
#pragma once

#include <string_view>

#include "core/text/pretrained/aligned_text.h"

namespace glassformer {

char32_t letter_of_byte(unsigned char byte);
int byte_of_letter(char32_t letter);  // -1 where it is none of the alphabet

/// The text's bytes in this alphabet.
AlignedText in_byte_alphabet(const AlignedText& text);
/// Adds bytes begin … end of the text in this alphabet.
void add_in_byte_alphabet(AlignedText& to, const AlignedText& text, std::size_t begin, std::size_t end);

/// The bytes that a spelling stands for; where it has a letter outside the alphabet, its own bytes.
std::string bytes_of_letters(std::string_view spelling);

}  // namespace glassformer
