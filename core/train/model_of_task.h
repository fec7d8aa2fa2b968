// The model that weights trained on a task make: with the task's tokenizers and the texts of its card.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/train/task.h"

namespace glassformer {

inline constexpr std::uint64_t measure_seed_of_card = 1;  // draws the held-out data that a card's figures are of
inline constexpr std::size_t loss_window_of_card = 20;    // steps that the loss on a card is the mean of, at most

/// Command, seed, figures, settings and note of the card are the caller's to add.
Model model_of_task(const Task& task, const ModelConfig& config, const Weights& weights);

/// Title and advice of a model of the task with another architecture: those of the model that the task ships of it,
/// else the task's title with what differs from it, sizes aside: "Sorting six digits (Norm: RMSNorm)". Of the task's
/// own architecture nothing changes.
void present_variant(Card& card, const Task& task, const ModelConfig& config);

/// "stopped at step 120 of 600"
std::string stopped_note(int steps_done, int steps);

}  // namespace glassformer
