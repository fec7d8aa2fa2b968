// The stage whose place a script asks for, "@stage blocks.0.attn.q": views say where that one is, and not in every
// frame where each of thousands is.
#pragma once

#include "app/views/shared/context.h"
#include "core/tape/trace.h"

namespace glassformer {

/// Record of that stage; −1 where none is asked for, or this trace has no stage of that name.
int wanted_stage(const Targets& targets, const Trace& trace);

}  // namespace glassformer
