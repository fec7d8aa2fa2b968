// The box that asks what a lesson is to be taken away as, and where to. Asks before it replaces files; the program does
// the work.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/sheets/file_form.h"
#include "app/views/shared/state.h"

namespace glassformer {

/// What is to be written, once the user has said so.
struct LessonExportRequest {
    std::filesystem::path lesson, folder;
    bool html = true, pdf = false, png = false, film = false;
    bool slides = false;
    bool notes = false;
    bool all = false;   // the built-in lessons, too; with html as a site
    std::string theme;  // empty: the window's
};

class LessonExportSheet {
public:
    LessonExportSheet();
    /// The files that a request would replace.
    using Replaced = std::function<std::vector<std::filesystem::path>(const LessonExportRequest&)>;

    /// `lesson`: the file, which the folder is named after at first. `film`: films can be made here.
    void open(const std::string& title, const std::filesystem::path& lesson, bool film, Replaced replaced);
    /// Answers once, when something is to be written; the box is closed then.
    std::optional<LessonExportRequest> draw(ViewContext& context);
    /// Why nothing can be written: shown in the box, which stays open.
    void failed(const std::string& why) { form_.fail(why); }

    bool is_open() const { return form_.open; }
    void describe(State& state) const;

private:
    struct Choice;
    void choice_row(ViewContext& context, Rect& inner, const Choice& choice);
    void theme_row(ViewContext& context, Rect& inner);
    void check(const LessonExportRequest& request);

    FileForm form_;
    bool film_possible_ = false;
    std::string title_;
    std::filesystem::path parent_;  // of the last export's folder
    LessonExportRequest request_;
    int theme_ = 0;  // of theme_choices()
    Replaced replaced_;
};

}  // namespace glassformer
