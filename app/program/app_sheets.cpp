// The boxes over the window: their list, and what is chosen in them.
#include <fmt/core.h>

#include <utility>

#include "app/program/app.h"
#include "app/sheets/key_sheet.h"
#include "app/sheets/settings_sheet.h"
#include "app/views/shared/show_stage.h"
#include "app/workspace/texts.h"

namespace glassformer {

void App::list_sheets() {
    sheets_.add("keys", [](ViewContext& context, bool& open) { draw_key_sheet(context, open); });
    sheets_.add([this] { return comparison_.is_open(); }, [this](ViewContext& context) { comparison_.draw(context); });
    sheets_.add([this] { return changes_.covers(); },
                [this](ViewContext& context) {
                    const bool docked = context.shown.current && ChangesSheet::column(context.ui) > 0;
                    if (!changes_.is_open() || !docked) changes_.draw(context, {}, workspace_.models());
                });
    sheets_.add("settings", [this](ViewContext& context, bool& open) {
        draw_settings(context, open ? backend_sentence() : "", open);
    });
    sheets_.add("messages", [this](ViewContext& context, bool& open) { draw_messages(context, log(), open); });
    sheets_.add([this] { return limits_.sheet_is_open(); },
                [this](ViewContext& context) { limits_.draw_sheet(context); });
    sheets_.add([this] { return course_.covers(); }, [this](ViewContext& context) { course_.draw_lists(context); });
    sheets_.add([this] { return exports_.work_box_is_open(); },
                [this](ViewContext& context) { exports_.draw_work_boxes(context); });
    sheets_.add([this] { return open_sheet_.is_open(); }, [this](ViewContext& context) { draw_open_sheet(context); });
    sheets_.add([this] { return search_.chooser.is_open(); },
                [this](ViewContext& context) {
                    const Cursor before = context.cursor;
                    if (const auto chosen = search_.draw(context, course_.library(), course_.open_in_library())) {
                        if (chosen->step) course_.go_to_step(chosen->step->lesson->file, chosen->step->step);
                        if (chosen->hit != nullptr) show_stage(context, before);
                        if (chosen->topic) show_topic(*chosen->topic);
                        if (chosen->command) run_anywhere(*chosen->command, context);
                    }
                    workspace_.note_jump(before);
                });
    sheets_.add([this] { return palette_.chooser.is_open(); }, [this](ViewContext& context) { draw_palette(context); });
    sheets_.add([this] { return help_.is_open(); }, [this](ViewContext& context) { draw_help(context); });
    sheets_.add([this] { return menu_.is_open(); }, [this](ViewContext& context) { draw_menu(context); });
    sheets_.add([this] { return exports_.picture_box_is_open(); },
                [this](ViewContext& context) { exports_.draw_picture_box(context, view_area_); });
}

std::string App::backend_sentence() const {
    const Session::Snapshot shown = workspace_.session().shown();
    if (!shown.current) return texts::window::nothing_computed;
    const BackendChoice& on = shown.current->computed_on();
    const std::string device = on.backend ? on.name : texts::window::the_cpu;
    return on.reason.empty() ? fmt::format(texts::window::device, device)
                             : fmt::format(texts::window::device_reason, device, on.reason);
}

void App::draw_open_sheet(ViewContext& context) {
    auto request = open_sheet_.draw(context, workspace_.models(), document_.recent());
    if (!request) return;
    using Kind = OpenSheet::Request::Kind;
    switch (request->kind) {
        case Kind::inputs: {
            request->inputs.gradients = workspace_.session().inputs().gradients;  // the backward pass stays on
            Inputs inputs = workspace_.loss_targets().completed(std::move(request->inputs));
            if (request->any_text)
                arrival_.open_model(std::move(inputs));
            else
                arrival_.open(std::move(inputs));
            break;
        }
        case Kind::path: open_path(request->path); break;
        case Kind::save: save_to(request->path); break;
    }
}

void App::draw_palette(ViewContext& context) {
    const auto chosen = palette_.draw(context, [&](Command wanted) { return enabled(wanted, context.shown); });
    if (!chosen) return;
    if (chosen->command) run_anywhere(*chosen->command, context);
    const Cursor before = context.cursor;
    if (chosen->stage && context.shown.current) {
        go_to(context.shown.current->trace(), context.cursor, *chosen->stage);
        show_stage(context, before);
    }
    workspace_.note_jump(before);
    if (chosen->term != nullptr) help_.open(chosen->term->name);
    if (chosen->topic) show_topic(*chosen->topic);
}

/// The page of the topic in its view, with what it is about selected.
void App::show_topic(const TopicHit& hit) {
    if (!workspace_.change_view(open_view(hit.view))) return;
    AppView& view = workspace_.view();
    view.load(values_for(hit.topic, view));
}

void App::draw_help(ViewContext& context) {
    const auto destination = help_.draw(context, [&](const GlossaryTerm& term) { return examples_.title(term); });
    if (!destination) return;
    if (destination->example != nullptr && examples_.show(*destination->example)) changes_.close();
    if (destination->command) run_anywhere(*destination->command, context);
    if (destination->record < 0 || !context.shown.current) return;
    if (context.preferences.view != "inspect") static_cast<void>(workspace_.change_view(open_view("walk")));
    const Cursor before = context.cursor;
    go_to(context.shown.current->trace(), context.cursor, destination->record);
    show_stage(context, before);
    workspace_.note_jump(before);
}

/// Another stage leaves a picture of the whole by itself; the one that was shown before is asked for.
void App::show_stage(ViewContext& context, const Cursor& before) {
    if (context.cursor.record == before.record) static_cast<void>(workspace_.view().run(show_stage_command, context));
}

/// What the view asked for while it was drawn: a term explained, or a menu.
void App::draw_menu(ViewContext& context) {
    if (context.explain) help_.open(*std::exchange(context.explain, std::nullopt));
    if (context.menu && !sheets_.any_open()) {
        if (context.menu->cursor) context.cursor = *context.menu->cursor;
        menu_.open(*std::exchange(context.menu, std::nullopt));
    }
    if (const auto chosen = menu_.draw(context, [&](Command command) { return enabled(command, context.shown); }))
        run_anywhere(*chosen, context);
}

}  // namespace glassformer
