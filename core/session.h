// What is shown is a function of what was put in. Inputs is a plain value with a text form; a session evaluates it on
// one worker thread and hands out finished evaluations, which nobody changes any more. The interface never waits.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/io/loading.h"
#include "core/model/graph.h"
#include "core/tape.h"

namespace glassformer {

struct Model;  // io/model_folder.h
class Pool;

/// Everything a trace depends on.
struct Inputs {
    std::string model;  // a built-in name or a folder
    std::string text;
    std::string target;       // encoder–decoder only
    std::vector<Edit> edits;  // a later one of the same cell wins
    /// A JSON object that is merged over the model's config.json (core/patched_model.h); "": the model as it is.
    std::string architecture = {};
    bool gradients = false;   // the pass also goes backwards, from the loss
    std::string labels = {};  // what the loss is measured against, as core/labels.h reads it; "": the natural ones
    bool operator==(const Inputs&) const = default;
};

/// One line of JSON, and back; Error naming what is wrong.
std::string to_text(const Inputs& inputs);
Inputs inputs_from_text(const std::string& line);

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
    std::uint64_t generation() const { return generation_; }  // differs for every evaluation: textures compare it
    double milliseconds() const { return milliseconds_; }     // of the last computation

    /// The tokens along a position, query or key axis of a record.
    const std::vector<TokenLabel>& tokens_along(const Record& record, Axis axis) const;

    /// Which of them stands first: a step of a recurrent layer has one row, of its own token.
    int first_token_along(const Record& record, Axis axis) const;

    const BackendChoice& computed_on() const { return choice_; }

    /// The pass went backwards: records have gradients, and there are labels and a loss.
    bool has_gradients() const { return has_gradients_; }
    /// One a row of the logits, -1: not counted; empty without gradients.
    const std::vector<float>& labels() const { return labels_; }

    // Made by the session and by the command line; not to be called on an evaluation that is shown.
    Evaluation(std::shared_ptr<const Model> model, const GraphSize& size, Pool* pool, BackendChoice choice = {});
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
/// Token ids given by number: Error outside the vocabulary.
std::vector<TokenLabel> tokens_from_ids(const Model& model, const std::vector<int>& ids, bool target = false);

/// Which backend computes a model for a text of this size. Asked when a tape is recorded, on the thread that computes.
using ChooseBackend = std::function<BackendChoice(const Model& model, const GraphSize& size)>;

/// The choice where a device failed: the processor, and the device's own words.
BackendChoice processor_instead(const BackendChoice& failed, const std::string& why);

/// What evaluates texts of this size; on the processor where `choose` is empty or what it chose has no room.
std::shared_ptr<Evaluation> make_evaluation(const std::shared_ptr<const Model>& model, const GraphSize& size,
                                            Pool* pool, const ChooseBackend& choose);

/// Evaluates once, on this thread; on the processor where `choose` is empty or what it chose fails.
std::shared_ptr<Evaluation> evaluate_once(const std::shared_ptr<const Model>& model, const Inputs& inputs,
                                          Pool* pool = nullptr, const ChooseBackend& choose = {});

class Session {
public:
    struct Options {
        ModelLoader load;                                       // called on the worker
        std::function<void()> wake;                             // called on the worker when something new can be shown
        std::function<void(int done, int total)> before_stage;  // for tests: slows the evaluation down
        Pool* pool = nullptr;                                   // used by the worker alone
        ChooseBackend choose = {};                              // called on the worker; empty: the processor
        std::function<std::uint64_t()> free_memory = {};        // bytes; empty: what the system says (core/memory.h)
    };
    explicit Session(Options options);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // --- inputs (interface thread)
    const Inputs& inputs() const { return inputs_; }
    /// Shows these inputs from now on; the evaluation under way for older ones is cancelled. `undoable`: a step of its
    /// own for undo(); false for a change that continues the last one (typing on in the same text).
    void set(Inputs inputs, bool undoable = true);
    bool can_undo() const { return !history_.past.empty(); }
    bool can_redo() const { return !history_.future.empty(); }
    /// How many steps lie before these inputs: grows with each new one and with redo(), falls with undo().
    std::size_t steps() const { return history_.forgotten + history_.past.size(); }
    void undo();
    void redo();
    /// Gives up what is being loaded or computed, or what failed, and goes back to the inputs that are shown, as if the
    /// newer ones had never been set. False where these are shown, or nothing was shown before.
    bool cancel();

    // --- results (any thread)
    struct Shown {
        std::shared_ptr<const Evaluation> current;  // the newest finished one; null before the first
        /// The same without its edits and changes of the architecture; null where it has none, and where the model
        /// as it is has other stages, so that there is nothing to compare cell by cell.
        std::shared_ptr<const Evaluation> unedited;
        std::shared_ptr<const Model> model;     // of both, without changes of the architecture
        bool old = false;                       // newer inputs are being evaluated, or failed
        float progress = 1;                     // 0 … 1 of the evaluation under way
        std::string error;                      // why the newest inputs could not be evaluated; "" otherwise
        std::string loading;                    // the model that the newest inputs wait for; "" where none is read
        std::uint64_t loaded = 0, to_load = 0;  // of its bytes; 0 of 0 where they are not known yet
        bool unopened = false;                  // the error says why the model cannot be read
    };
    Shown shown() const;
    /// Waits until the newest inputs are evaluated or have failed. For tests and the command line.
    void wait() const;

private:
    void settle();
    void post();
    void work();
    void evaluate(const Inputs& inputs, std::uint64_t job);
    std::shared_ptr<Evaluation> evaluation_for(const std::shared_ptr<const Model>& model, const GraphSize& size);

    Options options_;
    Inputs inputs_;
    struct History {
        std::vector<std::shared_ptr<const Inputs>> past, future;  // the newest last
        std::size_t forgotten = 0;                                // older ones
    };
    History history_, settled_;  // now, and when the inputs that are shown were set

    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    std::optional<Inputs> waiting_;
    std::uint64_t finished_job_ = 0;
    std::atomic<std::uint64_t> newest_job_{0};
    std::atomic<float> progress_{1};
    bool stop_ = false;
    Shown shown_;
    std::shared_ptr<Loading> loading_ = std::make_shared<Loading>();  // of the model that the worker reads

    // The worker's own.
    std::string model_name_;
    std::shared_ptr<const Model> model_;                    // as it is
    std::string architecture_;                              // the patch of
    std::shared_ptr<const Model> patched_;                  // this one; the model itself where there is none
    std::vector<std::shared_ptr<Evaluation>> evaluations_;  // reused where nobody looks at them any more
    std::uint64_t generation_ = 0;
    std::thread worker_;
};

}  // namespace glassformer
