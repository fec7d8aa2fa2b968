// The processor's limit: multiply-adds in registers and nothing else. Prints GFLOP/s of one run as JSON, so that a
// benchmark beside it can say what share of the limit it reached.
//
// usage: fma_peak THREADS
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {

#if defined(__AVX512F__)
constexpr int width = 16;
#elif defined(__AVX__)
constexpr int width = 8;
#else
constexpr int width = 4;
#endif
constexpr int chains = 12;  // independent sums: enough for the latency of two units
typedef float Vector __attribute__((vector_size(width * sizeof(float))));

/// Does rounds · chains · width multiply-adds.
void work(long rounds, float* result) {
    Vector sums[chains];
    for (int c = 0; c < chains; ++c) sums[c] = Vector{} + 0.1F * static_cast<float>(c);
    Vector factor = Vector{} + 0.999F, step = Vector{} + 1e-3F;
    for (long r = 0; r < rounds; ++r) {
#pragma GCC unroll 12
        for (int c = 0; c < chains; ++c) sums[c] = sums[c] * factor + step;
        asm volatile("" : "+x"(factor), "+x"(step));  // keeps the loop from being computed in advance
    }
    for (int c = 1; c < chains; ++c) sums[0] += sums[c];
    *result = sums[0][0];
}

}  // namespace

int main(int count, char** arguments) {
    const int threads = count > 1 ? std::atoi(arguments[1]) : 1;
    if (threads < 1) {
        std::fprintf(stderr, "usage: fma_peak THREADS\n");
        return 2;
    }
    constexpr long rounds = 20'000'000;
    std::vector<float> results(static_cast<std::size_t>(threads));
    const auto start = std::chrono::steady_clock::now();
    std::vector<std::thread> running;
    for (float& result : results) running.emplace_back(work, rounds, &result);
    for (std::thread& thread : running) thread.join();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::printf("{\"gflop_per_s\": %.1f, \"threads\": %d}\n",
                2e-9 * static_cast<double>(rounds) * chains * width * threads / seconds, threads);
    return results[0] > -1e9F ? 0 : 1;  // uses the sums
}
