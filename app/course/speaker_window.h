// The speaker's window: the speaker's page in a window of its own, on another screen where there is one. It draws only
// when the page changes or somebody touches it, and takes no keys away from the audience's window.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "app/lecture/speaker_page.h"
#include "app/widgets/gui.h"

namespace glassformer {

class SpeakerWindow {
public:
    /// Throws Error where the system opens no second window.
    SpeakerWindow(Platform& main, const Theme& theme, float text_scale);
    ~SpeakerWindow();
    SpeakerWindow(const SpeakerWindow&) = delete;
    SpeakerWindow& operator=(const SpeakerWindow&) = delete;

    /// Draws a frame if anything changed; false where nothing is to be drawn after that.
    bool draw(const SpeakerPage& page, const Theme& theme, float text_scale);
    /// What was pressed since it was asked last, the cross of the window too.
    SpeakerAnswer take_answer() { return std::exchange(answer_, {}); }

    Platform& platform() { return *platform_; }
    const Targets& targets() const { return targets_; }
    std::uint64_t frames() const { return gui_->frames(); }

private:
    Platform& main_;
    std::unique_ptr<Platform> platform_;
    std::unique_ptr<Gui> gui_;
    SpeakerPage page_;
    SpeakerAnswer answer_;
    StepList steps_;
    Targets targets_;
};

}  // namespace glassformer
