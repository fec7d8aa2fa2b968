// How the window begins, and how it opens and saves files.
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "app/files/tensor_file.h"
#include "app/program/app.h"
#include "app/program/figure_words.h"
#include "app/program/narrator.h"
#include "app/workspace/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/json_text.h"
#include "core/io/hub_cache.h"
#include "core/io/model_folder.h"

namespace glassformer {

namespace {

const Theme& theme_named(const std::string& name) {
    const Theme* theme = find_theme(name);
    return theme != nullptr ? *theme : *all_themes().front();
}

/// First inputs: the requested ones, else the last ones, else the first example of the first model.
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
            const Card card = options.card ? options.card(inputs.model) : options.load(inputs.model)->card;
            if (!card.examples.empty()) inputs.text = card.examples.front();
            if (inputs.target.empty() && !card.targets.empty()) inputs.target = card.targets.front();
        } catch (const Error&) {
            // The session says what is wrong with the model.
        }
    }
    return inputs;
}

}  // namespace

App::App(Platform& platform, const AppOptions& options)
    : platform_(platform),
      settings_(options.settings),
      workspace_(platform, options, settings_.start().measure),
      gui_(platform, {}),
      messages_(platform, workspace_),
      warnings_(messages_),
      limits_(workspace_),
      arrival_(workspace_, gui_, limits_, messages_),
      document_(platform, options, arrival_, messages_),
      examples_(workspace_, arrival_, messages_),
      lecture_(platform, options.clock),
      comparison_([this] { return workspace_.chooser().device(); }),
      course_({platform, gui_, workspace_, arrival_, messages_, document_, lecture_, changes_}, options.lessons),
      exports_(
          {.platform = platform,
           .gui = gui_,
           .workspace = workspace_,
           .messages = messages_,
           .document = document_,
           .rules = [this] { return picture_rules(); },
           .draw_image = [this](Painter& painter, const Rect& area) { return course_.draw_image(painter, area); },
           .is_drawn_as_shown = [this] { return !course_.shown_image().empty() || !course_.title_beside().empty(); },
           .draw_beside = [this](Painter& painter, Rect& area) { course_.draw_beside(painter, area); },
           .cover = [this] { return course_.cover(); },
           .words = [this] { return figure_words(workspace_, course_, !picture_rules().asked); },
           .draw_window = [this](Ui& ui) { draw(ui); },
           .program = options.program,
           .open_model = options.load}),
      first_steps_(workspace_, course_),
      screen_(platform),
      narrator_(std::make_unique<Narrator>()),
      speaker_(platform, gui_, workspace_, messages_, course_, lecture_) {
    list_sheets();
    if (!options.theme.empty() && find_theme(options.theme) == nullptr)
        throw Error(fmt::format(texts::window::no_theme, options.theme));
    take_settings(options);
    show_first(options);
    workspace_.note_inputs();
    if (!options.lesson.empty()) open_lesson(options.lesson, options.lesson_step);
    // Nobody is welcomed who knows what to open, or whose choice would be forgotten.
    if (workspace_.preferences().watched && settings_.remembers() && options.open.empty() && options.lesson.empty() &&
        options.inputs.model.empty() && !options.lessons.empty() && !document_.offers_copy())
        first_steps_.open_welcome();
}

void App::take_settings(const AppOptions& options) {
    const Settings& settings = settings_.start();
    Preferences& preferences = workspace_.preferences();
    preferences.theme = &theme_named(options.theme.empty() ? settings.theme : options.theme);
    preferences.text_scale =
        options.text_scale > 0 ? std::clamp(options.text_scale, smallest_text, largest_text) : settings.text_scale;
    preferences.panel_width = settings.panel_width;
    preferences.panel = settings.panel;
    preferences.watched = options.motion;
    preferences.motion = settings.motion;
    preferences.architecture = options.architecture || settings.architecture;
    preferences.simple = settings.simple;
    preferences.says = options.says || settings.says;
    preferences.speaks = options.speaks || settings.speaks;
    if (const PaletteRow* palette = find_palette(settings.palette)) preferences.palette = palette->palette;
    limits_.replace(options.colour_limits.value_or(settings.colour_limits));
    document_.set_recent(settings.recent);
    first_steps_.remember(settings.welcomed, settings.begun);
    workspace_.show_view(options.view.empty() ? settings.view : options.view);
    if (!options.view_values.empty()) workspace_.view().load(options.view_values);
    workspace_.cursor() = settings.cursor;
    course_.take_progress(settings.lessons);
    gui_.set_theme(with_palette(*preferences.theme, preferences.palette));
    gui_.set_text_scale(preferences.text_scale);
    gui_.set_limits(preferences.limits);
    if (settings.fullscreen) screen_.set_fullscreen(true);
    messages_.set_problem(settings_.problem().empty() ? gui_.message() : settings_.problem());
}

