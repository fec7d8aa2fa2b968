// What views answer: the question of an experiment, a comparison, a task to train on. Search and palette list these by
// their words; a view that has such says so in a row beside its own, and nothing else names it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/shared/view.h"

namespace glassformer {

struct ViewTopic {
    std::string title;   // "Why are scores divided by √dₖ?"
    std::string detail;  // muted, at the right: "Why √d"
    std::string words;   // other words by which it is looked for
    std::string text;    // what it says; a query may be found there where no title has it
    ViewValues page;     // of the view, that show it
    /// What is selected on the page; where the view has selected something else, `start` is given with it.
    ViewValues choice = {}, start = {};
};

struct TopicTable {
    std::string_view view;   // by name
    int place;               // among the tables; every one has another
    std::string_view group;  // the heading above its topics
    std::vector<ViewTopic> (*topics)();
};

/// All tables in their order (cmake/rows.cmake).
std::span<const TopicTable> topic_tables();

/// What the view is given to show the topic: all else stays as it is.
ViewValues values_for(const ViewTopic& topic, const AppView& view);

}  // namespace glassformer
