// Clock of the benchmarks: a median over several readings, each long enough to be measured.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

namespace glassformer {

inline double seconds_of(const std::function<void()>& run) {
    const auto start = std::chrono::steady_clock::now();
    run();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

struct Timing {
    double median, low, high;  // seconds per call
};

/// Median time of a call over `repeats` readings, each of enough calls to last at least `least` seconds.
inline Timing measure(const std::function<void()>& run, int repeats, double least) {
    run();
    const int inner = std::max(1, static_cast<int>(least / std::max(1e-9, seconds_of(run))));
    std::vector<double> times;
    times.reserve(static_cast<std::size_t>(repeats));
    for (int r = 0; r < repeats; ++r)
        times.push_back(seconds_of([&] {
                            for (int i = 0; i < inner; ++i) run();
                        }) /
                        inner);
    std::sort(times.begin(), times.end());
    return {times[times.size() / 2], times.front(), times.back()};
}

}  // namespace glassformer
