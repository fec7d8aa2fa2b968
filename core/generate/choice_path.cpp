#include "core/generate/choice_path.h"

#include <cmath>

namespace glassformer {

ChoicePath choice_path(const Candidates& candidates, const DecodeOptions& options) {
    ChoicePath path;
    path.greedy = options.temperature == 0;
    path.temperature = path.greedy ? 1 : static_cast<double>(options.temperature);
    const std::vector<Candidate>& ranks = candidates.ranks;
    path.steps.resize(ranks.size());
    if (ranks.empty()) return path;
    const bool all = !path.greedy && options.temperature == 1 && options.top_k == 0 && options.top_p >= 1;
    const double largest = static_cast<double>(ranks.front().logit);
    path.peak = largest / path.temperature;
    const std::size_t within = path.greedy ? ranks.size() : static_cast<std::size_t>(candidates.within_top_k);
    double sum = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        ChoiceStep& step = path.steps[i];
        const double logit = static_cast<double>(ranks[i].logit);
        step.divided = logit / path.temperature;
        step.exponent = std::exp((logit - largest) / path.temperature);
        if (i < within) sum += step.exponent;
    }
    double running = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        ChoiceStep& step = path.steps[i];
        if (i < within) step.running = i + 1 == within ? 1 : running += step.exponent / sum;
        if (path.greedy)
            step.dropped = i > 0 ? Dropped::not_largest : Dropped::no;
        else if (i >= within)
            step.dropped = Dropped::top_k;
        else if (!all && static_cast<int>(i) >= candidates.kept)
            step.dropped = options.top_p < 1 ? Dropped::top_p : Dropped::rounded;
        if (step.dropped == Dropped::no || path.greedy) path.sum += step.exponent;
        if (step.dropped == Dropped::no) ++path.kept;
        const bool model = path.greedy || all;
        step.share = model ? ranks[i].probability : step.dropped == Dropped::no ? ranks[i].chosen : 0;
    }
    double exponents = 0, shares = 0;
    for (auto step = path.steps.rbegin(); step != path.steps.rend(); ++step) {
        if (step->dropped == Dropped::no || path.greedy) exponents += step->exponent;
        shares += step->share;
        step->exponents_on = exponents;
        step->shares_on = shares;
    }
    return path;
}

}  // namespace glassformer
