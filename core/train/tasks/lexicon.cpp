#include "core/train/tasks/lexicon.h"

#include "core/base/error.h"

namespace glassformer {

std::vector<std::string_view> words_of(std::string_view sentence) {
    std::vector<std::string_view> words;
    while (!sentence.empty()) {
        const std::size_t end = std::min(sentence.find(' '), sentence.size());
        if (end > 0) words.push_back(sentence.substr(0, end));
        sentence.remove_prefix(std::min(end + 1, sentence.size()));
    }
    return words;
}

void Lexicon::add_word(std::string_view word) {
    if (ids_.emplace(word, size()).second) words_.emplace_back(word);
}

void Lexicon::add(Words words) {
    for (const std::string_view word : words) add_word(word);
}

void Lexicon::add(std::string_view sentence) {
    for (const std::string_view word : words_of(sentence)) add_word(word);
}

int Lexicon::id(std::string_view word) const {
    const auto found = ids_.find(word);
    if (found == ids_.end()) throw Error("the grammar has no word \"" + std::string(word) + "\"");
    return found->second;
}

int Lexicon::append(std::string_view sentence, std::vector<int>& tokens) const {
    const auto first = static_cast<int>(tokens.size());
    for (const std::string_view word : words_of(sentence)) tokens.push_back(id(word));
    return first;
}

std::string_view one_of(Words words, Random& random) {
    return words[static_cast<std::size_t>(random.below(static_cast<int>(words.size())))];
}

bool chance(double probability, Random& random) { return random.uniform() < probability; }

}  // namespace glassformer
