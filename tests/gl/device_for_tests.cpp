#include "tests/gl/device_for_tests.h"

#include <cstdio>

#include "core/base/error.h"

namespace glassformer::test {

namespace {

std::shared_ptr<gl::Device> made(const gl::Device::Options& options) {
    try {
        return std::make_shared<gl::Device>(gl::surfaceless_context(), options);
    } catch (const Error& error) {
        std::printf("skipped: the OpenGL backend is not tested: %s\n", error.what());
        return nullptr;
    }
}

}  // namespace

std::shared_ptr<gl::Device> gl_device() {
    static const std::shared_ptr<gl::Device> device = made({});
    return device;
}

std::shared_ptr<gl::Device> small_gl_device(std::size_t floats) { return made({.max_block_floats = floats}); }

}  // namespace glassformer::test
