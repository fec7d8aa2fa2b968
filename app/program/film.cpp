#include "app/program/film.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>

#include "app/platform/passing_folder.h"
#include "app/platform/png.h"
#include "app/program/ffmpeg.h"
#include "app/program/render.h"
#include "app/program/script.h"
#include "app/program/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"

namespace glassformer {

namespace {

constexpr const char* frame_name = "frame-{:04}.png";
constexpr const char* frame_pattern = "frame-%04d.png";  // the same for ffmpeg

/// The ending in small letters.
std::string ending_of(const std::filesystem::path& file) {
    std::string ending = file.extension().string();
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ending;
}

}  // namespace

bool is_film(const std::filesystem::path& file) {
    const std::string ending = ending_of(file);
    return ending == ".gif" || ending == ".mp4";
}

int render_frames(const AppOptions& options, const std::filesystem::path& folder, const FilmSettings& settings) {
    const int steps = std::max(1, static_cast<int>(std::lround(settings.seconds * settings.frames_per_second)));
    std::filesystem::create_directories(folder);
    if (!std::filesystem::is_empty(folder)) throw Error(fmt::format(texts::program::folder_in_use, path_text(folder)));
    const auto write = [&](int number, const Image& picture) {
        write_png(folder / fmt::format(fmt::runtime(frame_name), number), picture);
    };
    if (!options.script.empty() && films(options.script))
        return render_filmed(options, settings.frames_per_second, settings.factor, write);
    render_phases(options, steps, settings.factor, [&](int step, const Image& picture) { write(step + 1, picture); });
    return steps + 1;
}

void render_film(const AppOptions& options, const std::filesystem::path& file, const FilmSettings& settings) {
    if (ffmpeg({"-version"}) < 0) throw Error(fmt::format(texts::program::no_ffmpeg, path_text(file)));
    const PassingFolder frames;
    render_frames(options, frames.path(), settings);
    const std::string stay = "tpad=stop_mode=clone:stop_duration=1";
    const bool gif = ending_of(file) == ".gif";
    // A palette of the film's own keeps the heat maps' colours; films in YUV need even sides.
    const std::string filter = gif ? stay + ",split[a][b];[a]palettegen[p];[b][p]paletteuse"
                                   : stay + ",pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p";
    std::string pattern;  // a % of the folder's own is no number
    for (const char c : frames.path().string()) pattern += c == '%' ? "%%" : std::string(1, c);
    pattern += std::string("/") + frame_pattern;
    const int code =
        ffmpeg({"-nostdin", "-y", "-loglevel", "error", "-framerate", std::to_string(settings.frames_per_second), "-i",
                pattern, "-vf", filter, std::filesystem::absolute(file).string()});
    if (code != 0) throw Error(fmt::format(texts::program::ffmpeg_failed, code, path_text(file)));
}

}  // namespace glassformer
