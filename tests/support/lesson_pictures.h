// Pictures of a lesson's steps, to be compared.
#pragma once

#include <cstddef>
#include <vector>

#include "tests/support/window_program.h"

namespace glassformer::test {

/// Number of pixels outside these places that differ by more than the smoothing of letters does.
std::size_t different_pixels(const Image& a, const Image& b, const std::vector<Rect>& except = {});

void blacken(Image& image, const Rect& place);

/// The window without what is not of the step: the buttons of undo and redo.
inline Image picture_without_history(const Program& program) {
    Image image = program.picture();
    for (const char* name : {"undo", "redo"}) blacken(image, program.target(name));
    return image;
}

/// The same without the lesson beside it and the controls above.
inline Image view_alone(const Program& program) {
    Image image = picture_without_history(program);
    const Rect lesson = program.target("lesson.progress");
    const auto wide = static_cast<float>(image.width), high = static_cast<float>(image.height);
    blacken(image, {lesson.x - 20, 0, wide - lesson.x + 20, high});
    return image;
}

}  // namespace glassformer::test
