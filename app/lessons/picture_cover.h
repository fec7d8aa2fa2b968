// What of a step's picture is covered until its question is answered: what the scene names, and by itself the one cell
// that is asked for.
#pragma once

#include <string>
#include <vector>

#include "app/lessons/scene.h"
#include "core/session/evaluation.h"

namespace glassformer {

struct PictureCover {
    std::vector<const float*> cells;   // where their numbers lie in the run
    std::vector<std::string> written;  // their numbers, in each way that the window writes them
    bool caption = false, picture = false;
    bool named = false;  // the scene names cells
    std::string texts;   // that the picture is of, a line each: what is seen where all of it is covered
    bool any() const { return !cells.empty() || caption || picture; }
    /// No plate covers what the scene names: then the whole picture is.
    bool hides_all(bool any_plate) const { return picture || (named && !any_plate); }
};

/// Of a step whose question waits for its answer. Cells that the run does not have are left out.
PictureCover cover_of(const LessonStep& step, const LessonScene& scene, const Evaluation& run);

/// The cells that a reference names. Throws ExpressionError where the run has none, or where they are too many.
std::vector<const float*> covered_numbers(const std::string& reference, const Evaluation& run);

}  // namespace glassformer
