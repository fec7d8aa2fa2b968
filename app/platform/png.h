// Pictures as PNG files.
#pragma once

#include <filesystem>

#include "app/platform/window.h"

namespace glassformer {

/// Writes 8-bit RGBA. Throws Error that names the file.
void write_png(const std::filesystem::path& file, const Image& image);
/// Reads any PNG as 8-bit RGBA. Throws Error that names the file.
Image read_png(const std::filesystem::path& file);

}  // namespace glassformer
