// What the search finds of the Train view: the comparisons that it trains, and the tasks.
#include <algorithm>

#include "app/views/shared/topics.h"
#include "app/views/shared/view_values.h"
#include "app/views/train/run/page.h"
#include "app/views/train/run/state.h"
#include "app/views/train/texts.h"
#include "core/train/comparison/contrasts.h"

namespace glassformer {

namespace {

/// Of a page of the view, as its own row has it.
ViewTopic topic_of_page(std::string_view name) {
    const auto row = std::ranges::find(train_page_rows(), name, &TrainPageRow::name);
    return {.title = {},
            .detail = std::string(row->title),
            .words = {},
            .text = {},
            .page = {{"mode", value_text(row->mode)}}};
}

std::vector<ViewTopic> compared_trainings() {
    std::vector<ViewTopic> topics;
    for (const Contrast& row : all_contrasts()) {
        ViewTopic topic = topic_of_page("comparison");
        topic.title = row.title;
        topic.words = row.differs;
        for (const ContrastVariant& variant : row.variants) topic.words += ", " + variant.label;
        topic.text = row.sentence;
        topic.choice = {{"comparison", value_text(std::string(row.name))}};
        topic.start = {{"comparison_step", value_text(-1)},
                       {"comparison_head", value_text(-1)},
                       {"comparison_runs", value_text(std::vector<int>{0, 1})}};
        topics.push_back(std::move(topic));
    }
    return topics;
}

std::vector<ViewTopic> tasks_to_train() {
    std::vector<ViewTopic> topics;
    for (const std::string& name : trainable_tasks()) {
        const Task& row = require_task(name);
        ViewTopic topic = topic_of_page("training");
        topic.title = row.title;
        topic.words = name;
        topic.text = row.to_try;
        topic.choice = {{"task", value_text(name)}};
        topic.start = saved_values(settings_of_task(name));
        topic.start["step"] = value_text(0);
        topics.push_back(std::move(topic));
    }
    return topics;
}

}  // namespace

extern const TopicTable comparison_topics{
    .view = "train", .place = 2, .group = texts::train::topics_comparisons, .topics = compared_trainings};

extern const TopicTable training_topics{
    .view = "train", .place = 3, .group = texts::train::topics_trainings, .topics = tasks_to_train};

}  // namespace glassformer
