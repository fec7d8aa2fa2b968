#include "core/analysis/head_pattern.h"

#include <array>
#include <cmath>
#include <string>

#include "core/base/error.h"

namespace glassformer {

namespace {

constexpr double most_of_it = 0.5;   // below half another pattern may take as much
constexpr double almost_even = 0.9;  // of the largest entropy: a row of ten keys then attends to eight at least
constexpr std::size_t least_keys = 4;
constexpr double enough_rows = 0.25;  // of all: repeated tokens in fewer rows say little of the head

struct Sum {
    double sum = 0;
    std::size_t rows = 0;
    void add(double weight) { sum += weight, ++rows; }
};

class Reader {
public:
    Reader(const ConstView& weights, std::span<const int> tokens)
        : weights_(weights),
          tokens_(tokens),
          queries_(static_cast<std::size_t>(weights.shape.size(1))),
          keys_(static_cast<std::size_t>(weights.shape.size(2))) {}

    HeadPatternShare of(std::size_t head) const {
        std::array<Sum, 8> sums{};
        std::vector<double> columns(keys_, 0);
        std::size_t rows = 0;
        for (std::size_t query = 0; query < queries_; ++query) {
            const float* row = weights_.row(head * queries_ + query);
            double all = 0, entropy = 0;
            std::size_t seen = 0;
            for (std::size_t j = 0; j < keys_; ++j) {
                const auto weight = static_cast<double>(row[j]);
                columns[j] += weight;
                all += weight;
                if (weight > 0) entropy -= weight * std::log(weight), ++seen;
            }
            if (all == 0) continue;  // everything is masked, or the head is off
            ++rows;
            // A row with one key to see attends to it, whatever the head is like.
            if (seen > 1) sums[at(HeadPattern::even)].add(entropy / std::log(static_cast<double>(seen)));
            if (!tokens_.empty()) one_row(row, keys_ - queries_ + query, seen, sums);
        }
        return best(sums, columns, rows);
    }

private:
    static std::size_t at(HeadPattern pattern) { return static_cast<std::size_t>(pattern); }

    void one_row(const float* row, std::size_t i, std::size_t seen, std::array<Sum, 8>& sums) const {
        if (seen < 2) return;
        const auto weight = [&](std::size_t j) { return static_cast<double>(row[j]); };
        sums[at(HeadPattern::itself)].add(weight(i));
        if (i > 0) sums[at(HeadPattern::previous)].add(weight(i - 1));
        sums[at(HeadPattern::first)].add(weight(0));
        double same = 0, behind = 0;
        bool repeated = false;
        for (std::size_t j = 0; j < i; ++j)
            if (tokens_[j] == tokens_[i]) same += weight(j), behind += weight(j + 1), repeated = true;
        if (repeated) sums[at(HeadPattern::duplicate)].add(same), sums[at(HeadPattern::induction)].add(behind);
    }

    HeadPatternShare best(const std::array<Sum, 8>& sums, const std::vector<double>& columns, std::size_t rows) const {
        if (keys_ < least_keys || rows == 0) return {};
        HeadPatternShare found;
        const auto offer = [&](HeadPattern pattern, double share, int key = -1) {
            if (share >= most_of_it && share > found.share) found = {pattern, share, key};
        };
        for (const HeadPattern pattern : {HeadPattern::itself, HeadPattern::previous, HeadPattern::first,
                                          HeadPattern::duplicate, HeadPattern::induction}) {
            const Sum& sum = sums[at(pattern)];
            if (static_cast<double>(sum.rows) >= enough_rows * static_cast<double>(rows))
                offer(pattern, sum.sum / static_cast<double>(sum.rows));
        }
        // The first key has a word of its own.
        for (std::size_t j = tokens_.empty() ? 0 : 1; j < keys_; ++j)
            offer(HeadPattern::one_key, columns[j] / static_cast<double>(rows), static_cast<int>(j));
        const Sum& even = sums[at(HeadPattern::even)];
        if (found.pattern == HeadPattern::none && even.rows > 0 &&
            even.sum / static_cast<double>(even.rows) >= almost_even)
            found = {HeadPattern::even, even.sum / static_cast<double>(even.rows), -1};
        return found;
    }

    ConstView weights_;
    std::span<const int> tokens_;
    std::size_t queries_, keys_;
};

}  // namespace

std::vector<HeadPatternShare> head_patterns(const ConstView& weights, std::span<const int> tokens) {
    if (weights.shape.rank() != 3 || weights.shape.axis(1) != Axis::query || weights.shape.axis(2) != Axis::key)
        throw Error("head_patterns needs [head, query, key], got " + text(weights.shape));
    if (!tokens.empty() &&
        (static_cast<int>(tokens.size()) != weights.shape.size(2) || weights.shape.size(1) > weights.shape.size(2)))
        throw Error("head_patterns needs one token a key of " + text(weights.shape) + ", got " +
                    std::to_string(tokens.size()));
    const Reader reader(weights, tokens);
    std::vector<HeadPatternShare> found;
    for (int head = 0; head < weights.shape.size(0); ++head) found.push_back(reader.of(static_cast<std::size_t>(head)));
    return found;
}

}  // namespace glassformer
