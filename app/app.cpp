#include "app/app.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>

#include "app/script.h"
#include "app/views/explanation/arithmetic.h"
#include "app/views/heads_off.h"
#include "app/views/key_sheet.h"
#include "app/views/rail.h"
#include "app/views/wording.h"
#include "app/widgets/controls.h"
#include "core/cell_name.h"
#include "core/error.h"
#include "core/intervention.h"
#include "core/io/json_text.h"
#include "core/io/model_folder.h"

namespace glassformer {

namespace {

constexpr double notice_seconds = 2.5;

const Theme& theme_named(const std::string& name) {
    const Theme* theme = find_theme(name);
    return theme != nullptr ? *theme : *all_themes().front();
}

std::optional<BackendMeasure> remembered_measure(const AppOptions& options) {
    std::string unread;  // said when all settings are read
    return load_settings(options.settings, unread).measure;
}

/// What is shown first: what was asked for, then what was shown last, then the first model's first example.
Inputs first_inputs(const AppOptions& options, const Inputs& remembered) {
    Inputs inputs = options.inputs;
    if (inputs.model.empty() && inputs.text.empty()) inputs = remembered;
    if (inputs.model.empty() && !options.models.empty()) inputs.model = options.models.front().name;
    if (inputs.text.empty())
        for (const ModelChoice& model : options.models)
            if (model.name == inputs.model && !model.examples.empty()) {
                inputs.text = model.examples.front().text;
                if (inputs.target.empty()) inputs.target = model.examples.front().target;
            }
    if (inputs.text.empty() && !inputs.model.empty()) {
        try {  // a folder given by hand
            const auto model = options.load(inputs.model);
            if (!model->card.examples.empty()) inputs.text = model->card.examples.front();
            if (inputs.target.empty() && !model->card.targets.empty()) inputs.target = model->card.targets.front();
        } catch (const Error&) {
            // The session says what is wrong with the model.
        }
    }
    return inputs;
}

}  // namespace

Session::Options App::session_options(const AppOptions& options) {
    return {.load = options.load,
            .wake = [&platform = platform_] { platform.wake(); },
            .before_stage = options.before_stage,
            .pool = options.pool,
            .choose = [this](const Model& model, const GraphSize& size) { return chooser_.choose(model, size); }};
}

AppView& App::view() {
    for (const std::unique_ptr<AppView>& view : views_)
        if (view->row().name == preferences_.view) return *view;
    return *views_.front();
}

App::App(Platform& platform, const AppOptions& options)
    : platform_(platform),
      models_(options.models),
      settings_path_(options.settings),
      first_cell_(options.cell),
      first_stage_(options.stage),
      first_head_(options.head),
      still_(options.still),
      chooser_({.wish = options.backend,
                .open = [&platform] { return platform.sharing_context(); },
                .renderer = platform.renderer(),
                .measure = remembered_measure(options),
                .pool = options.pool}),
      session_(session_options(options)),
      comparison_([this] { return chooser_.device(); }),
      changes_(options.load),
      views_(all_views({.session_options =
                            [this, options] {
                                Session::Options own = session_options(options);
                                own.pool = nullptr;  // the window's session has it
                                return own;
                            }})),
      gui_(platform, {}) {
    const Settings settings = load_settings(settings_path_, message_);
    if (!options.theme.empty() && find_theme(options.theme) == nullptr)
        throw Error("there is no theme \"" + options.theme + "\"");
    preferences_.theme = &theme_named(options.theme.empty() ? settings.theme : options.theme);
    preferences_.text_scale = options.text_scale > 0 ? std::clamp(options.text_scale, 1.0F, 3.0F) : settings.text_scale;
    preferences_.panel_width = settings.panel_width;
    preferences_.panel = settings.panel;
    preferences_.motion = options.motion;
    preferences_.view = options.view.empty() ? settings.view : options.view;
    preferences_.view = view().row().name;
    cursor_ = settings.cursor;
    gui_.set_theme(*preferences_.theme);
    gui_.set_text_scale(preferences_.text_scale);
    if (message_.empty()) message_ = gui_.message();
    // Not undoable: there is nothing before the first inputs.
    session_.set(first_inputs(options, settings.inputs), false);
}

App::~App() {
    if (settings_path_.empty()) return;
    try {
        save_settings(settings_path_, {.size = platform_.size(),
                                       .theme = std::string(preferences_.theme->name),
                                       .text_scale = preferences_.text_scale,
                                       .panel_width = preferences_.panel_width,
                                       .panel = preferences_.panel,
                                       .view = preferences_.view,
                                       .inputs = session_.inputs(),
                                       .cursor = cursor_,
                                       .measure = chooser_.measure()});
    } catch (const std::exception& error) {
        std::fprintf(stderr, "glassformer: the settings are not remembered: %s\n", error.what());
    }
}

bool App::frame() {
    const bool open = gui_.frame([this](Ui& ui) { draw(ui); });
    if (preferences_.theme != &gui_.theme()) gui_.set_theme(*preferences_.theme);
    if (preferences_.text_scale != gui_.text_scale()) gui_.set_text_scale(preferences_.text_scale);
    return open && !closing_;
}

void App::settle(int most) {
    session_.wait();
    platform_.wake();
    for (int i = 0; i < most; ++i) {
        frame();
        const Session::Shown shown = session_.shown();
        if (!gui_.needs_frame() && (!shown.old || !shown.error.empty())) return;
        if (shown.old && shown.error.empty()) session_.wait();
    }
}

void App::enter_first_cursor(const Trace& trace) {
    const int head = std::exchange(first_head_, -1);
    if (head >= 0) cursor_.head = std::min(head, head_count(trace) - 1);
    const auto where = [&](const std::string& name) {
        const int id = trace.find(name);
        if (id >= 0) return id;
        const std::string near = nearest_record(trace, name);
        throw Error("the model has no stage " + in_quotes(name) +
                    (near.empty() ? "" : "; did you mean \"" + near + "\"?"));
    };
    const std::string stage = std::move(first_stage_), cell = std::move(first_cell_);
    first_stage_.clear();
    first_cell_.clear();
    if (!stage.empty()) {
        cursor_.locked = false;
        go_to(trace, cursor_, where(stage));
    }
    if (!cell.empty()) {
        const NamedCell found = find_cell(trace, cell);
        jump(trace, cursor_, {found.record, found.cell});
    }
    check_head(trace, head);
}

Session::Shown App::shown() const {
    Session::Shown shown = session_.shown();
    if (original_ && shown.unedited) shown.current = std::exchange(shown.unedited, nullptr);
    return shown;
}

/// A sheet over everything has the keys; steps back and forth are seen in that of the changes.
void App::run_shortcuts(ViewContext& context) {
    if (keys_open_ || compare_open_) return;
    for (const Shortcut& shortcut : all_shortcuts()) {
        if (!matches(shortcut, context.ui.input)) continue;
        const bool in_sheet = shortcut.command == Command::changes || shortcut.command == Command::undo ||
                              shortcut.command == Command::redo;
        if (!changes_open_ || in_sheet) run(shortcut.command, context);
        break;
    }
}

void App::draw(Ui& ui) {
    const bool sheet = keys_open_ || compare_open_ || changes_open_;
    original_ = !sheet && ui.input.held(Key::v) && ui.input.modifiers == no_modifiers;
    const Session::Shown shown = this->shown();
    targets_.places.clear();
    ViewContext context{ui, session_, shown, cursor_, preferences_, targets_, notice_};
    context.original = original_ && shown.current != session_.shown().current;
    const std::string notice_before = std::move(notice_);
    notice_.clear();

    if (shown.current && !(first_cell_.empty() && first_stage_.empty() && first_head_ < 0)) {
        try {
            enter_first_cursor(shown.current->trace());
        } catch (const Error& error) {
            message_ = error.what();
        }
    }
    run_shortcuts(context);

    Rect rest = ui.window;
    const Rect bar = rest.take_top(std::round(TopBar::height(ui)));
    if (!message_.empty()) message_bar(ui, rest, message_);
    if (!shown.error.empty() && shown.error != dismissed_) message_bar(ui, rest, shown.error);
    if (shown.error.empty()) dismissed_.clear();
    target_error_.clear();
    const Rect rail = rest.take_left(rail_width(ui));
    try {
        view().draw(context, rest);
    } catch (const Error& error) {
        if (targets_.wanted.empty()) throw;
        target_error_ = error.what();  // a script asked for a cell that is not there
        targets_.wanted.clear();
    }
    if (const auto clicked = draw_rail(context, rail, views_)) run(*clicked, context);
    if (const auto clicked = top_bar_.draw(context, bar, models_, !still_)) run(*clicked, context);
    draw_key_sheet(ui, keys_open_);
    comparison_.draw(context, compare_open_);
    changes_.draw(context, changes_open_);
    if (context.request) run(*context.request, context);

    if (!notice_.empty())
        notice_until_ = ui.now + notice_seconds;
    else
        notice_ = notice_before;
    show_notice(ui, rest);
}

void App::message_bar(Ui& ui, Rect& rest, const std::string& text) {
    const float em = ui.em;
    const float buttons = 8.5F * em;
    const TextStyle style{.colour = ui.theme.text, .size = em::body};
    const Rect measure{0, 0, std::max(4 * em, rest.w - 3.4F * em - buttons), 1e4F};
    const float height = paragraph(ui.painter, measure, text, style, false) + 1.1F * em;
    Rect bar = rest.take_top(std::round(std::max(2.6F * em, height)));
    ui.painter.fill(bar, mix(ui.theme.panel, ui.theme.warning, 0.16F));
    ui.painter.fill({bar.x, bar.y, 4, bar.h}, ui.theme.warning);
    targets_.put("message", bar);
    Rect inside = bar.inset(1.2F * em, 0);
    const auto place = [&](float width) {
        const Rect r = inside.take_right(width);
        return Rect{r.x, r.y + (r.h - 1.9F * em) / 2, r.w, 1.9F * em}.snapped();
    };
    const Rect close = place(1.9F * em);
    inside.take_right(0.3F * em);
    const Rect copy = place(5.2F * em);
    if (button(ui, "copy " + text, copy, "Copy", {.size = em::small})) {
        platform_.set_clipboard(text);
        notice_ = "The message is in the clipboard";
    }
    targets_.put("copy message", copy);
    targets_.put("close message", close);
    if (button(ui, "close " + text, close, "", {.icon = Icon::close, .framed = false, .hint = "Hide this message"})) {
        if (&text == &message_)
            message_.clear();
        else
            dismissed_ = text;
        ui.keep_awake();
        return;
    }
    const float used = paragraph(ui.painter, {0, 0, measure.w, 1e4F}, text, style, false);
    paragraph(ui.painter, {inside.x, bar.y + (bar.h - used) / 2, measure.w, used}, text, style);
}

void App::show_notice(Ui& ui, const Rect& area) {
    if (notice_.empty()) return;
    if (ui.now > notice_until_) {
        notice_.clear();
        return;
    }
    ui.keep_awake();
    const float em = ui.em;
    const float width = std::min(area.w - em, ui.painter.measure(notice_, em::body).width + 2 * em);
    const Rect box = Rect{area.centre().x - width / 2, area.y + 0.8F * em, width, 2.2F * em}.snapped();
    ui.painter.fill(box, ui.theme.text, 1.1F * em);
    text_in(ui.painter, box, notice_, {.colour = ui.theme.background, .size = em::body, .align = Align::centre});
}

void App::change_text_scale(int steps) {
    const float now = std::round(preferences_.text_scale * 4) + static_cast<float>(steps);
    preferences_.text_scale = std::clamp(now / 4, 1.0F, 3.0F);
}

void App::run(Command command, ViewContext& context) {
    switch (command) {
        case Command::undo: session_.undo(); break;
        case Command::redo: session_.redo(); break;
        case Command::focus_text: top_bar_.focus_text(context.ui); break;
        case Command::larger_text: change_text_scale(1); break;
        case Command::smaller_text: change_text_scale(-1); break;
        case Command::compare: compare_open_ = true; break;
        case Command::changes: changes_open_ = !changes_open_; break;
        case Command::original:
            if (const Session::Shown now = session_.shown(); !now.unedited && now.current)
                context.notice = interventions(session_.inputs(), now.current->trace()).empty()
                                     ? "Nothing is changed: this is the original"
                                     : "The original has other stages: there is nothing to compare";
            break;
        case Command::keys: keys_open_ = true; break;
        case Command::quit: closing_ = true; break;
        case Command::theme: {
            const auto themes = all_themes();
            const auto at = std::find(themes.begin(), themes.end(), preferences_.theme);
            preferences_.theme = at + 1 < themes.end() ? *(at + 1) : themes.front();
            context.notice = "Theme: " + std::string(preferences_.theme->title);
            break;
        }
        default:
            if (!change_view(command)) view().run(command, context);
            break;
    }
    context.ui.keep_awake();
}

bool App::change_view(Command command) {
    for (const std::unique_ptr<AppView>& view : views_) {
        if (view->row().command != command) continue;
        if (view->row().name != preferences_.view) this->view().leave();
        preferences_.view = view->row().name;
        return true;
    }
    return false;
}

/// What was done to the run, as a script asks for it.
void App::describe_changes(State& state, const Session::Shown& shown) const {
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
    state.add("changed", sentences);
    state.add("architecture", session_.inputs().architecture);
    state.add("head_off", off);
    state.add("original", original_ && session_.shown().unedited != nullptr);
    state.add("changes_sheet", changes_open_);
    state.add("refused", changes_.refusal());
}

State App::state() const {
    const Session::Shown shown = this->shown();
    State state;
    const Inputs& inputs = session_.inputs();
    state.add("model", inputs.model);
    state.add("text", inputs.text);
    state.add("target", inputs.target);
    state.add("edits", std::to_string(inputs.edits.size()));
    state.add("undo", session_.can_undo());
    state.add("redo", session_.can_redo());
    state.add("stage", cursor_.record);
    state.add("head", std::to_string(cursor_.head + 1));
    state.add("row", std::to_string(cursor_.row));
    state.add("column", std::to_string(cursor_.column));
    state.add("locked", cursor_.locked);
    state.add("limit", std::to_string(cursor_.limit));
    std::string cell, value, index, block, tokens;
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
        }
        tokens = std::to_string(shown.current->tokens().size());
    }
    state.add("cell", cell);
    state.add("value", value);
    state.add("index", index);
    state.add("block", block);
    state.add("tokens", tokens);
    state.add("old", shown.old);
    state.add("backend", shown.current ? shown.current->computed_on().name : "");
    state.add("backend_reason", shown.current ? shown.current->computed_on().reason : "");
    state.add("error", shown.error);
    state.add("message", message_);
    state.add("theme", std::string(preferences_.theme->name));
    state.add("scale", number_text(static_cast<double>(preferences_.text_scale)));
    describe_changes(state, shown);
    state.add("keys", keys_open_);
    state.add("compare", !compare_open_                 ? "closed"
                         : !comparison_.error().empty() ? "failed"
                         : comparison_.result()         ? "done"
                                                        : "running");
    state.add("panel", preferences_.panel);
    state.add("panel_instead", preferences_.panel_instead);
    state.add("view", preferences_.view);
    for (const std::unique_ptr<AppView>& view : views_)
        if (view->row().name == preferences_.view) view->describe(state, shown);
    return state;
}

std::optional<Rect> App::find_target(const std::string& name) {
    if (name.starts_with("cell:") || name.starts_with("node ")) targets_.wanted = name;
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

void check_head(const Trace& trace, int head) {
    const int heads = head_count(trace);
    if (head >= heads)
        throw Error("--head " + std::to_string(head) + ": the model has " + std::to_string(heads) +
                    (heads == 1 ? " head" : " heads") + ", counted from 0");
}

int run_window(const WindowRun& run) {
    std::string unused;
    PixelSize size = run.options.size;
    if (size.width <= 0) size = load_settings(run.options.settings, unused).size;
    const std::unique_ptr<Platform> platform =
        run.headless ? open_headless(size) : open_window({.title = "Glassformer", .size = size});
    App app(*platform, run.options);
    if (!run.script.empty()) {
        run_script(app, run.script);
        return 0;
    }
    while (app.frame()) {
    }
    return 0;
}

}  // namespace glassformer
