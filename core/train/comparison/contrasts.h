// Trainings that differ in one thing, from the same initial weights and on the same batches, to be watched beside each
// other. One row a contrast; where an ablation (train/ablations/ablations.h) has the same settings, the row takes
// them from there.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/train/ablations/ablations.h"
#include "core/train/live/training_state.h"

namespace glassformer {

/// One of the runs that are compared: its label says in words what is its own.
using ContrastVariant = AblationVariant;

struct Contrast {
    std::string_view name;      // "attention-scale"
    std::string_view title;     // "Attention scores with and without division by √d_head"
    std::string_view differs;   // what is not the same: "norm placement"
    std::string_view sentence;  // what to look at
    std::string task;
    const Ablation* settings = nullptr;         // whose config and training all runs have, over the task's; null: none
    std::string config;                         // keys of config.json that all runs share, over these
    void (*training)(TrainOptions&) = nullptr;  // over these
    int continued = 0;                          // tokens that the example is continued by; 0: it is answered
    bool by_loss = false;  // held-out texts are judged by their loss alone, because more than one answer is right
    int answers = 1;       // that are right and equally probable: no loss below ln(answers) can be expected
    int head = 0;          // whose attention is shown first, counted over all blocks
    std::vector<ContrastVariant> variants;
};

std::span<const Contrast> all_contrasts();                // in the order of the menu
const Contrast& require_contrast(std::string_view name);  // Error naming those there are

/// Keys replace those of the task's config; "positional" and "mask" as a whole, and n_heads with what follows from it.
TrainingPlan plan_of(const Contrast& contrast, const ContrastVariant& variant, std::uint64_t seed);
std::vector<TrainingPlan> plans_of(const Contrast& contrast, std::uint64_t seed);  // of all variants

/// Bytes that all runs take at the same time: a step of each, and what is kept of its weights, `history_bytes` each at
/// most.
double memory_for_runs(std::span<const TrainingPlan> plans, std::size_t history_bytes);
/// Throws Error naming both amounts where that is more than the `free` bytes of this machine.
void expect_room_for_runs(std::span<const TrainingPlan> plans, std::size_t history_bytes, std::uint64_t free);

/// The trainings of all variants before their first step. Every parameter starts as that of the same name and shape of
/// the first variant; what a variant has alone starts as its own plan says.
struct ContrastStart {
    std::vector<TrainingState> states;          // by variant
    std::vector<std::vector<std::string>> own;  // by variant: names of parameters that the first one has not
};
ContrastStart start_of(std::span<const TrainingPlan> plans);
ContrastStart start_of(const Contrast& contrast, std::uint64_t seed);

}  // namespace glassformer
