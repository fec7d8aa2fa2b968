#include "app/platform/open_gl_library.h"

#include <dlfcn.h>
#include <fmt/core.h>

#include "app/platform/texts.h"
#include "app/platform/window.h"

namespace glassformer {

void require_library(const char* name) {
    // It stays open, as it would.
    if (dlopen(name, RTLD_LAZY | RTLD_LOCAL) == nullptr)
        throw NoOpenGl(fmt::format(texts::platform::no_opengl_library, name));
}

}  // namespace glassformer
