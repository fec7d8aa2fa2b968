// Sheet of all keyboard shortcuts, made from their table.
#pragma once

#include "app/views/shared/context.h"

namespace glassformer {

void draw_key_sheet(ViewContext& context, bool& open);

}  // namespace glassformer
