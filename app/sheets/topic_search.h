// Questions of experiments, comparisons and trainings among what the search finds.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/sheets/asked_question.h"
#include "app/sheets/chooser.h"
#include "app/sheets/term_search.h"
#include "app/views/shared/topics.h"

namespace glassformer {

struct TopicHit {
    ChooserRow row;
    std::string_view view;
    ViewTopic topic;
};

/// Topics that have the words of the query, by tables, the best first in each.
std::vector<TopicHit> topic_hits(const std::string& query, const AskedQuestion& question);
/// Best score of these, 0 without any.
int best_score(const std::vector<TopicHit>& hits);

/// Terms for what a question is about; for a query that asks nothing, those that have it.
std::vector<TermHit> terms_asked_for(const std::string& query, const AskedQuestion& question);

}  // namespace glassformer
