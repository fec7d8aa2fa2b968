#include "app/platform/png.h"

#include <png.h>

#include <cerrno>
#include <cstring>

#include "core/error.h"
#include "core/io/file.h"

namespace glassformer {

// libpng's simplified interface: no jumps over C++ frames, and a message instead.

void write_png(const std::filesystem::path& file, const Image& image) {
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    png.width = static_cast<png_uint_32>(image.width);
    png.height = static_cast<png_uint_32>(image.height);
    png.format = PNG_FORMAT_RGBA;
    errno = 0;
    if (!png_image_write_to_file(&png, file.c_str(), 0, image.rgba.data(), 0, nullptr))
        throw Error("cannot write the picture " + path_text(file) + ": " +
                    (errno ? std::strerror(errno) : png.message));
}

Image read_png(const std::filesystem::path& file) {
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_file(&png, file.c_str()))
        throw Error("cannot read the picture " + path_text(file) + ": " + png.message);
    png.format = PNG_FORMAT_RGBA;
    Image image{static_cast<int>(png.width), static_cast<int>(png.height), {}};
    image.rgba.resize(PNG_IMAGE_SIZE(png));
    if (!png_image_finish_read(&png, nullptr, image.rgba.data(), 0, nullptr))
        throw Error("cannot read the picture " + path_text(file) + ": " + png.message);
    return image;
}

}  // namespace glassformer
