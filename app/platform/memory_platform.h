// What drawing without a display has in common, with OpenGL (headless.cpp) and without (paper.cpp): events that the
// program itself pushes, and a clock that advances 1/60 s a frame, so that the same script gives the same picture.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>

#include "app/platform/window.h"

namespace glassformer {

class MemoryPlatform : public Platform {
public:
    /// Throws Error for a size without pixels.
    MemoryPlatform(PixelSize size, float scale);

    void begin_frame(double wait_seconds) override;
    void end_frame() override { ++frames_; }
    PixelSize size() const override { return size_; }
    PixelSize framebuffer() const override;
    double now() const override { return static_cast<double>(frames_) / 60; }
    void wake() override;
    std::string clipboard() override { return clipboard_; }
    void set_clipboard(const std::string& utf8) override { clipboard_ = utf8; }
    void set_title(const std::string&) override {}
    void set_cursor(CursorShape) override {}
    void set_fullscreen(bool on) override { fullscreen_ = on; }
    bool fullscreen() const override { return fullscreen_; }
    void resize(PixelSize logical) override;
    bool headless() const override { return true; }

protected:
    float scale() const { return scale_; }  // framebuffer pixels a logical pixel

private:
    PixelSize size_;
    float scale_;
    std::int64_t frames_ = 0;
    std::string clipboard_;
    bool fullscreen_ = false;
    std::mutex mutex_;
    std::condition_variable woken_;
    bool wake_ = false;
};

}  // namespace glassformer
