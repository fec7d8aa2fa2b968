// The list of all keys, over everything: printed from the table of shortcuts.
#pragma once

#include "app/views/shared/context.h"

namespace glassformer {

void draw_key_sheet(ViewContext& context, bool& open);

}  // namespace glassformer
