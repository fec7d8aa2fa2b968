#include "app/render.h"

#include <algorithm>
#include <chrono>

#include "core/error.h"

namespace glassformer {

namespace {

/// Evaluates and draws until the picture stands still; what is wrong becomes an Error.
void show(App& app) {
    app.session().wait();
    if (const auto shown = app.session().shown(); !shown.error.empty()) throw Error(shown.error);
    app.settle();
    if (!app.message().empty()) throw Error(app.message());
}

}  // namespace

Image render_walk(const AppOptions& options) {
    const auto platform = open_headless(options.size);
    App app(*platform, options);
    show(app);
    return platform->read_pixels();
}

FrameTimes bench_frame(const AppOptions& options, int repeats) {
    if (repeats < 1) throw Error("a median needs at least 1 frame, got " + std::to_string(repeats));
    const auto platform = open_headless(options.size);
    App app(*platform, options);
    show(app);
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i) {
        const auto start = std::chrono::steady_clock::now();
        app.frame();
        (void)platform->read_pixels();  // waits for the last pixel
        times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    }
    std::sort(times.begin(), times.end());
    return {times[times.size() / 2], times.front(), times.back(), repeats};
}

}  // namespace glassformer
