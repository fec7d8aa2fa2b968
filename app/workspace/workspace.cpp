#include "app/workspace/workspace.h"

#include <algorithm>
#include <utility>

#include "core/io/model_folder.h"
#include "core/model/untrained_model.h"
#include "core/train/live/trained_steps.h"

namespace glassformer {

namespace {

std::vector<ModelChoice> with_all(std::vector<ModelChoice> models, const std::vector<ModelChoice>& more) {
    models.insert(models.end(), more.begin(), more.end());
    return models;
}

}  // namespace

Session::Options Workspace::session_options(Platform& platform, const AppOptions& options) {
    return {.load =
                [load = options.load, steps = trained_steps_](const std::string& name, Loading& loading) {
                    if (std::shared_ptr<const Model> trained = steps->open(name)) return trained;
                    if (std::shared_ptr<const Model> untrained = open_untrained(name)) return untrained;
                    return load(name, loading);
                },
            .wake = [&platform] { platform.wake(); },
            .before_stage = options.before_stage,
            .pool = options.pool,
            .choose = [this](const Model& model, const GraphSize& size) { return chooser_.choose(model, size); },
            .free_memory = options.free_memory};
}

Workspace::Workspace(Platform& platform, const AppOptions& options, std::optional<BackendMeasure> measure)
    : models_(options.models),
      known_models_(with_all(options.models, options.lesson_models)),
      card_(options.card),
      chooser_({.wish = options.backend,
                .open = [&platform] { return platform.sharing_context(); },
                .renderer = platform.renderer(),
                .measure = std::move(measure),
                .pool = options.pool}),
      trained_steps_(std::make_shared<TrainedSteps>()),
      session_(session_options(platform, options)),
      views_(all_views(
          {.session_options =
               [this, &platform, options] {
                   Session::Options own = session_options(platform, options);
                   own.pool = nullptr;  // the window's session has it
                   return own;
               },
           .models = models_,
           .position_lengths = options.position_lengths,
           .ablations = options.ablations,
           .trained_steps = trained_steps_,
           .kept_trainings = options.settings.empty() ? std::filesystem::path{} : options.settings.parent_path()})),
      overview_(options.overview),
      still_(options.still) {
    for (const std::unique_ptr<AppView>& view : views_) first_values_.emplace(view->row().name, view->save());
}

Session::Snapshot Workspace::shown() const {
    Session::Snapshot shown = session_.shown();
    if (original_ && shown.unedited_is_alike) {
        shown.current = std::exchange(shown.unedited, nullptr);
        shown.unedited_is_alike = false;
    }
    return shown;
}

AppView& Workspace::view() const {
    AppView* const found = find_view(preferences_.view);
    return found != nullptr ? *found : *views_.front();
}

AppView* Workspace::find_view(std::string_view name) const {
    for (const std::unique_ptr<AppView>& view : views_)
        if (view->row().name == name) return view.get();
    return nullptr;
}

void Workspace::show_view(const std::string& name) {
    if (name != preferences_.view) view().leave();
    preferences_.view = name;
    preferences_.view = view().row().name;  // replaces a view that this version does not have
}

bool Workspace::change_view(Command command) {
    for (const std::unique_ptr<AppView>& view : views_) {
        if (open_view(view->row().name) != command) continue;
        const std::string before = preferences_.view;
        show_view(std::string(view->row().name));
        places_.change_view(before, preferences_.view, cursor_);
        return true;
    }
    return false;
}

bool Workspace::go_back() {
    const std::optional<Places::Place> place = places_.back();
    if (!place) return false;
    show_view(place->view);
    cursor_ = place->cursor;
    return true;
}

void Workspace::note_jump(const Cursor& before) {
    if (cursor_ == before) return;
    places_.left({preferences_.view, before});
    places_.chosen();
}

const ViewValues& Workspace::first_values(std::string_view view) const { return first_values_.find(view)->second; }

ViewValues Workspace::completed(const AppView& view, ViewValues values) const {
    return view.completed(std::move(values), first_values(view.row().name));
}

void Workspace::show_overview() {
    if (!overview_) return;
    for (const std::unique_ptr<AppView>& view : views_) view->show_overview();
}

Card Workspace::card_of(const std::string& model, const std::filesystem::path& folder) const {
    return card_ ? card_(model) : load_card(folder);
}

ExampleOf Workspace::example_of() const {
    return [this](const std::string& name) {
        const auto found = std::ranges::find(known_models_, name, &ModelChoice::name);
        if (found == known_models_.end()) return Inputs{};
        Inputs inputs;
        if (!found->examples.empty()) inputs = found->examples.front();
        inputs.model = name;
        return inputs;
    };
}

void Workspace::note_inputs() {
    loss_targets_.note(session_.inputs());
    if (!TrainedSteps::step_of(session_.inputs().model)) lasting_ = session_.inputs();
}

}  // namespace glassformer
