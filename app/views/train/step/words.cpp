#include "app/views/train/step/words.h"

#include <span>

#include "app/paint/visible_text.h"

namespace glassformer {

namespace {

std::string word_in(std::span<const std::string> words, int id) {
    if (id < 0 || static_cast<std::size_t>(id) >= words.size()) return std::to_string(id);
    return visible_text(words[static_cast<std::size_t>(id)]);
}

}  // namespace

std::string token_word(const TrainingPlan& plan, int token, bool target) {
    const bool own = target && !plan.task.target_vocabulary.empty();
    return word_in(own ? plan.task.target_vocabulary : plan.task.vocabulary, token);
}

std::string label_word(const TrainingPlan& plan, int label) {
    if (plan.config.head.classifier) return word_in(plan.task.classes, label);
    return token_word(plan, label, true);
}

std::string weight_name(const Parameter& parameter, std::size_t index) {
    const Cell cell = parameter.shape.cell(index);
    std::string name = parameter.name + " [";
    for (int axis = 0; axis < parameter.shape.rank(); ++axis)
        name += (axis > 0 ? ", " : "") + std::to_string(cell[axis]);
    return name + "]";
}

std::string size_text(const Shape& shape) {
    std::string sizes;
    for (int axis = 0; axis < shape.rank(); ++axis) sizes += (axis > 0 ? " × " : "") + std::to_string(shape.size(axis));
    return sizes;
}

}  // namespace glassformer
