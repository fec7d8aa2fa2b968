// The motion in which a stage of the walk computes itself, or what a script films, as numbered pictures or as a film.
#pragma once

#include "app/program/app.h"

namespace glassformer {

struct FilmSettings {
    double seconds = 2;          // from the empty result to the whole one; a script says by itself how long it is
    int frames_per_second = 25;  // at least 1
    int factor = 1;              // pixels of a picture to each of options.size, along both sides
};

/// Writes frame-0001.png … into a folder, which is made if it is not there: what options.script films, or the window
/// with the stage of the options, the first picture without any of its result, the last as it is at rest. Returns how
/// many; 0 where `goes_on`, asked before each, said no. Throws Error like render_view(), and where the stage does not
/// compute itself.
int render_frames(const AppOptions& options, const std::filesystem::path& folder, const FilmSettings& settings = {},
                  const std::function<bool()>& goes_on = {});

/// The same as an animated .gif or an .mp4, whose last picture stays for a second. Throws Error where ffmpeg is not on
/// the PATH or fails. Ctrl+C, SIGTERM and SIGHUP end the program as ever, but nothing of the film is left.
void render_film(const AppOptions& options, const std::filesystem::path& file, const FilmSettings& settings = {});

}  // namespace glassformer
