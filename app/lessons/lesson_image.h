// An image file that a step shows in place of a picture: a PNG in the lesson's folder or below.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "app/paint/painter.h"
#include "app/platform/window.h"

namespace glassformer {

inline constexpr std::size_t largest_image = 4 * 1024 * 1024;       // bytes of the file
inline constexpr int longest_image_side = 4096;                     // pixels
inline constexpr std::size_t most_image_pixels = 12 * 1000 * 1000;  // that are decoded

/// Throws Error where the name is none of a PNG file in the folder or below, whatever there is on the disk.
void require_image_name(const std::string& name);
/// Reads it. Throws Error with one sentence: for a file elsewhere, one that is too large, and one that is no PNG.
Image load_lesson_image(const std::filesystem::path& folder, const std::string& name);
/// As large as it fits, in the middle of the area.
void draw_fitted(Painter& painter, const Image& image, const Rect& area);

}  // namespace glassformer
