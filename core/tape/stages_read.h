// What a stage reads of other stages: the arrows of every picture of a whole model.
#pragma once

#include <vector>

#include "core/tape/trace.h"

namespace glassformer {

/// The stages whose numbers a stage computes with, as its record and its operation say: without one that it takes its
/// size from alone, as positions do.
std::vector<int> stages_read(const Trace& trace, int record);

}  // namespace glassformer
