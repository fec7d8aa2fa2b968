// A text that is continued token by token over a session: which token each step chose, the number that chose it, its
// log-probability and the running sum log P = Σ log p. The run follows undo and redo, for it knows every text it made.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/generate/sampling.h"
#include "core/session/session.h"

namespace glassformer {

struct RunStep {
    int token = 0;
    double probability = 0;      // by the model, before temperature and cuts
    double log_probability = 0;  // natural logarithm of it
    double total = 0;            // the sum of these up to here
    double number = 0;           // drawn; unused where the most likely token is taken
    bool greedy = false;         // … as it was here
    bool end = false;            // the end token: the text stays as it is
};

class TokenRun {
public:
    /// Finds the inputs among the texts of the run; where they are none of them, a run of no steps begins with them.
    /// Edits may differ.
    void follow(const Inputs& inputs);

    /// One token more: chosen from the last logits of an evaluation of the inputs that were followed. Gives the inputs
    /// that have it, or nothing where the text has ended, now or before, and where it cannot grow: see stopped().
    /// Choices are those of continue_text() with the same seed from the text with which the run began. Throws Error
    /// where no logit is finite.
    std::optional<Inputs> advance(const Evaluation& evaluation, const Sampling& sampling);

    std::span<const RunStep> steps() const;                  // that made the text that was followed
    int index() const;                                       // of the next choice: steps that made this text
    bool ended() const;                                      // the last step chose the end token
    const std::string& stopped() const { return stopped_; }  // why there is no next token; "" where there may be one
    std::span<const Inputs> texts() const;                   // from the first to the one that was followed
    const Inputs& start() const { return texts_.front(); }   // with which the run began

    /// For files: the texts and steps up to the one that was followed, as one line of JSON; "null" without a step.
    std::string text() const;
    /// Takes up what text() wrote. Throws Error where it is not that, and then stays as it was.
    void read(const std::string& text);

private:
    std::vector<Inputs> texts_;  // text k after k steps
    std::vector<RunStep> steps_;
    std::size_t at_ = 0;  // of texts_
    std::string stopped_;
    mutable std::string written_;  // text(), until something changes: it is asked for in every frame
};

/// The last row of the logits: of the token behind the text. Throws Error where the model has none.
std::span<const float> next_logits(const Evaluation& evaluation);

}  // namespace glassformer
