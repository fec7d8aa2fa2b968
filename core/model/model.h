// A model in memory: its config, its weights, how its texts become tokens, and the card that presents it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/mapped_file.h"
#include "core/model/config.h"
#include "core/model/preparation.h"
#include "core/model/weights.h"
#include "core/text/tokenizer.h"

namespace glassformer {

/// How a measured number is written.
enum class MetricKind : std::uint8_t {
    share,     // 0 to 1, written as per cent
    number,    // with its unit
    count,     // a whole number of what the unit says
    position,  // counted from 0 in the file, from 1 on the screen
};

/// What a measured number means, in words.
struct MetricText {
    std::string name;   // "accuracy"; "#" stands for a whole number, which is written before the value: "accuracy_#"
    std::string words;  // "accuracy at length"
    MetricKind kind = MetricKind::number;
    std::string unit = {};  // "nats"; of counts what is counted: "sentences"
    bool operator==(const MetricText&) const = default;
};

/// card.json: how a model presents itself, and how it was made. Every key may be missing.
struct Card {
    std::string title;                  // "title"
    std::string try_this;               // "try": one line of what to try
    std::string question;               // "question": that an answer answers; {} stands for the token it is read at
    std::string answer_note;            // "answer_note": a sentence beside the answers that it is about
    std::string task;                   // "task"
    std::vector<std::string> examples;  // "examples": texts; the first is what the model is shown with
    std::vector<std::string> targets;   // "targets": encoder–decoder, the decoder's text of each example
    std::vector<std::string> labels;    // "labels": what the loss of each example is measured against; read_labels()
    std::string command;                // "command": that made it
    std::int64_t seed = 0;              // "seed"
    std::vector<std::pair<std::string, double>> metrics;   // "figures": measured, by name
    std::vector<std::pair<std::string, double>> training;  // "training": the trainer's settings
    std::string note;                                      // "note": "stopped at step 120 of 600"
    std::vector<std::string> classes;                      // "classes": a classifier's, by number; empty: not named
    AnswerPlace answers = AnswerPlace::usual;              // "answers": "next" or "here"
    std::string answer_at;                                 // "answer_at": the token whose row is shown first
    std::vector<MetricText> metric_texts = {};             // "metrics": what the figures mean, the most telling first
    std::string origin = {};                               // "origin": who trained it, where it was not this program
    std::string licence = {};                              // "license": of the weights, where it is another than ours
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
    std::filesystem::path folder = {};               // it was read from; empty: made in memory
    std::string model_type = {};                     // of its config.json: "glassformer", "llama"; "" as above
    std::vector<std::shared_ptr<const MappedFile>> files = {};  // that hold the weights

    /// With what reading all weights finds, which is waited for: the number of parameters that hold NaN or infinities
    /// and the first one's name, or each name where `every` is set.
    std::vector<std::string> all_warnings(bool every = false) const;
};

/// A file of the weights was written to since it was read, or another one is in its place.
bool weights_changed(const Model& model);
/// What is in memory is not what was read (MappedFile::lost()). Throws Error that says so.
void require_weights(const Model& model);

/// Each position's logits are of the token behind it, by config and card: the model can continue a text.
bool predicts_next_token(const Model& model);

}  // namespace glassformer
