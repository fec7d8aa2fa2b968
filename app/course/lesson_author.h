// Lessons that are written by showing: the state of the window as a step of the open lesson.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson_writer.h"
#include "app/lessons/player.h"
#include "app/workspace/document.h"
#include "core/base/file_watch.h"

namespace glassformer {

class LessonAuthor {
public:
    struct Parts {
        LessonPlayer& player;
        FileWatch& file;
        Workspace& workspace;
        Arrival& arrival;
        WindowMessages& messages;
        Document& document;
        const std::vector<std::filesystem::path>& shipped;  // lessons that are nobody's to change
    };
    explicit LessonAuthor(const Parts& parts) : parts_(parts) {}

    /// Writes a new lesson with what is shown as its first step. False where there is no run yet. Throws Error.
    bool begin(const std::filesystem::path& file);
    void add_step(ViewContext& context);
    /// The text is what was written last, not somebody else's.
    bool wrote(const std::string& text);
    void retake_step(ViewContext& context);
    void copy_step(ViewContext& context);
    void delete_step(ViewContext& context);
    /// −1: earlier; 1: later.
    void move_step(ViewContext& context, int by);
    /// Covers the selected cell in the next step that is written, or uncovers it.
    void toggle_cover(ViewContext& context);
    /// By hand, of the step that is written next; nothing: as the scene says.
    const std::optional<std::vector<std::string>>& covers() const { return covers_; }
    void forget_covers() { covers_.reset(); }
    bool can_undo() const { return !before_.empty(); }
    void undo(ViewContext& context);
    /// Opens the lesson's text in the user's editor.
    void open_text(ViewContext& context) const;
    /// Another lesson: what was changed in the one before is not undone any more.
    void forget() {
        before_.clear();
        text_.clear();
        covers_.reset();
    }

private:
    struct Source {
        std::string text;
        Lesson lesson;
        int step;
        LessonScene scene;  // what the window shows
        const Trace& trace;
    };
    using Change = std::function<WrittenLesson(const Source& source)>;
    /// Changes the file; a problem is a message. False where it was not changed.
    bool write(ViewContext& context, const Change& change);
    bool may_write(ViewContext& context) const;
    LessonScene scene_now(const Evaluation& run, const LessonScene& before) const;
    void save(const WrittenLesson& written);

    Parts parts_;
    std::vector<WrittenLesson> before_;  // each change
    std::optional<std::vector<std::string>> covers_;
    std::string text_;                   // the file's, as it was written last; "" once somebody else wrote it
};

}  // namespace glassformer
