// The box that asks for a file to write, in a format of export_formats.h: the picture of the view, or the tensor that
// the cursor is at (a view may have a table of its own). Asks before it replaces a file; the program writes it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "app/sheets/file_form.h"
#include "app/views/shared/state.h"

namespace glassformer {

/// What an image shows: the page that vector files show (title, formula and picture), the view as it stands on the
/// screen, or the whole window.
enum class ExportPart : std::uint8_t { page, view, window };

/// What is to be written, once the user has said so.
struct ExportRequest {
    std::filesystem::path file;
    int scale = 1;  // pixels of an image per logical pixel, 1 to 8
    ExportPart part = ExportPart::page;
    std::string theme;  // of a picture; empty: the window's
};

class ExportSheet {
public:
    ExportSheet();
    /// Opens it with a name made of the model, the record or view, and the ending that was written last. `table`: what
    /// a table holds in place of the cursor's tensor.
    void open(const std::string& name, const std::string& table = {});
    /// `view`: the place of the view in the window. Answers once, when something is to be written.
    std::optional<ExportRequest> draw(ViewContext& context, const Rect& view);
    /// What came of it: closes the box with a sentence, or shows what went wrong in it.
    void done(const std::string& sentence);
    void failed(const std::string& why) { form_.fail(why); }

    bool is_open() const { return form_.open; }
    /// For a picture of the window without the box.
    void hide(bool hidden) { hidden_ = hidden; }
    void describe(State& state) const;

private:
    void format_row(ViewContext& context, Rect& rows);
    void picture_rows(ViewContext& context, Rect& rows, const Rect& view);
    std::string facts(const ViewContext& context, const Rect& view) const;

    FileForm form_;
    bool hidden_ = false;
    std::string pending_notice_, last_, table_;
    std::string folder_, ending_ = ".png";  // of the last file
    int scale_ = 2;
    int part_ = 0;   // ExportPart
    int theme_ = 0;  // of theme_choices()
};

}  // namespace glassformer
