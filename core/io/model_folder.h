// A model on disk: a folder with config.json, model.safetensors, the vocabulary and, for the models we ship, card.json
// (docs/formats.md). "model_type" of the config chooses who reads it: our own layout, or an importer (importer.h).
#pragma once

#include <filesystem>

#include "core/io/safetensors.h"
#include "core/model/model.h"

namespace glassformer {

/// Reads a folder. Throws Error naming the file and what is wrong: a missing or misshaped parameter with the expected
/// and the found shape, an unknown model_type, a tensor that does not belong to the model.
/// `loading` hears how far it is and may end it with an Error.
Model load_model(const std::filesystem::path& folder, Loading* loading = nullptr);

/// The config of our own layout in a text. Throws Error "SOURCE: …" also where it needs a later version of the program.
ModelConfig own_config(const std::string& text, const std::string& source);

/// Only config.json and card.json, for lists of models.
ModelConfig load_config(const std::filesystem::path& folder);
Card load_card(const std::filesystem::path& folder);
/// The card of that file. Throws Error where it is not one.
Card read_card(const std::filesystem::path& file);

/// Writes the model in our own layout, file by file in one step each: a published model's tokenizer as the files that
/// it was read from. Takes away tokenizer files that are not the model's. config.json names the program's version.
void save_model(const std::filesystem::path& folder, const Model& model, FloatType weights = FloatType::f32);

/// The weights that a file of this type gives back.
Weights as_stored(const Weights& weights, FloatType type);

}  // namespace glassformer
