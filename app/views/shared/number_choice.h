// Selector of a number (a head, a block, a plane) with a caption: segments side by side where there is room, else a
// list.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/shared/context.h"

namespace glassformer {

/// Draws it at the right end of `line` and takes it off; draws nothing where it would take more than `most` of the
/// line. Scripts find it as `id`, and segments as "id 2" (the label up to its first space). True where another number
/// was selected.
bool choose_number(ViewContext& context, std::string_view id, Rect& line, const std::string& caption,
                   std::span<const std::string> labels, int& selected, float most = 1);

/// Labels "1", "2" …, or from `first` on.
std::vector<std::string> numbered(int count, int first = 1);

}  // namespace glassformer
