// The program with the shipped models in its picker, one of them shown with its first example.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/io/assets.h"
#include "tests/support/window_program.h"

namespace glassformer::test {

inline const std::vector<BuiltinModel>& shipped_models() {
    static const std::vector<BuiltinModel> models =
        builtin_models(std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets");
    return models;
}

inline ModelChoice choice_of(const BuiltinModel& row) {
    ModelChoice choice{.name = row.name, .title = row.card.title, .details = "", .examples = {}};
    for (std::size_t i = 0; i < row.card.examples.size(); ++i)
        choice.examples.push_back({.model = row.name,
                                   .text = row.card.examples[i],
                                   .target = i < row.card.targets.size() ? row.card.targets[i] : "",
                                   .edits = {}});
    choice.task = row.card.task;
    choice.question = row.card.question;
    choice.origin = row.card.origin;
    choice.licence = row.card.licence;
    choice.config = std::make_shared<const ModelConfig>(row.config);
    return choice;
}

/// A path opens as a folder.
inline AppOptions shipped_options(const std::string& model, PixelSize size = {960, 540}) {
    AppOptions options;
    const auto assets = std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets";
    for (const BuiltinModel& row : shipped_models()) options.models.push_back(choice_of(row));
    for (const BuiltinModel& row : lesson_models(assets)) options.lesson_models.push_back(choice_of(row));
    options.load = [assets](const std::string& name) {
        const bool folder = name.starts_with('/');
        return std::make_shared<Model>(load_model(folder ? std::filesystem::path(name) : find_model(name, assets)));
    };
    options.inputs.model = model;
    options.size = size;
    return options;
}

}  // namespace glassformer::test
