#include "app/views/attention/telling.h"

#include <algorithm>
#include <cmath>

#include "app/pictures/story/story.h"
#include "app/views/shared/mask_brush.h"
#include "core/generate/next_token.h"

namespace glassformer {

namespace {

/// Number of keys that a query of a layer can attend to.
int allowed_keys(const Trace& trace, const AttentionLayer& layer, int query) {
    const int mask = mask_of(trace, layer.weights);
    if (mask < 0 || trace.record(mask).value == nullptr) return layer.keys;
    const ConstView view = trace.record(mask).view();
    const int rank = view.shape.rank();
    if (rank < 2 || view.shape.size(rank - 2) != layer.queries || view.shape.size(rank - 1) != layer.keys)
        return layer.keys;
    const float* row = view.data + static_cast<std::size_t>(query) * static_cast<std::size_t>(layer.keys);
    return static_cast<int>(std::count_if(row, row + layer.keys, [](float on) { return on != 0; }));
}

double entropy_of(const float* weights, int keys) {
    double sum = 0;
    for (int key = 0; key < keys; ++key)
        if (const auto weight = static_cast<double>(weights[key]); weight > 0) sum -= weight * std::log(weight);
    return sum;
}

/// Its queries are the tokens that the model's answer is read at.
bool answers(const Evaluation& evaluation, const AttentionLayer& layer) {
    return &evaluation.tokens_along(evaluation.trace().record(layer.weights), Axis::query) ==
           &continued_tokens(evaluation);
}

}  // namespace

std::optional<TellingHead> most_telling_head(const Evaluation& evaluation, const std::vector<AttentionLayer>& layers) {
    constexpr double equal = 1e-6;  // nats
    const Trace& trace = evaluation.trace();
    std::optional<TellingHead> best;
    double lowest = 0;
    bool best_answers = false;
    for (std::size_t l = layers.size(); l-- > 0;) {
        const AttentionLayer& layer = layers[l];
        const bool answering = answers(evaluation, layer);
        if (best_answers && !answering) continue;
        const Record& record = trace.record(layer.weights);
        if (record.value == nullptr || !record.value_kept) continue;
        const auto queries = static_cast<std::size_t>(layer.queries), keys = static_cast<std::size_t>(layer.keys);
        if (record.shape.count() != static_cast<std::size_t>(layer.heads) * queries * keys) continue;
        const int query = first_query(evaluation, layer);
        if (allowed_keys(trace, layer, query) < 2) continue;
        const ConstView weights = record.view();
        for (int head = 0; head < layer.heads; ++head) {
            const std::size_t row = static_cast<std::size_t>(head) * queries + static_cast<std::size_t>(query);
            const double entropy = entropy_of(weights.data + row * keys, layer.keys);
            if (best && best_answers == answering && !(entropy < lowest - equal)) continue;
            lowest = entropy;
            best = TellingHead{static_cast<int>(l), head};
            best_answers = answering;
        }
    }
    return best;
}

int first_query(const Evaluation& evaluation, const AttentionLayer& layer) {
    const Record& weights = evaluation.trace().record(layer.weights);
    const int last = layer.queries - 1;
    if (!answers(evaluation, layer)) return last;
    return std::clamp(answer_row(evaluation) - evaluation.first_token_along(weights, Axis::query), 0, last);
}

std::optional<int> answer_query(const Evaluation& evaluation, const AttentionLayer& layer) {
    if (!answers(evaluation, layer) || !may_have_story(evaluation)) return {};
    int row = 0;
    if (const HeadConfig& head = evaluation.model().config.head; !head.classifier)
        row = story_row(evaluation);
    else if (head.pooling == Pooling::last)
        row = static_cast<int>(continued_tokens(evaluation).size()) - 1;
    else if (head.pooling != Pooling::cls)
        return {};
    const Record& weights = evaluation.trace().record(layer.weights);
    const int query = row - evaluation.first_token_along(weights, Axis::query);
    return query >= 0 && query < layer.queries ? std::optional(query) : std::nullopt;
}

}  // namespace glassformer
