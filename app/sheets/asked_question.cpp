#include "app/sheets/asked_question.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/words.h"

namespace glassformer {

namespace {

// With one of these an English question begins; the first ones ask what a thing is.
constexpr std::array meaning_words{"what", "what's", "whats", "who", "define", "explain", "meaning"};
constexpr std::array reason_words{"why", "how", "when", "where", "which", "does", "do", "can", "is", "are", "should"};
// What else a question has beside the words that it is about.
constexpr std::array filling_words{"a",       "an",    "the",     "is",    "are",    "was",  "do",   "does",
                                   "did",     "of",    "to",      "for",   "in",     "it",   "we",   "you",
                                   "i",       "one",   "mean",    "means", "need",   "work", "used", "works",
                                   "happens", "there", "exactly", "by",    "called", "this", "that"};

bool is_among(std::span<const char* const> words, std::string_view word) {
    return std::ranges::find(words, word, [](const char* one) { return std::string_view(one); }) != words.end();
}

}  // namespace

AskedQuestion question_in(const std::string& query) {
    std::vector<std::string> words = split_words(lower_case(query));
    AskedQuestion question{.about = query};
    if (words.empty()) return question;
    const bool mark = words.back().ends_with('?');
    while (!words.empty() && words.back().ends_with('?')) {
        words.back().pop_back();
        if (words.back().empty()) words.pop_back();
    }
    if (words.empty()) return question;  // "?" alone
    question.of_meaning = is_among(meaning_words, words.front());
    // "do" and "is" ask only with something behind them; "is it …?" but not "is" while it is typed.
    const bool begins = question.of_meaning || is_among(reason_words, words.front());
    question.asks = mark || (begins && (words.size() > 1 || words.front().size() > 2));
    if (!question.asks) return question;
    question.about.clear();
    for (const std::string& word : words)
        if (!is_among(meaning_words, word) && !is_among(reason_words, word) && !is_among(filling_words, word))
            question.about += (question.about.empty() ? "" : " ") + word;
    return question;
}

}  // namespace glassformer
