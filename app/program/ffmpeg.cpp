#include "app/program/ffmpeg.h"

#include <utility>

#include "app/platform/run_program.h"

namespace glassformer {

int ffmpeg(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "ffmpeg");
    return run_program(std::move(arguments));
}

bool has_ffmpeg() { return has_program("ffmpeg"); }

}  // namespace glassformer
