// An OpenGL context of at least 4.3 that computes: one of its own without any display (EGL, Mesa's surfaceless platform
// or a device's), or one that the window shares its objects with (app/platform).
#pragma once

#include <memory>
#include <string>

namespace glassformer::gl {

class Context {
public:
    virtual ~Context() = default;
    virtual void make_current() = 0;  // on the calling thread
    virtual void release() = 0;       // from the calling thread
    /// Whether what is made here has the same name in the window's context, which may draw from it then.
    virtual bool shared_with_window() const { return false; }
};

/// Throws Error saying why where there is no EGL, no platform without a display, or no OpenGL 4.3.
std::unique_ptr<Context> surfaceless_context();

/// Of the context that is current: "NVIDIA H100 PCIe", 43 for OpenGL 4.3.
std::string renderer_name();
int context_version();
/// Whether the processor draws: llvmpipe, softpipe, SWR and the like.
bool is_software(const std::string& renderer);

}  // namespace glassformer::gl
