// ffmpeg, which makes films of pictures, as a program that is run.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace glassformer {

/// It is on the PATH.
bool has_ffmpeg();

/// What ffmpeg reads, and what becomes of it.
struct FilmInput {
    std::filesystem::path folder;    // that it starts in: names of files in `words` are without it
    std::vector<std::string> words;  // "-framerate", "25", "-i", "frame-%04d.png"
    std::string filter;              // of -vf
    std::filesystem::path named{};   // the film as messages name it; empty: by its path
};

/// Makes a .gif or an .mp4, whichever `file` ends with: beside it, and in its place once it is whole. `goes_on` is
/// asked meanwhile; false ends it, and nothing is written: then this is false, too. Throws Error, which names `file`,
/// where ffmpeg is not there, fails, or leaves a film that is not whole.
bool write_film(const std::filesystem::path& file, const FilmInput& input, const std::function<bool()>& goes_on = {});

/// True for the names of files that a film can be written to: .gif and .mp4.
bool is_film(const std::filesystem::path& file);
/// … for .gif.
bool is_gif(const std::filesystem::path& file);

}  // namespace glassformer
