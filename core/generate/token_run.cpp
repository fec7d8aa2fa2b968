// One step of a generation over the evaluation that is shown.
#include "core/generate/token_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/error.h"
#include "core/base/json_object.h"
#include "core/base/json_text.h"
#include "core/generate/candidates.h"
#include "core/generate/finite_logits.h"
#include "core/generate/generation.h"
#include "core/generate/next_token.h"
#include "core/io/model_folder.h"

namespace glassformer {

namespace {
bool same_text(const Inputs& a, const Inputs& b) {
    return a.model == b.model && a.architecture == b.architecture && a.text == b.text && a.target == b.target;
}
}  // namespace

std::span<const float> next_logits(const Evaluation& evaluation) {
    if (!evaluation.graph().logits) throw Error("the model has no logits, so no next token can be selected");
    const Record& logits = evaluation.trace().record(evaluation.graph().logits.id);
    const auto vocabulary = static_cast<std::size_t>(logits.shape.cols());
    return {logits.entries(logits.shape.count() - vocabulary, vocabulary), vocabulary};
}

void TokenRun::follow(const Inputs& inputs) {
    if (at_ < texts_.size() && same_text(texts_[at_], inputs)) return;
    written_.clear();
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
    written_.clear();
    if (!predicts_next_token(model)) {
        stopped_ = "This model does not predict the next token.";
        return {};
    }
    if (ended()) return {};
    stopped_.clear();
    const auto longest = static_cast<std::size_t>(model.config.max_seq_len);
    if (continued_tokens(evaluation).size() >= longest) {
        stopped_ = "The text now has " + std::to_string(longest) +
                   " tokens, the most that this model can read at once (max_seq_len), so generation stops.";
        return {};
    }
    const std::span<const float> logits = next_logits(evaluation);
    require_finite(logits, model.name, continued_tokens(evaluation).size() - 1);
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
        stopped_ = "End of text: " + answer_word(model, step.token) + " was selected.";
        return {};
    }
    texts_.push_back(*longer);
    ++at_;
    return longer;
}

std::string TokenRun::text() const {
    const std::span<const RunStep> made = steps();
    if (made.empty()) return "null";
    if (!written_.empty()) return written_;
    Json json{{"model", start().model}, {"architecture", start().architecture}};
    for (std::size_t i = 0; i <= at_; ++i) json["texts"].push_back(Json::array({texts_[i].text, texts_[i].target}));
    for (const RunStep& step : made)
        json["steps"].push_back({{"token", step.token},
                                 {"log_probability", step.log_probability},
                                 {"number", step.number},
                                 {"greedy", step.greedy},
                                 {"end", step.end}});
    json["stopped"] = stopped_;
    return written_ = json.dump();
}

void TokenRun::read(const std::string& text) {
    const std::string source = "the run of tokens";
    const Json json = parse_json(text, source);
    TokenRun run;
    if (!json.is_null()) {
        JsonObject object(json, source);
        Inputs inputs;
        inputs.model = object.string("model");
        inputs.architecture = object.string("architecture");
        for (const Json& pair : object.list("texts")) {
            if (!pair.is_array() || pair.size() != 2 || !pair[0].is_string() || !pair[1].is_string())
                throw object.error("texts", "must hold pairs of texts");
            inputs.text = pair[0].get<std::string>();
            inputs.target = pair[1].get<std::string>();
            run.texts_.push_back(inputs);
        }
        double total = 0;
        for (JsonObject& step : object.objects("steps")) {
            constexpr double most = std::numeric_limits<double>::max();
            const double log_probability = step.number("log_probability", -most, most, 0);
            total += log_probability;
            run.steps_.push_back({.token = static_cast<int>(step.integer("token", 0, std::numeric_limits<int>::max())),
                                  .probability = std::exp(log_probability),
                                  .log_probability = log_probability,
                                  .total = total,
                                  .number = step.number("number", -most, most, 0),
                                  .greedy = step.boolean("greedy", false),
                                  .end = step.boolean("end", false)});
        }
        run.stopped_ = object.string("stopped", "");
    }
    // Each step but an end made a text.
    const std::size_t ends = !run.steps_.empty() && run.steps_.back().end ? 1 : 0;
    if (!json.is_null() && run.texts_.size() + ends != run.steps_.size() + 1)
        throw Error("the run of tokens has " + std::to_string(run.texts_.size()) + " texts for " +
                    std::to_string(run.steps_.size()) + " steps");
    run.at_ = run.texts_.empty() ? 0 : run.texts_.size() - 1;
    *this = std::move(run);
}

std::span<const RunStep> TokenRun::steps() const {
    return std::span(steps_).first(ended() ? steps_.size() : std::min(at_, steps_.size()));
}

std::span<const Inputs> TokenRun::texts() const { return std::span(texts_).first(texts_.empty() ? 0 : at_ + 1); }

int TokenRun::index() const { return static_cast<int>(at_); }

bool TokenRun::ended() const { return at_ + 1 == texts_.size() && steps_.size() == texts_.size() && steps_.back().end; }

}  // namespace glassformer
