// Turning attention heads off and on, for the walk and the other views that show heads.
#pragma once

#include "app/views/shared/context.h"

namespace glassformer {

/// Heads of the attention that a record belongs to: true for those that are off in this evaluation. Empty for a record
/// outside attention.
std::vector<bool> heads_off(const Evaluation& evaluation, int record);
/// True where this head is off, counted as the cursor counts heads.
bool head_switched_off(const Evaluation& evaluation, int record, int head);

/// Turns the cursor's head off, or on again; the notice says which, or why not.
void switch_head(ViewContext& context);

}  // namespace glassformer
