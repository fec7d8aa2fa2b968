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
    constexpr auto every = std::chrono::seconds(10);
    auto given_back = std::chrono::steady_clock::now();
    while (app.frame()) {
        if (end.arrived()) {
            app.end_by_system();
            break;
        }
        // Models and trainings come and go; while the window rests, what they leave goes back to the system.
        if (app.needs_frame() || std::chrono::steady_clock::now() < given_back + every) continue;
        give_back_free_memory();
        given_back = std::chrono::steady_clock::now();
    }
    return 0;
}

}  // namespace glassformer
