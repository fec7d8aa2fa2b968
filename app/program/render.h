// A view drawn into memory: pictures for the command line and the documentation, and the time a frame takes.
#pragma once

#include "app/program/app.h"

namespace glassformer {

/// The window as it would show options.view, at options.size, `factor` pixels to each of its pixels. Throws Error where
/// the inputs cannot be evaluated or the stage or cell does not exist.
Image render_view(const AppOptions& options, int factor = 1);

/// options.view as an .svg or .pdf file of options.size. Of the walk: one stage's picture with its title and formula,
/// which needs no OpenGL; options.stage or options.cell say which, the first stage otherwise. Of other views: the view
/// itself, without the bars around it. Returns which characters no font has (CairoPainter::missing()). Throws Error as
/// render_view() does.
std::string render_vectors(const AppOptions& options, const std::filesystem::path& file);

struct FrameTimes {
    double median_ms = 0, min_ms = 0, max_ms = 0;
    double quartile_ms = 0;  // the lower one: of a machine that has other things to do, it tells more than the median
    int repeats = 0;
    std::string backend;  // that computed what is drawn: "cpu", "gl"
};
/// What is done to the window that is timed.
struct BetweenFrames {
    std::string keys{};  // a script played once before, as after options.script
    /// A place of the view ("base", as scripts name it) on which the mouse is held and moved before each frame, so that
    /// a frame also computes what follows from it; empty: nothing moves.
    std::string drag{};
};
/// Full redraws of options.view in memory, each until its pixels are there. Throws Error where there is no such place
/// to drag.
FrameTimes bench_frame(const AppOptions& options, int repeats = 60, const BetweenFrames& between = {});

}  // namespace glassformer
