#include "app/views/train/step/page.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "app/views/shared/view_values.h"
#include "app/views/shared/wording.h"
#include "app/views/train/step/derivation.h"
#include "app/views/train/step/panel_title.h"
#include "app/views/train/step/parts.h"
#include "app/views/train/step/texts.h"
#include "app/views/train/step/variants_sheet.h"
#include "app/views/train/step/words.h"
#include "app/widgets/controls.h"

namespace glassformer {

extern const TrainPageRow step_page_row{.name = "step",
                                        .place = 1,
                                        .mode = 1,
                                        .title = texts::train::tab_step,
                                        .make = [](const TrainPageServices& services) -> std::unique_ptr<TrainPage> {
                                            return std::make_unique<StepPage>(services.wake);
                                        }};

namespace {

namespace strings = texts::train;

double sum_of(std::span<const double> parts) { return std::accumulate(parts.begin(), parts.end(), 0.0); }

std::string numbers_text(const StepInspection& inspection) {
    const Trainer::Step& step = inspection.step();
    const std::string norm = number_text(step.gradient_norm), rate = rate_text(step.learning_rate);
    std::string text = step.clip_factor == 1 ? fmt::format(strings::glass_numbers, norm, rate)
                                             : fmt::format(strings::glass_clipped, norm, number_text(step.clip_factor),
                                                           number_text(step.gradient_norm * step.clip_factor), rate);
    if (const int parts = micro_batches_of(inspection.options()); parts > 1)
        text += fmt::format(strings::glass_micro_batches, parts);
    if (inspection.options().checkpoint) text += strings::glass_checkpoints;
    return text;
}

}  // namespace

void StepPage::select(const WeightAt& at) {
    weight_ = at;
    chosen_ = true;
}

void StepPage::select(const StepPlace& place) {
    place_ = place;
    text_chosen_ = show_place_ = true;
    largest_position_ = false;
}

/// Where nobody chose a text or a position in it.
void StepPage::place_of_largest_part() {
    const auto largest = [](const std::vector<double>& parts) {
        const auto at = std::ranges::max_element(parts, {}, [](double part) { return std::abs(part); });
        return static_cast<int>(at - parts.begin());
    };
    if (!parts_ || parts_->texts.empty()) return;
    if (const int text = largest(parts_->texts); !text_chosen_ && text != place_.text) {
        place_ = {.text = text, .position = result_->losses.nearest(text, place_.position)};
        show_place_ = largest_position_ = true;
    }
    if (!largest_position_ || parts_->text != place_.text || parts_->positions.empty()) return;
    largest_position_ = false;
    place_.position = result_->losses.nearest(place_.text, largest(parts_->positions));
}

StepPage::Selection StepPage::selected() const {
    if (pending_selection_) return *pending_selection_;
    Selection now;
    if (!result_) return now;
    if (text_chosen_) {
        now.text = place_.text + 1;
        now.position = place_.position + 1;
    }
    if (chosen_) {
        now.parameter = result_->inspection->weights_before().parameters[weight_.parameter].name;
        now.index = static_cast<int>(weight_.index);
    }
    return now;
}

ViewValues StepPage::save() const {
    const Selection now = selected();
    return {{"glass_text", value_text(now.text)},
            {"glass_position", value_text(now.position)},
            {"glass_parameter", value_text(now.parameter)},
            {"glass_index", value_text(now.index)}};
}

void StepPage::load(const ViewValues& values) {
    constexpr int most = std::numeric_limits<int>::max();
    const ViewReader read(values);
    Selection now = selected();
    now.text = read.whole("glass_text", now.text, 0, most);
    now.position = read.whole("glass_position", now.position, 0, most);
    now.parameter = read.text("glass_parameter", now.parameter);
    now.index = read.whole("glass_index", now.index, 0, most);
    pending_selection_ = now;
}

/// What a session file named, where this model and this batch have it.
void StepPage::select_pending() {
    const Selection wanted = *std::exchange(pending_selection_, std::nullopt);
    const StepInspection& inspection = *result_->inspection;
    text_chosen_ = wanted.text > 0 && wanted.text <= static_cast<int>(inspection.texts().size());
    if (text_chosen_)
        select(StepPlace{.text = wanted.text - 1,
                         .position = result_->losses.nearest(wanted.text - 1, wanted.position - 1)});
    else
        largest_position_ = true;
    const std::vector<Parameter>& parameters = inspection.weights_before().parameters;
    const auto found = std::ranges::find(parameters, wanted.parameter, &Parameter::name);
    const auto index = static_cast<std::size_t>(wanted.index);
    chosen_ = found != parameters.end() && index < found->shape.count();
    weight_ = chosen_ ? WeightAt{.parameter = static_cast<std::size_t>(found - parameters.begin()), .index = index}
                      : result_->begin_with;
}

/// Keeps what was selected where it is still there.
void StepPage::take_over(const std::shared_ptr<const StepResult>& result) {
    if (result && result == result_) return;
    result_ =
        result && result->inspection ? result : nullptr;  // a step that could not be made has a sentence in its place
    parts_ = nullptr;
    if (!result_) return;
    const StepInspection& inspection = *result_->inspection;
    if (plan_.get() != &inspection.plan()) {
        plan_ = std::shared_ptr<const TrainingPlan>(result_->inspection, &inspection.plan());
        place_ = {};
        chosen_ = text_chosen_ = false;
        largest_position_ = true;
    }
    if (!chosen_) weight_ = result_->begin_with;
    place_.text = std::clamp(place_.text, 0, static_cast<int>(inspection.texts().size()) - 1);
    place_.position = result_->losses.nearest(place_.text, place_.position);
}

void StepPage::draw(TrainScene& scene, Rect rest) {
    ViewContext& context = scene.context;
    TrainRun& run = scene.run;
    Ui& ui = context.ui;
    const float em = ui.em;
    work_.follow(run.shown(), run.session());
    take_over(work_.result());
    if (pending_selection_ && result_ && &result_->inspection->plan() == run.shown().plan.get()) select_pending();
    if (work_.busy()) ui.keep_awake();
    says_.clear();
    note_.clear();
    if (!result_) return without_step(context, rest, run);
    if (const auto parts = work_.parts(result_, weight_, place_.text)) parts_ = parts;
    if (parts_ && !(parts_->weight == weight_)) parts_ = nullptr;
    place_of_largest_part();
    if (work_.busy() || (parts_ && parts_->error.empty() && parts_->text != place_.text)) ui.keep_awake();

    const bool wide = rest.w > beside * em;
    heading(context, rest.take_top((wide ? 2.0F : 3.4F) * em), run);
    rest.take_top(0.3F * em);
    rest.take_bottom(0.4F * em);
    const float share = !wide ? 0.22F : rest.h < 34 * em ? 0.34F : 0.38F;
    batch(context, rest.take_top(step_batch_height(em, *result_, std::round(share * rest.h))), wide);
    rest.take_top(0.6F * em);
    if (!wide) {
        draw_step_prediction(context, rest.take_top(std::round(0.14F * rest.h)), *result_, place_);
        rest.take_top(0.6F * em);
    }
    if (wide) {
        weight(context, rest.take_left(std::round(std::min(0.36F * rest.w, 32 * em))));
        rest.take_left(1.6F * em);
    } else {
        weight(context, rest.take_top(std::round(0.38F * rest.h)));
        rest.take_top(0.6F * em);
    }
    derivation(context, rest);
    if (variants_open_) draw_step_variants(context, variants_open_, work_.variants(result_), work_.comparing());
}

void StepPage::heading(ViewContext& context, Rect line, const TrainRun& run) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const bool two = line.h > 3 * em;  // the note has a line of its own
    const Rect below = two ? line.take_bottom(1.4F * em) : Rect{};
    const Trainer::Step& step = result_->inspection->step();
    const bool ended = run.shown().phase != TrainingPhase::ready && run.shown().phase != TrainingPhase::paused &&
                       run.shown().phase != TrainingPhase::running;
    const auto one = [&](const char* id, const char* label, const ButtonStyle& style) {
        const float width = button_width(ui, label, style);
        if (width > 0.4F * line.w) return false;
        const Rect place = line.take_right(width).snapped();
        line.take_right(0.6F * em);
        context.targets.put(id, place);
        return button(ui, id, place, label, style);
    };
    const std::shared_ptr<const StepVariants> variants = work_.variants(result_);
    if (one("train ways", strings::variants_button,
            {.enabled = variants || !work_.busy(), .hint = strings::variants_hint})) {
        variants_open_ = true;
        if (!variants) work_.compare(result_);
        ui.keep_awake();
    }
    if (ended && step.step < run.shown().steps_done &&
        one("train replay", strings::glass_replay, {.enabled = !work_.busy(), .hint = strings::glass_replay_hint})) {
        work_.replay(run.shown());
        ui.keep_awake();
    }
    const std::string title =
        step.step == 1 ? std::string(strings::glass_first) : fmt::format(strings::glass_step, step.step, step.step - 1);
    const std::string shown = shortened(ui.painter, title, line.w, em::body, Face::bold);
    text_in(ui.painter, line.take_left(ui.painter.measure(shown, em::body, Face::bold).width), shown,
            {.colour = ui.theme.text, .face = Face::bold});
    line.take_left(em);
    if (two) line = below;
    note_ = note(run);
    const bool waits = !note_.empty();
    if (!waits) note_ = numbers_text(*result_->inspection);
    text_in(ui.painter, line, shortened(ui.painter, note_, line.w, em::small, Face::sans),
            {.colour = waits ? ui.theme.text : ui.theme.muted, .size = em::small});
}

