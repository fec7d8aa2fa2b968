// Off-screen rendering of a view: pictures for the command line and the documentation, and timed frames.
#pragma once

#include "app/program/app.h"

namespace glassformer {

/// Picture of the window with options.view, at options.size times `factor`. Throws Error if the inputs cannot be
/// evaluated or the stage or cell does not exist.
Image render_view(const AppOptions& options, int factor = 1);

/// The window with a stage of the walk that computes itself in `steps` steps: `taken` gets the pictures from step 0,
/// where nothing of the result is there, to the last, which is the stage at rest. Throws Error like render_view(), and
/// where the stage does not compute itself.
void render_phases(const AppOptions& options, int steps, int factor,
                   const std::function<void(int step, const Image& picture)>& taken);

/// What options.script films, moving as in a window: `taken` gets its pictures in their order. Returns how many. Throws
/// Error like render_view(), and where nothing was filmed.
int render_filmed(const AppOptions& options, int frames_per_second, int factor,
                  const std::function<void(int number, const Image& picture)>& taken);

/// Writes options.view as an .svg or .pdf file of options.size, or as a .png of `factor` times that. For the walk: the
/// picture of one stage (options.stage or options.cell, else the first) with its title and formula, without OpenGL. For
/// other views: the view without the bars around it. Returns the characters that no font has (CairoPainter::missing()).
/// Throws Error like render_view().
std::string render_page(const AppOptions& options, const std::filesystem::path& file, int factor = 1);

struct FrameTimes {
    double median_ms = 0, min_ms = 0, max_ms = 0;
    double quartile_ms = 0;  // lower quartile: more robust than the median on a busy machine
    double p95_ms = 0;       // 95 of 100 frames took no longer
    int repeats = 0;
    std::string backend;  // device that computed the model: "cpu", "gl"
};
/// Actions on the window before the timed frames.
struct BetweenFrames {
    std::string keys{};  // script that runs once, after options.script
    /// Control ("base", as scripts name it) that the mouse drags before each frame, so that a frame includes the
    /// computation it causes; empty: none.
    std::string drag{};
    /// Control that the mouse moves over before each frame, not pressed: "story" is the overview; empty: none.
    std::string hover{};
};
/// Times of full redraws of options.view in memory, each until its pixels are read. Throws Error if there is no such
/// control to drag or to move over.
FrameTimes bench_frame(const AppOptions& options, int repeats = 60, const BetweenFrames& between = {});

}  // namespace glassformer
