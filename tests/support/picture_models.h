// Small models with random weights, one for every operation and every picture. Words in the vocabulary, so that labels
// have their lengths.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/io/model_folder.h"
#include "core/session/session.h"

namespace glassformer::test {

struct PictureModel {
    std::string name;
    std::string config;  // config.json
    std::string text, target;
};

std::vector<PictureModel> picture_models();

/// The model with words for ids, its weights random with spread 0.3.
std::shared_ptr<const Model> make_model(const PictureModel& from);

/// The text evaluated, with the loss recorded where `loss` is set.
std::shared_ptr<Evaluation> evaluated(const PictureModel& from, const std::vector<Edit>& edits = {});

}  // namespace glassformer::test
