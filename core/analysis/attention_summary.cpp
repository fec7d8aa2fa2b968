#include "core/analysis/attention_summary.h"

#include <limits>

#include "core/analysis/measures.h"
#include "core/base/error.h"

namespace glassformer {

namespace {

void expect_weights(const ConstView& weights, const char* who) {
    if (weights.shape.rank() != 3 || weights.shape.axis(1) != Axis::query || weights.shape.axis(2) != Axis::key)
        throw Error(std::string(who) + " needs [head, query, key], got " + text(weights.shape));
}

class Mean {
public:
    void add(double value) { sum_ += value, ++count_; }
    double value() const { return count_ > 0 ? sum_ / count_ : std::numeric_limits<double>::quiet_NaN(); }

private:
    double sum_ = 0, count_ = 0;
};

/// a · b of square matrices.
std::vector<double> multiply(const std::vector<double>& a, const std::vector<double>& b, std::size_t n) {
    std::vector<double> product(n * n, 0);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < n; ++k)
            for (std::size_t j = 0; j < n; ++j) product[i * n + j] += a[i * n + k] * b[k * n + j];
    return product;
}

}  // namespace

std::vector<int> attention_layers(const Trace& trace, Stack stack, AttentionKind attention) {
    std::vector<int> found;
    for (const int id : trace.stages()) {
        const Record& record = trace.record(id);
        if (record.stage == &stage::weights && record.site.stack == stack && record.site.attention == attention &&
            record.site.step < 0 && record.shape.rank() == 3)
            found.push_back(id);
    }
    return found;
}

Tensor mean_over_heads(const ConstView& weights) {
    expect_weights(weights, "mean_over_heads");
    const int heads = weights.shape.size(0);
    Tensor mean(Shape{weights.shape[1], weights.shape[2]});
    const std::size_t entries = mean.data.size();
    for (std::size_t i = 0; i < entries; ++i) {
        double sum = 0;
        for (int head = 0; head < heads; ++head)
            sum += static_cast<double>(weights.data[static_cast<std::size_t>(head) * entries + i]);
        mean.data[i] = static_cast<float>(sum / heads);
    }
    return mean;
}

Tensor attention_rollout(std::span<const ConstView> layers, double residual) {
    if (layers.empty()) throw Error("attention rollout needs at least one layer of attention");
    std::vector<double> rollout;
    Shape shape;
    for (const ConstView& layer : layers) {
        const Tensor mean = mean_over_heads(layer);
        const auto n = static_cast<std::size_t>(mean.shape.size(0));
        if (mean.shape.size(1) != mean.shape.size(0) || (!rollout.empty() && !(mean.shape == shape)))
            throw Error("attention rollout needs square maps of one size, got " + text(mean.shape));
        shape = mean.shape;
        std::vector<double> mixed(n * n);
        for (std::size_t i = 0; i < n; ++i) {
            double sum = 0;
            for (std::size_t j = 0; j < n; ++j) {
                double& entry = mixed[i * n + j];
                entry = (1 - residual) * static_cast<double>(mean.data[i * n + j]) + (i == j ? residual : 0);
                sum += entry;
            }
            if (sum > 0)
                for (std::size_t j = 0; j < n; ++j) mixed[i * n + j] /= sum;
        }
        rollout = rollout.empty() ? std::move(mixed) : multiply(mixed, rollout, n);
    }
    Tensor result(shape);
    for (std::size_t i = 0; i < rollout.size(); ++i) result.data[i] = static_cast<float>(rollout[i]);
    return result;
}

std::vector<HeadStatistics> head_statistics(const ConstView& weights, std::span<const int> tokens) {
    expect_weights(weights, "head_statistics");
    const auto queries = static_cast<std::size_t>(weights.shape.size(1));
    const auto keys = static_cast<std::size_t>(weights.shape.size(2));
    if (tokens.size() != keys || queries > keys)
        throw Error("head_statistics needs one token a key of " + text(weights.shape) + ", got " +
                    std::to_string(tokens.size()));
    const std::vector<double> entropy = attention_entropy(weights);
    std::vector<HeadStatistics> statistics;
    for (std::size_t head = 0; head < entropy.size(); ++head) {
        Mean previous, first, diagonal, duplicate, induction;
        for (std::size_t query = 0; query < queries; ++query) {
            const float* row = weights.row(head * queries + query);
            const std::size_t i = keys - queries + query;  // its place among the keys
            double all = 0, same = 0, behind = 0;
            bool seen = false;
            for (std::size_t j = 0; j < keys; ++j) {
                const auto weight = static_cast<double>(row[j]);
                all += weight;
                if (j < i && tokens[j] == tokens[i]) same += weight, seen = true;
                if (j >= 1 && j <= i && tokens[j - 1] == tokens[i]) behind += weight;
            }
            if (all == 0) continue;
            diagonal.add(static_cast<double>(row[i]));
            if (i > 0) previous.add(static_cast<double>(row[i - 1])), first.add(static_cast<double>(row[0]));
            if (seen) duplicate.add(same), induction.add(behind);
        }
        statistics.push_back({.head = static_cast<int>(head),
                              .entropy = entropy[head],
                              .previous = previous.value(),
                              .first = first.value(),
                              .diagonal = diagonal.value(),
                              .duplicate = duplicate.value(),
                              .induction = induction.value()});
    }
    return statistics;
}

}  // namespace glassformer
