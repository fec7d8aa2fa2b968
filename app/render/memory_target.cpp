#include "app/render/memory_target.h"

#include <fmt/core.h>

#include <epoxy/gl.h>

#include <algorithm>

#include "app/render/texts.h"
#include "core/base/error.h"

namespace glassformer {

MemoryTarget::MemoryTarget(PixelSize size) : size_(size) {
    GLint buffer = 0, viewport[2] = {0, 0};
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &buffer);
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);
    const int most = std::min({buffer, viewport[0], viewport[1]});
    if (size.width > most || size.height > most)
        throw Error(fmt::format(texts::render::picture_too_large, size.width, size.height, most));
    glGetIntegerv(GL_FRAMEBUFFER_BINDING, &before_);
    glGenRenderbuffers(1, &colour_);
    glBindRenderbuffer(GL_RENDERBUFFER, colour_);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, size.width, size.height);
    glGenFramebuffers(1, &target_);
    glBindFramebuffer(GL_FRAMEBUFFER, target_);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour_);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) return;
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before_));
    glDeleteFramebuffers(1, &target_);
    glDeleteRenderbuffers(1, &colour_);
    throw Error(fmt::format(texts::render::picture_failed, size.width, size.height));
}

MemoryTarget::~MemoryTarget() {
    glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before_));
    glDeleteFramebuffers(1, &target_);
    glDeleteRenderbuffers(1, &colour_);
}

void MemoryTarget::clear(Colour colour) const {
    glBindFramebuffer(GL_FRAMEBUFFER, target_);
    glViewport(0, 0, size_.width, size_.height);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(colour.r, colour.g, colour.b, 1);
    glClear(GL_COLOR_BUFFER_BIT);
}

Image MemoryTarget::read() const {
    const auto width = static_cast<std::size_t>(size_.width), height = static_cast<std::size_t>(size_.height);
    Image image{size_.width, size_.height, std::vector<std::uint8_t>(4 * width * height)};
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target_);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, size_.width, size_.height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
    for (std::size_t top = 0, bottom = height - 1; top < bottom; ++top, --bottom)  // OpenGL's rows go upwards
        std::swap_ranges(image.rgba.begin() + static_cast<std::ptrdiff_t>(4 * width * top),
                         image.rgba.begin() + static_cast<std::ptrdiff_t>(4 * width * (top + 1)),
                         image.rgba.begin() + static_cast<std::ptrdiff_t>(4 * width * bottom));
    for (std::size_t pixel = 0; pixel < width * height; ++pixel) image.rgba[4 * pixel + 3] = 255;
    return image;
}

}  // namespace glassformer
