// Pictures as PNG files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "app/platform/window.h"

namespace glassformer {

/// Writes 8-bit RGBA. Throws Error that names the file.
void write_png(const std::filesystem::path& file, const Image& image);
/// The same in memory, with a table of its colours where it has few. Throws Error.
std::string png_bytes(const Image& image);
/// Writes the bytes of a picture file atomically: an older file is kept if writing fails. Throws Error.
void write_picture(const std::filesystem::path& file, std::string_view bytes);
/// Reads a PNG in memory. Throws Error, before anything is decoded where a side or all of it is larger than that.
Image png_from(std::string_view bytes, int longest_side, std::size_t most_pixels);
/// Reads any PNG as 8-bit RGBA. Throws Error that names the file.
Image read_png(const std::filesystem::path& file);

}  // namespace glassformer
