// The first line of a sheet over everything: what it is, and the button that closes it.
#pragma once

#include <string_view>

#include "app/views/shared/context.h"

namespace glassformer {

/// Takes the line off the top of `inner`; returns what is left of it before the button, for controls of the sheet's
/// own. The button is the target "close NAME".
Rect draw_sheet_head(ViewContext& context, Rect& inner, std::string_view name, std::string_view title, bool& open);

}  // namespace glassformer
