#include "core/train/live/step_memory_check.h"

#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/system_memory.h"
#include "core/train/batch.h"

namespace glassformer {

namespace {

BatchLength usual_length(const Task& task) {
    constexpr std::size_t texts = 64;
    Random random(1);
    std::vector<Sample> samples(texts);
    for (Sample& sample : samples) task.sample(random, Split::train, sample);
    return longest(samples);
}

}  // namespace

TrainingShape shape_of_step(const Task& task, const TrainOptions& options) {
    const BatchLength length = usual_length(task);
    return {.batch = options.batch,
            .seq_len = length.seq_len,
            .target_len = length.target_len,
            .accumulate = options.accumulate,
            .checkpoint = options.checkpoint};
}

TrainingMemory memory_for_step(const Task& task, const ModelConfig& config, const TrainOptions& options) {
    return training_memory(config, shape_of_step(task, options));
}

void expect_room_for_step(const Task& task, const ModelConfig& config, const TrainOptions& options, std::uint64_t held,
                          std::uint64_t free) {
    if (free == memory_unknown) return;
    const TrainingMemory memory = memory_for_step(task, config, options);
    const double room = static_cast<double>(free) + static_cast<double>(held);
    if (memory.total() <= room) return;
    throw Error("a step with a batch of " + std::to_string(options.batch) + " needs about " +
                bytes_text(static_cast<std::uint64_t>(memory.total())) + " of memory, and " + bytes_text(free) +
                " are free here: choose a smaller batch, more micro-batches or a smaller model");
}

}  // namespace glassformer
