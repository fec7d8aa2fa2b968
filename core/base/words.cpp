#include "core/base/words.h"

#include <algorithm>

namespace glassformer {

namespace {

constexpr std::string_view white_space = " \t\n\v\f\r";

}  // namespace

std::string take_word(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(white_space), text.size()));
    std::string word(text.substr(0, text.find_first_of(white_space)));
    text.remove_prefix(word.size());
    return word;
}

std::string lower_case(std::string_view text) {
    std::string made(text);
    for (char& c : made)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return made;
}

std::vector<std::string> split_words(std::string_view text) {
    std::vector<std::string> words;
    for (std::string word = take_word(text); !word.empty(); word = take_word(text)) words.push_back(std::move(word));
    return words;
}

std::vector<std::string> split_lines(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        lines.emplace_back(line);
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return lines;
}

}  // namespace glassformer
