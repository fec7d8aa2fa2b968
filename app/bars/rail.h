// The rail at the left: the way to lessons, then one button a view.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "app/views/shared/view.h"

namespace glassformer {

/// Narrow windows leave the titles out.
float rail_width(const Ui& ui);
/// Returns the command of the view that was clicked. "Learn" opens a menu.
std::optional<Command> draw_rail(ViewContext& context, const Rect& area,
                                 std::span<const std::unique_ptr<AppView>> views);

}  // namespace glassformer
