// State of the window as names and values, and rectangles of targets, for scripts, tests and bug reports.
#include "app/program/app.h"
#include "app/program/narrator.h"
#include "app/views/shared/changed_stages.h"
#include "app/views/shared/head_switch.h"
#include "app/views/shared/wording.h"
#include "core/base/error.h"
#include "core/session/intervention.h"
#include "core/tape/cell_name.h"

namespace glassformer {

/// Changes of the run, in the state of scripts.
void App::describe_changes(State& state, const Session::Snapshot& shown) const {
    std::string sentences;
    int count = 0;
    bool off = false;
    if (shown.current) {
        const Inputs& inputs = workspace_.session().inputs();
        const Trace& trace = shown.current->trace();
        for (const Intervention& change : interventions(inputs, trace)) {
            sentences +=
                (count++ > 0 ? "; " : "") + change_sentence(*shown.current, inputs, change, shown.unedited.get());
        }
        off = head_switched_off(*shown.current, record_at(trace, workspace_.cursor()), workspace_.cursor().head);
    }
    state.add("changes", std::to_string(count));
    state.add("change_list", sentences);
    state.add("architecture", workspace_.session().inputs().architecture);
    state.add("head_off", off);
    state.add("original", workspace_.holds_original() && workspace_.session().shown().unedited_is_alike);
    state.add("changes_sheet", changes_.is_open());
    state.add("refused", changes_.refusal());
    state.add("trained_for", changes_.offered());
}

void App::describe_cursor(State& state, const Session::Snapshot& shown) const {
    const Cursor& cursor = workspace_.cursor();
    state.add("stage", cursor.record);
    state.add("head", std::to_string(cursor.head + 1));
    state.add("row", std::to_string(cursor.row));
    state.add("column", std::to_string(cursor.column));
    state.add("locked", cursor.locked);
    state.add("limit", std::to_string(cursor.limit));
    std::string cell, value, was, index, block, tokens;
    if (shown.current) {
        const Trace& trace = shown.current->trace();
        const int record = record_at(trace, cursor);
        if (record >= 0) {
            index = std::to_string(stage_index(trace, record) + 1);
            block = std::to_string(trace.record(record).site.block + 1);
        }
        if (const CellRef locked = locked_cell(trace, cursor)) {
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
}

void App::describe_sheets(State& state) const {
    state.add("welcome", first_steps_.welcome_is_open());
    state.add("keys", sheets_.is_open("keys"));
    state.add("help", help_.is_open());
    state.add("glossary_number", help_.is_open() ? help_.number() : "");
    state.add("menu", menu_.text());
    state.add("command", last_command_ ? name_of(*last_command_) : "");
    state.add("compare", !comparison_.is_open()         ? "closed"
                         : !comparison_.error().empty() ? "failed"
                         : comparison_.result()         ? "done"
                                                        : "running");
    state.add("palette", palette_.chooser.is_open() ? "\"" + palette_.chooser.query() + "\"" : std::string("closed"));
    state.add("search", search_.chooser.is_open() ? "\"" + search_.chooser.query() + "\"" : std::string("closed"));
    state.add("marked", palette_.chooser.is_open()       ? palette_.chooser.marked()
                        : search_.chooser.is_open()      ? search_.chooser.marked()
                        : course_.list().is_open()       ? course_.list().marked()
                        : course_.stage_list().is_open() ? course_.stage_list().marked()
                        : help_.is_open()                ? help_.marked()
                                                         : std::string());
    state.add("open", !open_sheet_.is_open() ? "closed" : open_sheet_.saving() ? "saving" : "open");
    state.add("open_lesson", open_sheet_.begins_lesson());
    state.add("typed", open_sheet_.is_open() ? open_sheet_.typed() : "");
    state.add("open_problem", open_sheet_.problem());
    state.add("open_needs", open_sheet_.needs());
    state.add("reference", top_bar_.reference().name());
    state.add("reference_says", top_bar_.reference().sentence());
    state.add("settings", sheets_.is_open("settings"));
}

State App::state() const {
    const Session::Snapshot shown = workspace_.shown();
    const Inputs& inputs = workspace_.session().inputs();
    const Preferences& preferences = workspace_.preferences();
    State state;
    state.add("model", inputs.model);
    state.add("text", inputs.text);
    state.add("target", inputs.target);
    state.add("edits", std::to_string(inputs.edits.size()));
    state.add("fullscreen", platform_.fullscreen());
    state.add("undo", can_undo());
    state.add("redo", can_redo());
    describe_cursor(state, shown);
    state.add("old", shown.stale);
    state.add("backend", shown.current ? shown.current->computed_on().name : "");
    state.add("backend_reason", shown.current ? shown.current->computed_on().reason : "");
    state.add("error", shown.error);
    state.add("message", messages_.problem());
    state.add("theme", std::string(preferences.theme->name));
    state.add("scale", number_text(static_cast<double>(preferences.text_scale)));
    describe_changes(state, shown);
    describe_sheets(state);
    state.add("messages", std::to_string(messages_.log().entries.size()));
    state.add("notice", messages_.notice());
    state.add("heatmaps", std::string(palette_row(preferences.palette).name));
    limits_.describe(state);
    state.add("motion", preferences.motion);
    document_.describe(state);
    state.add("loading", shown.loading);
    state.add("loaded", std::to_string(shown.loaded));
    state.add("to_load", std::to_string(shown.to_load));
    state.add("blank", screen_.is_blank());
    state.add("keys_locked", keyboard_.locked());
    state.add("alone", picture_rules().alone);
    state.add("panel", preferences.panel);
    state.add("panel_instead", preferences.panel_instead);
    exports_.describe(state);
    course_.describe(state);
    lecture_.describe(state, course_.page());
    speaker_.describe(state);
    state.add("said", narrator_->said());
    state.add("window", preferences.simple ? "simple" : "all");
    state.add("view", preferences.view);
    workspace_.view().describe(state, shown);
    return state;
}

std::optional<Rect> App::find_target(const std::string& name) {
    for (const std::string_view many : {wanted_cells, wanted_nodes, wanted_stages})
        if (name.starts_with(many)) targets_.wanted = name;
    auto found = targets_.places.find(name);
    if (found == targets_.places.end()) {
        targets_.wanted = name;
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
