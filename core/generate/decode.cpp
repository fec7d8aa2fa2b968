#include "core/generate/decode.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "core/base/error.h"
#include "core/base/number_text.h"

namespace glassformer {

void check(const DecodeOptions& options) {
    if (!(options.temperature >= 0) || !std::isfinite(options.temperature))
        throw Error("temperature must be 0 or more, got " + shortest_digits(options.temperature));
    if (options.top_k < 0) throw Error("top-k must be 0 (all) or more, got " + std::to_string(options.top_k));
    if (!(options.top_p > 0 && options.top_p <= 1))
        throw Error("top-p must be more than 0 and at most 1, got " + shortest_digits(options.top_p));
}

std::vector<double> next_token_distribution(std::span<const float> logits, const DecodeOptions& options) {
    check(options);
    std::vector<std::size_t> order(logits.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return logits[a] > logits[b]; });
    std::vector<double> kept(logits.size(), 0.0);
    if (order.empty() || !std::isfinite(logits[order[0]]))
        throw Error("the logits hold no finite number, so no next token can be selected");
    if (options.temperature == 0) {
        kept[order[0]] = 1;
        return kept;
    }
    const double peak = logits[order[0]];
    double sum = 0;
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        if (options.top_k > 0 && rank >= static_cast<std::size_t>(options.top_k)) break;
        sum += kept[order[rank]] = std::exp((logits[order[rank]] - peak) / options.temperature);
    }
    double cumulative = 0, rest = 0;
    for (const std::size_t id : order) {
        if (cumulative >= options.top_p) kept[id] = 0;
        kept[id] /= sum;
        cumulative += kept[id];
        rest += kept[id];
    }
    for (double& probability : kept) probability /= rest;
    return kept;
}

int sample(std::span<const double> distribution, Random& random) { return token_at(distribution, random.uniform()); }

int token_at(std::span<const double> distribution, double number) {
    double left = number;
    int last = 0;
    for (std::size_t id = 0; id < distribution.size(); ++id) {
        if (distribution[id] <= 0) continue;
        last = static_cast<int>(id);
        left -= distribution[id];
        if (left < 0) break;
    }
    return last;  // rounding may leave a little over: the last possible token takes it
}

}  // namespace glassformer
