#include "tests/support/device_for_tests.h"

#include <string>

#include "core/base/error.h"
#include "tests/support/skipped.h"

namespace glassformer::test {

namespace {

struct Made {
    std::shared_ptr<gl::Device> device;
    std::string why_not;
};

Made made(const gl::Device::Options& options) {
    try {
        return {std::make_shared<gl::Device>(gl::surfaceless_context(), options), ""};
    } catch (const Error& error) {
        return {nullptr, error.what()};
    }
}

std::shared_ptr<gl::Device> device_or_skip(const Made& made) {
    if (!made.device) skip(Needs::opengl, "the OpenGL backend cannot compute: " + made.why_not);
    return made.device;
}

}  // namespace

std::shared_ptr<gl::Device> gl_device() {
    static const Made shared = made({});
    return device_or_skip(shared);
}

std::shared_ptr<gl::Device> small_gl_device(std::size_t floats) {
    return device_or_skip(made({.max_block_floats = floats}));
}

}  // namespace glassformer::test
