#include "app/sheets/fuzzy.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "core/base/words.h"

namespace glassformer {

namespace {

constexpr int starts = 70, within_word = 40;  // scores of a word that begins a word, and of one within a word

/// Bytes of longer characters are letters, so that "é" is one.
bool is_letter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || (static_cast<unsigned char>(c) & 0x80U) != 0;
}
bool starts_word(std::string_view text, std::size_t at) { return at == 0 || !is_letter(text[at - 1]); }
bool ends_word(std::string_view text, std::size_t end) { return end == text.size() || !is_letter(text[end]); }

/// The letters of a word in their order, from a word's first letter on; the most is what begins a word or stands behind
/// the letter before, so that "nt" is "Next token" before it is "entry". From 1 to 39.
std::optional<int> letters_in_order(std::string_view word, std::string_view text) {
    constexpr int good = 4, out_of_reach = -1'000'000;
    // Best score of the letters so far, with the last of them at each position of the text.
    std::vector<int> best(text.size(), out_of_reach);
    for (std::size_t at = 0; at < text.size(); ++at)
        if (text[at] == word[0] && starts_word(text, at)) best[at] = good;
    for (std::size_t letter = 1; letter < word.size(); ++letter) {
        std::vector<int> next(text.size(), out_of_reach);
        int skipped = out_of_reach, anywhere = out_of_reach;  // the best before, less what was left out; and as it was
        for (std::size_t at = 1; at < text.size(); ++at) {
            skipped = std::max(skipped - 1, at > 1 ? best[at - 2] - 1 : out_of_reach);
            anywhere = std::max(anywhere, best[at - 1]);
            if (text[at] != word[letter]) continue;
            next[at] = std::max(skipped, best[at - 1] + good);
            if (starts_word(text, at)) next[at] = std::max(next[at], anywhere + good - 1);
        }
        best = std::move(next);
    }
    const auto length = static_cast<int>(word.size());
    const int most = *std::max_element(best.begin(), best.end());
    if (most < -2 * length) return {};
    return 20 + 19 * most / (good * length);
}

std::optional<int> word_score(std::string_view word, std::string_view text) {
    std::optional<int> best;
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const bool start = starts_word(text, at), end = ends_word(text, at + word.size());
        const int score = start && end ? 100 : start ? starts : within_word;
        if (!best || score > *best) best = score;
    }
    // A number is meant as it stands: "b1" is not the b of one name and the 1 behind it.
    const bool number = word.find_first_of("0123456789") != std::string_view::npos;
    if (best || word.size() < 2 || number || text.empty()) return best;
    return letters_in_order(word, text);
}

}  // namespace

std::optional<int> fuzzy_score(std::string_view query, std::string_view text) {
    const std::string wanted = lower_case(query), in = lower_case(text);
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

namespace {

int word_count(std::string_view query) {
    int count = 0;
    for (std::size_t at = 0; at < query.size(); ++at)
        count += query[at] != ' ' && (at == 0 || query[at - 1] == ' ') ? 1 : 0;
    return count;
}

}  // namespace

std::optional<int> words_score(std::string_view query, std::string_view text, Match least) {
    const std::string wanted = lower_case(query), in = lower_case(text);
    const int enough = least == Match::beginning ? starts : within_word;
    int score = 0;
    for (std::size_t at = 0; at < wanted.size();) {
        const std::size_t start = wanted.find_first_not_of(' ', at);
        if (start == std::string::npos) break;
        at = std::min(wanted.find(' ', start), wanted.size());
        const auto found = word_score(std::string_view(wanted).substr(start, at - start), in);
        if (!found || *found < enough) return {};
        score += *found;
    }
    return text.empty() || score == 0 ? std::nullopt : std::optional(score);
}

int strong_score(std::string_view query) { return starts * word_count(query); }
int part_score(std::string_view query) { return within_word * word_count(query); }

}  // namespace glassformer
