#include "core/train/memory.h"

#include "core/base/error.h"
#include "core/model/graph.h"

namespace glassformer {

TrainingMemory training_memory(const ModelConfig& config, const TrainingShape& shape) {
    if (shape.batch < 1 || shape.accumulate < 1 || shape.accumulate > shape.batch)
        throw Error("a step needs at least one text and one micro-batch, and a text for each of them, got " +
                    std::to_string(shape.batch) + " texts in " + std::to_string(shape.accumulate) + " micro-batches");
    Tape tape(nullptr, nullptr, shape.checkpoint ? Tape::Keep::checkpoints : Tape::Keep::needed);
    record_shapes(tape, config,
                  {.batch = (shape.batch + shape.accumulate - 1) / shape.accumulate,
                   .seq_len = shape.seq_len,
                   .target_len = shape.target_len,
                   .probs = false,
                   .loss = true});
    const Tape::MemoryPlan plan = tape.memory_plan();
    double parameters = 0;
    for (const ParameterShape& parameter : parameter_shapes(config))
        parameters += static_cast<double>(parameter.shape.count());
    const bool half = shape.precision == Precision::half;
    const double share = half ? 0.5 : 1;  // of the plan's 4 bytes a number
    return {.weights = 4 * parameters * share,
            .master_weights = half ? 4 * parameters : 0,
            .gradients = static_cast<double>(plan.parameter_gradients) * share,
            .gradient_sum = 4 * parameters,
            .optimiser = 8 * parameters,
            .inputs = static_cast<double>(plan.inputs),
            .activations = static_cast<double>(plan.activations) * share,
            .activation_gradients = static_cast<double>(plan.activation_gradients) * share};
}

}  // namespace glassformer
