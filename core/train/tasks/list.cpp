#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/train/tasks/tasks.h"

namespace glassformer {

Task begin_task(std::string_view name, std::string_view title, std::string_view to_try, const std::string& config) {
    Task task;
    task.name = name;
    task.title = title;
    task.to_try = to_try;
    task.config = parse_config(config, "task " + std::string(name));
    task.shipped = {{.name = std::string(name)}};
    return task;
}

MetricText share_metric(std::string name, std::string words) {
    return {.name = std::move(name), .words = std::move(words), .kind = MetricKind::share};
}

MetricText evaluated_on(const std::string& name) {
    return {.name = name, .words = "evaluated on", .kind = MetricKind::count, .unit = name};
}

MetricText training_loss() {
    return {.name = "loss", .words = "training loss", .kind = MetricKind::number, .unit = "nats"};
}

const Task* find_task(std::string_view name) {
    const auto rows = all_tasks();
    const auto found = std::ranges::find(rows, name, &Task::name);
    return found == rows.end() ? nullptr : &*found;
}

const Task& require_task(std::string_view name) {
    if (const Task* task = find_task(name)) return *task;
    std::string names;
    for (const Task& task : all_tasks()) names += (names.empty() ? "" : ", ") + std::string(task.name);
    throw Error("there is no task \"" + std::string(name) + "\"; the tasks are " + names);
}

}  // namespace glassformer
