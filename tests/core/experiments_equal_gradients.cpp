// The same step in three ways: equal gradients, in the memory that was planned for each.
// ctest: alone 2 s, optimised too
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>

#include "core/experiments/equal_gradients.h"
#include "core/train/memory.h"

using namespace glassformer;

TEST_SUITE_BEGIN("experiments_equal_gradients");

TEST_CASE("micro-batches and checkpoints have the gradients of the whole batch, in less memory") {
    const std::atomic<bool> going = false;
    for (const int micro : {1, 2, 4, 8}) {
        CAPTURE(micro);
        const EqualGradients equal = equal_gradients({.batch = 8, .micro = micro}, going);
        CHECK(equal.texts == 8);
        CHECK(equal.blocks == 4);
        CHECK(equal.d_model == 32);
        CHECK(equal.tokens > 4);
        CHECK(equal.accumulation.micro_batches == std::max(2, micro));
        CHECK(equal.accumulation.difference < 1e-5 * equal.accumulation.largest);
        CHECK(equal.accumulation.largest > 1e-3);
        CHECK(equal.accumulation.numbers == equal.checkpoints.numbers);
        CHECK(equal.checkpoints.difference == 0);
        CHECK(equal.checkpoints.loss_difference == 0);
        CHECK(equal.accumulation.bytes_plain == equal.checkpoints.bytes_plain);
        CHECK(equal.accumulation.bytes_thrifty < equal.accumulation.bytes_plain);
        CHECK(equal.checkpoints.bytes_thrifty < equal.checkpoints.bytes_plain);
        const TrainingPlan plan = tiny_plan({.batch = 8, .micro = micro});
        CHECK(plan.config.mlp);
        TrainingShape shape{.batch = 8, .seq_len = equal.tokens};
        CHECK(equal.checkpoints.bytes_plain == training_memory(plan.config, shape).total());
        shape.accumulate = std::max(2, micro);
        CHECK(equal.accumulation.bytes_thrifty == training_memory(plan.config, shape).total());
    }
}

TEST_CASE("a single text is not split, a large batch is cut, and what is stopped ends") {
    const std::atomic<bool> going = false, stopped = true;
    const EqualGradients single = equal_gradients({.batch = 1, .micro = 4}, going);
    CHECK(single.texts == 1);
    CHECK(single.accumulation.micro_batches == 1);
    CHECK(single.checkpoints.difference == 0);
    CHECK(equal_gradients({.batch = 1024, .micro = 2}, going).texts == tiny_batch_most);
    CHECK(equal_gradients({}, stopped).accumulation.numbers == 0);
}

TEST_SUITE_END();
