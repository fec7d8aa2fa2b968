#include "core/analysis/head_pattern.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/analysis/attention_summary.h"
#include "core/base/error.h"

namespace glassformer {

namespace {

constexpr double almost_even = 0.9;  // of the largest entropy: a row of ten keys then attends to eight at least
constexpr std::size_t least_keys = 4;
constexpr double enough_rows = 0.25;  // of all: repeated tokens in fewer rows say little of the head

/// Whether a map has no weight on any later key: then a row sees the keys up to its own, else all of them. A single
/// weight says nothing, for a softmax can round to 0 what no mask hides.
bool looks_back_only(const ConstView& weights) {
    const auto heads = static_cast<std::size_t>(weights.shape.size(0)),
               queries = static_cast<std::size_t>(weights.shape.size(1)),
               keys = static_cast<std::size_t>(weights.shape.size(2));
    if (queries > keys) return false;
    for (std::size_t row = 0; row < heads * queries; ++row)
        for (std::size_t j = keys - queries + row % queries + 1; j < keys; ++j)
            if (weights.row(row)[j] != 0) return false;
    return true;
}

/// The share of rows whose token stands earlier in the text too.
double repeated(std::span<const int> tokens, std::size_t queries) {
    std::size_t rows = 0;
    for (std::size_t i = tokens.size() - queries; i < tokens.size(); ++i)
        if (std::find(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(i), tokens[i]) !=
            tokens.begin() + static_cast<std::ptrdiff_t>(i))
            ++rows;
    return queries > 0 ? static_cast<double>(rows) / static_cast<double>(queries) : 0;
}

struct Spread {
    std::vector<double> columns;  // mean weight of each key
    double evenness = 0;          // mean entropy of the rows, as a share of its largest value
    bool any = false;             // a row with weights
};

Spread spread(const ConstView& weights, std::size_t head, bool back_only) {
    const auto queries = static_cast<std::size_t>(weights.shape.size(1)),
               keys = static_cast<std::size_t>(weights.shape.size(2));
    Spread found{std::vector<double>(keys, 0), 0, false};
    std::size_t rows = 0, choosing = 0;
    for (std::size_t query = 0; query < queries; ++query) {
        const float* row = weights.row(head * queries + query);
        double all = 0, entropy = 0;
        for (std::size_t j = 0; j < keys; ++j) {
            const auto weight = static_cast<double>(row[j]);
            found.columns[j] += weight;
            all += weight;
            if (weight > 0) entropy -= weight * std::log(weight);
        }
        if (all == 0) continue;  // everything is masked, or the head is off
        ++rows;
        // A row with one key to see attends to it, whatever the head is like.
        const std::size_t seen = back_only ? keys - queries + query + 1 : keys;
        if (seen < 2) continue;
        ++choosing;
        found.evenness += entropy / std::log(static_cast<double>(seen));
    }
    found.any = rows > 0;
    for (double& column : found.columns) column /= static_cast<double>(std::max<std::size_t>(rows, 1));
    found.evenness /= static_cast<double>(std::max<std::size_t>(choosing, 1));
    return found;
}

}  // namespace

std::vector<HeadPatternShare> head_patterns(const ConstView& weights, std::span<const int> tokens) {
    if (weights.shape.rank() != 3 || weights.shape.axis(1) != Axis::query || weights.shape.axis(2) != Axis::key)
        throw Error("head_patterns needs [head, query, key], got " + text(weights.shape));
    if (!tokens.empty() &&
        (static_cast<int>(tokens.size()) != weights.shape.size(2) || weights.shape.size(1) > weights.shape.size(2)))
        throw Error("head_patterns needs one token a key of " + text(weights.shape) + ", got " +
                    std::to_string(tokens.size()));
    std::vector<HeadPatternShare> found(static_cast<std::size_t>(weights.shape.size(0)));
    if (static_cast<std::size_t>(weights.shape.size(2)) < least_keys) return found;
    const bool back_only = looks_back_only(weights);
    const bool often =
        repeated(tokens, tokens.empty() ? 0 : static_cast<std::size_t>(weights.shape.size(1))) >= enough_rows;
    const std::vector<HeadStatistics> statistics =
        tokens.empty() ? std::vector<HeadStatistics>{} : head_statistics(weights, tokens);
    for (std::size_t head = 0; head < found.size(); ++head) {
        const Spread of = spread(weights, head, back_only);
        if (!of.any) continue;
        const auto offer = [&](HeadPattern pattern, double share, int key = -1) {
            if (share >= most_of_the_weight && share > found[head].share) found[head] = {pattern, share, key};
        };
        if (!statistics.empty()) {
            const HeadStatistics& means = statistics[head];
            offer(HeadPattern::itself, means.diagonal);
            offer(HeadPattern::previous, means.previous);
            offer(HeadPattern::first, means.first);
            if (often) offer(HeadPattern::duplicate, means.duplicate);
            if (often) offer(HeadPattern::induction, means.induction);
        }
        // The first key has a word of its own.
        for (std::size_t j = tokens.empty() ? 0 : 1; j < of.columns.size(); ++j)
            offer(HeadPattern::one_key, of.columns[j], static_cast<int>(j));
        if (found[head].pattern == HeadPattern::none && of.evenness >= almost_even)
            found[head] = {HeadPattern::even, of.evenness, -1};
    }
    return found;
}

}  // namespace glassformer
