// Ranks the vocabulary; the distributions come from decode.h and generation.h.
#include "core/generate/candidates.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/generate/generation.h"

namespace glassformer {

namespace {
double surprise(double probability) { return probability > 0 ? -probability * std::log(probability) : 0; }
}  // namespace

Candidates candidates(std::span<const float> logits, const DecodeOptions& options) {
    const std::vector<double> logs = log_probabilities(logits), chosen = next_token_distribution(logits, options);
    Candidates made;
    made.ranks.reserve(logits.size());
    for (std::size_t id = 0; id < logits.size(); ++id) {
        const double probability = std::exp(logs[id]);
        made.ranks.push_back({.token = static_cast<int>(id),
                              .logit = logits[id],
                              .probability = probability,
                              .log_probability = logs[id],
                              .chosen = chosen[id]});
        made.entropy += surprise(probability);
        made.chosen_entropy += surprise(chosen[id]);
        if (chosen[id] > 0) made.kept_probability += probability;
    }
    // Pairs are sorted in place of candidates, which are five times as large; of equal logits the first token leads.
    std::vector<std::pair<float, int>> order;
    order.reserve(logits.size());
    for (std::size_t id = 0; id < logits.size(); ++id) order.emplace_back(-logits[id], static_cast<int>(id));
    std::ranges::sort(order);
    std::vector<Candidate> sorted;
    sorted.reserve(order.size());
    for (const auto& [logit, token] : order) sorted.push_back(made.ranks[static_cast<std::size_t>(token)]);
    made.ranks = std::move(sorted);
    const auto all = static_cast<int>(logits.size());
    made.within_top_k = options.temperature == 0 ? 1 : options.top_k > 0 ? std::min(options.top_k, all) : all;
    // The cut is by rank, so whatever can be chosen stands in front; a probability may still be too small for a double.
    for (std::size_t i = 0; i < made.ranks.size(); ++i)
        if (made.ranks[i].chosen > 0) made.kept = static_cast<int>(i) + 1;
    return made;
}

int rank_of(const Candidates& candidates, int token) {
    const auto at = std::ranges::find(candidates.ranks, token, &Candidate::token);
    return at == candidates.ranks.end() ? -1 : static_cast<int>(at - candidates.ranks.begin());
}

std::vector<Segment> cumulative(const Candidates& candidates) {
    std::vector<const Candidate*> kept;
    for (const Candidate& candidate : candidates.ranks)
        if (candidate.chosen > 0) kept.push_back(&candidate);
    std::ranges::sort(kept, {}, &Candidate::token);
    std::vector<Segment> segments;
    double sum = 0;
    for (const Candidate* candidate : kept) {
        segments.push_back({candidate->token, candidate->chosen, sum, sum + candidate->chosen});
        sum += candidate->chosen;
    }
    return segments;
}

int token_under(std::span<const Segment> segments, double number) {
    double left = number;  // the same subtractions as token_at(): the last bit decides at an edge
    for (const Segment& segment : segments) {
        left -= segment.probability;
        if (left < 0) return segment.token;
    }
    return segments.empty() ? -1 : segments.back().token;  // rounding may leave a little over
}

double drawn_number(std::uint64_t seed, int index) {
    Random random(seed);
    double number = random.uniform();
    for (int i = 0; i < index; ++i) number = random.uniform();
    return number;
}

}  // namespace glassformer
