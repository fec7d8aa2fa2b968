// The settings that are remembered between runs, as they were read at the start and as they are written at the end.
#pragma once

#include <filesystem>
#include <string>

#include "app/workspace/settings.h"

namespace glassformer {

class SettingsFile {
public:
    /// `path` empty: nothing is remembered. An unreadable file gives the defaults and sets problem().
    explicit SettingsFile(std::filesystem::path path) : path_(std::move(path)) {
        start_ = load_settings(path_, problem_);
    }
    bool remembers() const { return !path_.empty(); }
    const Settings& start() const { return start_; }
    const std::string& problem() const { return problem_; }
    /// Joins them with what other windows have written; a file that could not be read is renamed, not overwritten. What
    /// goes wrong is said on standard error.
    void save(const Settings& settings) const;

private:
    std::filesystem::path path_;
    std::string problem_;
    Settings start_;
};

}  // namespace glassformer
