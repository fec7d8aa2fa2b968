// The words of a grammar and their ids. A grammar names its words; this finds them.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.h"

namespace glassformer {

using Words = std::span<const std::string_view>;

/// The words of a sentence, cut at spaces; views of it.
std::vector<std::string_view> words_of(std::string_view sentence);

class Lexicon {
public:
    /// Adds the words that are not there yet, in their order.
    void add(Words words);
    void add(std::string_view sentence);  // its words, cut at spaces

    int id(std::string_view word) const;  // Error where there is none
    const std::vector<std::string>& words() const { return words_; }
    int size() const { return static_cast<int>(words_.size()); }

    /// Appends the ids of a sentence's words. Returns the position of the first.
    int append(std::string_view sentence, std::vector<int>& tokens) const;

private:
    void add_word(std::string_view word);

    std::vector<std::string> words_;
    std::map<std::string, int, std::less<>> ids_;
};

/// One of the list, each as likely as the others.
std::string_view one_of(Words words, Random& random);

/// True with the given probability.
bool chance(double probability, Random& random);

}  // namespace glassformer
