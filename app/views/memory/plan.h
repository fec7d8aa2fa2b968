// A training step of a model that need not be loaded, as a plain value, and what it takes in memory: by parts, and
// beside the memory of graphics cards. Nothing is drawn here.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/config.h"
#include "core/train/memory.h"

namespace glassformer {

/// A model of the program, with the step that it is trained with.
struct OwnStep {
    std::string name;
    ModelConfig config;
    TrainingShape shape;
};

/// What the panel is set to.
struct StepPlan {
    int model = 0;  // 0: the own model; else of published_models(), counted from 1
    TrainingShape shape{.batch = 8, .seq_len = 512};
    bool operator==(const StepPlan&) const = default;
};

/// A part of the memory. `is_largest` begins a sentence: "The activations are the largest part".
struct MemoryPart {
    const char* title;
    const char* hint;
    const char* is_largest;
    double bytes;
};

struct PlannedStep {
    std::string name;
    std::int64_t parameters = 0;  // of the config
    std::string about_parameters;
    TrainingMemory memory;
    std::vector<MemoryPart> parts;  // without those that there are not
    std::string sentence;           // the largest part, and which cards the step fits on
    std::vector<std::string> notes;
};
/// Throws Error where the plan makes no sense. `own`: for model 0.
PlannedStep planned_step(const StepPlan& plan, const std::optional<OwnStep>& own);

/// Memory of graphics cards that are named in lectures, in GB of 10⁹ bytes, ascending.
inline constexpr std::array<int, 4> card_sizes{8, 16, 24, 80};
constexpr double bytes_of_card(int size) { return 1e9 * size; }
/// The bytes at the end of the bars: the next card, where the total comes near it, else the total.
double end_of_scale(double total);

const ModelConfig& planned_config(const StepPlan& plan, const std::optional<OwnStep>& own);
/// What the numbers can be set to, ascending: powers of 2, the largest possible, and the own step's.
std::vector<int> batch_choices(const StepPlan& plan, const std::optional<OwnStep>& own);
std::vector<int> length_choices(const StepPlan& plan, const std::optional<OwnStep>& own);
std::vector<int> micro_batch_choices(const StepPlan& plan, const std::optional<OwnStep>& own);

/// The plan with another model: its own step, or the numbers as they are as far as the model has room for them.
StepPlan with_model(StepPlan plan, int model, const std::optional<OwnStep>& own);
StepPlan with_batch(StepPlan plan, int batch, const std::optional<OwnStep>& own);
StepPlan with_length(StepPlan plan, int length, const std::optional<OwnStep>& own);

}  // namespace glassformer
