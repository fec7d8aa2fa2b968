#include "core/train/model_of_task.h"

#include "core/base/json.h"
#include "core/base/json_text.h"

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

std::string stopped_note(int steps_done, int steps) {
    return "stopped at step " + std::to_string(steps_done) + " of " + std::to_string(steps);
}

}  // namespace glassformer
