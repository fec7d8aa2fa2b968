// Pictures of a lesson's steps, to be compared.
#pragma once

#include <cstddef>
#include <cstdlib>

#include "tests/support/window_program.h"

namespace glassformer::test {

/// Number of pixels that differ by more than the smoothing of letters does.
inline std::size_t different_pixels(const Image& a, const Image& b) {
    REQUIRE(a.width == b.width);
    REQUIRE(a.height == b.height);
    std::size_t count = 0;
    for (int y = 0; y < a.height; ++y)
        for (int x = 0; x < a.width; ++x)
            for (int channel = 0; channel < 3; ++channel)
                if (std::abs(a.pixel(x, y)[channel] - b.pixel(x, y)[channel]) > 1) {
                    ++count;
                    break;
                }
    return count;
}

inline void blacken(Image& image, const Rect& place) {
    for (int y = static_cast<int>(place.y); y < static_cast<int>(place.bottom()); ++y)
        for (int x = static_cast<int>(place.x); x < static_cast<int>(place.right()); ++x)
            for (std::size_t channel = 0; channel < 3; ++channel)
                image.rgba[(static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                            static_cast<std::size_t>(x)) *
                               4 +
                           channel] = 0;
}

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
