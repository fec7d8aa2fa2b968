// Head of a sheet: its title and the close button.
#pragma once

#include <string_view>

#include "app/views/shared/context.h"

namespace glassformer {

/// Takes the head off the top of `inner`; returns its area left of the button, for controls of the sheet. The button is
/// the target "close NAME".
Rect draw_sheet_head(ViewContext& context, Rect& inner, std::string_view name, std::string_view title, bool& open);

}  // namespace glassformer
