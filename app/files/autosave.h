// The copies of sessions beside the settings: one a window, so that nothing is lost when it ends without saving.
#pragma once

#include <filesystem>

#include "app/files/session_file.h"
#include "core/base/file_lock.h"

namespace glassformer {

class Autosave {
public:
    /// `folder`: of the settings; empty: nothing is kept.
    explicit Autosave(std::filesystem::path folder);

    bool on() const { return !folder_.empty(); }
    /// The newest copy whose window has ended; empty where there is none. Take it away once it is answered: then the
    /// next one is. What is left of copies that were not finished goes.
    std::filesystem::path left_behind() const;
    void save(const SessionFile& session);  // throws Error where it cannot be written
    void remove() const;                    // this window's own: all is saved, or the user leaves
    void leave();                           // this window's own, to be offered by the next start

private:
    void claim();
    std::filesystem::path copy_of(int number) const;
    std::filesystem::path lock_of(int number) const;
    bool ended(int number) const;

    std::filesystem::path folder_;
    int number_ = 0;  // of this window: its process's where that is free; 0: none yet
    FileLock lock_;   // of that number
};

}  // namespace glassformer
