// A finished forward pass with its tokens, and how texts become tokens for it. Nobody changes one that is shown.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/model/graph.h"
#include "core/session/inputs.h"
#include "core/tape/tape.h"

namespace glassformer {

class ThreadPool;
struct Model;  // core/model/model.h

/// A token as the interface shows it.
struct TokenLabel {
    int id = 0;
    std::string text;      // what stands in the text, or the vocabulary's spelling
    bool unknown = false;  // not in the vocabulary: computed with the unknown token
};

/// A finished forward pass with all that is needed to read it. Shared read-only.
class Evaluation {
public:
    const Trace& trace() const { return tape_.trace(); }
    const Inputs& inputs() const { return inputs_; }
    const Model& model() const { return *model_; }  // with the architecture of the inputs
    const std::shared_ptr<const Model>& model_pointer() const { return model_; }
    const std::vector<TokenLabel>& tokens() const { return tokens_; }         // of the text (the encoder's)
    const std::vector<TokenLabel>& target_tokens() const { return target_; }  // of the decoder's text
    const Graph& graph() const { return graph_; }
    /// First tokens that are not computed: their keys and values are inputs (core/generate/cached_step.h). Mostly 0.
    int past() const { return size_.past; }
    std::uint64_t generation() const { return generation_; }  // differs for every evaluation: textures compare it
    double milliseconds() const { return milliseconds_; }     // of the last computation

    /// The tokens along a position, query or key axis of a record.
    const std::vector<TokenLabel>& tokens_along(const Record& record, Axis axis) const;

    /// Which of them stands first: a step of a recurrent layer has one row, of its own token, and a step with cached
    /// keys those after the cached ones.
    int first_token_along(const Record& record, Axis axis) const;

    const BackendChoice& computed_on() const { return choice_; }

    /// The pass went backwards: records have gradients, and there are labels and a loss.
    bool has_gradients() const { return has_gradients_; }
    /// One a row of the logits, -1: not counted; empty without gradients.
    const std::vector<float>& labels() const { return labels_; }

    // Made by the session and by the command line; not to be called on an evaluation that is shown.
    Evaluation(std::shared_ptr<const Model> model, const GraphSize& size, ThreadPool* pool, BackendChoice choice = {});
    bool fits(const Model* model, const GraphSize& size) const;
    bool evaluate(Inputs inputs, std::vector<TokenLabel> tokens, std::vector<TokenLabel> target,
                  std::uint64_t generation, const Tape::Progress& progress);
    Tape& tape() { return tape_; }

private:
    bool evaluate_both_ways(const Tape::Progress& progress);

    std::shared_ptr<const Model> model_;
    GraphSize size_;
    BackendChoice choice_;
    Tape tape_;
    Graph graph_;
    Inputs inputs_;
    std::vector<TokenLabel> tokens_, target_;
    std::vector<float> labels_;
    bool has_gradients_ = false;
    std::uint64_t generation_ = 0;
    double milliseconds_ = 0;
};

/// The text as the model's tokenizer cuts it, token ids where there is none; Error for a word it cannot spell. In an
/// encoder–decoder a source that is not empty is closed with the config's end token and the target opened with its
/// start token, where they are not written: one rule for whatever reads a text.
std::vector<TokenLabel> tokenize(const Model& model, const std::string& text, bool target = false);
/// Token ids as the tape reads them.
std::vector<float> ids_of(const std::vector<TokenLabel>& tokens);
/// Rows of the table of token types as the tape reads them, one a token: those of the inputs, 0 behind them. Error for
/// one that the model does not have.
std::vector<float> types_of(const ModelConfig& config, const std::vector<int>& types, std::size_t tokens);
/// Token ids given by number: Error outside the vocabulary.
std::vector<TokenLabel> tokens_from_ids(const Model& model, const std::vector<int>& ids, bool target = false);

/// Which backend computes a model for a text of this size. Asked when a tape is recorded, on the thread that computes.
using ChooseBackend = std::function<BackendChoice(const Model& model, const GraphSize& size)>;

/// The choice where a device failed: the processor, and the device's own words.
BackendChoice processor_instead(const BackendChoice& failed, const std::string& why);

/// What evaluates texts of this size; on the processor where `choose` is empty or what it chose has no room.
std::shared_ptr<Evaluation> make_evaluation(const std::shared_ptr<const Model>& model, const GraphSize& size,
                                            ThreadPool* pool, const ChooseBackend& choose);

/// Evaluates once, on this thread; on the processor where `choose` is empty or what it chose fails.
std::shared_ptr<Evaluation> evaluate_once(const std::shared_ptr<const Model>& model, const Inputs& inputs,
                                          ThreadPool* pool = nullptr, const ChooseBackend& choose = {});

}  // namespace glassformer
