#include "app/platform/png.h"

#include <fmt/core.h>

#include <png.h>

#include <string>

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

void write_picture(const std::filesystem::path& file, std::string_view bytes) {
    // A missing folder is most likely a typing error, so it is not created.
    std::error_code unread;
    if (file.has_parent_path() && !std::filesystem::is_directory(file.parent_path(), unread))
        throw Error(fmt::format(texts::platform::no_folder, path_text(file), path_text(file.parent_path())));
    write_file(file, bytes);
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
