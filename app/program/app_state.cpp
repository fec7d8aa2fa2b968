// State of the window as names and values, and rectangles of targets, for scripts, tests and bug reports.
#include "app/program/app.h"
#include "app/program/view_film_run.h"
#include "app/views/shared/changed_stages.h"
#include "app/views/shared/head_switch.h"
#include "app/views/shared/wording.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/session/intervention.h"
#include "core/tape/cell_name.h"

namespace glassformer {

/// Changes of the run, in the state of scripts.
void App::describe_changes(State& state, const Session::Snapshot& shown) const {
    std::string sentences;
    int count = 0;
    bool off = false;
    if (shown.current) {
        const Inputs& inputs = session_.inputs();
        const Trace& trace = shown.current->trace();
        for (const Intervention& change : interventions(inputs, trace)) {
            sentences += (count++ > 0 ? "; " : "") + change_sentence(*shown.current, inputs, change);
        }
        off = head_switched_off(*shown.current, record_at(trace, cursor_), cursor_.head);
    }
    state.add("changes", std::to_string(count));
    state.add("change_list", sentences);
    state.add("architecture", session_.inputs().architecture);
    state.add("head_off", off);
    state.add("original", original_ && session_.shown().unedited_is_alike);
    state.add("changes_sheet", changes_open_);
    state.add("refused", changes_.refusal());
    state.add("trained_for", changes_.offered());
}

State App::state() const {
    const Session::Snapshot shown = this->shown();
    State state;
    const Inputs& inputs = session_.inputs();
    state.add("model", inputs.model);
    state.add("text", inputs.text);
    state.add("target", inputs.target);
    state.add("edits", std::to_string(inputs.edits.size()));
    state.add("fullscreen", platform_.fullscreen());
    state.add("undo", enabled(Command::undo, shown));
    state.add("redo", enabled(Command::redo, shown));
    state.add("stage", cursor_.record);
    state.add("head", std::to_string(cursor_.head + 1));
    state.add("row", std::to_string(cursor_.row));
    state.add("column", std::to_string(cursor_.column));
    state.add("locked", cursor_.locked);
    state.add("limit", std::to_string(cursor_.limit));
    std::string cell, value, was, index, block, tokens;
    if (shown.current) {
        const Trace& trace = shown.current->trace();
        const int record = record_at(trace, cursor_);
        if (record >= 0) {
            index = std::to_string(stage_index(trace, record) + 1);
            block = std::to_string(trace.record(record).site.block + 1);
        }
        if (const CellRef locked = locked_cell(trace, cursor_)) {
            cell = cell_name(trace.record(locked.record), locked.cell);
            value = exact_text(trace.value(locked.record, locked.cell));
            if (const auto before = value_before(shown, locked)) was = exact_text(*before);
        }
        tokens = std::to_string(shown.current->tokens().size());
    }
    state.add("cell", cell);
    state.add("value", value);
    state.add("value_was", was);
    state.add("index", index);
    state.add("block", block);
    state.add("tokens", tokens);
    state.add("old", shown.stale);
    state.add("backend", shown.current ? shown.current->computed_on().name : "");
    state.add("backend_reason", shown.current ? shown.current->computed_on().reason : "");
    state.add("error", shown.error);
    state.add("message", message_);
    state.add("theme", std::string(preferences_.theme->name));
    state.add("scale", number_text(static_cast<double>(preferences_.text_scale)));
    describe_changes(state, shown);
    state.add("welcome", welcome_open_);
    state.add("lesson_list", lesson_list_.is_open());
    state.add("keys", keys_open_);
    state.add("help", help_.is_open());
    state.add("glossary_number", help_.is_open() ? help_.number() : "");
    state.add("menu", menu_text_);
    state.add("command", done_ ? name_of(*done_) : "");
    state.add("compare", !compare_open_                 ? "closed"
                         : !comparison_.error().empty() ? "failed"
                         : comparison_.result()         ? "done"
                                                        : "running");
    state.add("palette", palette_.chooser.is_open() ? "\"" + palette_.chooser.query() + "\"" : std::string("closed"));
    state.add("search", search_.chooser.is_open() ? "\"" + search_.chooser.query() + "\"" : std::string("closed"));
    state.add("marked", palette_.chooser.is_open()  ? palette_.chooser.marked()
                        : search_.chooser.is_open() ? search_.chooser.marked()
                        : lesson_list_.is_open()    ? lesson_list_.marked()
                        : stage_lessons_.is_open()  ? stage_lessons_.marked()
                        : help_.is_open()           ? help_.marked()
                                                    : std::string());
    state.add("open", !open_sheet_.is_open() ? "closed" : open_sheet_.saving() ? "saving" : "open");
    state.add("typed", open_sheet_.is_open() ? open_sheet_.typed() : "");
    state.add("open_problem", open_sheet_.problem());
    state.add("open_needs", open_sheet_.needs());
    state.add("reference", top_bar_.reference().name());
    state.add("reference_says", top_bar_.reference().sentence());
    state.add("settings", settings_open_);
    state.add("messages", std::to_string(log_.entries.size()));
    state.add("notice", notice_);
    state.add("heatmaps", std::string(palette_row(preferences_.palette).name));
    describe_limits(state);
    state.add("motion", preferences_.motion);
    state.add("file", path_text(session_path_));
    state.add("changed", saved_ && *saved_ != session_now());
    state.add("title", title_);
    state.add("restore", !crash_copy_.empty());
    state.add("loading", shown.loading);
    state.add("loaded", std::to_string(shown.loaded));
    state.add("to_load", std::to_string(shown.to_load));
    state.add("blank", blank_.has_value());
    state.add("keys_locked", locked_keys_);
    state.add("alone", preferences_.alone);
    state.add("panel", preferences_.panel);
    state.add("panel_instead", preferences_.panel_instead);
    export_.describe(state);
    describe_lesson(state);
    describe_lesson_export(state);
    film_run_->sheet.describe(state);
    describe_lecture(state);
    state.add("view", preferences_.view);
    for (const std::unique_ptr<AppView>& view : views_)
        if (view->row().name == preferences_.view) view->describe(state, shown);
    return state;
}

std::optional<Rect> App::find_target(const std::string& name) {
    for (const std::string_view many : {wanted_cells, wanted_nodes, wanted_stages})
        if (name.starts_with(many)) targets_.wanted = name;
    auto found = targets_.places.find(name);
    if (found == targets_.places.end()) {
        platform_.wake();
        frame();
        found = targets_.places.find(name);
    }
    targets_.wanted.clear();
    if (!target_error_.empty()) throw Error(target_error_);
    if (found == targets_.places.end()) return {};
    return found->second;
}

}  // namespace glassformer