/// Why the step that is shown is not the next one; "" where it is.
std::string StepPage::note(const TrainRun& run) const {
    const int shown = result_->inspection->step().step;
    const auto making = work_.making(), replayed = work_.replayed();
    if (replayed && making) return fmt::format(strings::glass_replaying_beside, *making, *replayed, *making - 1, shown);
    if (making && *making != shown) return fmt::format(strings::glass_making_beside, *making, shown);
    if (!work_.refused().empty()) return fmt::format(strings::glass_refused_beside, work_.refused(), shown);
    return run.shown().phase == TrainingPhase::running ? strings::glass_older : "";
}

void StepPage::without_step(ViewContext& context, Rect area, TrainRun& run) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const TrainingSession::Snapshot& shown = run.shown();
    const std::shared_ptr<const StepResult> result = work_.result();
    const bool ended = shown.phase == TrainingPhase::finished || shown.phase == TrainingPhase::diverged ||
                       shown.phase == TrainingPhase::failed;
    const auto replayed = work_.replayed(), making = work_.making();
    const bool wrong = !work_.refused().empty() || (result && !result->error.empty());
    if (replayed && making)
        says_ = fmt::format(strings::glass_replaying, *making, *replayed, *making - 1);
    else if (making)
        says_ = fmt::format(strings::glass_making, *making);
    else if (!work_.refused().empty())
        says_ = fmt::format(strings::glass_refused, work_.refused());
    else if (result && !result->error.empty())
        says_ = ended ? fmt::format(strings::glass_not_replayed, result->error)
                      : fmt::format(strings::glass_not_computed, shown.steps_done + 1, result->error);
    else if (shown.phase == TrainingPhase::running)
        says_ = strings::glass_running;
    else if (ended && shown.steps_done == 0)
        says_ = strings::glass_never;
    else if (ended)
        says_ = shown.phase == TrainingPhase::finished ? fmt::format(strings::glass_finished, shown.steps_done)
                                                       : std::string(strings::glass_ended);
    else
        says_ = fmt::format(strings::glass_making, shown.steps_done + 1);
    area.take_top(em);
    const float high = paragraph(ui.painter, {area.x, area.y, std::min(area.w, 46 * em), area.h}, says_,
                                 {.colour = wrong && !making ? ui.theme.warning : ui.theme.text});
    area.take_top(high + 0.8F * em);
    if (replayed && making) {
        const Rect bar = Rect{area.x, area.y, std::min(area.w, 46 * em), 0.5F * em}.snapped();
        const float done = std::min(1.0F, static_cast<float>(*replayed) / static_cast<float>(std::max(1, *making)));
        ui.painter.fill(bar, ui.theme.border, bar.h / 2);
        ui.painter.fill({bar.x, bar.y, std::max(bar.h, bar.w * done), bar.h}, ui.theme.accent, bar.h / 2);
    }
    if (!ended || replayed || shown.steps_done == 0) return;
    const ButtonStyle style{.icon = Icon::play, .hint = strings::glass_replay_hint};
    const Rect place = Rect{area.x, area.y, button_width(ui, strings::glass_replay, style), 2.1F * em}.snapped();
    context.targets.put("train replay", place);
    if (button(ui, "train replay", place, strings::glass_replay, style)) {
        work_.replay(run.shown());
        ui.keep_awake();
    }
}

