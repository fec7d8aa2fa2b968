#include "app/views/train/surface/page.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <numbers>
#include <utility>

#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"
#include "app/views/train/surface/texts.h"
#include "app/widgets/controls.h"
#include "core/base/number_text.h"

namespace glassformer {

extern const TrainPageRow surface_page_row{.name = "surface",
                                           .place = 2,
                                           .mode = 2,
                                           .title = texts::train::tab_surface,
                                           .make = [](const TrainPageServices& services) -> std::unique_ptr<TrainPage> {
                                               return std::make_unique<SurfacePage>(services.wake);
                                           }};

namespace {

constexpr std::size_t most_path_points = 24;

// In session files, in the order of their enumerators.
constexpr std::array<std::string_view, 2> plane_names{"random", "run"};
constexpr std::array<std::string_view, 3> picture_names{"both", "contours", "relief"};

/// The one of this name, else `now`.
template <class Kind, std::size_t count>
Kind kind_named(const std::array<std::string_view, count>& names, std::string_view name, Kind now) {
    const auto* const found = std::ranges::find(names, name);
    return found == names.end() ? now : static_cast<Kind>(found - names.begin());
}

bool trains(const TrainRun& run) { return run.shown().phase == TrainingPhase::running; }

/// What is wanted of a training's history; none where there are no weights of the step, or no plane.
std::optional<SurfaceRequest> request_at(const std::shared_ptr<const TrainingPlan>& plan, const WeightHistory& history,
                                         int step, const SurfaceSettings& settings) {
    SurfaceRequest request{.plan = plan,
                           .centre = history.nearest(step),
                           .path = thinned_path(history, step, most_path_points),
                           .settings = settings};
    if (!request.centre.weights || request.path.empty()) return std::nullopt;
    if (settings.directions == SurfaceDirections::run && !middle_step(request)) return std::nullopt;
    return request;
}

std::string shares_text(const SurfaceResult& result) {
    double least = 1, most = 0;
    int others = 0;
    for (const SurfacePathPoint& point : result.path) {
        if (point.step == result.request.centre.step) continue;
        ++others;
        least = std::min(least, point.at.share);
        most = std::max(most, point.at.share);
    }
    if (others == 0) return {};
    if (!result.shows_path() && result.request.centre.step > 0)
        return fmt::format(texts::train::surface_not_shown, percent_text(result.path.front().at.share));
    if (percent_text(least) == percent_text(most) && result.request.centre.step > 0)
        return fmt::format(texts::train::surface_share, percent_text(result.path.front().at.share));
    return fmt::format(texts::train::surface_shares, percent_text(least), percent_text(most));
}

}  // namespace

// --- the work

void SurfacePage::leave() {
    work_.stop();
    without_.stop();
    if (!training_.idle()) compares_ = false;  // there will be nothing to compare with
    training_.stop();
    asks_without_ = false;
}

void SurfacePage::follow(const TrainRun& run, const AskedStep& asked) {
    const TrainingSession::Snapshot& shown = run.shown();
    if (!plane_chosen_ && shown.history) {
        settings_.directions = SurfaceDirections::run;
        if (!request_at(shown.plan, *shown.history, run.looked_at(), settings_))
            settings_.directions = SurfaceDirections::random;
    }
    request_ = shown.history ? request_at(shown.plan, *shown.history, run.looked_at(), settings_) : std::nullopt;
    if (request_) work_.follow(*request_, !trains(run) && !run.settling() && !asked_);
    follow_asked(run, asked);
    snapshot_ = work_.shown();
    if (snapshot_.result && snapshot_.result->request.plan != shown.plan) snapshot_.result = nullptr;
    follow_comparison(run);
}

/// Begins what a scene asks for as soon as its step is there; gives it up where that has no such surface.
void SurfacePage::follow_asked(const TrainRun& run, const AskedStep& asked) {
    if (!asked_ && !asked_comparison_) return;
    if (!run.error().empty()) asked_ = asked_comparison_ = false;
    if (asked_comparison_ && !asked.reached) train_ahead(run, asked.step);
    if (!asked.reached || !run.shown().history || trains(run) || run.settling() || !work_.idle()) return;
    if (std::exchange(asked_, false) && request_ && !work_.knows(*request_)) work_.start(*request_);
    if (!std::exchange(asked_comparison_, false) || run.looked_at() <= 0 || !has_residual(run.shown().plan->config))
        return;
    compares_ = true;
    train_without(run);
}

/// The training without residual connections needs nothing of the run's but its plan: both go on beside each other.
void SurfacePage::train_ahead(const TrainRun& run, int step) {
    const auto plan = run.shown().plan;
    const bool idle = training_.idle();  // before what it has trained is read: it may end in between
    const auto trained = training_.trained();
    const bool changed = run.shown().changes && !run.shown().changes->empty();
    if (!idle || !plan || changed || !has_residual(plan->config) || (trained && trained->of == plan)) return;
    trained_changes_.clear();
    training_.start(plan, trained_changes_, step);
}

void SurfacePage::follow_comparison(const TrainRun& run) {
    const bool idle = training_.idle();  // before what it has trained is read: it may end in between
    const auto trained = training_.trained();
    request_without_.reset();
    // Nothing is there to compare with, and nothing comes: it was of another run, or could not be begun.
    if (compares_ && idle && (!trained || trained->of != run.shown().plan)) compares_ = false;
    if (!compares_ || !trained || trained->of != run.shown().plan || !trained->history) {
        snapshot_without_ = {};
        if (idle) asks_without_ = false;
        if (!idle && request_ && training_.of() != request_->plan) training_.stop();
        return;
    }
    request_without_ =
        request_at(trained->plan, *trained->history, std::min(run.looked_at(), trained->step), settings_);
    if (request_without_) {
        without_.follow(*request_without_, !trains(run) && !run.settling() && !asks_without_);
        if (asks_without_ && without_.idle()) {
            asks_without_ = false;
            if (!without_.knows(*request_without_)) without_.start(*request_without_);
        }
    } else if (idle) {
        asks_without_ = false;  // that training has no such plane
    }
    snapshot_without_ = without_.shown();
}

void SurfacePage::compare(const TrainRun& run) {
    compares_ = !compares_;
    if (!compares_) return without_.stop();
    train_without(run);
}

/// Up to the step that is looked at, where that is not known.
void SurfacePage::train_without(const TrainRun& run) {
    const bool idle = training_.idle();
    const auto trained = training_.trained();
    const auto changes = run.shown().changes ? *run.shown().changes : std::vector<TrainingChange>{};
    asks_without_ = true;
    const int step = run.looked_at();
    const bool known = trained && trained->of == run.shown().plan && trained_changes_ == changes &&
                       (trained->step >= step || !trained->error.empty());
    if (known || !idle) return;
    trained_changes_ = changes;
    training_.start(run.shown().plan, trained_changes_, step);
}

void SurfacePage::touch(const SurfaceTouch& touch, const TrainRun& run) {
    if (touch.cancel) leave();
    if (touch.compute && request_ && work_.idle() && !work_.knows(*request_)) work_.start(*request_);
    if (touch.compute && compares_) train_without(run);
    if (touch.compare) compare(run);
}

float SurfacePage::progress() const {
    const auto [step, steps] = training_.progress();
    if (!training_.idle()) return static_cast<float>(step) / static_cast<float>(std::max(1, steps));
    const SurfaceWork::Snapshot own = work_.shown(), without = without_.shown();
    return static_cast<float>(own.done + without.done) / static_cast<float>(std::max(1, own.total + without.total));
}

// --- the page

bool SurfacePage::prepare(const TrainRun& run, const AskedStep& asked) {
    follow(run, asked);
    return asked.reached && !asked_ && !asked_comparison_ && !asks_without_ && !busy();
}

void SurfacePage::draw(TrainScene& scene, Rect rest) {
    ViewContext& context = scene.context;
    const TrainRun& run = scene.run;
    Ui& ui = context.ui;
    const float em = ui.em;
    follow(run, scene.asked);
    const auto trained = training_.trained();
    const bool behind =
        compares_ && training_.idle() && trained && trained->error.empty() && trained->step < run.looked_at();
    SurfaceControls controls{.can_compute = behind || (request_ && !work_.knows(*request_)) ||
                                            (request_without_ && !without_.knows(*request_without_)),
                             .busy = busy(),
                             .progress = progress()};
    if (run.shown().plan && has_residual(run.shown().plan->config) && run.looked_at() > 0)
        controls.compare = compares_ ? texts::train::surface_compare_close : texts::train::surface_compare;
    const SurfaceDirections before = settings_.directions;
    const SurfaceTouch touched = context.presented  // a lecture's step says what is computed
                                     ? SurfaceTouch{}
                                     : draw_surface_controls(context, rest, settings_, pictures_, controls);
    plane_chosen_ = plane_chosen_ || settings_.directions != before;
    touch(touched, run);
    if (touched.cancel || touched.compute || touched.compare || busy() || asked_ || asked_comparison_) ui.keep_awake();
    rest.take_top(0.2F * em);
    sentences(context, rest, run);
    if (!snapshot_.result) return;
    rest.take_top(0.4F * em);
    rest.take_bottom(0.4F * em);
    std::vector<ShownSurface> surfaces{{.result = snapshot_.result.get(), .title = {}}};
    if (compares_ && snapshot_without_.result) {
        const SurfaceResult &with = *snapshot_.result, &without = *snapshot_without_.result;
        surfaces[0].title =
            fmt::format(texts::train::surface_with, with.request.centre.step, number_text(with.surface.centre));
        surfaces.push_back({.result = &without,
                            .title = fmt::format(texts::train::surface_without, without.request.centre.step,
                                                 number_text(without.surface.centre))});
    }
    drawing_.draw(context, rest, surfaces, pictures_);
}

/// Where there is no surface yet: why, and what to do; in a lecture there is no button.
std::string SurfacePage::instead(const TrainRun& run, bool presented) const {
    if (!run.shown().history) return texts::train::surface_waiting;
    if (!request_) return no_plane_of_run;
    if (!work_.idle()) return fmt::format(texts::train::surface_computing, run.looked_at());
    if (asked_) return texts::train::surface_asked;
    if (presented) return texts::train::surface_not_computed;
    std::string text = fmt::format(texts::train::surface_none, settings_.points, run.looked_at());
    if (const double point = snapshot_.seconds_per_point; point > 0)
        text +=
            fmt::format(texts::train::surface_none_time, time_text(1000 * point * settings_.points * settings_.points));
    return text;
}

void SurfacePage::sentences(ViewContext& context, Rect& area, const TrainRun& run) const {
    Ui& ui = context.ui;
    const auto say = [&](const std::string& text, Colour colour) {
        if (!text.empty())
            area.take_top(paragraph(ui.painter, area, text, {.colour = colour, .size = em::small}) + 0.15F * ui.em);
    };
    say(snapshot_.error, ui.theme.warning);
    if (!training_.idle()) {
        const auto [step, steps] = training_.progress();
        say(fmt::format(texts::train::surface_training, step, steps), ui.theme.text);
    }
    if (!snapshot_.result) {
        if (snapshot_.error.empty()) say(instead(run, context.presented), ui.theme.text);
        return;
    }
    const SurfaceResult& result = *snapshot_.result;
    const std::size_t side = result.surface.axes[0].size();
    // Beside a comparison the titles say the losses, and a lecture needs the room for the pictures.
    const bool briefly = context.presented && compares_ && snapshot_without_.result != nullptr;
    std::string text = briefly ? fmt::format(texts::train::surface_says_briefly, side, result.request.centre.step)
                               : fmt::format(texts::train::surface_says, number_text(result.surface.centre),
                                             result.request.centre.step, side, surface_texts);
    const auto add = [&](const std::string& sentence) {
        if (!sentence.empty()) text += " " + sentence;
    };
    if (!briefly) add(shares_text(result));
    add(result.path_error);
    if (!request_)
        add(no_plane_of_run);
    else if (context.presented) {
        // There is no button that these sentences could ask for.
    } else if (!request_->same_plane(result.request))
        add(texts::train::surface_other);
    else if (result.coarse() && work_.idle())
        add(fmt::format(texts::train::surface_coarse, request_->settings.points));
    for (const SurfaceWork::Snapshot* shown : {&snapshot_, &snapshot_without_}) {
        if (!shown->result || shown->result->surface.not_finite == 0) continue;
        const LossSurface& surface = shown->result->surface;
        add(surface.not_finite == 1
                ? fmt::format(texts::train::surface_not_finite_one, surface.losses.size())
                : fmt::format(texts::train::surface_not_finite, surface.not_finite, surface.losses.size()));
    }
    if (compares_ && snapshot_without_.result) add(texts::train::surface_same_scale);
    say(text, ui.theme.text);
    if (!compares_) return;
    const auto trained = training_.trained();
    if (!context.presented && trained && trained->error.empty() && training_.idle() && trained->step < run.looked_at())
        say(fmt::format(texts::train::surface_trained_to, trained->step), ui.theme.text);
    if (trained && !trained->error.empty())
        say(fmt::format(texts::train::surface_diverged, trained->step, trained->error), ui.theme.warning);
    say(snapshot_without_.error, ui.theme.warning);
}

void SurfacePage::describe(State& state) const {
    const SurfaceResult* const result = snapshot_.result.get();
    const SurfaceWork::Snapshot now = work_.shown();
    state.add("train_surface", busy()              ? "computing"
                               : result == nullptr ? "none"
                               : result->coarse()  ? "coarse"
                                                   : "fine");
    state.add("train_surface_plane", std::string(plane_names[static_cast<std::size_t>(settings_.directions)]));
    state.add("train_surface_progress", fmt::format("{}/{}", now.done, now.total));
    state.add("train_surface_points", std::to_string(result == nullptr ? 0 : result->surface.losses.size()));
    state.add("train_surface_center", result == nullptr ? std::string() : six_digits(result->surface.centre));
    state.add("train_surface_step", result == nullptr ? std::string() : std::to_string(result->request.centre.step));
    state.add("train_surface_path", std::to_string(result == nullptr ? 0 : result->path.size()));
    state.add("train_surface_under", drawing_.says());
    state.add("train_surface_turn", six_digits(static_cast<double>(drawing_.view().turn)));
    state.add("train_surface_error", snapshot_.error);
    state.add("train_surface_without",
              snapshot_without_.result ? six_digits(snapshot_without_.result->surface.centre) : "");
}

// --- what a session file keeps

/// No plane where the page takes the run's by itself.
ViewValues SurfacePage::save() const {
    const auto plane = static_cast<std::size_t>(settings_.directions), pictures = static_cast<std::size_t>(pictures_);
    return {{"surface_plane", value_text(plane_chosen_ ? std::string(plane_names[plane]) : std::string())},
            {"surface_seed", value_text(settings_.seed)},
            {"surface_extent", value_text(settings_.extent)},
            {"surface_points", value_text(settings_.points)},
            {"surface_pictures", value_text(std::string(picture_names[pictures]))},
            {"surface", value_text(asked_ || (of_scene_ && request_ && (busy() || work_.knows(*request_))))},
            {"surface_without_residual", value_text(asked_comparison_ || (compares_scene_ && compares_))},
            {"surface_turn", value_text(drawing_.view().turn)},
            {"surface_tilt", value_text(drawing_.view().tilt)}};
}

void SurfacePage::load(const ViewValues& values) {
    const ViewReader read(values);
    const std::string before =
        plane_chosen_ ? std::string(plane_names[static_cast<std::size_t>(settings_.directions)]) : std::string();
    const std::string plane = read.text("surface_plane", before);
    plane_chosen_ = std::ranges::find(plane_names, plane) != plane_names.end();
    settings_.directions = kind_named(plane_names, plane, settings_.directions);
    settings_.seed = read.whole("surface_seed", settings_.seed, 1, most_surface_seed);
    settings_.extent = read.number("surface_extent", settings_.extent, least_surface_extent, most_surface_extent);
    const int points = read.whole("surface_points", settings_.points, fewest_surface_points, most_surface_points);
    settings_.points = points % 2 == 1 ? points : settings_.points;  // the center is one of them
    of_scene_ = asked_ = read.yes("surface", of_scene_);
    const bool compares = read.yes("surface_without_residual", compares_scene_);
    if (compares_scene_ && !compares) compares_ = false;
    compares_scene_ = asked_comparison_ = compares;
    pictures_ = kind_named(picture_names, read.text("surface_pictures", {}), pictures_);
    constexpr float half = std::numbers::pi_v<float>;
    ReliefView view{.turn = read.number("surface_turn", drawing_.view().turn, -half, half),
                    .tilt = read.number("surface_tilt", drawing_.view().tilt, 0, half / 2)};
    view.drag({}, 1);  // as far as it tilts
    drawing_.turn_to(view);
}

}  // namespace glassformer
