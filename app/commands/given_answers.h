// Whether a question's answer can be read in the window while the question is open: in a sentence of the picture, in
// the bar above it, or in the step before.
#pragma once

#include <string>
#include <vector>

#include "app/program/app.h"

namespace glassformer {

/// Reads a lesson's steps one after another; each is shown when it is read.
class GivenAnswers {
public:
    explicit GivenAnswers(App& app) : app_(app) {}
    /// What gives the answer of the step that is shown away, a sentence each. Its answer is shown afterwards.
    std::vector<std::string> read_step();

private:
    struct Texts {
        std::vector<std::string> picture, bar, lesson;
    };
    Texts texts_now();

    App& app_;
    Texts before_;  // of the step before, with its answer
};

}  // namespace glassformer