/// With the prediction beside it, where there is room.
void StepPage::batch(ViewContext& context, Rect area, bool with_prediction) {
    const float em = context.ui.em;
    const Rect prediction = with_prediction ? area.take_right(std::min(24 * em, 0.32F * area.w)) : Rect{};
    if (with_prediction) area.take_right(1.4F * em);
    if (const auto clicked = draw_step_batch(context, area, *result_, place_, show_place_)) {
        select(*clicked);
        show_place_ = false;  // it is seen
        context.ui.keep_awake();
    }
    if (with_prediction) draw_step_prediction(context, prediction, *result_, place_);
}

void StepPage::weight(ViewContext& context, const Rect& area) {
    if (const auto at = map_.draw(context, area, result_, weight_)) {
        select(*at);
        context.ui.keep_awake();
    }
}

void StepPage::derivation(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const WeightUpdate update = result_->inspection->update_of(weight_.parameter, weight_.index);
    const float high = std::clamp(0.3F * area.h, 4.2F * em, 11 * em);
    Rect bars = area.take_top(high);
    area.take_top(0.4F * em);
    const bool two = bars.w > 30 * em;
    const Rect texts = bars.take_left(two ? std::floor(0.54F * bars.w) : bars.w);
    parts(context, texts, true);
    if (two) {
        bars.take_left(1.2F * em);
        parts(context, bars, false);
    }
    const std::string title =
        fmt::format(strings::update_title,
                    weight_name(result_->inspection->weights_before().parameters[weight_.parameter], weight_.index),
                    number_text(update.before, 4), number_text(update.after, 4));
    panel_title(ui, area.take_top(1.7F * em), 5, title);
    area.take_top(0.2F * em);
    draw_derivation(context, area, update);
}

