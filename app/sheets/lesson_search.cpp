#include "app/sheets/lesson_search.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "app/sheets/fuzzy.h"
#include "app/sheets/texts.h"
#include "core/base/words.h"

namespace glassformer {

namespace {

constexpr std::size_t most_hits = 40;
constexpr std::size_t before_word = 48, passage_length = 220;  // bytes

bool in_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || (static_cast<unsigned char>(c) & 0x80U) != 0;
}

/// Where the longest word of the query that the text has begins a word of it.
std::pair<std::size_t, std::size_t> place_of_word(const std::string& query, const std::string& text) {
    std::vector<std::string> words = split_words(lower_case(query));
    std::ranges::stable_sort(words, std::ranges::greater{}, &std::string::size);
    const std::string in = lower_case(text);
    for (const std::string& word : words)
        for (std::size_t at = in.find(word); at != std::string::npos; at = in.find(word, at + 1))
            if (at == 0 || !in_word(in[at - 1])) return {at, at + word.size()};
    return {};
}

/// The paragraph around the word, begun and ended between words; its first line where the text has no such word.
void write_passage(ChooserRow& row, const std::string& query, const std::string& text) {
    const auto [begin, end] = place_of_word(query, text);
    const std::size_t paragraph = begin == 0 ? 0 : text.rfind('\n', begin - 1) + 1;
    std::size_t from = paragraph;
    if (begin - paragraph > before_word) {
        const std::size_t space = text.find(' ', begin - before_word);
        from = space < begin ? space + 1 : begin;
    }
    std::size_t to = std::min(text.find('\n', end), text.size());
    const bool cut = to - from > passage_length;
    if (cut) {
        to = text.rfind(' ', from + passage_length);
        if (to == std::string::npos || to < end) to = end;
    }
    const std::string_view ahead = from > paragraph ? "… " : "";
    row.below = std::string(ahead) + text.substr(from, to - from) + (cut ? " …" : "");
    if (end > begin) row.hit = {begin - from + ahead.size(), end - from + ahead.size()};
}

}  // namespace

std::vector<LessonHit> search_lessons(const std::vector<const LibraryLesson*>& lessons, const std::string& query,
                                      const LibraryLesson* open) {
    std::vector<LessonHit> hits;
    if (split_words(query).empty()) return hits;
    for (const LibraryLesson* lesson : lessons)
        for (int i = 0; i < static_cast<int>(lesson->steps.size()); ++i) {
            const LibraryStep& step = lesson->steps[static_cast<std::size_t>(i)];
            const auto titled = fuzzy_score(query, step.title);
            const std::string own = fmt::format("{}\n{}", step.title, step.text);
            auto said = words_score(query, own);
            // Some of the words may be the lesson's: "puzzles mask"; all of them would be each step of it.
            if (!said && place_of_word(query, own).second > 0)
                said = words_score(query, fmt::format("{}\n{}", lesson->title, own));
            if (!titled && !said) continue;
            LessonHit hit{.row = {}, .place = {.lesson = lesson, .step = i}};
            hit.row.text = step.title.empty() ? fmt::format(texts::sheets::lesson_step, i + 1) : step.title;
            hit.row.detail = fmt::format(texts::sheets::step_of_lesson, i + 1, lesson->title);
            // A title that has the words says what the step is about; a text may only mention them.
            const bool about = titled && *titled >= part_score(query);
            hit.row.score = std::max(titled.value_or(0) + (about ? 50 : 0), said.value_or(0));
            hit.own = lesson == open && hit.row.score >= part_score(query);
            hits.push_back(std::move(hit));
        }
    if (std::ranges::any_of(hits, [&](const LessonHit& hit) { return hit.row.score >= strong_score(query); }))
        std::erase_if(hits, [&](const LessonHit& hit) { return hit.row.score < part_score(query); });
    std::ranges::stable_sort(hits, std::ranges::greater{},
                             [](const LessonHit& hit) { return std::pair(hit.own, hit.row.score); });
    const std::size_t all = hits.size();
    if (hits.size() > most_hits) hits.resize(most_hits);
    for (LessonHit& hit : hits) {
        hit.row.group = hit.own             ? texts::sheets::found_own_steps
                        : hits.size() < all ? fmt::format(texts::sheets::found_some_steps, hits.size(), all)
                                            : texts::sheets::found_steps;
        write_passage(hit.row, query, hit.place.lesson->steps[static_cast<std::size_t>(hit.place.step)].text);
    }
    return hits;
}

const std::vector<LessonHit>& LessonSearch::find(LessonLibrary& library, const std::string& query,
                                                 const LibraryLesson* open) {
    if (query_ == query) return hits_;
    query_ = query;
    hits_ = search_lessons(library.all(), query, open);
    return hits_;
}

}  // namespace glassformer
