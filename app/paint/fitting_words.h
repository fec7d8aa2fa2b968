// The same thing said at more than one length: as much of it as there is room for.
#pragma once

#include <span>
#include <string>

#include "app/paint/painter.h"

namespace glassformer {

/// The first of some texts, the longest first, that is no wider than `width` pixels on one line; the last where none
/// is. `size` in em.
inline std::string fitting_words(Painter& painter, std::span<const std::string> longest_first, float width,
                                 float size = em::small, Face face = Face::sans) {
    for (const std::string& text : longest_first)
        if (painter.measure(text, size, face).width <= width) return text;
    return longest_first.empty() ? std::string() : longest_first.back();
}

}  // namespace glassformer
