// The shipped models that were trained on one task, each with an encoding of its own: read on a thread of their own,
// one after the other, with a text within the length of training, one of that length and one beyond it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/views/positions/laboratory.h"
#include "core/base/latest.h"
#include "core/session/session.h"

namespace glassformer {

struct TrainedReading {
    int length = 0;
    std::shared_ptr<const Evaluation> evaluation;  // null: the model cannot read so long a text
    std::string error;                             // the engine's words for why
};

/// A trained model that shows what it learned of positions.
struct PositionsModel {
    std::string name;
    std::string error;  // why it cannot be read
    std::shared_ptr<const Model> model;
    int trained_length = 0;
    std::vector<TrainedReading> readings;  // half of it, that length, twice as long
};

/// A text of so many symbols of the task, the same for every model and a part of each longer one. Throws Error for a
/// task that does not exist.
std::string text_of_task(const std::string& task, int length);

class TrainedModels {
public:
    explicit TrainedModels(std::function<Session::Options()> options) : options_(std::move(options)) {}
    /// Null while it is being read; `wake` is called when something was.
    std::shared_ptr<const PositionsModel> find(const std::string& name, const std::string& task,
                                               const std::function<void()>& wake);

private:
    std::function<Session::Options()> options_;
    std::map<std::string, std::shared_ptr<const PositionsModel>> read_;
    Latest<std::string, std::shared_ptr<const PositionsModel>> reading_;  // by the model's name
};

/// What one head of a trained model is told of positions, and its attention on each of the texts.
struct TrainedHead {
    std::shared_ptr<const PositionsModel> model;
    int block = 0, head = 0;      // that were asked for
    EncodingColumn column;        // its settings, what it learned, its tables and p_i · p_j; no scores
    std::vector<Tensor> weights;  // [query, key], one a reading; empty where there is none
};
/// `block` and `head` are brought into their ranges; `generation` differs from that of any other. Throws Error where
/// the model has no such tables.
TrainedHead trained_head(std::shared_ptr<const PositionsModel> model, int block, int head, std::uint64_t generation);

}  // namespace glassformer
