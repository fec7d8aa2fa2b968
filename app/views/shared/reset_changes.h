// Taking back everything that was done to the run, from any view.
#pragma once

#include "app/views/shared/context.h"

namespace glassformer {

/// Resets all changes of the run and says how many there were; nothing where there are none.
void reset_changes(ViewContext& context);

}  // namespace glassformer
