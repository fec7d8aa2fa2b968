// Where in a model an encoding has a hand: the stages that it makes or changes itself, not those that follow from them.
#pragma once

#include <span>

#include "core/model/config.h"
#include "core/tape/trace.h"

namespace glassformer::positions {

/// In the order of a pass; empty for `none`. Which of them a model has, its trace says: embed_joined only where
/// positions are appended.
std::span<const Stage* const> stages_of(const PositionalKind& kind);

/// The record is such a stage. Cross-attention knows no positions.
bool touches(const PositionalKind& kind, const Record& record);

}  // namespace glassformer::positions
