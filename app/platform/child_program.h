// A program that runs beside this one, which reads what it says without waiting, and can end it.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace glassformer {

/// Ended with all that it started where this goes before it is done; it has none of this program's files.
class ChildProgram {
public:
    /// `words`: its name on the PATH or its path, then its arguments. `folder`: that it starts in; empty: this one's.
    /// Throws Error where it cannot be started.
    explicit ChildProgram(std::vector<std::string> words, const std::filesystem::path& folder = {});
    ~ChildProgram();
    ChildProgram(const ChildProgram&) = delete;
    ChildProgram& operator=(const ChildProgram&) = delete;

    /// Reads what was said since the last call. True while it runs.
    bool poll();
    /// Ends it and waits for that.
    void kill();

    /// All that it said until the last poll().
    const std::string& output() const { return output_.text; }
    const std::string& errors() const { return errors_.text; }
    /// Once poll() is false; 1 where it was ended from outside.
    std::optional<int> exit_code() const { return exit_code_; }
    pid_t number() const { return number_; }

private:
    struct Pipe {
        int reads = -1;
        std::string text;
    };
    void read(Pipe& pipe);
    void close_pipes();

    Pipe output_, errors_;
    pid_t number_ = 0;
    std::optional<int> exit_code_;
};

}  // namespace glassformer
