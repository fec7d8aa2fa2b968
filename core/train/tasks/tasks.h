// What the files of the tasks share. Each defines its rows, `Task NAME_task() {`, and is in the list for it
// (cmake/rows.cmake).
#pragma once

#include "core/train/task.h"

namespace glassformer {

/// A task with what every one states; texts, training and metrics are its own file's. One model of its name and seed 0
/// is shipped, unless the task says otherwise.
Task begin_task(std::string_view name, std::string_view title, std::string_view to_try, const std::string& config);

// Rows of Task::metric_texts.
MetricText share_metric(std::string name, std::string words);
MetricText evaluated_on(const std::string& name);  // a count of what its name says: "sentences"
MetricText training_loss();                 // "loss", which the trainer measures

}  // namespace glassformer
