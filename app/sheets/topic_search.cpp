#include "app/sheets/topic_search.h"

#include <algorithm>
#include <optional>

#include "app/sheets/fuzzy.h"
#include "core/base/words.h"

namespace glassformer {

namespace {

constexpr int in_title = 30;  // what words in a title are worth before those that are only among its other words

struct TableTopics {
    const TopicTable* table = nullptr;
    std::vector<ViewTopic> topics;
};

/// They are the same as long as the program runs, and a box asks in every frame.
const std::vector<TableTopics>& all_topics() {
    static const std::vector<TableTopics> all = [] {
        std::vector<TableTopics> list;
        for (const TopicTable& table : topic_tables()) list.push_back({&table, table.topics()});
        return list;
    }();
    return all;
}

struct FoundTopic {
    int score = 0;
    bool named = false;  // its title and its words have the query; else only what it says
};

std::optional<FoundTopic> found_topic(const ViewTopic& topic, const std::string& about) {
    const std::string named = topic.title + ", " + topic.detail + ", " + topic.words;
    if (const auto title = words_score(about, topic.title)) return FoundTopic{*title + in_title, true};
    if (const auto words = words_score(about, named)) return FoundTopic{*words, true};
    if (words_score(about, named + ", " + topic.text)) return FoundTopic{strong_score(about), false};
    return {};
}

}  // namespace

std::vector<TopicHit> topic_hits(const std::string& query, const AskedQuestion& question) {
    // A question of nothing but words that ask is one that a title asks, too.
    const std::string& about = question.about.empty() ? query : question.about;
    std::vector<TopicHit> hits;
    if (about.size() < 2) return hits;
    bool any_named = false;
    std::vector<bool> named;
    for (const auto& [table, topics] : all_topics())
        for (const ViewTopic& topic : topics) {
            const auto found = found_topic(topic, about);
            if (!found) continue;
            any_named = any_named || found->named;
            named.push_back(found->named);
            hits.push_back({.row = {.text = topic.title,
                                    .detail = topic.detail,
                                    .group = std::string(table->group),
                                    .score = found->score},
                            .view = table->view,
                            .topic = topic});
        }
    // What only says the words somewhere is of no use beside what goes by them.
    std::vector<TopicHit> kept;
    for (std::size_t i = 0; i < hits.size(); ++i)
        if (!any_named || named[i]) kept.push_back(std::move(hits[i]));
    for (auto begin = kept.begin(); begin != kept.end();) {
        const auto end =
            std::find_if(begin, kept.end(), [&](const TopicHit& hit) { return hit.row.group != begin->row.group; });
        std::stable_sort(begin, end, [](const TopicHit& a, const TopicHit& b) { return a.row.score > b.row.score; });
        begin = end;
    }
    return kept;
}

int best_score(const std::vector<TopicHit>& hits) {
    int best = 0;
    for (const TopicHit& hit : hits) best = std::max(best, hit.row.score);
    return best;
}

std::vector<TermHit> terms_asked_for(const std::string& query, const AskedQuestion& question) {
    if (!question.asks || question.about.empty()) return term_hits(query);
    std::vector<TermHit> hits = term_hits(question.about);
    // "head" is another word for the attention head before it is the beginning of something else.
    std::stable_partition(hits.begin(), hits.end(), [&](const TermHit& hit) {
        return lower_case(hit.term->name) == question.about || is_also_called(*hit.term, question.about);
    });
    return hits;
}

}  // namespace glassformer
