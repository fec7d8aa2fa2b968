#include "app/program/figure_words.h"

#include <fmt/core.h>

#include "app/program/place_words.h"
#include "app/views/explanation/example_cell.h"
#include "app/views/explanation/look_at.h"
#include "app/views/shared/wording.h"
#include "app/workspace/texts.h"
#include "core/lesson/cell_words.h"

namespace glassformer {

namespace {

/// A second picture, and the words that the lesson puts at cells.
void add_of_lesson(FigureWords& words, const Evaluation& run, const Course& course) {
    if (const std::string beside = course.title_beside(); !beside.empty()) {
        const std::string said = fmt::format(texts::window::figure_beside, beside);
        words.caption += said;
        words.alternative += said;
    }
    for (const CellMark& mark : course.marks(run))
        if (mark.at && !mark.words.empty())
            words.alternative +=
                fmt::format(texts::window::figure_label,
                            written_cell(run, {.record = mark.at.record, .cell = mark.at.cell}), mark.words);
}

/// `page`: what fills the view in place of the stage alone; "": nothing does. `with_stage`: the page shows that, too.
FigureWords words_of(const Evaluation& run, const Cursor& cursor, const std::string& page, bool with_stage, bool tells,
                     const Course* course = nullptr) {
    const std::string stage = stage_in_words(run.trace(), cursor);
    const int record = record_at(run.trace(), cursor);
    FigureWords words;
    words.caption = page.empty() ? stage : page;
    words.alternative = words.caption;
    if (page.empty() && record >= 0) {
        words.alternative += ", " + shape_text(run.trace().record(record));
    } else if (!page.empty() && !stage.empty() && with_stage) {
        words.caption += ". " + stage;
        words.alternative = words.caption;
    }
    if (!run.inputs().text.empty()) words.alternative += fmt::format(texts::window::figure_of_text, run.inputs().text);
    if (!run.inputs().target.empty())
        words.alternative += fmt::format(texts::window::figure_of_target, run.inputs().target);
    words.caption += ".";
    words.alternative += ".";
    if (course != nullptr) add_of_lesson(words, run, *course);
    if (!tells || record < 0) return words;
    CellRef cell = locked_cell(run.trace(), cursor);
    if (!cell) cell = example_cell(run, record, cursor.head);
    if (!cell) return words;
    if (const std::string look = look_at(run, cell).text; !look.empty()) {
        words.caption += " " + look;
        words.alternative += " " + look;
    }
    return words;
}

}  // namespace

FigureWords figure_words(const Workspace& workspace, const Course& course, bool tells) {
    const Session::Snapshot shown = workspace.session().shown();
    if (!shown.current) return {};
    if (const std::string image = course.shown_image(); !image.empty()) {
        const std::string said = fmt::format(texts::window::figure_image, image);
        return {.caption = said, .alternative = said};
    }
    const std::string& view = workspace.preferences().view;
    const std::string page = page_in_words(workspace.view(), shown);
    return words_of(*shown.current, workspace.cursor(), page, view == "attention" || view == "compare",
                    tells && (page.empty() || view == "attention"), &course);
}

FigureWords figure_words(const Evaluation& run, const Cursor& cursor) { return words_of(run, cursor, {}, false, true); }

}  // namespace glassformer
