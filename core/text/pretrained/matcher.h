// What a pre-tokenizer cuts at and a normalizer replaces: a fixed text, a regular expression, a class of code points.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

struct TextMatch {
    std::size_t begin, end;  // bytes of the text searched
};

/// What searching one text may cost; made anew for each text, used by one thread.
class MatchBudget {
public:
    MatchBudget();
    ~MatchBudget();
    MatchBudget(const MatchBudget&) = delete;
    MatchBudget& operator=(const MatchBudget&) = delete;

    struct Machine;  // of the library of regular expressions
    Machine& machine();
    bool used_up() const { return std::chrono::steady_clock::now() > deadline_; }

private:
    std::chrono::steady_clock::time_point deadline_;
    std::unique_ptr<Machine> machine_;
};

class Matcher {
public:
    virtual ~Matcher() = default;

    /// Appends the matches in `text` (valid UTF-8), the leftmost first, none overlapping; a regular expression may
    /// match nothing, which gives an empty one. Throws Error where the budget is used up.
    virtual void find(std::string_view text, std::vector<TextMatch>& matches, MatchBudget& budget) const = 0;
};

/// `text` is not empty.
std::unique_ptr<const Matcher> match_text(std::string text);

/// Each code point that the function answers true for is a match of its own.
std::unique_ptr<const Matcher> match_class(bool (*belongs)(char32_t));

/// The runs of word characters, and the runs of what is neither word character nor white space: \w+|[^\w\s]+
std::unique_ptr<const Matcher> match_words_and_signs();

/// A regular expression in the language of tokenizer.json (regex_language.h). `source` opens messages: "t.json:
/// "pre_tokenizer.pattern"". Throws Error where it is none, or has a construct that is not supported. Matching is
/// limited to ten million steps a match: an expression that explodes is an Error that quotes it.
std::unique_ptr<const Matcher> match_regex(const std::string& expression, const std::string& source);

/// An expression in the library's own language.
std::unique_ptr<const Matcher> match_library_regex(const std::string& expression, const std::string& shown);

}  // namespace glassformer
