#include "core/train/model_of_task.h"

#include "core/base/json.h"
#include "core/base/json_text.h"
#include "core/model/config_differences.h"
#include "core/model/patched_model.h"

namespace glassformer {

namespace {

std::shared_ptr<const Tokenizer> tokenizer_of(const Task& task, const ModelConfig& config,
                                              const std::vector<std::string>& words) {
    Json vocabulary = Json::object();
    for (std::size_t id = 0; id < words.size(); ++id) vocabulary.add(words[id], id);
    return make_tokenizer(vocabulary.dump(), "task " + std::string(task.name), config.tokenizer,
                          static_cast<int>(words.size()));
}

}  // namespace

Model model_of_task(const Task& task, const ModelConfig& config, const Weights& weights) {
    Model model;
    model.config = config;
    model.weights = weights;
    model.tokenizer = model.target_tokenizer = tokenizer_of(task, config, task.vocabulary);
    if (!task.target_vocabulary.empty()) model.target_tokenizer = tokenizer_of(task, config, task.target_vocabulary);
    model.card.title = task.title;
    model.card.try_this = task.to_try;
    model.card.question = task.question;
    model.card.answer_note = task.answer_note;
    model.card.task = task.name;
    model.card.examples = task.examples;
    model.card.targets = task.targets;
    model.card.labels = task.labels;
    model.card.classes = task.classes;
    model.card.answers = task.answers;
    model.card.answer_at = task.answer_at;
    model.card.metric_texts = task.metric_texts;
    return model;
}

void present_variant(Card& card, const Task& task, const ModelConfig& config) {
    for (const ShippedModel& shipped : task.shipped)
        if (!shipped.architecture.empty() && patched_config(task.config, shipped.architecture) == config) {
            card.title = shipped.title;
            card.try_this = shipped.to_try;
            return;
        }
    std::string differs;
    for (const ConfigDifference& difference : config_differences(task.config, config))
        if (!is_size(difference))
            differs += (differs.empty() ? "" : "; ") + std::string(difference.title) + ": " + difference.to;
    if (!differs.empty()) card.title = std::string(task.title) + " (" + differs + ")";
}

std::string stopped_note(int steps_done, int steps) {
    return "stopped at step " + std::to_string(steps_done) + " of " + std::to_string(steps);
}

}  // namespace glassformer
