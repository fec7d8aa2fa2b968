// A model on disk: a folder with config.json, model.safetensors, the vocabulary and, for the models we ship, card.json
// (docs/formats.md). "model_type" of the config chooses who reads it: our own layout, or an importer.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/io/safetensors.h"
#include "core/model/config.h"
#include "core/model/preparation.h"
#include "core/model/weights.h"
#include "core/text/tokenizer.h"

namespace glassformer {

/// card.json: how a model presents itself, and how it was made. Every key may be missing.
struct Card {
    std::string title;                  // "title"
    std::string try_this;               // "try": one line of what to try
    std::string task;                   // "task"
    std::vector<std::string> examples;  // "examples": texts; the first is what the model is shown with
    std::vector<std::string> targets;   // "targets": encoder–decoder, the decoder's text of each example
    std::string command;                // "command": that made it
    std::int64_t seed = 0;              // "seed"
    std::vector<std::pair<std::string, double>> figures;   // "figures": measured, by name
    std::vector<std::pair<std::string, double>> training;  // "training": the trainer's settings
    std::string note;                                      // "note": "stopped at step 120 of 600"
    std::vector<std::string> classes;                      // "classes": a classifier's, by number; empty: not named
    AnswerPlace answers = AnswerPlace::usual;              // "answers": "next" or "here"
    std::string answer_at;                                 // "answer_at": the token whose row is shown first
    bool operator==(const Card&) const = default;
};

struct Model {
    std::string name;  // the folder's, or the built-in one
    ModelConfig config;
    Weights weights;
    std::shared_ptr<const Tokenizer> tokenizer;         // null: only token ids can be entered
    std::shared_ptr<const Tokenizer> target_tokenizer;  // encoder_decoder: of vocab.target.json, else `tokenizer`
    Card card;
    std::vector<std::string> warnings;  // sentences on what is odd but no reason to refuse; see also all_warnings()
    std::shared_ptr<const Preparation> preparation;  // of the weights, perhaps still under way; null: made in memory

    /// With those that reading all weights finds: NaN. Waits for that.
    std::vector<std::string> all_warnings() const;
};

/// Each position's logits are of the token behind it, by config and card: the model can continue a text.
bool predicts_next_token(const Model& model);

/// Reads a folder. Throws Error naming the file and what is wrong: a missing or misshaped parameter with the expected
/// and the found shape, an unknown model_type, a tensor that does not belong to the model.
/// `loading` hears how far it is and may end it with an Error.
Model load_model(const std::filesystem::path& folder, Loading* loading = nullptr);

/// Only config.json and card.json, for lists of models.
ModelConfig load_config(const std::filesystem::path& folder);
Card load_card(const std::filesystem::path& folder);

/// Writes the model in our own layout, file by file in one step each, and takes away a vocabulary it does not have.
void save_model(const std::filesystem::path& folder, const Model& model, FloatType weights = FloatType::f32);

/// The weights that a file of this type gives back.
Weights as_stored(const Weights& weights, FloatType type);

}  // namespace glassformer
