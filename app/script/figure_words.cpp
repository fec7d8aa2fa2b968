#include "app/script/figure_words.h"

#include <fmt/core.h>

#include <utility>

#include "app/program/app.h"
#include "app/views/explanation/example_cell.h"
#include "app/views/explanation/look_at.h"
#include "app/views/shared/wording.h"
#include "app/workspace/texts.h"
#include "core/lesson/cell_words.h"
#include "core/tape/stage_text.h"

namespace glassformer {

namespace {

constexpr std::pair<const char*, const char*> zooms_in_words[] = {
    {"story", texts::window::zoom_story}, {"architecture", texts::window::zoom_architecture},
    {"model", texts::window::zoom_model}, {"block", texts::window::zoom_block},
    {"part", texts::window::zoom_part},   {"token", texts::window::zoom_token},
};

/// "Attention weights (block 2, head 1)"
std::string stage_in_words(const Trace& trace, const Cursor& cursor) {
    const int id = record_at(trace, cursor);
    if (id < 0) return {};
    const Record& record = trace.record(id);
    std::string words =
        record.kind == Record::Kind::computed ? std::string(stage_text(trace, record).title) : record.name;
    std::string place;
    for (std::string part : {block_text(record.site), step_text(record.site), head_text(trace, record, cursor.head)}) {
        if (part.empty()) continue;
        if (part.front() >= 'A' && part.front() <= 'Z') part.front() = static_cast<char>(part.front() - 'A' + 'a');
        place += (place.empty() ? "" : ", ") + part;
    }
    if (!place.empty()) words += " (" + place + ")";
    return words;
}

/// What fills the view where that is not the picture of one stage; "" where it is.
std::string page_in_words(const App& app, const SessionFile& session) {
    for (const ViewRow& row : view_rows()) {
        if (row.name != session.view) continue;
        if (row.place == view_rows().front().place) {
            const std::string zoom = app.state().at("zoom");
            for (const auto& [name, words] : zooms_in_words)
                if (zoom == name) return words;
            return {};
        }
        const auto values = session.views.find(session.view);
        if (row.tabs != nullptr && values != session.views.end())
            if (const auto mode = values->second.find("mode"); mode != values->second.end())
                for (const ViewTab& page : row.tabs())
                    if (page.mode == mode->second)
                        return fmt::format(texts::window::page_in_words, row.title, page.name);
        return row.name == "compare" ? texts::window::compare_in_words : std::string(row.title);
    }
    return {};
}

}  // namespace

FigureWords figure_words(App& app, bool tells) {
    const Session::Snapshot shown = app.session().shown();
    if (!shown.current) return {};
    if (const std::string image = app.course().shown_image(); !image.empty()) {
        const std::string said = fmt::format(texts::window::figure_image, image);
        return {.caption = said, .alternative = said};
    }
    const Evaluation& run = *shown.current;
    const Cursor& cursor = app.cursor();
    const SessionFile session = app.session_now();
    const std::string page = page_in_words(app, session), stage = stage_in_words(run.trace(), cursor);
    const int record = record_at(run.trace(), cursor);
    FigureWords words;
    words.caption = page.empty() ? stage : page;
    words.alternative = words.caption;
    if (page.empty() && record >= 0) {
        words.alternative += ", " + shape_text(run.trace().record(record));
    } else if (!page.empty() && !stage.empty() && (session.view == "attention" || session.view == "compare")) {
        words.caption += ". " + stage;
        words.alternative = words.caption;
    }
    if (!run.inputs().text.empty()) words.alternative += fmt::format(texts::window::figure_of_text, run.inputs().text);
    if (!run.inputs().target.empty())
        words.alternative += fmt::format(texts::window::figure_of_target, run.inputs().target);
    words.caption += ".";
    words.alternative += ".";
    if (const std::string beside = app.course().title_beside(); !beside.empty()) {
        const std::string said = fmt::format(texts::window::figure_beside, beside);
        words.caption += said;
        words.alternative += said;
    }
    for (const CellMark& mark : app.course().marks(run))
        if (mark.at && !mark.words.empty())
            words.alternative +=
                fmt::format(texts::window::figure_label,
                            written_cell(run, {.record = mark.at.record, .cell = mark.at.cell}), mark.words);
    if (!tells || record < 0 || !(page.empty() || session.view == "attention")) return words;
    CellRef cell = locked_cell(run.trace(), cursor);
    if (!cell) cell = example_cell(run, record, cursor.head);
    if (!cell) return words;
    if (const std::string look = look_at(run, cell).text; !look.empty()) {
        words.caption += " " + look;
        words.alternative += " " + look;
    }
    return words;
}

}  // namespace glassformer
