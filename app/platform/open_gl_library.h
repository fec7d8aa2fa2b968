// Libraries that the driver's functions come from, which are opened when the first of them is called.
#pragma once

namespace glassformer {

/// Throws NoOpenGl where the system cannot open it ("libEGL.so.1"): the call would end the program.
void require_library(const char* name);

}  // namespace glassformer
