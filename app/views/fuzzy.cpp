#include "app/views/fuzzy.h"

#include <cctype>
#include <string>

namespace glassformer {

namespace {

std::string lower(std::string_view text) {
    std::string made(text);
    for (char& c : made) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return made;
}

/// Bytes of longer characters are letters, so that "é" is one.
bool is_letter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || (static_cast<unsigned char>(c) & 0x80U) != 0;
}
bool starts_word(std::string_view text, std::size_t at) { return at == 0 || !is_letter(text[at - 1]); }
bool ends_word(std::string_view text, std::size_t end) { return end == text.size() || !is_letter(text[end]); }

/// From a word's first letter on, few letters left out.
std::optional<int> letters_in_order(std::string_view word, std::string_view text) {
    std::optional<int> best;
    for (std::size_t start = 0; start < text.size(); ++start) {
        if (text[start] != word[0] || !starts_word(text, start)) continue;
        std::size_t at = start, found = 0;
        for (; at < text.size() && found < word.size(); ++at) found += text[at] == word[found] ? 1U : 0U;
        if (found < word.size()) continue;
        const auto left_out = static_cast<int>(at - start - word.size());
        if (left_out > 3 * static_cast<int>(word.size())) continue;
        if (const int score = 20 - left_out; !best || score > *best) best = score;
    }
    return best;
}

std::optional<int> word_score(std::string_view word, std::string_view text) {
    std::optional<int> best;
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const bool start = starts_word(text, at), end = ends_word(text, at + word.size());
        const int score = start && end ? 100 : start ? 70 : 40;
        if (!best || score > *best) best = score;
    }
    // A number is meant as it stands: "b1" is not the b of one name and the 1 behind it.
    const bool number = word.find_first_of("0123456789") != std::string_view::npos;
    if (best || word.size() < 2 || number) return best;
    return letters_in_order(word, text);
}

}  // namespace

std::optional<int> fuzzy_score(std::string_view query, std::string_view text) {
    const std::string wanted = lower(query), in = lower(text);
    int score = 0;
    for (std::size_t at = 0; at < wanted.size();) {
        const std::size_t start = wanted.find_first_not_of(' ', at);
        if (start == std::string::npos) break;
        at = std::min(wanted.find(' ', start), wanted.size());
        const auto found = word_score(std::string_view(wanted).substr(start, at - start), in);
        if (!found) return {};
        score += *found;
    }
    return score;
}

}  // namespace glassformer
