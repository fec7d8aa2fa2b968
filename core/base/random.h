// A seeded generator whose numbers are the same on every platform (the standard's distributions are not).
#pragma once

#include <array>
#include <cstdint>
#include <utility>

namespace glassformer {

/// xoshiro256** (Blackman and Vigna 2018), seeded through splitmix64.
class Random {
public:
    explicit Random(std::uint64_t seed);

    /// All that the numbers to come depend on.
    struct State {
        std::array<std::uint64_t, 4> words{};  // not all 0
        bool spare_ready = false;              // a normal number is left over
        float spare = 0;                       // it
        bool operator==(const State&) const = default;
    };
    explicit Random(const State& state) : state_(state) {}  // goes on where that generator was
    const State& state() const { return state_; }

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
    State state_;
};

}  // namespace glassformer
