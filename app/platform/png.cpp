#include "app/platform/png.h"

#include <fmt/core.h>

#include <png.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/platform/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"

namespace glassformer {

// libpng's simplified interface: no jumps over C++ frames, and a message instead.

void write_png(const std::filesystem::path& file, const Image& image) {
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    png.width = static_cast<png_uint_32>(image.width);
    png.height = static_cast<png_uint_32>(image.height);
    png.format = PNG_FORMAT_RGBA;
    std::string bytes(PNG_IMAGE_PNG_SIZE_MAX(png), '\0');
    png_alloc_size_t size = bytes.size();
    if (!png_image_write_to_memory(&png, bytes.data(), &size, 0, image.rgba.data(), 0, nullptr))
        throw Error(fmt::format(texts::platform::write_failed, path_text(file), png.message));
    write_picture(file, std::string_view(bytes).substr(0, size));
}

std::string png_bytes(const Image& image) {
    constexpr std::size_t most_colours = 256, channels = 4;
    std::map<std::array<std::uint8_t, channels>, std::uint8_t> known;
    std::vector<std::uint8_t> colours, pixels;
    for (std::size_t at = 0; at < image.rgba.size() && known.size() <= most_colours; at += channels) {
        std::array<std::uint8_t, channels> tone{};
        std::copy_n(image.rgba.begin() + static_cast<std::ptrdiff_t>(at), channels, tone.begin());
        const auto [place, is_new] = known.try_emplace(tone, static_cast<std::uint8_t>(known.size()));
        if (is_new) colours.insert(colours.end(), tone.begin(), tone.end());
        pixels.push_back(place->second);
    }
    const bool table = known.size() <= most_colours;
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    png.width = static_cast<png_uint_32>(image.width);
    png.height = static_cast<png_uint_32>(image.height);
    png.format = table ? PNG_FORMAT_RGBA_COLORMAP : PNG_FORMAT_RGBA;
    png.colormap_entries = table ? static_cast<png_uint_32>(known.size()) : 0;
    std::string bytes(PNG_IMAGE_PNG_SIZE_MAX(png), '\0');
    png_alloc_size_t size = bytes.size();
    if (!png_image_write_to_memory(&png, bytes.data(), &size, 0, table ? pixels.data() : image.rgba.data(), 0,
                                   table ? colours.data() : nullptr))
        throw Error(png.message);
    bytes.resize(size);
    return bytes;
}

void write_picture(const std::filesystem::path& file, std::string_view bytes) {
    // A missing folder is most likely a typing error, so it is not created.
    std::error_code unread;
    if (file.has_parent_path() && !std::filesystem::is_directory(file.parent_path(), unread))
        throw Error(fmt::format(texts::platform::no_folder, path_text(file), path_text(file.parent_path())));
    write_file(file, bytes);
}

Image png_from(std::string_view bytes, int longest_side, std::size_t most_pixels) {
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_memory(&png, bytes.data(), bytes.size())) throw Error(png.message);
    const auto longest = static_cast<png_uint_32>(longest_side);
    if (png.width > longest || png.height > longest || static_cast<std::size_t>(png.width) * png.height > most_pixels) {
        const std::string said = fmt::format(texts::platform::image_too_large, png.width, png.height, longest_side);
        png_image_free(&png);
        throw Error(said);
    }
    png.format = PNG_FORMAT_RGBA;
    Image image{static_cast<int>(png.width), static_cast<int>(png.height), {}};
    image.rgba.resize(PNG_IMAGE_SIZE(png));
    if (!png_image_finish_read(&png, nullptr, image.rgba.data(), 0, nullptr)) throw Error(png.message);
    return image;
}

Image read_png(const std::filesystem::path& file) {
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_file(&png, file.c_str()))
        throw Error(fmt::format(texts::platform::read_failed, path_text(file), png.message));
    png.format = PNG_FORMAT_RGBA;
    Image image{static_cast<int>(png.width), static_cast<int>(png.height), {}};
    image.rgba.resize(PNG_IMAGE_SIZE(png));
    if (!png_image_finish_read(&png, nullptr, image.rgba.data(), 0, nullptr))
        throw Error(fmt::format(texts::platform::read_failed, path_text(file), png.message));
    return image;
}

}  // namespace glassformer
