// A lesson that is exported while the window goes on: this program plays it once more, in a process of its own.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "app/platform/child_program.h"
#include "app/sheets/lesson_export_sheet.h"

namespace glassformer {

class LessonExportRun {
public:
    LessonExportRun() = default;
    ~LessonExportRun();  // cancels
    LessonExportRun(const LessonExportRun&) = delete;
    LessonExportRun& operator=(const LessonExportRun&) = delete;

    /// `program`: runs the commands of this one. Throws Error.
    void start(const std::filesystem::path& program, const LessonExportRequest& request);
    struct End {
        bool whole = false;
        std::string sentence;
    };
    /// Nothing of it stays; where it had ended in the meantime, what came of it.
    std::optional<End> cancel();
    /// Reads how far it is; what came of it, once.
    std::optional<End> poll();

    bool running() const { return child_ != nullptr; }
    const std::string& name() const { return name_; }
    /// The step that is exported, from 1, and how many there are; 0: not known yet.
    int step() const { return step_; }
    int steps() const { return steps_; }

private:
    void read_progress();
    void clean(bool whole);
    std::string written() const;
    std::string problem() const;

    std::unique_ptr<ChildProgram> child_;
    LessonExportRequest request_;
    std::filesystem::path there_;  // the folder that was there before
    std::string name_;
    int step_ = 0, steps_ = 0;
};

}  // namespace glassformer
