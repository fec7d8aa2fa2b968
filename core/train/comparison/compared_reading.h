// What the models of a comparison make of the task's example at one step: its forward pass and what is predicted.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/session/evaluation.h"
#include "core/train/live/training_plan.h"

namespace glassformer {

struct ComparedReading {
    int step = -1;                                 // steps done with these weights; −1: nothing was read yet
    std::shared_ptr<const Evaluation> evaluation;  // null: it could not be computed. Of the example as
                                                   // training reads it: with the right tokens behind a text that is
                                                   // continued
    std::uint64_t generation = 0;                  // another one for every reading, and of no other picture
    /// Where the text is continued: its next tokens, each read with those before it. Else the most probable answers of
    /// the row that the task asks about, the first is the model's.
    struct Prediction {
        std::string word;
        double probability = 0;
        std::string right;  // by the task's rule; "" where it says nothing
    };
    std::vector<Prediction> predictions;
    bool continues = false;
    std::string at;    // the token whose row is read; "": the token after the text is predicted
    std::string note;  // a sentence of the task where more than one answer is right: none is called so then
};

/// Reads the task's first example. `continued`: tokens that its text is continued by; 0: it is answered. What cannot be
/// computed is left out.
ComparedReading read_example(const TrainingPlan& plan, const Weights& weights, int step, int continued);

}  // namespace glassformer
