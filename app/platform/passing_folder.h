// A folder for files that other programs read: frames of a film, a picture that is copied.
#pragma once

#include <filesystem>

namespace glassformer {

/// Of its own within the system's folder for temporary files, gone with all that is in it at its end. Throws Error.
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

}  // namespace glassformer
