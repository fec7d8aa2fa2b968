#include "core/train/surface/surface_samples.h"

#include <string>

#include "core/base/error.h"

namespace glassformer {

std::vector<Sample> surface_samples(const Task& task, std::uint64_t seed, int texts) {
    if (texts < 1) throw Error("a loss surface needs at least 1 text, got " + std::to_string(texts));
    if (!task.sample)
        throw Error("the task " + std::string(task.name) +
                    " learns a text of its user's, so it has no held-out texts of its own to measure the loss on");
    Random random(seed);
    std::vector<Sample> samples(static_cast<std::size_t>(texts));
    for (Sample& sample : samples) task.sample(random, Split::held_out, sample);
    return samples;
}

}  // namespace glassformer
