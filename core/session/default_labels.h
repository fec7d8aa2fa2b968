// What a loss is measured against where the user wrote nothing: what the model was trained to answer.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace glassformer {

struct Model;       // core/model/model.h
struct TokenLabel;  // evaluation.h

/// Where the labels of a loss come from.
enum class LabelSource : std::uint8_t {
    task,         // the rule of the model's task, or the answers or the translation in its card
    next_tokens,  // the token behind each position
    own_answer,   // the model's most probable answers, at the positions that were trained
    none,         // the task asks for nothing at any position of this text
};

struct DefaultLabels {
    /// In place of a label: the model's own answer, which is known after the pass.
    static constexpr float own = -2;

    std::vector<float> labels;  // one a row of the logits; -1: not counted, because no training asked for it
    LabelSource source = LabelSource::none;
};

/// Labels of a text (and of the target of an encoder–decoder) by the model's task; for a model of no known task each
/// position's next token, or its own answers where it predicts none. `rows`: of the logits.
DefaultLabels default_labels(const Model& model, std::span<const TokenLabel> tokens, std::span<const TokenLabel> target,
                             std::size_t rows);

/// Rows of the logits at which no training asked this model for an answer: what stands there means nothing. Empty where
/// there are none, as in a language model, a translation, a classifier or a model of no known task.
std::vector<bool> untrained_rows(const Model& model, std::span<const TokenLabel> tokens, std::size_t rows);

}  // namespace glassformer
