#include "core/session/evaluation.h"

#include <algorithm>
#include <charconv>
#include <chrono>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/io/model_folder.h"
#include "core/model/patched_model.h"
#include "core/session/default_labels.h"
#include "core/session/expect_memory.h"
#include "core/session/labels.h"
#include "core/text/tokenizer.h"

namespace glassformer {

namespace {

const Tokenizer* tokenizer_of(const Model& model, bool target) {
    return target && model.target_tokenizer ? model.target_tokenizer.get() : model.tokenizer.get();
}

int special_token(const Tokenizer& tokenizer, const std::string& spelling, const char* key) {
    const int id = tokenizer.find(spelling);
    if (id < 0)
        throw Error("the vocabulary lacks " + in_quotes(spelling) + ", which the tokenizer's \"" + key + "\" names");
    return id;
}

/// "3 17, 4": what is typed for a model that has no words.
std::vector<int> ids_written(const Model& model, const std::string& text) {
    std::vector<int> ids;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        if (*at == ' ' || *at == ',' || *at == '\n' || *at == '\t') {
            ++at;
            continue;
        }
        int id = 0;
        const auto read = std::from_chars(at, end, id);
        if (read.ec != std::errc{})
            throw Error("the model \"" + model.name +
                        "\" has no vocabulary, so its text must be token IDs: numbers from 0 to " +
                        std::to_string(model.config.vocab_size - 1) + " with spaces between them");
        ids.push_back(id);
        at = read.ptr;
    }
    return ids;
}

bool is_blank(const std::string& text) { return text.find_first_not_of(" \t\n") == std::string::npos; }

GraphSize size_for(const Model& model, const Inputs& inputs, std::size_t tokens, std::size_t target) {
    GraphSize size;
    size.loss = inputs.gradients;
    size.seq_len = static_cast<int>(tokens);
    size.target_len = has_target(model.config) ? static_cast<int>(target) : 0;
    return size;
}

}  // namespace

std::vector<TokenLabel> tokenize(const Model& model, const std::string& text, bool target) {
    const Tokenizer* tokenizer = tokenizer_of(model, target);
    if (tokenizer == nullptr) return tokens_from_ids(model, ids_written(model, text), target);
    std::vector<TokenLabel> tokens;
    for (const EncodedToken& token : target ? tokenizer->encode(text) : tokenizer->encode_with_special(text))
        tokens.push_back({token.id, token.text, token.unknown});
    if (!has_target(model.config)) return tokens;
    const TokenizerConfig& config = model.config.tokenizer;
    if (target && !config.start.empty()) {
        const TokenLabel start{special_token(*tokenizer, config.start, "start"), config.start};
        if (tokens.empty() || tokens.front().id != start.id) tokens.insert(tokens.begin(), start);
    }
    if (!target && !config.end.empty() && !tokens.empty()) {
        const TokenLabel end{special_token(*tokenizer, config.end, "end"), config.end};
        if (tokens.back().id != end.id) tokens.push_back(end);
    }
    return tokens;
}

std::vector<TokenLabel> tokens_from_ids(const Model& model, const std::vector<int>& ids, bool target) {
    const bool pair = has_target(model.config);
    const int vocabulary = target && pair ? model.config.target_vocab_size : model.config.vocab_size;
    const Tokenizer* tokenizer = tokenizer_of(model, target);
    std::vector<TokenLabel> tokens;
    for (const int id : ids) {
        if (id < 0 || id >= vocabulary)
            throw Error("token id " + std::to_string(id) + " is outside the vocabulary of " +
                        std::to_string(vocabulary));
        const bool spelled = tokenizer != nullptr && id < tokenizer->size();
        tokens.push_back({id, spelled ? tokenizer->token(id) : std::to_string(id), false});
    }
    return tokens;
}

std::vector<float> ids_of(const std::vector<TokenLabel>& tokens) {
    std::vector<float> values;
    values.reserve(tokens.size());
    for (const TokenLabel& token : tokens) values.push_back(static_cast<float>(token.id));
    return values;
}

std::vector<float> types_of(const ModelConfig& config, const std::vector<int>& types, std::size_t tokens) {
    std::vector<float> values(tokens, 0.0F);
    for (std::size_t t = 0; t < std::min(tokens, types.size()); ++t) {
        if (types[t] < 0 || types[t] >= config.token_types)
            throw Error("token type " + std::to_string(types[t]) + " at position " + std::to_string(t) +
                        " is none of the model's " + std::to_string(config.token_types) + " (\"token_types\")");
        values[t] = static_cast<float>(types[t]);
    }
    return values;
}

Evaluation::Evaluation(std::shared_ptr<const Model> model, const GraphSize& size, ThreadPool* pool,
                       BackendChoice choice)
    : model_(std::move(model)), size_(size), choice_(std::move(choice)), tape_(pool, choice_.backend.get()) {
    graph_ = record_model(tape_, model_->config, model_->weights, size_);
}

bool Evaluation::fits(const Model* model, const GraphSize& size) const {
    return model_.get() == model && size_.seq_len == size.seq_len && size_.target_len == size.target_len &&
           size_.loss == size.loss && size_.past == size.past;
}

