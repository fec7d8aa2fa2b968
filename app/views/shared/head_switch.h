// Which head of an attention is switched off, and switching it: for the walk and what else shows heads.
#pragma once

#include "app/views/shared/context.h"

namespace glassformer {

/// The heads of the attention that a record belongs to: true for those that are off in this evaluation. Empty where it
/// belongs to none.
std::vector<bool> heads_off(const Evaluation& evaluation, int record);
/// The same for one head, counted as the cursor does.
bool head_switched_off(const Evaluation& evaluation, int record, int head);

/// Switches the cursor's head off, or on again; says so where there is none.
void switch_head(ViewContext& context);

}  // namespace glassformer
