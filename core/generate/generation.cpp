#include "core/generate/generation.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/error.h"

namespace glassformer {

namespace {

Continuation begin(std::span<const int> tokens) {
    return {.tokens = {tokens.begin(), tokens.end()}, .given = tokens.size(), .log_probabilities = {}};
}

void append(Continuation& text, int token, double log_probability, const GenerationOptions& options) {
    text.tokens.push_back(token);
    text.log_probabilities.push_back(log_probability);
    text.total += log_probability;
    text.ended = options.end == token;
}

}  // namespace

std::vector<double> log_probabilities(std::span<const float> logits) {
    double peak = -INFINITY;
    for (const float logit : logits) peak = std::max(peak, static_cast<double>(logit));
    if (peak == -INFINITY) throw Error("the logits hold no finite number, so no next token can be selected");
    if (!std::isfinite(peak)) throw Error("a logit is infinite, so no next token can be selected");
    double sum = 0;
    for (const float logit : logits) sum += std::exp(static_cast<double>(logit) - peak);
    if (!std::isfinite(sum)) throw Error("a logit is NaN, so no next token can be selected");
    std::vector<double> result;
    result.reserve(logits.size());
    for (const float logit : logits) result.push_back(static_cast<double>(logit) - peak - std::log(sum));
    return result;
}

Continuation continue_text(const NextLogits& next, std::span<const int> tokens, const GenerationOptions& options,
                           const DecodeOptions& decode, Random& random) {
    Continuation text = begin(tokens);
    for (int step = 0; step < options.steps && !text.ended; ++step) {
        const std::vector<float> logits = next(text.tokens);
        const int token = sample(next_token_distribution(logits, decode), random);
        append(text, token, log_probabilities(logits)[static_cast<std::size_t>(token)], options);
    }
    return text;
}

std::vector<Continuation> beam_search(const NextLogits& next, std::span<const int> tokens,
                                      const GenerationOptions& options, int width) {
    if (width < 1) throw Error("a beam follows at least 1 text, got " + std::to_string(width));
    struct Branch {
        std::size_t of;  // the text that it continues
        int token;       // -1: the text has ended and stays as it is
        double log_probability;
        double total;
    };
    std::vector<Continuation> beam{begin(tokens)};
    for (int step = 0; step < options.steps; ++step) {
        std::vector<Branch> candidates;
        for (std::size_t i = 0; i < beam.size(); ++i) {
            if (beam[i].ended) {
                candidates.push_back({i, -1, 0, beam[i].total});
                continue;
            }
            const std::vector<double> of = log_probabilities(next(beam[i].tokens));
            for (std::size_t token = 0; token < of.size(); ++token)
                if (std::isfinite(of[token]))
                    candidates.push_back({i, static_cast<int>(token), of[token], beam[i].total + of[token]});
        }
        const std::size_t kept = std::min(candidates.size(), static_cast<std::size_t>(width));
        std::ranges::stable_sort(candidates, std::greater{}, &Branch::total);
        std::vector<Continuation> longer;
        for (const Branch& candidate : std::span(candidates).first(kept)) {
            longer.push_back(beam[candidate.of]);
            if (candidate.token >= 0) append(longer.back(), candidate.token, candidate.log_probability, options);
        }
        beam = std::move(longer);
        if (std::ranges::all_of(beam, &Continuation::ended)) break;
    }
    return beam;
}

}  // namespace glassformer
