// Small plans of shipped tasks, and what tests of live trainings compare.
#pragma once

#include <chrono>
#include <cstring>
#include <string>
#include <thread>

#include "core/train/live/training_session.h"

namespace glassformer::test {

/// The request that the command line would make of it: one block of width 16, two heads, few steps.
inline TrainRequest small_request(const std::string& task, std::uint64_t seed, int steps = 12) {
    TrainRequest request;
    request.task = task;
    request.n_layers = 1;
    request.n_heads = 2;
    request.d_model = 16;
    request.steps = steps;
    request.batch = 4;
    request.seed = seed;
    return request;
}

inline TrainingPlan small_plan(const std::string& task, std::uint64_t seed, int steps = 12) {
    return training_plan(small_request(task, seed, steps));
}

inline bool same_bits(const Weights& a, const Weights& b) {
    if (a.parameters.size() != b.parameters.size()) return false;
    for (std::size_t p = 0; p < a.parameters.size(); ++p) {
        const Parameter &one = a.parameters[p], &other = b.parameters[p];
        if (one.name != other.name || !(one.shape == other.shape) ||
            std::memcmp(one.data, other.data, one.shape.count() * sizeof(float)) != 0)
            return false;
    }
    return true;
}

inline bool same_records(const TrainingRecords& a, const TrainingRecords& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!(a[i] == b[i])) return false;
    return true;
}

/// What Trainer::train makes of the plan.
inline Weights trained(const TrainingPlan& plan, ThreadPool* pool = nullptr) {
    const auto trainer = trainer_of(std::make_shared<const TrainingPlan>(plan), pool);
    trainer->train();
    return trainer->copy_weights();
}

/// False where it does not come true in a minute: other tests may have the processor.
template <class Condition>
bool comes_true(Condition&& condition) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > until) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

}  // namespace glassformer::test
