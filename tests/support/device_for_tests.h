// The device that the tests of the OpenGL backend share: made once; null, and said why once, where there is none.
#pragma once

#include <memory>

#include "core/gl/backend.h"

namespace glassformer::test {

/// Null where there is no OpenGL 4.3: a line "skipped: …" says why, and the caller returns.
std::shared_ptr<gl::Device> gl_device();

/// The same with buffers that a shader sees only `floats` entries of, so that small tensors are split too.
std::shared_ptr<gl::Device> small_gl_device(std::size_t floats);

}  // namespace glassformer::test
