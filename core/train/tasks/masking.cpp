#include "core/train/tasks/masking.h"

#include "core/train/tasks/lexicon.h"

namespace glassformer {

void mask_words(Random& random, int mask, int words, Sample& sample) {
    constexpr double chosen = 0.15, masked = 0.8, exchanged = 0.1;
    sample.labels.assign(sample.tokens.size(), -1);
    for (std::size_t t = 0; t < sample.tokens.size(); ++t) {
        if (!chance(chosen, random)) continue;
        sample.labels[t] = sample.tokens[t];
        const double fate = random.uniform();
        if (fate < masked)
            sample.tokens[t] = mask;
        else if (fate < masked + exchanged)
            sample.tokens[t] = random.below(words);
    }
}

}  // namespace glassformer
