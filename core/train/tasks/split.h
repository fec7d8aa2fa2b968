// Which half of its data a text belongs to, from the text alone: whoever draws it, and with whatever seed, training
// never sees what is held out.
#pragma once

#include <cstdint>
#include <span>

#include "core/train/task.h"

namespace glassformer {

/// One in ten numbers is held out, whichever.
Split split_of(std::uint64_t number);

/// The same for texts.
Split split_of(std::span<const int> tokens);

}  // namespace glassformer
