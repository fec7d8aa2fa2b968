// What the search finds of the experiments view: the question of each page.
#include "app/views/shared/topics.h"
#include "app/views/experiments/frame/page.h"
#include "app/views/experiments/texts.h"
#include "app/views/shared/view_values.h"

namespace glassformer {

namespace {

std::vector<ViewTopic> experiment_questions() {
    std::vector<ViewTopic> topics;
    for (const ExperimentRow& row : experiment_rows())
        topics.push_back({.title = std::string(row.question),
                          .detail = std::string(row.title),
                          .words = std::string(row.words),
                          .text = {},
                          .page = {{"mode", value_text(std::string(row.name))}}});
    return topics;
}

}  // namespace

extern const TopicTable experiment_topics{
    .view = "experiments", .place = 1, .group = texts::experiments::topics, .topics = experiment_questions};

}  // namespace glassformer
