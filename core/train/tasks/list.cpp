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

MetricText evaluated_on(std::string name) {
    return {.name = name, .words = "evaluated on", .kind = MetricKind::count, .unit = name};
}

MetricText training_loss() {
    return {.name = "loss", .words = "training loss", .kind = MetricKind::number, .unit = "nats"};
}

std::span<const Task> all_tasks() {
    static const std::vector<Task> rows{coreference_full_task(),
                                        coreference_task(),
                                        coreference_causal_task(),
                                        induction_task(),
                                        induction_one_layer_task(),
                                        roles_task(),
                                        roles_one_head_task(),
                                        sentiment_but_task(),
                                        sentiment_but_cls_task(),
                                        sentiment_majority_task(),
                                        agreement_masked_task(),
                                        agreement_causal_task(),
                                        k_back_3_task(),
                                        k_back_1_task(),
                                        local_majority_task(),
                                        running_majority_task(),
                                        sort_task(),
                                        soft_lookup_task(),
                                        translation_task(),
                                        translation_bottleneck_task(),
                                        translation_recurrent_attention_task(),
                                        recall_rnn_task(),
                                        recall_lstm_task(),
                                        recall_transformer_task(),
                                        characters_task()};
    return rows;
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
