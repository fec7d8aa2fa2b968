#include "core/experiments/score_scale.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/analysis/measures.h"
#include "core/base/error.h"
#include "core/base/random.h"

namespace glassformer {

namespace {

/// [row, entry] in columns: entry e of all rows comes from the seed and e alone, so that more entries keep the first.
Tensor normal_rows(int rows, int d_k, std::uint64_t seed) {
    Tensor all(Shape{{Axis::query, rows}, {Axis::d_head, d_k}});
    for (int e = 0; e < d_k; ++e) {
        Random random(seed + 0x9E3779B97F4A7C15ULL * static_cast<std::uint64_t>(e + 1));
        for (int r = 0; r < rows; ++r) all.view().row(static_cast<std::size_t>(r))[e] = random.normal();
    }
    return all;
}

std::span<const float> numbers_of(const ConstView& view) { return {view.data, view.shape.count()}; }

}  // namespace

Tensor random_scores(const RandomScores& setting) {
    if (setting.d_k < 1 || setting.keys < 1 || setting.queries < 1)
        throw Error("random scores need at least one entry, one key and one query");
    const Tensor q = normal_rows(setting.queries, setting.d_k, 2 * setting.seed);
    const Tensor k = normal_rows(setting.keys, setting.d_k, 2 * setting.seed + 1);
    Tensor scores(Shape{{Axis::head, 1}, {Axis::query, setting.queries}, {Axis::key, setting.keys}});
    for (int i = 0; i < setting.queries; ++i)
        for (int j = 0; j < setting.keys; ++j) {
            const float *a = q.view().row(static_cast<std::size_t>(i)), *b = k.view().row(static_cast<std::size_t>(j));
            double sum = 0;
            for (int e = 0; e < setting.d_k; ++e) sum += static_cast<double>(a[e]) * static_cast<double>(b[e]);
            scores.view().row(static_cast<std::size_t>(i))[j] = static_cast<float>(sum);
        }
    return scores;
}

Tensor score_weights(const ConstView& scores, double factor) {
    Tensor weights(scores.shape);
    const auto keys = static_cast<std::size_t>(scores.shape.cols());
    const std::span<const float> all = numbers_of(scores);
    for (std::size_t begin = 0; begin < all.size(); begin += keys) {
        const std::span<const float> row = all.subspan(begin, keys);
        const double largest = factor * static_cast<double>(*std::ranges::max_element(row));
        double sum = 0;
        for (const float score : row) sum += std::exp(factor * static_cast<double>(score) - largest);
        for (std::size_t j = 0; j < keys; ++j)
            weights.data[begin + j] =
                static_cast<float>(std::exp(factor * static_cast<double>(row[j]) - largest) / sum);
    }
    return weights;
}

ScoreMeasures score_measures(const ConstView& scores, double factor) {
    const Tensor weights = score_weights(scores, factor);
    return {.variance = factor * factor * score_variance(scores).at(0),
            .entropy = attention_entropy(weights.view()).at(0),
            .peak = attention_peak(weights.view()).at(0),
            .slope = softmax_slope(weights.view()).at(0)};
}

std::vector<double> histogram(const ConstView& numbers, double factor, double low, double high, int bins) {
    std::vector<double> shares(static_cast<std::size_t>(std::max(bins, 1)), 0.0);
    const std::span<const float> all = numbers_of(numbers);
    for (const float number : all) {
        const double place = (factor * static_cast<double>(number) - low) / (high - low) * bins;
        const double bin = std::clamp(std::floor(place), 0.0, static_cast<double>(shares.size()) - 1);
        shares[static_cast<std::size_t>(bin)] += 1 / static_cast<double>(all.size());
    }
    return shares;
}

}  // namespace glassformer
