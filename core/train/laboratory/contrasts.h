// Trainings that differ in one thing, from the same initial weights and on the same batches, to be watched beside each
// other. One row a contrast.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/train/laboratory/training_state.h"

namespace glassformer {

/// One of the runs that are compared.
struct ContrastVariant {
    std::string label;                          // "÷ √d_head"
    std::string config;                         // keys of config.json that are this one's own; "" for none
    void (*training)(TrainOptions&) = nullptr;  // null: as the row says
};

struct Contrast {
    std::string_view name;      // "attention-scale"
    std::string_view title;     // "Attention scores with and without division by √d_head"
    std::string_view differs;   // what is not the same: "norm placement"
    std::string_view sentence;  // what to look at
    std::string task;
    std::string config;                         // keys of config.json that all runs share, over the task's
    void (*training)(TrainOptions&) = nullptr;  // over the task's
    int continued = 0;                          // tokens that the example is continued by; 0: it is answered
    bool by_loss = false;  // held-out texts are judged by their loss alone, because more than one answer is right
    int head = 0;          // whose attention is shown first, counted over all blocks
    std::vector<ContrastVariant> variants;
};

std::span<const Contrast> all_contrasts();                // in the order of the menu
const Contrast& require_contrast(std::string_view name);  // Error naming those there are

/// Keys replace those of the task's config; "positional" and "mask" as a whole, and n_heads with what follows from it.
TrainingPlan plan_of(const Contrast& contrast, const ContrastVariant& variant, std::uint64_t seed);

/// The trainings of all variants before their first step. Every parameter starts as that of the same name and shape of
/// the first variant; what a variant has alone starts as its own plan says.
struct ContrastStart {
    std::vector<TrainingState> states;          // by variant
    std::vector<std::vector<std::string>> own;  // by variant: names of parameters that the first one has not
};
ContrastStart start_of(const Contrast& contrast, std::uint64_t seed);

}  // namespace glassformer
