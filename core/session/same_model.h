// Names of models that are one model for those who look at it: the steps of a training.
#pragma once

#include <string_view>

namespace glassformer {

/// Of a step of a training ("training/coreference 2/step 240") the training: what is chosen in one step stands for the
/// same in the next. Any other name as it is.
constexpr std::string_view without_step(std::string_view model) {
    if (!model.starts_with("training/")) return model;
    return model.substr(0, model.rfind("/step "));
}

constexpr bool same_model(std::string_view a, std::string_view b) { return without_step(a) == without_step(b); }

}  // namespace glassformer
