// Animated GIF files.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "app/platform/window.h"

namespace glassformer {

/// A film in at most 256 colors, which is played again and again. It takes the file's place when it is whole.
class GifFile {
public:
    using Colour = std::array<std::uint8_t, 3>;  // red, green, blue
    static constexpr std::size_t most_colours = 256;

    /// Every pixel of a picture gets the nearest of these colors. Throws Error that names the file.
    GifFile(const std::filesystem::path& file, PixelSize size, std::span<const Colour> palette);
    ~GifFile();
    GifFile(const GifFile&) = delete;
    GifFile& operator=(const GifFile&) = delete;

    /// A picture of the film's size, shown for so many hundredths of a second. Throws Error.
    void add(const Image& picture, int hundredths);
    /// After the last picture. Throws Error where a byte could not be written; nothing is left then.
    void finish();

private:
    struct Writing;
    std::unique_ptr<Writing> writing_;
};

/// Which of the colors is nearest, by the sum of the squared differences; the first of equal ones.
std::size_t nearest_colour(std::span<const GifFile::Colour> palette, GifFile::Colour colour);

}  // namespace glassformer
