#include "app/views/train/training/page.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/paint/visible_text.h"
#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"
#include "app/views/train/film/film_texts.h"
#include "app/views/train/training/prediction.h"
#include "app/views/train/training/texts.h"
#include "app/widgets/controls.h"

namespace glassformer {

extern const TrainPageRow training_page_row{
    .name = "training",
    .place = 0,
    .mode = 0,
    .title = texts::train::tab_training,
    .make = [](const TrainPageServices& services) -> std::unique_ptr<TrainPage> {
        return std::make_unique<TrainingPage>(services.wake);
    }};

bool TrainingPage::run(Command command, TrainRun& run) {
    if (command == train_film) return film_.toggle(), true;
    if (command == train_settings) {
        const bool opens = film_.is_open() || !settings_open_;
        if (opens)
            open_settings();
        else
            settings_open_ = reveal_settings_ = false;
        return true;
    }
    if (!film_.is_open()) return false;
    if (command == Command::play) return !run.running() && film_.play_or_pause(run);
    if (command == Command::step_forward) {
        if (run.exists()) run.look_at_next(1);
        return run.exists();
    }
    if (command != Command::faster && command != Command::slower) return false;
    film_.change_speed(command == Command::faster ? 1 : -1);
    return true;
}

void TrainingPage::open_film() {
    if (!film_.is_open()) film_.toggle();
}

void TrainingPage::open_settings() {
    if (film_.is_open()) film_.toggle();
    settings_open_ = reveal_settings_ = true;
}

void TrainingPage::choose_head(int by) {
    head_chosen_ = true;
    if (!maps_.empty()) head_ = std::clamp(head_ + by, 0, static_cast<int>(maps_.size()) - 1);
}

void TrainingPage::choose_no_head() {
    head_ = 0;
    head_chosen_ = false;
}

void TrainingPage::change_run() {
    maps_.clear();
    maps_generation_ = 0;
    if (!head_chosen_) head_ = 0;
}

void TrainingPage::follow(ViewContext& context, TrainRun& run, const Inputs* inputs) {
    watch_.follow(run.shown());
    film_.follow(context, run, inputs, watch_.measured());
}

void TrainingPage::draw(TrainScene& scene, Rect rest) {
    if (film_.is_open()) return draw_film(scene, rest);
    Ui& ui = scene.context.ui;
    const float em = ui.em;
    const bool wide = rest.w > 48 * em;
    TrainRun& run = scene.run;
    rest.take_bottom(0.4F * em);
    Rect charts = wide ? rest.take_left(std::round(0.52F * rest.w)) : rest.take_top(std::round(0.5F * rest.h));
    const Rect scrub = charts.take_bottom(2.0F * em);
    if (wide)
        rest.take_left(1.6F * em);
    else
        rest.take_top(0.6F * em);
    charts_.watch(watch_.measured(), watch_.uniform());
    const TrainCharts::Touch touch =
        charts_.draw(scene.context, charts, run.shown(), run.looked_at(), scene.state.clip);
    if (touch.dragged) run.look_at(*touch.dragged);
    // On the charts' own axis: a step lies below itself in all of them.
    if (const std::vector<int> steps = run.kept_steps(); !steps.empty())
        if (const int step = charts_.scrub(scene.context, scrub, steps, run.looked_at(), run.shown().steps_planned);
            step >= 0) {
            run.look_at(step);
            ui.keep_awake();
        }
    if (std::exchange(reveal_settings_, false) && scene.scrolls && !wide) reveal(ui, rest.y, rest.bottom());
    if (settings_open_)
        draw_settings(scene, rest);
    else
        attention(scene, rest);
}

/// All heads in place of settings, charts and the large map.
void TrainingPage::draw_film(TrainScene& scene, Rect rest) {
    const float em = scene.context.ui.em;
    rest.take_top(0.2F * em);
    rest.take_bottom(0.3F * em);
    draw_scrubber(scene.context, rest.take_bottom(1.8F * em), scene.run);
    rest.take_bottom(0.3F * em);
    const HeadFilm::Clicked clicked = film_.draw(scene.context, rest, scene.run, head_);
    if (clicked.close) film_.toggle();
    if (clicked.head >= 0) {
        head_ = clicked.head;
        head_chosen_ = true;
    }
    if (clicked.close || clicked.head >= 0) scene.context.ui.keep_awake();
}

void TrainingPage::draw_settings(TrainScene& scene, const Rect& area) {
    scene.changed = setup_.draw(scene.context, area, scene.state);
    scene.memory_asked = setup_.memory_asked();
}

/// Until somebody chooses one, the head that looks at the right answer most is the large one, at the last step measured
/// where one does: whatever the order in which steps are measured.
void TrainingPage::show_focused_head() {
    if (head_chosen_) return;
    for (auto step = watch_.measured().rbegin(); step != watch_.measured().rend(); ++step) {
        const std::vector<float>& heads = step->by_head;
        if (heads.empty() || heads.size() != maps_.size()) continue;
        const auto best = std::ranges::max_element(heads);
        if (*best < focused) continue;
        head_ = static_cast<int>(best - heads.begin());
        return;
    }
}

void TrainingPage::attention(TrainScene& scene, Rect area) {
    ViewContext& context = scene.context;
    Ui& ui = context.ui;
    const float em = ui.em;
    const TrainRun::Reading own = scene.run.reading();
    std::shared_ptr<const Evaluation> reading = scene.window_reading();
    const std::uint64_t generation = reading ? reading->generation() : own.generation;
    const auto of = reading ? TrainedSteps::step_of(reading->inputs().model) : std::nullopt;
    const int step = of ? of->step : own.step;
    if (!reading) reading = own.evaluation;
    Rect line = area.take_top(1.8F * em);
    if (!reading) {
        const std::string words = own.error.empty() ? scene.run.settling() ? texts::train::reading : "" : own.error;
        paragraph(ui.painter, line, words, {.colour = own.error.empty() ? ui.theme.muted : ui.theme.warning});
        return;
    }
    if (maps_generation_ != generation) {
        maps_generation_ = generation;
        maps_ = head_maps(*reading);
        head_ = std::clamp(head_, 0, std::max(0, static_cast<int>(maps_.size()) - 1));
    }
    show_focused_head();
    draw_prediction(context, line, *reading, step);
    area.take_top(0.2F * em);
    if (maps_.empty()) {
        paragraph(ui.painter, area, texts::train::no_attention, {.colour = ui.theme.muted});
        return;
    }
    Rect title = area.take_top(1.8F * em);
    const std::string tip = hint(texts::train::film_open_hint, train_film);
    const ButtonStyle film{.icon = Icon::play, .size = em::small, .hint = tip};
    if (const float wide = button_width(ui, texts::train::film_open, film); title.w > 2 * wide) {
        const Rect place = title.take_right(wide).snapped();
        title.take_right(0.6F * em);
        context.targets.put("train film", place);
        if (button(ui, "train film", place, texts::train::film_open, film)) film_.toggle();
    }
    text_in(ui.painter, title,
            shortened(ui.painter, fmt::format(texts::train::attention, step, visible_text(reading->inputs().text)),
                      title.w, em::body, Face::sans),
            {.colour = ui.theme.text});
    if (const int clicked = draw_head_maps(context, area, *reading, generation, maps_, head_); clicked >= 0) {
        head_ = clicked;
        head_chosen_ = true;
        ui.keep_awake();
    }
}

ViewValues TrainingPage::save() const {
    return {{"film", value_text(film_.is_open())}, {"chart", value_text(std::string(charts_.chosen()))}};
}

void TrainingPage::load(const ViewValues& values) {
    const ViewReader read(values);
    if (read.yes("film", film_.is_open()) != film_.is_open()) film_.toggle();
    charts_.choose(read.text("chart", std::string(charts_.chosen())));
}

}  // namespace glassformer
