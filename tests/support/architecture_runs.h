// Runs of the shipped models for tests of their architecture diagrams.
#pragma once

#include <memory>
#include <string>

#include "tests/support/support.h"
#include "tests/support/window_program.h"

namespace glassformer::test {

inline std::shared_ptr<const Model> shipped_model(const std::string& name) {
    return std::make_shared<const Model>(load_model(source_dir() / "assets" / "models" / name));
}

inline std::shared_ptr<Evaluation> run_of_model(const std::shared_ptr<const Model>& model) {
    Inputs inputs{.model = model->name, .text = model->card.examples.front(), .target = "", .edits = {}};
    if (!model->card.targets.empty()) inputs.target = model->card.targets.front();
    return evaluate_once(model, inputs);
}

}  // namespace glassformer::test
