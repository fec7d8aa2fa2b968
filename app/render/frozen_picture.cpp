#include "app/render/frozen_picture.h"

#include <fmt/core.h>

#include <epoxy/gl.h>

#include "app/render/texts.h"
#include "core/base/error.h"

namespace glassformer {

namespace {

GLuint bound_framebuffer() {
    GLint bound = 0;
    glGetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
    return static_cast<GLuint>(bound);
}

}  // namespace

FrozenPicture::FrozenPicture(PixelSize size) : size_(size) {
    const GLuint window = bound_framebuffer();
    glGenRenderbuffers(1, &colour_);
    glBindRenderbuffer(GL_RENDERBUFFER, colour_);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, size.width, size.height);
    glGenFramebuffers(1, &copy_);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, copy_);
    glFramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour_);
    const bool whole = glCheckFramebufferStatus(GL_DRAW_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    glDisable(GL_SCISSOR_TEST);
    if (whole)
        glBlitFramebuffer(0, 0, size.width, size.height, 0, 0, size.width, size.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, window);
    if (whole) return;
    glDeleteFramebuffers(1, &copy_);
    glDeleteRenderbuffers(1, &colour_);
    throw Error(fmt::format(texts::render::picture_failed, size.width, size.height));
}

FrozenPicture::~FrozenPicture() {
    glDeleteFramebuffers(1, &copy_);
    glDeleteRenderbuffers(1, &colour_);
}

void FrozenPicture::show(PixelSize size) const {
    const GLuint window = bound_framebuffer();
    glBindFramebuffer(GL_READ_FRAMEBUFFER, copy_);
    glDisable(GL_SCISSOR_TEST);
    glBlitFramebuffer(0, 0, size_.width, size_.height, 0, 0, size.width, size.height, GL_COLOR_BUFFER_BIT,
                      size == size_ ? GL_NEAREST : GL_LINEAR);
    glBindFramebuffer(GL_FRAMEBUFFER, window);
}

}  // namespace glassformer
