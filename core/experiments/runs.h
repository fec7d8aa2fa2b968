// The runs that numbers of the experiments are of, as inputs of a session: an untrained model by its name, its text, and
// what its loss is measured against. Whoever evaluates them has the numbers of the experiment.
#pragma once

#include <span>
#include <string>

#include "core/experiments/architectures.h"
#include "core/experiments/depth.h"
#include "core/experiments/equal_gradients.h"
#include "core/session/inputs.h"

namespace glassformer {

/// Where stream_depth() reads the vectors after a block, counted from 0; −1: the embeddings. `titled` is what the
/// window calls the model.
Inputs run_of_stack(const DeepStack& setting, StackKind kind, const std::string& titled);
std::string stream_record(StackKind kind, int block);
/// Of depth_gradients(), with gradients.
Inputs run_of_order(const DeepStack& setting, BlockOrder order, const std::string& titled);
/// Of mixed_numbers(); `words` are those of the setting's tokens, one each.
Inputs run_of_mixer(const MixedTokens& setting, Mixer mixer, std::span<const std::string> words,
                    const std::string& titled);
/// The rows that mixed_numbers() reads of a layer; 0: the embeddings.
std::string mixer_record(Mixer mixer, int layer);
/// The first text of untrained_reach(), with gradients.
Inputs run_of_reach(const UntrainedReach& setting, int model, const std::string& titled);

/// The first text of equal_gradients() under the initial weights, with gradients.
Inputs run_of_tiny_step(const TinyStep& setting, const Sample& first, const std::string& titled);

}  // namespace glassformer
