// Parts that both platforms share: the check of the OpenGL context and reading pixels.
#include "app/platform/window.h"

#include <fmt/core.h>

#include <epoxy/gl.h>

#include <array>
#include <bit>
#include <cstring>

#include "app/platform/texts.h"

namespace glassformer {

void Platform::read_context() {
    const int version = epoxy_gl_version();  // 43 for OpenGL 4.3
    const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    renderer_ = name ? name : texts::platform::unknown;
    if (version < 33) throw Error(fmt::format(texts::platform::old_opengl, renderer_, version / 10, version % 10));
}

Image Platform::read_framebuffer(unsigned framebuffer, PixelSize size) {
    Image image{size.width, size.height, {}};
    const std::size_t row = 4 * static_cast<std::size_t>(size.width);
    image.rgba.resize(row * static_cast<std::size_t>(size.height));
    glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
    // OpenGL counts rows from below.
    constexpr auto opaque = std::bit_cast<std::uint32_t>(std::array<std::uint8_t, 4>{0, 0, 0, 255});
    const auto swap = [row](std::uint8_t* upper, std::uint8_t* lower) {
        for (std::size_t i = 0; i < row; i += 4) {
            std::uint32_t one = 0, other = 0;
            std::memcpy(&one, upper + i, 4);
            std::memcpy(&other, lower + i, 4);
            one |= opaque;
            other |= opaque;
            std::memcpy(upper + i, &other, 4);
            std::memcpy(lower + i, &one, 4);
        }
    };
    for (int top = 0, bottom = size.height - 1; top <= bottom; ++top, --bottom)
        swap(image.rgba.data() + row * static_cast<std::size_t>(top),
             image.rgba.data() + row * static_cast<std::size_t>(bottom));
    return image;
}

}  // namespace glassformer
