#include "app/script/film.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/export/ffmpeg.h"
#include "app/platform/passing_folder.h"
#include "app/platform/png.h"
#include "app/script/render.h"
#include "app/script/script.h"
#include "app/workspace/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/stop_signals.h"

namespace glassformer {

namespace {

constexpr const char* frame_name = "frame-{:04}.png";
constexpr const char* frame_pattern = "frame-%04d.png";  // the same for ffmpeg

}  // namespace

int render_frames(const AppOptions& options, const std::filesystem::path& folder, const FilmSettings& settings,
                  const std::function<bool()>& goes_on) {
    const int steps = std::max(1, static_cast<int>(std::lround(settings.seconds * settings.frames_per_second)));
    std::filesystem::create_directories(folder);
    if (!std::filesystem::is_empty(folder)) throw Error(fmt::format(texts::window::folder_in_use, path_text(folder)));
    struct Stopped {};
    const auto write = [&](int number, const Image& picture) {
        if (goes_on && !goes_on()) throw Stopped();
        write_png(folder / fmt::format(fmt::runtime(frame_name), number), picture);
    };
    try {
        if (!options.script.empty() && films(options.script))
            return render_filmed(options, settings.frames_per_second, settings.factor, write);
        render_phases(options, steps, settings.factor,
                      [&](int step, const Image& picture) { write(step + 1, picture); });
    } catch (const Stopped&) {
        return 0;
    }
    return steps + 1;
}

void render_film(const AppOptions& options, const std::filesystem::path& file, const FilmSettings& settings) {
    if (!has_ffmpeg()) throw Error(fmt::format(texts::window::no_ffmpeg, path_text(file)));
    until_stopped([&](const StopSignals& stop) {
        const auto goes_on = [&] { return stop.arrived() == 0; };
        const PassingFolder frames;
        if (render_frames(options, frames.path(), settings, goes_on) == 0) return;
        const std::string stay = "tpad=stop_mode=clone:stop_duration=1";
        // A palette of the film's own keeps the heat maps' colours; films in YUV need even sides.
        const std::string filter = is_gif(file) ? stay + ",split[a][b];[a]palettegen[p];[b][p]paletteuse"
                                                : stay + ",pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p";
        const std::string rate = std::to_string(settings.frames_per_second);
        write_film(file, {frames.path(), {"-framerate", rate, "-i", frame_pattern}, filter}, goes_on);
    });
}

}  // namespace glassformer
