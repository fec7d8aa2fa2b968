// The box that asks what a lesson is to be taken away as, and where to. Asks before it replaces files; the program does
// the work.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/views/shared/context.h"
#include "app/views/shared/state.h"

namespace glassformer {

/// What is to be written, once the user has said so.
struct LessonExportRequest {
    std::filesystem::path lesson, folder;
    bool html = true, pdf = false, png = false, film = false;
    bool notes = false;
    bool all = false;   // the built-in lessons, too; with html as a site
    std::string theme;  // empty: the window's
};

class LessonExportSheet {
public:
    /// The files that a request would replace.
    using Replaced = std::function<std::vector<std::filesystem::path>(const LessonExportRequest&)>;

    /// `lesson`: the file, which the folder is named after at first. `film`: films can be made here.
    void open(const std::string& title, const std::filesystem::path& lesson, bool film, Replaced replaced);
    /// Answers once, when something is to be written; the box is closed then.
    std::optional<LessonExportRequest> draw(ViewContext& context);
    /// Why nothing can be written: shown in the box, which stays open.
    void failed(const std::string& why);

    bool is_open() const { return open_; }
    void describe(State& state) const;

private:
    struct Choice;
    void folder_row(ViewContext& context, Rect& inner);
    void choice_row(ViewContext& context, Rect& inner, const Choice& choice);
    void theme_row(ViewContext& context, Rect& inner);
    std::optional<LessonExportRequest> buttons(ViewContext& context, Rect& inner);
    void check(const LessonExportRequest& request);

    bool open_ = false, take_keyboard_ = false, submitted_ = false, film_possible_ = false;
    std::string title_, folder_, error_, asks_;  // asks_: which files are there
    std::filesystem::path parent_;               // of the last export's folder
    LessonExportRequest wanted_;
    int theme_ = 0;  // 0 the window's, then those of all_themes()
    Replaced replaced_;
};

}  // namespace glassformer
