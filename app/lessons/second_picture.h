// A stage's picture beside that of a view, in a step that compares two of them.
#pragma once

#include <string>

#include "app/pictures/board/memory.h"
#include "app/views/shared/cursor.h"

namespace glassformer {

class SecondPicture {
public:
    /// Takes half of the area for the stage's picture with its title; nothing where the run has no such stage.
    void draw(Painter& painter, Rect& area, const Evaluation& run, const std::string& stage, const Cursor& cursor);
    /// "Attention weights: … (block 2, head 1)"; "" where the run has no such stage.
    static std::string title(const Trace& trace, const std::string& stage, int head);

private:
    PictureMemory memory_;
};

}  // namespace glassformer
