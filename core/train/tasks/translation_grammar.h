// French sentences with their English translations and, for every English word, the French words it comes from. Two
// sets: single sentences of 3 to 12 words, and one or two of them joined, up to 22 words.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/train/task.h"
#include "core/train/tasks/lexicon.h"

namespace glassformer {

class TranslationGrammar {
public:
    enum class Set { single, compound };
    static constexpr int shortest = 3, longest_single = 12, longest_compound = 22;  // words, on both sides

    struct Sentence {
        std::vector<int> french, english;       // words alone, without <bos> and <eos>
        std::vector<std::vector<int>> sources;  // of each English word: the French positions it comes from
    };

    /// The grammar of a set, built once.
    static const TranslationGrammar& instance(Set set);

    const std::vector<std::string>& french_vocabulary() const { return french_.words(); }
    const std::vector<std::string>& english_vocabulary() const { return english_.words(); }
    int source_end() const { return french_.id(end_word); }
    int target_start() const { return english_.id(start_word); }
    int target_end() const { return english_.id(end_word); }

    Sentence draw(Random& random, Split split) const;

    /// Sentences that lectures show: held out by name, also as a part of another.
    static std::span<const std::string_view> kept_out();

    static constexpr std::string_view start_word = "<bos>", end_word = "<eos>";

private:
    explicit TranslationGrammar(Set set);

    Set set_;
    Lexicon french_, english_;
};

}  // namespace glassformer
