// A matrix that was drawn, as it is read by who points at it: which record's cells they are, and their numbers.
#pragma once

#include <optional>
#include <span>

#include "app/handout/handout.h"
#include "app/paint/painter.h"
#include "core/lesson/value.h"

namespace glassformer {

/// `covered`: numbers that are not told. `shown`: so many of its cells are drawn, row by row. Nothing for numbers that
/// are no record's and for a matrix of which nothing is seen, or that has more cells than can be pointed at.
std::optional<HandoutMap> drawn_map(const LessonRuns& runs, const ConstMatrix& matrix, const Rect& rect,
                                    const Rect& seen, int shown, std::span<const float* const> covered = {});

}  // namespace glassformer