bool Evaluation::evaluate(Inputs inputs, std::vector<TokenLabel> tokens, std::vector<TokenLabel> target,
                          std::uint64_t generation, const Tape::Progress& progress) {
    const auto start = std::chrono::steady_clock::now();
    const std::vector<float> ids = ids_of(tokens);
    tape_.set(graph_.tokens, std::span<const float>(ids).subspan(static_cast<std::size_t>(size_.past)));
    if (graph_.target_tokens) tape_.set(graph_.target_tokens, ids_of(target));
    if (graph_.token_types)
        tape_.set(graph_.token_types, std::span<const float>(types_of(model_->config, inputs.token_types, ids.size()))
                                          .subspan(static_cast<std::size_t>(size_.past)));
    tape_.edit(inputs.edits);
    inputs_ = std::move(inputs);
    tokens_ = std::move(tokens);
    target_ = std::move(target);
    generation_ = generation;
    has_gradients_ = false;
    labels_.clear();
    if (!(graph_.loss ? evaluate_both_ways(progress) : tape_.evaluate(progress))) return false;
    milliseconds_ = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return true;
}

bool Evaluation::evaluate_both_ways(const Tape::Progress& progress) {
    // The way back takes about twice the time of the way there.
    const auto part = [&](int first) {
        return [&progress, first](int done, int total) {
            return !progress || progress(first * total + (first == 0 ? 1 : 2) * done, 3 * total);
        };
    };
    if (is_blank(inputs_.labels)) {
        const std::size_t rows = tape_.trace().record(graph_.logits.id).shape.rows();
        labels_ = default_labels(*model_, tokens_, target_, rows).labels;
    } else {
        labels_ = read_labels(*model_, inputs_.labels, tokens_, target_);
    }
    if (std::ranges::find(labels_, DefaultLabels::own) != labels_.end()) {
        if (!tape_.evaluate(part(0))) return false;
        const std::vector<float> answers = most_probable(tape_.trace().record(graph_.logits.id).view());
        for (std::size_t r = 0; r < labels_.size(); ++r)
            if (labels_[r] == DefaultLabels::own) labels_[r] = answers[r];
    }
    tape_.set(graph_.labels, labels_);
    has_gradients_ = tape_.evaluate(part(0)) && tape_.backward(graph_.loss, part(1));
    return has_gradients_;
}

const std::vector<TokenLabel>& Evaluation::tokens_along(const Record& record, Axis axis) const {
    const bool crossing = record.site.attention == AttentionKind::cross && record.stage->part == ModelPart::attention;
    const std::string_view key = record.stage->key;
    const bool keys_and_values = key == "k" || key == "v" || key == "k_rot" || key == "k_scaled";
    if (crossing && (axis == Axis::key || keys_and_values)) return tokens_;
    if (record.stage == &stage::cross_visible) return axis == Axis::key ? tokens_ : target_;
    // What stands behind the blocks has no stack of its own.
    const bool last = record.stage == &stage::logits || record.stage == &stage::probs ||
                      record.stage == &stage::labels || key.starts_with("head.");
    return record.site.stack == Stack::decoder || (last && !target_.empty()) ? target_ : tokens_;
}

int Evaluation::first_token_along(const Record& record, Axis axis) const {
    if (axis == Axis::key) return 0;
    if (size_.past > 0) {
        const bool cached = record.stage == &stage::past_k || record.stage == &stage::past_v ||
                            record.stage == &stage::all_k || record.stage == &stage::all_v;
        return cached ? 0 : size_.past;
    }
    return std::max(0, record.site.step);
}

BackendChoice processor_instead(const BackendChoice& failed, const std::string& why) {
    BackendChoice choice;
    choice.brief = failed.name + " failed";
    choice.reason = failed.name + " failed: " + why;
    return choice;
}

std::shared_ptr<Evaluation> make_evaluation(const std::shared_ptr<const Model>& model, const GraphSize& size,
                                            ThreadPool* pool, const ChooseBackend& choose) {
    const BackendChoice choice = choose ? choose(*model, size) : BackendChoice{};
    try {
        return std::make_shared<Evaluation>(model, size, pool, choice);  // where the device's memory is laid out
    } catch (const Error& error) {
        if (!choice.backend) throw;
        return std::make_shared<Evaluation>(model, size, pool, processor_instead(choice, error.what()));
    }
}

std::shared_ptr<Evaluation> evaluate_once(const std::shared_ptr<const Model>& plain, const Inputs& inputs,
                                          ThreadPool* pool, const ChooseBackend& choose) {
    const auto model = patched_model(plain, inputs.architecture);
    std::vector<TokenLabel> tokens = tokenize(*model, inputs.text), target;
    if (has_target(model->config)) target = tokenize(*model, inputs.target, true);
    const GraphSize size = size_for(*model, inputs, tokens.size(), target.size());
    expect_memory(model->config, size, free_memory());
    auto evaluation = make_evaluation(model, size, pool, choose);
    try {
        evaluation->evaluate(inputs, tokens, target, 1, {});
    } catch (const Error& error) {
        const BackendChoice choice = evaluation->computed_on();
        if (!choice.backend) throw;
        evaluation = std::make_shared<Evaluation>(model, size, pool, processor_instead(choice, error.what()));
        evaluation->evaluate(inputs, std::move(tokens), std::move(target), 1, {});
    }
    return evaluation;
}

}  // namespace glassformer
