// The open model in the positions view: what it has of queries, keys and positions, and the view's settings brought to
// its sizes.
#pragma once

#include "app/views/positions/state.h"
#include "core/positions/learned.h"
#include "core/session/session.h"

namespace glassformer {

OpenModel open_model(const Session::Snapshot& shown);
/// Why there is nothing to show of it, as a sentence; "" where there is something.
std::string problem_sentence(const OpenModel& open);
/// The open model with the architecture it was trained in. There must be one.
const Model& model_as_trained(const Session::Snapshot& shown);

/// The head whose query and key are shown: of the encoder in an encoder–decoder.
positions::HeadRef place_of_head(const ModelConfig& config, int block, int head);

/// The settings of the open model's head 0. Another encoding over the same weights says nothing of what was learned:
/// the sizes of tables, buckets and clipped distances are then those that the model was trained with.
positions::Settings settings_of_open(const Session::Snapshot& shown);

/// Sizes, base, buckets and so on become those of the open model's head, and a first pair of tokens is chosen: once for
/// each model. Its sizes alone afterwards.
void adopt(PositionsState& state, const Session::Snapshot& shown);
/// Back to what random queries and keys are shown with.
void release(PositionsState& state);

/// What its card calls a model of `models`; its name where that says nothing.
std::string card_title(const std::string& model, std::span<const ModelChoice> models);
/// "k-back-3-rope" for "k-back-3-learned" and rope, where `models` has it; "" where not.
std::string sibling_of(const std::string& model, const PositionalKind& now, const PositionalKind& wanted,
                       std::span<const ModelChoice> models);
/// "k-back-3-rope": the model of that task and encoding, where `models` has it; "" where not.
std::string shipped_model(const std::string& task, const PositionalKind& kind, std::span<const ModelChoice> models);

}  // namespace glassformer
