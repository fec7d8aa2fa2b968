// One text of a training batch. Tasks make samples, batches lay them out.
#pragma once

#include <vector>

namespace glassformer {

struct Sample {
    std::vector<int> tokens;
    std::vector<int> target_tokens;  // encoder–decoder only
    std::vector<int> labels;         // one a token (of the target, where there is one), -1: none; a classifier: one

    void clear() {  // keeps the memory, so that a generator allocates nothing
        tokens.clear();
        target_tokens.clear();
        labels.clear();
    }
};

}  // namespace glassformer
