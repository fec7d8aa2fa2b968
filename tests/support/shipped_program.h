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

/// A path opens as a folder.
inline AppOptions shipped_options(const std::string& model, PixelSize size = {960, 540}) {
    AppOptions options;
    for (const BuiltinModel& row : shipped_models()) {
        ModelChoice choice{.name = row.name, .title = row.card.title, .details = "", .examples = {}};
        for (std::size_t i = 0; i < row.card.examples.size(); ++i)
            choice.examples.push_back({.model = row.name,
                                       .text = row.card.examples[i],
                                       .target = i < row.card.targets.size() ? row.card.targets[i] : "",
                                       .edits = {}});
        options.models.push_back(std::move(choice));
    }
    options.load = [](const std::string& name) {
        const auto models = std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets" / "models";
        return std::make_shared<Model>(load_model(name.starts_with('/') ? std::filesystem::path(name) : models / name));
    };
    options.inputs.model = model;
    options.size = size;
    return options;
}

}  // namespace glassformer::test
