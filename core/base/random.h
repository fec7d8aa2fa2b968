// A seeded generator whose numbers are the same on every platform (the standard's distributions are not).
#pragma once

#include <cstdint>
#include <utility>

namespace glassformer {

/// xoshiro256** (Blackman and Vigna 2018), seeded through splitmix64.
class Random {
public:
    explicit Random(std::uint64_t seed);
    std::uint64_t bits();  // 64 uniform bits
    int below(int bound);  // uniform in 0 … bound-1, bound > 0, without bias
    double uniform();      // uniform in [0, 1)
    float normal();        // standard normal (Box and Muller 1958)
    template <class Sequence>
    void shuffle(Sequence& items) {  // uniform permutation (Fisher and Yates)
        for (int i = static_cast<int>(items.size()) - 1; i > 0; --i)
            std::swap(items[static_cast<std::size_t>(i)], items[static_cast<std::size_t>(below(i + 1))]);
    }

private:
    std::uint64_t state_[4];
    bool spare_ready_ = false;
    float spare_ = 0;
};

}  // namespace glassformer
