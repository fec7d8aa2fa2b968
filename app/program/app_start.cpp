// How the window begins and what it leaves behind: its first inputs, its settings.
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "app/platform/tell.h"
#include "app/program/app.h"
#include "app/program/lecture_hall.h"
#include "app/program/lesson_export_run.h"
#include "app/program/texts.h"
#include "app/program/view_film_run.h"
#include "core/base/error.h"
#include "core/base/failure.h"
#include "core/io/model_folder.h"
#include "core/model/untrained_model.h"
#include "core/train/laboratory/trained_steps.h"

namespace glassformer {

namespace {

const Theme& theme_named(const std::string& name) {
    const Theme* theme = find_theme(name);
    return theme != nullptr ? *theme : *all_themes().front();
}

std::optional<BackendMeasure> remembered_measure(const AppOptions& options) {
    std::string unread;  // said when all settings are read
    return load_settings(options.settings, unread).measure;
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

std::vector<ModelChoice> with_all(std::vector<ModelChoice> models, const std::vector<ModelChoice>& more) {
    models.insert(models.end(), more.begin(), more.end());
    return models;
}

}  // namespace

Session::Options App::session_options(const AppOptions& options) {
    return {.load =
                [load = options.load, steps = trained_steps_](const std::string& name, Loading& loading) {
                    if (std::shared_ptr<const Model> trained = steps->open(name)) return trained;
                    if (std::shared_ptr<const Model> untrained = open_untrained(name)) return untrained;
                    return load(name, loading);
                },
            .wake = [&platform = platform_] { platform.wake(); },
            .before_stage = options.before_stage,
            .pool = options.pool,
            .choose = [this](const Model& model, const GraphSize& size) { return chooser_.choose(model, size); },
            .free_memory = options.free_memory};
}

App::App(Platform& platform, const AppOptions& options)
    : platform_(platform),
      models_(options.models),
      known_models_(with_all(options.models, options.lesson_models)),
      settings_path_(options.settings),
      write_root_(options.fence),
      program_(options.program),
      first_cell_(options.cell),
      first_stage_(options.stage),
      first_head_(options.head),
      still_(options.still),
      overview_(options.overview),
      chooser_({.wish = options.backend,
                .open = [&platform] { return platform.sharing_context(); },
                .renderer = platform.renderer(),
                .measure = remembered_measure(options),
                .pool = options.pool}),
      trained_steps_(std::make_shared<TrainedSteps>()),
      session_(session_options(options)),
      comparison_([this] { return chooser_.device(); }),
      views_(all_views(
          {.session_options =
               [this, options] {
                   Session::Options own = session_options(options);
                   own.pool = nullptr;  // the window's session has it
                   return own;
               },
           .models = models_,
           .position_lengths = options.position_lengths,
           .ablations = options.ablations,
           .trained_steps = trained_steps_,
           .kept_trainings = options.settings.empty() ? std::filesystem::path{} : options.settings.parent_path()})),
      card_(options.card),
      autosave_(options.settings.parent_path()),
      lesson_export_run_(std::make_unique<LessonExportRun>()),
      film_run_(std::make_unique<ViewFilmRun>()),
      clock_(options.clock),
      gui_(platform, {}),
      lecture_(std::make_unique<LectureHall>()) {
    for (const std::unique_ptr<AppView>& view : views_) initial_view_values_.emplace(view->row().name, view->save());
    settings_ = load_settings(settings_path_, message_);
    const Settings& settings = settings_;
    unreadable_settings_ = !message_.empty();
    if (!options.theme.empty() && find_theme(options.theme) == nullptr)
        throw Error(fmt::format(texts::program::no_theme, options.theme));
    preferences_.theme = &theme_named(options.theme.empty() ? settings.theme : options.theme);
    preferences_.text_scale =
        options.text_scale > 0 ? std::clamp(options.text_scale, smallest_text, largest_text) : settings.text_scale;
    preferences_.panel_width = settings.panel_width;
    preferences_.panel = settings.panel;
    preferences_.watched = options.motion;
    preferences_.motion = settings.motion;
    preferences_.architecture = options.architecture || settings.architecture;
    if (const PaletteRow* palette = find_palette(settings.palette)) preferences_.palette = palette->palette;
    preferences_.limits = options.color_limits.value_or(settings.color_limits);
    recent_ = settings.recent;
    begun_ = settings.begun;
    welcomed_ = settings.welcomed;
    preferences_.view = options.view.empty() ? settings.view : options.view;
    preferences_.view = view().row().name;
    if (!options.view_values.empty()) view().load(options.view_values);
    cursor_ = settings.cursor;
    gui_.set_theme(with_palette(*preferences_.theme, preferences_.palette));
    gui_.set_text_scale(preferences_.text_scale);
    gui_.set_limits(preferences_.limits);
    limits_known_ = preferences_.limits;
    if (settings.fullscreen) {
        windowed_size_ = platform_.size();
        platform_.set_fullscreen(true);
    }
    if (message_.empty()) message_ = gui_.message();
    lessons_ = options.lessons;
    library_ = std::make_unique<LessonLibrary>(lessons_, example_of(), [&platform] { platform.wake(); });
    take_progress(settings.lessons);
    if (options.open.empty()) {
        if (options.stage.empty() && options.cell.empty()) show_overview();
        crash_copy_ = autosave_.left_behind();
        // Not undoable: these are the first inputs.
        Inputs first = first_inputs(options, settings.inputs);
        const bool changed = !first.edits.empty() || !first.architecture.empty();
        if (changed && first == settings.inputs) {
            // Yesterday's changes are a step that undo takes back.
            Inputs plain = first;
            plain.edits.clear();
            plain.architecture.clear();
            session_.set(std::move(plain), false);
            session_.set(std::move(first));
            restored_ = true;
        } else {
            session_.set(std::move(first), false);
        }
    } else {
        open_path(options.open);
        if (session_.inputs().model.empty()) throw Error(message_);
    }
    lasting_ = session_.inputs();
    if (!options.lesson.empty()) open_lesson(options.lesson, options.lesson_step);
    // Nobody is welcomed who knows what to open, or whose choice would be forgotten.
    welcome_open_ = !welcomed_ && preferences_.watched && !settings_path_.empty() && options.open.empty() &&
                    options.lesson.empty() && options.inputs.model.empty() && !lessons_.empty() && crash_copy_.empty();
}

App::~App() {
    // If an exception ends the program, the copy stays for the next start.
    const bool failed = std::uncaught_exceptions() > exceptions_before_;
    remember_lesson_step();
    save_own_settings();
    if (failed || ended_)
        autosave_.leave();
    else
        autosave_.remove();
}

void App::save_own_settings() {
    if (settings_path_.empty()) return;
    if (unreadable_settings_) {  // renamed, not overwritten
        std::error_code gone;
        std::filesystem::rename(settings_path_, settings_path_.string() + ".unreadable", gone);
    }
    try {
        join_settings(settings_path_, settings_,
                      {.size = platform_.fullscreen() ? windowed_size_ : platform_.size(),
                       .place = platform_.place(),
                       .fullscreen = platform_.fullscreen(),
                       .theme = std::string(preferences_.theme->name),
                       .text_scale = preferences_.text_scale,
                       .panel_width = preferences_.panel_width,
                       .panel = preferences_.panel,
                       .view = preferences_.view,
                       .palette = std::string(palette_row(preferences_.palette).name),
                       .color_limits = preferences_.limits,
                       .motion = preferences_.motion,
                       .architecture = preferences_.architecture,
                       .begun = begun_,
                       .welcomed = welcomed_,
                       .lessons = lesson_progress_,
                       .recent = recent_,
                       .inputs = lasting_,
                       .cursor = cursor_,
                       .measure = chooser_.measure()});
    } catch (const std::exception& error) {
        tell(texts::program::settings_not_saved, sentence_of(error));
    }
}

}  // namespace glassformer
