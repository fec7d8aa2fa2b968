// Drawing without a display: EGL on Mesa's surfaceless platform and a framebuffer object. Pictures, scripts and tests
// use it.
#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <fmt/core.h>

#include <cstdio>
#include <utility>

#include "app/platform/memory_platform.h"
#include "app/platform/open_gl_library.h"
#include "app/platform/texts.h"
#include "core/base/error.h"
#include "core/base/fault_guard.h"

namespace glassformer {

namespace {

class EglSharingContext final : public gl::Context {
public:
    EglSharingContext(EGLDisplay display, EGLContext context) : display_(display), context_(context) {}
    ~EglSharingContext() override { eglDestroyContext(display_, context_); }
    EglSharingContext(const EglSharingContext&) = delete;
    EglSharingContext& operator=(const EglSharingContext&) = delete;
    void make_current() override {
        eglBindAPI(EGL_OPENGL_API);
        if (!eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_))
            throw Error(texts::platform::compute_context_failed);
    }
    void release() override { eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT); }
    bool shared_with_window() const override { return true; }

private:
    EGLDisplay display_;
    EGLContext context_;
};

class Headless final : public MemoryPlatform {
public:
    Headless(PixelSize size, float scale) : MemoryPlatform(size, scale) {
        open_context();
        try {
            read_context();
            make_target();
        } catch (...) {
            close_context();
            throw;
        }
    }
    ~Headless() override {
        make_current();
        glDeleteFramebuffers(1, &target_);
        glDeleteRenderbuffers(1, &colour_);
        close_context();
    }

    void begin_frame(double wait_seconds) override {
        MemoryPlatform::begin_frame(wait_seconds);
        glBindFramebuffer(GL_FRAMEBUFFER, target_);
        glViewport(0, 0, framebuffer().width, framebuffer().height);
    }
    void end_frame() override {
        MemoryPlatform::end_frame();
        if (!passes_frame()) filled_ = draws_pixels();
    }

    void resize(PixelSize logical) override {
        MemoryPlatform::resize(logical);
        glDeleteFramebuffers(1, &target_);
        glDeleteRenderbuffers(1, &colour_);
        make_target();
    }
    std::unique_ptr<gl::Context> sharing_context() override {
        const EGLint version[] = {
            EGL_CONTEXT_MAJOR_VERSION,           4,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
            EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
        eglBindAPI(EGL_OPENGL_API);
        const EGLContext sharing = eglCreateContext(display_, config_, context_, version);
        if (sharing == EGL_NO_CONTEXT) throw Error(fmt::format(texts::platform::no_memory_compute_context, failure()));
        return std::make_unique<EglSharingContext>(display_, sharing);
    }
    std::unique_ptr<Platform> second_window(const std::string& title) override {
        static_cast<void>(title);
        std::unique_ptr<Platform> second = open_headless(first_window_size, scale());
        second->events().hand_keys_to(events_);
        return second;
    }
    void make_current() override {
        if (eglGetCurrentContext() == context_) return;
        eglBindAPI(EGL_OPENGL_API);
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_);
    }
    Image read_pixels() override {
        if (!filled_) throw Error(texts::platform::frame_not_drawn);
        return read_framebuffer(target_, framebuffer());
    }

private:
    void open_context() {
        require_library("libEGL.so.1");
        require_library("libGL.so.1");
        if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
            throw NoOpenGl(texts::platform::no_surfaceless);
        display_ = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
        if (display_ == EGL_NO_DISPLAY || !eglInitialize(display_, nullptr, nullptr))
            throw NoOpenGl(fmt::format(texts::platform::surfaceless_failed, failure()));
        eglBindAPI(EGL_OPENGL_API);
        const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
        EGLint found = 0;
        eglChooseConfig(display_, wanted, &config_, 1, &found);
        const FaultGuard guard(texts::platform::driver_failed);
        for (const auto& [major, minor] : {std::pair{4, 3}, {3, 3}}) {
            const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION,
                                      major,
                                      EGL_CONTEXT_MINOR_VERSION,
                                      minor,
                                      EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                      EGL_NONE};
            context_ = found ? eglCreateContext(display_, config_, EGL_NO_CONTEXT, version) : EGL_NO_CONTEXT;
            if (context_ != EGL_NO_CONTEXT) break;
        }
        if (context_ == EGL_NO_CONTEXT || !eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_)) {
            const std::string why = failure();
            close_context();
            throw NoOpenGl(fmt::format(texts::platform::no_core_context, why));
        }
    }
    void close_context() {
        eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        if (context_ != EGL_NO_CONTEXT) eglDestroyContext(display_, context_);
        // The display itself stays: the whole process shares it, and another context may be using it.
    }
    static std::string failure() {
        char code[16];
        std::snprintf(code, sizeof code, "0x%04x", static_cast<unsigned>(eglGetError()));
        return fmt::format(texts::platform::egl_error, code);
    }
    void make_target() {
        glGenRenderbuffers(1, &colour_);
        glBindRenderbuffer(GL_RENDERBUFFER, colour_);
        glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, framebuffer().width, framebuffer().height);
        glGenFramebuffers(1, &target_);
        glBindFramebuffer(GL_FRAMEBUFFER, target_);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour_);
        if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
            throw Error(
                fmt::format(texts::platform::picture_too_large, renderer_, framebuffer().width, framebuffer().height));
    }

    EGLDisplay display_ = EGL_NO_DISPLAY;
    EGLConfig config_ = nullptr;
    EGLContext context_ = EGL_NO_CONTEXT;
    unsigned target_ = 0, colour_ = 0;
    bool filled_ = false;  // the last frame, with pixels
};

}  // namespace

std::unique_ptr<Platform> open_headless(PixelSize size, float scale) { return std::make_unique<Headless>(size, scale); }

}  // namespace glassformer
