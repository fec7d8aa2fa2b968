#include "core/text/pretrained/byte_alphabet.h"

#include <array>

namespace glassformer {

namespace {

struct Alphabet {
    std::array<char32_t, 256> letters{};
    std::array<int, 0x144> bytes{};  // of the letters U+0000 to U+0143

    constexpr Alphabet() {
        for (int& byte : bytes) byte = -1;
        char32_t next = 0x100;
        for (unsigned byte = 0; byte < 256; ++byte) {
            const bool itself = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
            letters[byte] = itself ? byte : next++;
            bytes[letters[byte]] = static_cast<int>(byte);
        }
    }
};
constexpr Alphabet alphabet;

}  // namespace

char32_t letter_of_byte(unsigned char byte) { return alphabet.letters[byte]; }
int byte_of_letter(char32_t letter) { return letter < alphabet.bytes.size() ? alphabet.bytes[letter] : -1; }

void add_in_byte_alphabet(AlignedText& to, const AlignedText& text, std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at)
        to.add(letter_of_byte(static_cast<unsigned char>(text.text[at])),
               static_cast<unsigned char>(text.text[at]) < 0x80 ? text.from[at] : text.of_byte(at));
}

AlignedText in_byte_alphabet(const AlignedText& text) {
    AlignedText result;
    result.text.reserve(text.text.size() * 5 / 4);
    result.from.reserve(text.text.size() * 5 / 4);
    add_in_byte_alphabet(result, text, 0, text.text.size());
    return result;
}

std::string bytes_of_letters(std::string_view spelling) {
    std::string bytes;
    for (std::size_t at = 0; at < spelling.size();) {
        const int byte = byte_of_letter(next_code_point(spelling, at));
        if (byte < 0) return std::string(spelling);
        bytes.push_back(static_cast<char>(byte));
    }
    return bytes;
}

}  // namespace glassformer
