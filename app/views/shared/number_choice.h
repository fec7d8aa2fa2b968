// One of several numbers - a head, a block, a plane - chosen beside its caption: side by side where there is room, else
// from a list.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/shared/context.h"

namespace glassformer {

/// Draws it at the right end of `line`, which becomes what is left of it; nothing where it would take more than `most`
/// of the line. Scripts find it as `id`, and side by side its parts as "id 2" (up to a label's first space). True where
/// another one was chosen.
bool choose_number(ViewContext& context, std::string_view id, Rect& line, const std::string& caption,
                   std::span<const std::string> labels, int& selected, float most = 1);

/// "1", "2" … as the screen counts; from another number on where one is given.
std::vector<std::string> numbered(int count, int first = 1);

}  // namespace glassformer
