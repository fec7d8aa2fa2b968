// One step of a generation over the evaluation that is shown.
#include "core/token_run.h"

#include <algorithm>
#include <cmath>

#include "core/candidates.h"
#include "core/error.h"
#include "core/generation.h"
#include "core/io/model_folder.h"
#include "core/next_token.h"

namespace glassformer {

namespace {
bool same_text(const Inputs& a, const Inputs& b) {
    return a.model == b.model && a.architecture == b.architecture && a.text == b.text && a.target == b.target;
}
}  // namespace

std::span<const float> next_logits(const Evaluation& evaluation) {
    if (!evaluation.graph().logits) throw Error("the model has no logits, so no next token can be chosen");
    const Record& logits = evaluation.trace().record(evaluation.graph().logits.id);
    const auto vocabulary = static_cast<std::size_t>(logits.shape.cols());
    return {logits.entries(logits.shape.count() - vocabulary, vocabulary), vocabulary};
}

void TokenRun::follow(const Inputs& inputs) {
    if (at_ < texts_.size() && same_text(texts_[at_], inputs)) return;
    stopped_.clear();
    const auto place = std::ranges::find_if(texts_, [&](const Inputs& text) { return same_text(text, inputs); });
    if (place != texts_.end()) {
        at_ = static_cast<std::size_t>(place - texts_.begin());
        return;
    }
    texts_ = {inputs};
    steps_.clear();
    at_ = 0;
}

std::optional<Inputs> TokenRun::advance(const Evaluation& evaluation, const Sampling& sampling) {
    const Model& model = evaluation.model();
    if (!predicts_next_token(model.config)) {
        stopped_ = "This model does not predict the next token.";
        return {};
    }
    if (ended()) return {};
    stopped_.clear();
    const auto longest = static_cast<std::size_t>(model.config.max_seq_len);
    if (continued_tokens(evaluation).size() >= longest) {
        stopped_ = "The text is full: the model reads " + std::to_string(longest) + " tokens (max_seq_len).";
        return {};
    }
    const std::span<const float> logits = next_logits(evaluation);
    const DecodeOptions options = sampling.decode();
    RunStep step{.number = drawn_number(sampling.seed, static_cast<int>(at_)), .greedy = options.temperature == 0};
    step.token = token_at(next_token_distribution(logits, options), step.number);
    step.log_probability = log_probabilities(logits)[static_cast<std::size_t>(step.token)];
    step.probability = std::exp(step.log_probability);
    step.total = (at_ > 0 ? steps_[at_ - 1].total : 0) + step.log_probability;
    step.end = end_token(model) == step.token;
    std::optional<Inputs> longer;
    if (!step.end) longer = continued(model, evaluation.inputs(), step.token);
    if (!step.end && !longer) {
        stopped_ = "The token \"" + answer_word(model, step.token) + "\" cannot be written as text.";
        return {};
    }
    steps_.resize(at_);
    texts_.resize(at_ + 1);
    steps_.push_back(step);
    if (step.end) {
        stopped_ = "The text has ended: " + answer_word(model, step.token) + " was chosen.";
        return {};
    }
    texts_.push_back(*longer);
    ++at_;
    return longer;
}

std::span<const RunStep> TokenRun::steps() const {
    return std::span(steps_).first(ended() ? steps_.size() : std::min(at_, steps_.size()));
}

int TokenRun::index() const { return static_cast<int>(at_); }

bool TokenRun::ended() const { return at_ + 1 == texts_.size() && steps_.size() == texts_.size() && steps_.back().end; }

}  // namespace glassformer
