// The file of the window's session: opened, saved, named in the title; the copy for a crash; and the files that were
// opened before.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/files/autosave.h"
#include "app/workspace/arrival.h"

namespace glassformer {

class Document {
public:
    Document(Platform& platform, const AppOptions& options, Arrival& arrival, WindowMessages& messages);

    /// The file that is saved to without asking; empty: none.
    const std::filesystem::path& path() const { return path_; }
    /// Throws Error where nothing may be written there.
    void check_fence(const std::filesystem::path& file) const;
    /// Shows the session of a file. Throws Error where it cannot be read.
    void open(const std::filesystem::path& path);
    /// The session has no file any more.
    void close();
    /// Writes the session, and keeps its file. Throws Error.
    void save(const std::filesystem::path& path);
    /// Where a session without a file is saved, unless the user says otherwise.
    std::filesystem::path proposal() const;

    const std::vector<std::string>& recent() const { return recent_; }
    void set_recent(std::vector<std::string> recent) { recent_ = std::move(recent); }
    void remember(const std::filesystem::path& path);
    void forget(const std::string& name) { std::erase(recent_, name); }

    /// Looks for a copy that a crash left; draw_restore_bar() offers it.
    void find_left_copy() { left_copy_ = autosave_.left_behind(); }
    bool offers_copy() const { return !left_copy_.empty(); }
    void draw_restore_bar(ViewContext& context, Rect& rest);
    /// Once a frame: keeps a copy of what is not saved. `shown`: there is a run.
    void keep_copy(Gui& gui, double now, bool shown);
    /// The system ends the window: what is not saved is kept as a copy.
    void end_by_system();
    /// The window ends; `keep`: its copy is offered by the next start.
    void end(bool keep);

    /// Once a frame: the window's title says the file, and whether it is saved.
    void put_title();
    void describe(State& state) const;

private:
    bool restore(const std::filesystem::path& copy);

    Platform& platform_;
    Arrival& arrival_;
    WindowMessages& messages_;
    std::filesystem::path fence_;       // outside of which nothing is written; empty: none
    std::filesystem::path path_;        // file that Ctrl+S replaces; empty: none
    std::optional<SessionFile> saved_;  // contents of that file
    std::optional<SessionFile> kept_;   // contents of the crash copy, or of the start
    double kept_at_ = 0;                // seconds
    Autosave autosave_;
    std::filesystem::path left_copy_;  // by a crash; empty: none, or all are answered
    bool ended_ = false;               // by the system
    std::vector<std::string> recent_;  // newest first
    std::string title_;
};

}  // namespace glassformer
