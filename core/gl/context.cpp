#include "core/gl/context.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include <array>
#include <cstdio>

#include "core/base/error.h"
#include "core/base/fault_guard.h"

namespace glassformer::gl {

namespace {

std::string egl_failure() {
    std::array<char, 24> code{};
    std::snprintf(code.data(), code.size(), "EGL error 0x%04x", static_cast<unsigned>(eglGetError()));
    return code.data();
}

/// Hardware first: a device's own display; then Mesa's surfaceless platform, which may be software.
EGLDisplay open_display() {
    if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_device") &&
        epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_device_enumeration")) {
        std::array<EGLDeviceEXT, 16> devices{};
        EGLint found = 0;
        if (eglQueryDevicesEXT(static_cast<EGLint>(devices.size()), devices.data(), &found))
            for (EGLint d = 0; d < found; ++d) {
                const char* extensions = eglQueryDeviceStringEXT(devices[static_cast<std::size_t>(d)], EGL_EXTENSIONS);
                if (extensions != nullptr &&
                    std::string(extensions).find("EGL_MESA_device_software") != std::string::npos)
                    continue;
                const EGLDisplay display =
                    eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[static_cast<std::size_t>(d)], nullptr);
                if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr)) return display;
            }
    }
    if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
        throw Error(
            "without a display, OpenGL needs a graphics driver that draws into memory, and this system has none "
            "(EGL knows neither a device nor a surfaceless platform)");
    const EGLDisplay display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr))
        throw Error("OpenGL does not start without a display (" + egl_failure() + ")");
    return display;
}

class Surfaceless final : public Context {
public:
    Surfaceless() : display_(open_display()) {
        eglBindAPI(EGL_OPENGL_API);
        const std::array<EGLint, 5> wanted{EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                           EGL_NONE};
        EGLConfig config = nullptr;
        EGLint found = 0;
        eglChooseConfig(display_, wanted.data(), &config, 1, &found);
        const std::array<EGLint, 7> version{
            EGL_CONTEXT_MAJOR_VERSION,           4,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
            EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
        const FaultGuard guard("OpenGL 4.3 is required for computing, but the driver crashed while it made a context");
        if (found > 0) context_ = eglCreateContext(display_, config, EGL_NO_CONTEXT, version.data());
        if (context_ == EGL_NO_CONTEXT) throw Error("OpenGL 4.3 is not available here (" + egl_failure() + ")");
    }
    ~Surfaceless() override { eglDestroyContext(display_, context_); }  // the display is the whole process's
    Surfaceless(const Surfaceless&) = delete;
    Surfaceless& operator=(const Surfaceless&) = delete;

    void make_current() override {
        eglBindAPI(EGL_OPENGL_API);
        if (!eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_))
            throw Error("OpenGL does not start without a display (" + egl_failure() + ")");
    }
    void release() override { eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT); }

private:
    EGLDisplay display_ = EGL_NO_DISPLAY;
    EGLContext context_ = EGL_NO_CONTEXT;
};

}  // namespace

std::unique_ptr<Context> surfaceless_context() { return std::make_unique<Surfaceless>(); }

std::string renderer_name() {
    const auto* text = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    return text == nullptr ? "" : text;
}

int context_version() { return epoxy_gl_version(); }

bool is_software(const std::string& renderer) {
    for (const char* name : {"llvmpipe", "softpipe", "SWR", "Software Rasterizer", "SwiftShader"})
        if (renderer.find(name) != std::string::npos) return true;
    return false;
}

}  // namespace glassformer::gl
