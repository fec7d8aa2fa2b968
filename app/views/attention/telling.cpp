#include "app/views/attention/telling.h"

#include <algorithm>
#include <cmath>

#include "app/views/shared/mask_brush.h"
#include "core/generate/next_token.h"

namespace glassformer {

namespace {

/// Keys that each query of a layer can attend to.
std::vector<int> allowed_keys(const Trace& trace, const AttentionLayer& layer) {
    std::vector<int> allowed(static_cast<std::size_t>(layer.queries), layer.keys);
    const int mask = mask_of(trace, layer.weights);
    if (mask < 0 || trace.record(mask).value == nullptr) return allowed;
    const ConstView view = trace.record(mask).view();
    const int rank = view.shape.rank();
    if (rank < 2 || view.shape.size(rank - 2) != layer.queries || view.shape.size(rank - 1) != layer.keys)
        return allowed;
    for (int query = 0; query < layer.queries; ++query) {
        const float* row = view.data + static_cast<std::size_t>(query) * static_cast<std::size_t>(layer.keys);
        allowed[static_cast<std::size_t>(query)] =
            static_cast<int>(std::count_if(row, row + layer.keys, [](float on) { return on != 0; }));
    }
    return allowed;
}

double entropy_of(const float* weights, int keys) {
    double sum = 0;
    for (int key = 0; key < keys; ++key)
        if (const auto weight = static_cast<double>(weights[key]); weight > 0) sum -= weight * std::log(weight);
    return sum;
}

}  // namespace

std::optional<TellingHead> most_telling_head(const Evaluation& evaluation, const std::vector<AttentionLayer>& layers,
                                             std::size_t most) {
    const Trace& trace = evaluation.trace();
    std::size_t count = 0;
    for (const AttentionLayer& layer : layers) count += trace.record(layer.weights).shape.count();
    if (count > most) return {};
    std::optional<TellingHead> best;
    double lowest = 0;
    for (std::size_t l = 0; l < layers.size(); ++l) {
        const AttentionLayer& layer = layers[l];
        const Record& record = trace.record(layer.weights);
        if (record.value == nullptr || !record.value_kept) continue;
        const auto queries = static_cast<std::size_t>(layer.queries), keys = static_cast<std::size_t>(layer.keys);
        if (record.shape.count() != static_cast<std::size_t>(layer.heads) * queries * keys) continue;
        const ConstView weights = record.view();
        const std::vector<int> allowed = allowed_keys(trace, layer);
        for (int head = 0; head < layer.heads; ++head) {
            double sum = 0;
            int rows = 0;
            for (std::size_t query = 0; query < queries; ++query) {
                if (allowed[query] < 2) continue;
                sum += entropy_of(weights.data + (static_cast<std::size_t>(head) * queries + query) * keys, layer.keys);
                ++rows;
            }
            if (rows == 0 || (best && !(sum / rows < lowest))) continue;
            lowest = sum / rows;
            best = TellingHead{static_cast<int>(l), head};
        }
    }
    return best;
}

int first_query(const Evaluation& evaluation, const AttentionLayer& layer) {
    const Record& weights = evaluation.trace().record(layer.weights);
    const int last = layer.queries - 1;
    if (&evaluation.tokens_along(weights, Axis::query) != &continued_tokens(evaluation)) return last;
    return std::clamp(answer_row(evaluation) - evaluation.first_token_along(weights, Axis::query), 0, last);
}

}  // namespace glassformer
