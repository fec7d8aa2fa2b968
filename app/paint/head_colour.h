// The colours of several heads in one picture.
#pragma once

#include "app/paint/theme.h"

namespace glassformer {

/// Hues around the circle but the blue of queries and the orange of keys, neighbours of unlike lightness, so that there
/// are more colours than names of colours. Eyes that lack a kind of cone may take two of them for one; pointing at a head names it.
Colour head_colour(const Theme& theme, int head, int heads);

}  // namespace glassformer
