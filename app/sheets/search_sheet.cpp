// The box of the search: the rows for a query, and what is chosen of them.
#include <algorithm>
#include <array>
#include <cctype>

#include "app/sheets/fuzzy.h"
#include "app/sheets/search.h"
#include "app/sheets/texts.h"
#include "app/views/shared/learn_commands.h"

namespace glassformer {

namespace {

// What is found of the commands, which the palette has all: what there is to learn from beside the lessons.
constexpr std::array learning{tour_command, worksheet_command};

}  // namespace

void SearchSheet::add(ChooserRow row, SearchChoice choice) {
    rows_.push_back(std::move(row));
    choices_.push_back(std::move(choice));
}

void SearchSheet::add_run(const std::vector<SearchHit>& found, int least) {
    for (const SearchHit& hit : found)
        if (hit.row.score >= least) add(hit.row, {.hit = &hit});
}

void SearchSheet::add_steps(const std::vector<LessonHit>& steps, bool own) {
    for (const LessonHit& step : steps)
        if (step.own == own) add(step.row, {.step = step.place});
}

void SearchSheet::add_terms(const std::string& query, const AskedQuestion& question) {
    for (TermHit& hit : terms_asked_for(query, question)) add(std::move(hit.row), {.term = hit.term});
}

void SearchSheet::add_topics(const std::vector<TopicHit>& topics) {
    for (const TopicHit& hit : topics) add(hit.row, {.topic = hit});
}

void SearchSheet::add_commands(const std::string& query) {
    for (const Shortcut& row : all_shortcuts()) {
        if (std::ranges::find(learning, row.command) == learning.end()) continue;
        const std::string words = std::string(row.what) + ", " + row.words;
        if (!words_score(query, words)) continue;
        std::string text = row.what;
        text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
        add({.text = std::move(text), .detail = key_text(row), .group = texts::sheets::commands},
            {.command = row.command});
    }
}

/// The rows for a query: steps of the open lesson, what the run has, topics, other steps, terms; of a question terms
/// and topics come before the run. Made anew where one of these is another.
const std::vector<ChooserRow>& SearchSheet::rows(ViewContext& context, LessonLibrary& library,
                                                 const LibraryLesson* open, const std::string& query) {
    const AskedQuestion question = question_in(query);
    const bool asks = question.asks;
    const std::vector<SearchHit>& found =
        run_.find(*context.shown.current, context.cursor, question.about.empty() ? query : question.about);
    const std::vector<LessonHit>& steps = lessons_.find(library, query, open);
    if (rows_of_ == run_.searches() && query_ == query) return rows_;
    rows_of_ = run_.searches();
    query_ = query;
    rows_.clear();
    choices_.clear();
    const std::vector<TopicHit> topics = topic_hits(query, question);
    // What only has the letters of the query in their order says nothing beside what has its words.
    const int strong = strong_score(query);
    const bool words = asks || !topics.empty() ||
                       std::ranges::any_of(steps, [&](const LessonHit& step) { return step.row.score >= strong; });
    const int least = words ? part_score(question.about.empty() ? query : question.about) : 0;
    int best = 0;
    for (const SearchHit& hit : found) best = std::max(best, hit.row.score);
    const bool topics_first = asks || best_score(topics) > best;
    add_steps(steps, true);
    if (asks && question.of_meaning) add_terms(query, question);
    if (topics_first) add_topics(topics);
    if (asks && !question.of_meaning) add_terms(query, question);
    add_run(found, least);
    if (!topics_first) add_topics(topics);
    if (!library.all().empty()) add_commands(question.about.empty() ? query : question.about);
    add_steps(steps, false);
    if (!asks) add_terms(query, question);
    return rows_;
}

std::optional<SearchChoice> SearchSheet::draw(ViewContext& context, LessonLibrary& library, const LibraryLesson* open) {
    if (!chooser.is_open()) {
        lessons_.forget();
        run_ = {};
        rows_of_ = 0;
        rows_.clear();
        choices_.clear();
        return {};
    }
    if (!context.shown.current) {
        chooser.close();
        context.notice = texts::sheets::nothing_to_search;
        return {};
    }
    const auto taken = chooser.draw(
        context, {.id = "search", .placeholder = texts::sheets::search_placeholder, .none = texts::sheets::no_match},
        [&](const std::string& query) -> const std::vector<ChooserRow>& {
            return rows(context, library, open, query);
        });
    if (!taken) return {};
    SearchChoice choice = choices_[*taken];
    if (choice.term != nullptr) context.explain = choice.term->name;
    if (choice.hit != nullptr) go_to(context.shown.current->trace(), context.cursor, *choice.hit);
    return choice;
}

}  // namespace glassformer