void StepPage::parts(ViewContext& context, const Rect& area, bool by_text) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect rest = area;
    const Rect line = rest.take_top(1.4F * em);
    const bool there = parts_ && (by_text || parts_->text == place_.text);
    std::string title = strings::parts_making;
    if (parts_ && !parts_->error.empty())
        title = parts_->error;
    else if (there && by_text)
        title = fmt::format(strings::parts_texts, parts_->texts.size(), number_text(sum_of(parts_->texts), 1));
    else if (there)
        title = fmt::format(strings::parts_positions, place_.text + 1, number_text(sum_of(parts_->positions), 1));
    const bool large = ui.painter.measure(title).width <= line.w;
    const TextStyle caption{.colour = ui.theme.muted, .size = large ? em::body : em::small};
    text_in(ui.painter, line, shortened(ui.painter, title, line.w, caption.size, Face::sans), caption);
    if (!there) return;
    const TrainingPlan& plan = result_->inspection->plan();
    if (by_text) {
        const PartBars bars{.id = "train part",
                            .values = parts_->texts,
                            .selected = place_.text,
                            .name = [](int i) { return std::to_string(i + 1); },
                            .tip =
                                [&](int i) {
                                    return fmt::format(strings::parts_tip_text, i + 1,
                                                       number_text(parts_->texts[static_cast<std::size_t>(i)]));
                                }};
        if (const auto clicked = draw_part_bars(context, rest, bars)) {
            select(StepPlace{.text = *clicked, .position = result_->losses.nearest(*clicked, place_.position)});
            largest_position_ = true;
            ui.keep_awake();
        }
        return;
    }
    const Sample& sample = result_->inspection->texts()[static_cast<std::size_t>(place_.text)];
    const auto word = [&](int i) {
        if (plan.config.head.classifier) return label_word(plan, sample.labels[static_cast<std::size_t>(i)]);
        const bool target = !sample.target_tokens.empty();
        return token_word(plan, (target ? sample.target_tokens : sample.tokens)[static_cast<std::size_t>(i)], target);
    };
    const PartBars bars{.id = "train position",
                        .values = parts_->positions,
                        .selected = place_.position,
                        .name = word,
                        .tip = [&](int i) {
                            return fmt::format(strings::parts_tip_position, word(i),
                                               number_text(parts_->positions[static_cast<std::size_t>(i)]));
                        }};
    if (const auto clicked = draw_part_bars(context, rest, bars)) {
        select(StepPlace{.text = place_.text, .position = result_->losses.nearest(place_.text, *clicked)});
        ui.keep_awake();
    }
}

void StepPage::describe(State& state) const {
    const auto making = work_.making();
    state.add("train_glass_says", says_);
    state.add("train_glass_making", making ? std::to_string(*making) : std::string());
    if (!result_) {
        state.add("train_glass_step", "");
        return;
    }
    const StepInspection& inspection = *result_->inspection;
    const WeightUpdate update = inspection.update_of(weight_.parameter, weight_.index);
    state.add("train_glass_step", std::to_string(inspection.step().step));
    state.add("train_glass_loss", number_text(inspection.step().loss, 2));
    state.add("train_glass_texts", std::to_string(inspection.texts().size()));
    state.add("train_glass_text", std::to_string(place_.text + 1));
    state.add("train_glass_position", std::to_string(place_.position + 1));
    state.add("train_glass_parameter", inspection.weights_before().parameters[weight_.parameter].name);
    state.add("train_glass_weight",
              weight_name(inspection.weights_before().parameters[weight_.parameter], weight_.index));
    state.add("train_glass_shows", map_.shows());
    state.add("train_glass_before", number_text(update.before, 4));
    state.add("train_glass_after", number_text(update.after, 4));
    state.add("train_glass_parts", std::to_string(parts_ ? parts_->texts.size() : 0));
    const std::shared_ptr<const StepVariants> variants = work_.variants(result_);
    state.add("train_glass_ways", std::to_string(variants ? variants->size() : 0));
    state.add("train_glass_note", note_);
}

}  // namespace glassformer
