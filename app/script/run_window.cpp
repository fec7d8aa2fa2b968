#include "app/script/run_window.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "app/platform/end_signals.h"
#include "app/script/script.h"
#include "app/workspace/texts.h"
#include "core/base/system_memory.h"

namespace glassformer {

int run_window(const WindowRun& run) {
    return_large_blocks();
    std::string unused;
    PixelSize size = run.options.size;
    std::optional<WindowPlace> place;
    if (size.width <= 0) {
        const Settings settings = load_settings(run.options.settings, unused);
        size = settings.size;
        place = settings.place;
    }
    const std::unique_ptr<Platform> platform = run.headless
                                                   ? open_headless(size)
                                                   : open_window({.title = texts::window::title,
                                                                  .size = size,
                                                                  .place = place,
                                                                  .follows_desktop = run.options.size.width <= 0});
    App app(*platform, run.options);
    if (!run.script.empty()) {
        run_script(app, run.script);
        return 0;
    }
    const EndSignals end([&platform] { platform->wake(); });
    constexpr std::chrono::seconds resting(10), busy(30);
    auto given_back = std::chrono::steady_clock::now();
    while (app.frame()) {
        if (end.arrived()) {
            app.end_by_system();
            break;
        }
        // Models and trainings come and go. What they leave goes back to the system while the window rests; one that
        // never does, as under a training, is held up for milliseconds.
        if (std::chrono::steady_clock::now() < given_back + (app.needs_frame() ? busy : resting)) continue;
        give_back_free_memory();
        given_back = std::chrono::steady_clock::now();
    }
    return 0;
}

}  // namespace glassformer
