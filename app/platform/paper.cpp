// Frames that are laid out and become no pixels: for pages in PDF, SVG and PNG, which another painter draws, and for
// what is tried without anybody looking at it. Needs neither a display nor OpenGL.
#include "app/platform/memory_platform.h"
#include "app/platform/texts.h"
#include "core/base/error.h"

namespace glassformer {

namespace {

class Paper final : public MemoryPlatform {
public:
    explicit Paper(PixelSize size) : MemoryPlatform(size, 1) {}

    bool has_opengl() const override { return false; }
    std::unique_ptr<gl::Context> sharing_context() override { throw NoOpenGl(texts::platform::paper_has_no_opengl); }
    std::unique_ptr<Platform> second_window(const std::string&) override {
        std::unique_ptr<Platform> second = open_paper(first_window_size);
        second->events().hand_keys_to(events_);
        return second;
    }
    void make_current() override {}
    Image read_pixels() override { throw NoOpenGl(texts::platform::paper_has_no_opengl); }
};

}  // namespace

std::unique_ptr<Platform> open_paper(PixelSize size) { return std::make_unique<Paper>(size); }

}  // namespace glassformer
