// Texts that grow by a token: tried with a space and without, and read again to be sure.
#include "core/generate/next_token.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string_view>

#include "core/base/error.h"
#include "core/io/model_folder.h"

namespace glassformer {

namespace {

const Tokenizer* answers(const Model& model) {
    return has_target(model.config) && model.target_tokenizer ? model.target_tokenizer.get() : model.tokenizer.get();
}

/// Whether `longer` is read as `tokens` and this token.
bool reads_as(const Model& model, const std::string& longer, const std::vector<TokenLabel>& tokens, int token,
              bool target) {
    std::vector<TokenLabel> read;
    try {
        read = tokenize(model, longer, target);
    } catch (const Error&) {
        return false;  // the word cannot be written
    }
    if (read.size() != tokens.size() + 1 || read.back().id != token || read.back().unknown) return false;
    for (std::size_t i = 0; i < tokens.size(); ++i)
        if (read[i].id != tokens[i].id) return false;
    return true;
}

}  // namespace

std::optional<int> end_token(const Model& model) {
    const std::string& end = model.config.tokenizer.end;
    const Tokenizer* tokenizer = answers(model);
    const int id = !has_target(model.config) || end.empty() || tokenizer == nullptr ? -1 : tokenizer->find(end);
    return id < 0 ? std::nullopt : std::optional(id);
}

std::optional<std::string> with_token(const Model& model, const std::string& text, int token, bool target) {
    const Tokenizer* tokenizer = target ? answers(model) : model.tokenizer.get();
    if (tokenizer == nullptr || token < 0 || token >= tokenizer->size()) return {};
    const std::vector<TokenLabel> tokens = tokenize(model, text, target);
    const std::string word = tokenizer->decode(std::span(&token, 1));
    for (const char* between : {" ", ""}) {
        std::string longer = text;
        if (!text.empty()) longer += between;
        longer += word;
        if (reads_as(model, longer, tokens, token, target)) return longer;
    }
    return {};
}

std::string target_text(const Model& model, std::span<const int> tokens) {
    const Tokenizer* tokenizer = answers(model);
    if (tokenizer == nullptr) return {};
    const TokenizerConfig& config = model.config.tokenizer;
    if (!tokens.empty() && tokenizer->find(config.end) == tokens.back()) tokens = tokens.first(tokens.size() - 1);
    if (!tokens.empty() && tokenizer->find(config.start) == tokens.front()) tokens = tokens.subspan(1);
    return tokenizer->decode(tokens);
}

std::optional<Inputs> continued(const Model& model, const Inputs& inputs, int token) {
    const bool pair = has_target(model.config);
    auto longer = with_token(model, pair ? inputs.target : inputs.text, token, pair);
    if (!longer) return {};
    Inputs next = inputs;
    (pair ? next.target : next.text) = std::move(*longer);
    return next;
}

const std::vector<TokenLabel>& continued_tokens(const Evaluation& evaluation) {
    return has_target(evaluation.model().config) ? evaluation.target_tokens() : evaluation.tokens();
}

int answer_row(const Evaluation& evaluation) {
    const Model& model = evaluation.model();
    const std::vector<TokenLabel>& tokens = continued_tokens(evaluation);
    const Graph& graph = evaluation.graph();
    const int rows = graph.logits ? static_cast<int>(evaluation.trace().record(graph.logits.id).shape.rows())
                                  : static_cast<int>(tokens.size());
    const auto count = std::min(static_cast<std::size_t>(rows), tokens.size());
    const Tokenizer* tokenizer = answers(model);
    const int named = tokenizer == nullptr || model.card.answer_at.empty() ? -1 : tokenizer->find(model.card.answer_at);
    if (named >= 0 && !model.config.head.classifier)
        for (std::size_t row = count; row-- > 0;)
            if (tokens[row].id == named) return static_cast<int>(row);
    if (predicts_next_token(model.config)) return std::max(rows, 1) - 1;
    for (std::size_t row = 0; row < count; ++row)
        for (const std::string_view masked : {"<mask>", "[MASK]"})
            if (tokens[row].text == masked) return static_cast<int>(row);
    return model.card.answers == AnswerPlace::here ? rows / 2 : 0;
}

bool asked_at(const Evaluation& evaluation, int row) {
    const Model& model = evaluation.model();
    if (model.card.answer_at.empty() || model.config.head.classifier) return true;
    const std::vector<TokenLabel>& tokens = continued_tokens(evaluation);
    const Tokenizer* tokenizer = answers(model);
    return tokenizer != nullptr && row >= 0 && static_cast<std::size_t>(row) < tokens.size() &&
           tokenizer->find(model.card.answer_at) == tokens[static_cast<std::size_t>(row)].id;
}

std::string answer_note(const Evaluation& evaluation, int row) {
    return asked_at(evaluation, row) ? evaluation.model().card.answer_note : "";
}

int row_of_answer(const Evaluation& evaluation) {
    return evaluation.model().config.head.classifier ? 0 : answer_row(evaluation);
}

std::vector<RankedAnswer> most_probable_answers(const Evaluation& evaluation, int count) {
    return most_probable_answers(evaluation, count, row_of_answer(evaluation));
}

std::vector<RankedAnswer> most_probable_answers(const Evaluation& evaluation, int count, int row) {
    if (!evaluation.graph().probs || count < 1) return {};
    const Record& probs = evaluation.trace().record(evaluation.graph().probs.id);
    const int words = probs.shape.cols();
    if (row < 0 || row >= static_cast<int>(probs.shape.rows())) return {};
    const auto size = static_cast<std::size_t>(words);
    const float* const shares = probs.entries(static_cast<std::size_t>(row) * size, size);
    std::vector<int> order(size);
    std::iota(order.begin(), order.end(), 0);
    std::erase_if(order, [&](int token) { return !std::isfinite(shares[token]); });  // of broken weights
    const auto shown = std::min(static_cast<std::ptrdiff_t>(order.size()), static_cast<std::ptrdiff_t>(count));
    std::partial_sort(order.begin(), order.begin() + shown, order.end(),
                      [&](int a, int b) { return shares[a] > shares[b] || (shares[a] == shares[b] && a < b); });
    std::vector<RankedAnswer> found;
    for (auto at = order.begin(); at != order.begin() + shown; ++at) found.push_back({*at, shares[*at]});
    return found;
}

std::string class_name(const Model& model, int number) {
    const std::vector<std::string>& names = model.card.classes;
    return number >= 0 && number < static_cast<int>(names.size()) ? names[static_cast<std::size_t>(number)] : "";
}

std::string answer_word(const Model& model, int token) {
    if (std::string name = class_name(model, token); !name.empty()) return name;
    const Tokenizer* tokenizer = answers(model);
    if (model.config.head.classifier || tokenizer == nullptr || token < 0 || token >= tokenizer->size())
        return std::to_string(token);
    return tokenizer->token(token);
}

}  // namespace glassformer
