// What is written from the window beside sessions: pictures and tensors, the film of a view, a lesson. Boxes ask how;
// the work is done between frames or beside them.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "app/export/lesson_export_run.h"
#include "app/export/view_film_run.h"
#include "app/lessons/picture_cover.h"
#include "app/sheets/export_sheet.h"
#include "app/sheets/lesson_export_sheet.h"
#include "app/sheets/worksheet_sheet.h"
#include "app/workspace/document.h"
#include "core/base/progress.h"
#include "core/lesson/lesson.h"

namespace glassformer {

class CairoPainter;  // app/render/cairo_painter.h

/// A picture in words.
struct FigureWords {
    std::string caption, alternative;
};

class Exports {
public:
    struct Parts {
        Platform& platform;
        Gui& gui;
        Workspace& workspace;
        WindowMessages& messages;
        Document& document;
        std::function<PictureRules()> rules;   // of the picture that the window shows
        std::function<bool(Painter&, const Rect&)> draw_image;  // in place of the view; false: there is none
        std::function<bool()> is_drawn_as_shown;                // an image, or a second picture beside the view …
        std::function<void(Painter&, Rect&)> draw_beside;       // … which takes a part of the area
        std::function<PictureCover()> cover;                    // … and what of it is covered
        std::function<FigureWords()> words;                     // of it, for who does not see it
        std::function<void(Ui&)> draw_window;  // as it is
        std::filesystem::path program;         // this one, which exports lessons; empty: none
        ModelLoader open_model;                // of the exercises of worksheets
    };
    explicit Exports(Parts parts) : parts_(std::move(parts)) {}

    // Pictures and tensors (exports.cpp).

    /// Picture of the view alone in `area` (logical pixels), at `scale` pixels per logical pixel.
    Image picture(const Rect& area, float scale);
    /// Writes the view as an .svg, .pdf or .png file of the area's size (times `factor` in pixels):
    /// AppView::draw_page() if the view has it, else the view as shown. Returns the characters that no font has.
    std::string write_page(const std::filesystem::path& file, const Rect& area, int factor = 1);
    /// Draws the view as write_page() does. `file`: tells the kind of surface.
    void draw_page(CairoPainter& painter, const std::filesystem::path& file, const Rect& area);
    /// From now on pictures of the view are figures: with what controls say, but without controls.
    void print_figures() { prints_ = true; }
    void open_picture_box();
    /// The page is copied after this frame.
    void copy_page() { copies_page_ = true; }
    /// Between two frames: writes what was asked for.
    void carry_out();

    // The film of the view (film_box.cpp).

    void open_film_box(ViewContext& context);

    // A lesson (lesson_box.cpp).

    bool exports_lessons() const { return !parts_.program.empty(); }
    /// `files`: the program's lessons.
    void open_lesson_box(ViewContext& context, const Lesson& lesson, const std::vector<std::filesystem::path>& files);
    /// In the view's lower right corner while it runs.
    void draw_lesson_sign(ViewContext& context, const Rect& area);

    // A worksheet (worksheet_box.cpp).

    /// `lessons`: those that may have exercises. `open`: the lesson that is read; empty: none.
    void open_worksheet_box(ViewContext& context, std::vector<std::filesystem::path> lessons,
                            const std::filesystem::path& open);

    /// The box of pictures; `area`: of the view in this frame.
    void draw_picture_box(ViewContext& context, const Rect& area);
    bool picture_box_is_open() const { return sheet_.is_open(); }
    /// The boxes of lessons, films and worksheets.
    void draw_work_boxes(ViewContext& context);
    bool work_box_is_open() const {
        return lesson_sheet_.is_open() || film_run_.sheet.is_open() || worksheet_sheet_.is_open();
    }
    void describe(State& state) const;

private:
    void draw_alone(Ui& ui, const Rect& area);
    /// `missing`: the characters that no font has.
    Image image_of(const ExportRequest& request, std::string& missing);
    void copy();
    void write(const ExportRequest& request);
    void draw_film(ViewContext& context);
    void draw_lesson(ViewContext& context);
    void draw_worksheet(ViewContext& context);
    void start_lesson(LessonExportRequest request);
    void lesson_ended(const LessonExportRun::End& end);

    Parts parts_;
    ExportSheet sheet_;
    std::optional<ExportRequest> request_;  // written after this frame
    Rect area_;                             // of the view in the last frame
    bool copies_page_ = false, prints_ = false;
    LessonExportSheet lesson_sheet_;
    LessonExportRun lesson_run_;
    std::string lesson_sentence_;  // what came of it last
    ViewFilmRun film_run_;
    WorksheetSheet worksheet_sheet_;
};

}  // namespace glassformer
