// ffmpeg, which makes films of pictures, as a program that is run.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace glassformer {

/// A folder for the pictures of one film, gone with them at its end.
class PassingFolder {
public:
    PassingFolder();
    ~PassingFolder();
    PassingFolder(const PassingFolder&) = delete;
    PassingFolder& operator=(const PassingFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

/// Runs ffmpeg, which says nothing but errors, and returns its exit code; −1 where there is none on the PATH.
int ffmpeg(std::vector<std::string> arguments);

}  // namespace glassformer