void App::show_first(const AppOptions& options) {
    Session& session = workspace_.session();
    arrival_.begin_at(options.stage, options.cell, options.head);
    if (!options.open.empty()) {
        open_path(options.open);
        if (session.inputs().model.empty()) throw Error(messages_.problem());
        return;
    }
    if (options.stage.empty() && options.cell.empty()) workspace_.show_overview();
    document_.find_left_copy();
    // Not undoable: these are the first inputs.
    const Inputs& remembered = settings_.start().inputs;
    Inputs first = first_inputs(options, remembered);
    const bool changed = !first.edits.empty() || !first.architecture.empty();
    if (!changed || first != remembered) return session.set(std::move(first), false);
    // Yesterday's changes are a step that undo takes back.
    Inputs plain = first;
    plain.edits.clear();
    plain.architecture.clear();
    session.set(std::move(plain), false);
    session.set(std::move(first));
    first_steps_.greet_with_changes();
}

bool App::open_path(const std::filesystem::path& given) {
    try {
        std::error_code unread;
        const std::filesystem::path path = std::filesystem::absolute(given, unread).lexically_normal();
        if (!std::filesystem::exists(path, unread))
            throw Error(fmt::format(texts::window::no_such_path, in_quotes(path.string())));
        if (std::filesystem::is_directory(path, unread)) {
            open_model_folder(path);
        } else if (is_tensor_file(path)) {
            throw Error(fmt::format(texts::window::tensors_only, path_text(path), std::string(session_ending)));
        } else if (path.extension() == ".md") {
            open_lesson(path);
            return true;
        } else if (path.extension() == ".txt" && show_text(path)) {
            return true;
        } else if (!path.string().ends_with(session_ending)) {
            throw Error(
                fmt::format(texts::window::neither_model_nor_session, path_text(path), std::string(session_ending)));
        } else {
            document_.open(path);
        }
        document_.remember(path);
        return true;
    } catch (const Error& error) {
        messages_.say(error.what());
        return false;
    }
}

void App::open_model_folder(const std::filesystem::path& path) {
    if (!is_model_folder(path)) throw Error(fmt::format(texts::window::no_config, path_text(path)));
    const Inputs& now = workspace_.session().inputs();
    Inputs inputs;
    // A snapshot's folder is named by a checksum; its name in the cache must be nothing else's too.
    std::error_code unread;
    const std::string cached = cached_name(path, hub_cache());
    const bool named = cached.find('/') != std::string::npos && !std::filesystem::exists(cached, unread);
    inputs.model = named ? cached : path.string();
    inputs.gradients = now.gradients;
    const Card card = workspace_.card_of(inputs.model, path);
    inputs.text = card.examples.empty() ? now.text : card.examples.front();
    if (!card.targets.empty()) inputs.target = card.targets.front();
    arrival_.open(workspace_.loss_targets().completed(std::move(inputs)));
}

/// The view that has a use for a text file is shown with it.
bool App::show_text(const std::filesystem::path& file) {
    for (const std::unique_ptr<AppView>& one : workspace_.views()) {
        if (!one->take_text(file)) continue;
        workspace_.show_view(std::string(one->row().name));
        platform_.wake();
        return true;
    }
    return false;
}

/// Opens the first of several dropped files that can be opened, and says so.
void App::open_dropped(const std::vector<std::string>& paths) {
    for (std::size_t i = 0; i < paths.size(); ++i) {
        if (!open_path(paths[i])) continue;
        if (paths.size() > 1)
            messages_.say(fmt::format(texts::window::opened_one, path_text(std::filesystem::path(paths[i]).filename()),
                                      paths.size()));
        return;
    }
}

void App::save(bool as) {
    if (!as && !document_.path().empty()) return save_to(document_.path());
    open_sheet_.open_to_save(document_.proposal());
}

void App::ask_for_lesson() {
    std::error_code unread;
    open_sheet_.open_to_begin_lesson(std::filesystem::current_path(unread) / texts::window::lesson_name);
}

void App::save_to(const std::filesystem::path& path) {
    try {
        document_.check_fence(path);
        if (path.extension() != ".md")
            document_.save(path);
        else if (course_.author().begin(path))
            open_lesson(path, 0);
    } catch (const Error& error) {
        messages_.say(error.what());
    }
}

}  // namespace glassformer
