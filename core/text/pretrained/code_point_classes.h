// Classes of code points as the tokenizers of published models mean them (Unicode's general categories and
// White_Space).
#pragma once

namespace glassformer {

bool is_white_space(char32_t c);            // Unicode White_Space: also U+0085, U+00A0 and U+3000, not U+200B
bool is_mark(char32_t c);                   // M*
bool is_nonspacing_mark(char32_t c);        // Mn
bool is_number(char32_t c);                 // N*
bool is_control_like(char32_t c);           // C* but Cn: controls, formats and private code points
bool is_tokenizer_punctuation(char32_t c);  // P*, and all of ASCII that is neither letter, digit, space nor control
bool is_word_character(char32_t c);         // \w: alphabetic, marks, decimal digits, connectors, joiners
bool is_chinese_character(char32_t c);      // the blocks of ideographs that BERT puts spaces around

/// Lower case of one code point, which İ has as two; the second is 0 elsewhere.
struct LowerCase {
    char32_t first, second;
};
LowerCase lower_case(char32_t c);

}  // namespace glassformer
