// The tasks that tiny models learn: one row each, with the grammar that makes its texts, the split into training and
// held-out data, the model and the settings to start from, and what is measured. Each row lives in tasks/.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/io/safetensors.h"
#include "core/model/config.h"
#include "core/model/model.h"
#include "core/train/options.h"
#include "core/train/sample.h"

namespace glassformer {

/// Which half of the data: no held-out text is ever trained on, by construction of the generator.
enum class Split { train, held_out };

/// A measured number with its name, as card.json shows it: {"accuracy", 0.998}.
using Metric = std::pair<std::string, double>;

/// A model of the task that the program ships: its folder, and the flags of `train` beside --task and --seed.
struct ShippedModel {
    std::string name;
    std::string flags = {};  // "--positional rope"; "--corpus FILE" where a text is to be named
    std::uint64_t seed = 0;
    /// Of --architecture: keys of config.json that are not the task's, as one line without blanks.
    std::string architecture = {};
    /// Of the card of such a model, in place of the task's.
    std::string_view title = {}, to_try = {};
};

/// Why an encoding does on a task what nobody expects of it; shown beside its measured accuracy.
struct EncodingNote {
    std::string_view encoding, sentence;
};

struct Task {
    std::string_view name;                       // on the command line
    std::string_view title;                      // of the model trained on it
    std::string_view to_try;                     // one line: what to look at
    std::string_view question;                   // that an answer answers; {} stands for the token it is read at
    ModelConfig config;                          // to start from
    std::vector<std::string> vocabulary;         // words in the order of their ids
    std::vector<std::string> examples;           // texts, the first is shown first
    std::vector<std::string> target_vocabulary;  // encoder–decoder: of the decoder; empty: both share one
    std::vector<std::string> targets;            // encoder–decoder: the decoder's text of each example
    std::vector<std::string> labels;             // answers of the examples, where no rule finds them (default_labels.h)
    std::vector<std::string> classes;            // a classifier's, by number; empty: they have no names
    AnswerPlace answers = AnswerPlace::usual;    // what a row of logits is about
    std::string_view answer_at;                  // the token whose row is shown first; empty: the usual one
    std::string_view answer_note = {};           // a sentence that is shown beside the answers of that row
    TrainOptions training;
    EncodingNote note{};             // of the measured accuracies by length, where they need one
    bool attention_measured = true;  // its figures need a model with attention
    int trained_length = 0;  // longest text of training: a learned table of positions is no longer; 0: max_seq_len

    FloatType stored_as = FloatType::f32;  // the weights in their file; figures are of what it gives back

    /// Fills an empty sample; draws from the generator alone.
    std::function<void(Random& random, Split split, Sample& sample)> sample;

    /// Judges a model on held-out data; the seed draws it where it is not taken as a whole.
    std::function<std::vector<Metric>(const ModelConfig& config, const Weights& weights, std::uint64_t seed)> measure;

    /// What the measured numbers mean, the most telling first; the trainer adds "loss" to them. Kept in card.json.
    std::vector<MetricText> metric_texts;

    std::vector<ShippedModel> shipped;  // in the order of training; empty: none

    /// Not null: the task learns a text of its user's, and this makes the row whole from it: vocabulary, sizes, samples
    /// and measure. `source` names the text in messages; Error where it is too short or no UTF-8.
    Task (*read_corpus)(const Task& row, std::string_view text, const std::string& source) = nullptr;
    std::uint64_t corpus = 0;  // fingerprint of the text that made it whole (core/base/fnv.h); 0: none did
};

std::span<const Task> all_tasks();                // in the order of the menu
const Task* find_task(std::string_view name);     // null where there is none
const Task& require_task(std::string_view name);  // Error naming the tasks there are

/// Value of the metric of that name; Error where it was not measured.
double metric(std::span<const Metric> metrics, std::string_view name);

/// What the figures of a card mean: as the card says, else as the task says that the model was trained on.
std::span<const MetricText> metric_texts_of(const Card& card);

}  // namespace glassformer
