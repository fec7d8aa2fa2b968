#include "app/views/train/step/page.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/views/shared/wording.h"
#include "app/views/train/step/derivation.h"
#include "app/views/train/step/parts.h"
#include "app/views/train/step/texts.h"
#include "app/views/train/step/ways_sheet.h"
#include "app/views/train/step/words.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

namespace say = texts::train;

double sum_of(std::span<const double> parts) { return std::accumulate(parts.begin(), parts.end(), 0.0); }

std::string numbers_text(const Trainer::Step& step) {
    const std::string norm = number_text(step.gradient_norm), rate = number_text(step.learning_rate);
    if (step.clip_factor == 1) return fmt::format(say::glass_numbers, norm, rate);
    return fmt::format(say::glass_clipped, norm, number_text(step.clip_factor),
                       number_text(step.gradient_norm * step.clip_factor), rate);
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
        place_ = {.text = text, .position = made_->losses.nearest(text, place_.position)};
        show_place_ = largest_position_ = true;
    }
    if (!largest_position_ || parts_->text != place_.text || parts_->positions.empty()) return;
    largest_position_ = false;
    place_.position = made_->losses.nearest(place_.text, largest(parts_->positions));
}

/// Keeps what was selected where it is still there.
void StepPage::take_over(const std::shared_ptr<const StepMade>& made) {
    if (made == made_ || (made && !made->glass)) return;
    made_ = made;
    parts_ = nullptr;
    if (!made_) return;
    const StepUnderGlass& glass = *made_->glass;
    if (plan_.get() != &glass.plan()) {
        plan_ = std::shared_ptr<const TrainingPlan>(made_->glass, &glass.plan());
        place_ = {};
        chosen_ = text_chosen_ = false;
        largest_position_ = true;
    }
    if (!chosen_) weight_ = made_->largest;
    place_.text = std::clamp(place_.text, 0, static_cast<int>(glass.texts().size()) - 1);
    place_.position = made_->losses.nearest(place_.text, place_.position);
}

void StepPage::draw(ViewContext& context, const Rect& area, TrainRun& run) {
    Ui& ui = context.ui;
    const float em = ui.em;
    work_.follow(run);
    const std::shared_ptr<const StepMade> made = work_.made();
    take_over(made);
    if (work_.busy()) ui.keep_awake();
    says_.clear();
    if (!made_) return without_step(context, area, run);
    if (const auto parts = work_.parts(weight_, place_.text)) parts_ = parts;
    if (parts_ && !(parts_->weight == weight_)) parts_ = nullptr;
    place_of_largest_part();
    if (work_.busy() || (parts_ && parts_->text != place_.text)) ui.keep_awake();

    Rect rest = area;
    heading(context, rest.take_top(2 * em), run);
    rest.take_top(0.3F * em);
    rest.take_bottom(0.4F * em);
    const bool wide = rest.w > 56 * em;
    const Rect above = rest.take_top(std::round((!wide ? 0.42F : rest.h < 34 * em ? 0.34F : 0.38F) * rest.h));
    rest.take_top(0.8F * em);
    batch(context, above);
    if (wide) {
        weight(context, rest.take_left(std::round(std::min(0.36F * rest.w, 32 * em))));
        rest.take_left(1.6F * em);
    } else {
        weight(context, rest.take_top(std::round(0.4F * rest.h)));
        rest.take_top(0.6F * em);
    }
    derivation(context, rest);
    if (ways_open_) draw_step_ways(context, ways_open_, work_.ways(), work_.comparing());
}

void StepPage::heading(ViewContext& context, Rect line, const TrainRun& run) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const Trainer::Step& step = made_->glass->step();
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
    if (one("train ways", say::ways_button, {.enabled = work_.ways() || !work_.busy(), .hint = say::ways_hint})) {
        ways_open_ = true;
        if (!work_.ways()) work_.compare();
        ui.keep_awake();
    }
    if (ended && step.step < run.shown().steps_done &&
        one("train replay", say::glass_replay, {.enabled = !work_.busy(), .hint = say::glass_replay_hint})) {
        work_.replay(run);
        ui.keep_awake();
    }
    const std::string title =
        step.step == 1 ? std::string(say::glass_first) : fmt::format(say::glass_step, step.step, step.step - 1);
    const std::string shown = shortened(ui.painter, title, line.w, em::body, Face::bold);
    text_in(ui.painter, line.take_left(ui.painter.measure(shown, em::body, Face::bold).width), shown,
            {.colour = ui.theme.text, .face = Face::bold});
    line.take_left(em);
    std::string words = numbers_text(step);
    if (const auto replayed = work_.replayed())
        words = fmt::format(say::glass_replaying, *replayed, run.shown().steps_done - 1);
    else if (run.shown().phase == TrainingPhase::running)
        words = say::glass_older;
    text_in(ui.painter, line, shortened(ui.painter, words, line.w, em::small, Face::sans),
            {.colour = ui.theme.muted, .size = em::small});
}

void StepPage::without_step(ViewContext& context, Rect area, TrainRun& run) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const TrainingSession::Snapshot& shown = run.shown();
    const std::shared_ptr<const StepMade> made = work_.made();
    const bool ended = shown.phase == TrainingPhase::finished || shown.phase == TrainingPhase::diverged ||
                       shown.phase == TrainingPhase::failed;
    const auto replayed = work_.replayed();
    if (replayed)
        says_ = fmt::format(say::glass_replaying, *replayed, shown.steps_done - 1);
    else if (made && !made->error.empty())
        says_ = made->error;
    else if (shown.phase == TrainingPhase::running)
        says_ = say::glass_running;
    else if (ended && shown.steps_done == 0)
        says_ = say::glass_never;
    else if (ended)
        says_ = shown.phase == TrainingPhase::finished ? fmt::format(say::glass_finished, shown.steps_done)
                                                       : std::string(say::glass_ended);
    else
        says_ = say::glass_making;
    area.take_top(em);
    const float high = paragraph(ui.painter, {area.x, area.y, std::min(area.w, 46 * em), area.h}, says_,
                                 {.colour = made && !made->error.empty() ? ui.theme.warning : ui.theme.text});
    area.take_top(high + 0.8F * em);
    if (!ended || replayed || shown.steps_done == 0) return;
    const ButtonStyle style{.icon = Icon::play, .hint = say::glass_replay_hint};
    const Rect place = Rect{area.x, area.y, button_width(ui, say::glass_replay, style), 2.1F * em}.snapped();
    context.targets.put("train replay", place);
    if (button(ui, "train replay", place, say::glass_replay, style)) {
        work_.replay(run);
        ui.keep_awake();
    }
}

void StepPage::batch(ViewContext& context, Rect area) {
    const float em = context.ui.em;
    const bool beside = area.w > 48 * em;
    const Rect prediction = beside ? area.take_right(std::min(24 * em, 0.32F * area.w)) : Rect{};
    if (beside) area.take_right(1.4F * em);
    if (const auto clicked = draw_step_batch(context, area, *made_, place_, show_place_)) {
        select(*clicked);
        show_place_ = false;  // it is seen
        context.ui.keep_awake();
    }
    if (beside) draw_step_prediction(context, prediction, *made_, place_);
}

void StepPage::weight(ViewContext& context, const Rect& area) {
    if (const auto at = map_.draw(context, area, made_, weight_)) {
        select(*at);
        context.ui.keep_awake();
    }
}

void StepPage::derivation(ViewContext& context, Rect area) {
    Ui& ui = context.ui;
    const float em = ui.em;
    const WeightUpdate update = made_->glass->update_of(weight_.parameter, weight_.index);
    const std::string title = fmt::format(
        say::update_title, weight_name(made_->glass->weights_before().parameters[weight_.parameter], weight_.index),
        number_text(update.before, 4), number_text(update.after, 4));
    const Rect line = area.take_top(1.7F * em);
    text_in(ui.painter, line, shortened_within(ui.painter, title, line.w, em::body, Face::bold),
            {.colour = ui.theme.text, .face = Face::bold});
    const float high = std::clamp(0.3F * area.h, 3.8F * em, 11 * em);
    Rect bars = area.take_top(high);
    area.take_top(0.6F * em);
    const bool two = bars.w > 30 * em;
    const Rect texts = bars.take_left(two ? std::floor(0.54F * bars.w) : bars.w);
    parts(context, texts, true);
    if (two) {
        bars.take_left(1.2F * em);
        parts(context, bars, false);
    }
    draw_derivation(context, area, update);
}

void StepPage::parts(ViewContext& context, const Rect& area, bool by_text) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Rect rest = area;
    const Rect line = rest.take_top(1.4F * em);
    const TextStyle caption{.colour = ui.theme.muted, .size = em::small};
    const bool there = parts_ && (by_text || parts_->text == place_.text);
    std::string title = say::parts_making;
    if (parts_ && !parts_->error.empty())
        title = parts_->error;
    else if (there && by_text)
        title = fmt::format(say::parts_texts, parts_->texts.size(), number_text(sum_of(parts_->texts), 1));
    else if (there)
        title = fmt::format(say::parts_positions, place_.text + 1, number_text(sum_of(parts_->positions), 1));
    text_in(ui.painter, line, shortened(ui.painter, title, line.w, em::small, Face::sans), caption);
    if (!there) return;
    const TrainingPlan& plan = made_->glass->plan();
    if (by_text) {
        const PartBars bars{.id = "train part",
                            .values = parts_->texts,
                            .selected = place_.text,
                            .name = [](int i) { return std::to_string(i + 1); },
                            .tip =
                                [&](int i) {
                                    return fmt::format(say::parts_tip_text, i + 1,
                                                       number_text(parts_->texts[static_cast<std::size_t>(i)]));
                                }};
        if (const auto clicked = draw_part_bars(context, rest, bars)) {
            select(StepPlace{.text = *clicked, .position = made_->losses.nearest(*clicked, place_.position)});
            largest_position_ = true;
            ui.keep_awake();
        }
        return;
    }
    const Sample& sample = made_->glass->texts()[static_cast<std::size_t>(place_.text)];
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
                            return fmt::format(say::parts_tip_position, word(i),
                                               number_text(parts_->positions[static_cast<std::size_t>(i)]));
                        }};
    if (const auto clicked = draw_part_bars(context, rest, bars)) {
        select(StepPlace{.text = place_.text, .position = made_->losses.nearest(place_.text, *clicked)});
        ui.keep_awake();
    }
}

void StepPage::describe(State& state) const {
    state.add("train_glass_says", says_);
    if (!made_) {
        state.add("train_glass_step", "");
        return;
    }
    const StepUnderGlass& glass = *made_->glass;
    const WeightUpdate update = glass.update_of(weight_.parameter, weight_.index);
    state.add("train_glass_step", std::to_string(glass.step().step));
    state.add("train_glass_loss", number_text(glass.step().loss, 2));
    state.add("train_glass_texts", std::to_string(glass.texts().size()));
    state.add("train_glass_text", std::to_string(place_.text + 1));
    state.add("train_glass_position", std::to_string(place_.position + 1));
    state.add("train_glass_parameter", glass.weights_before().parameters[weight_.parameter].name);
    state.add("train_glass_weight", weight_name(glass.weights_before().parameters[weight_.parameter], weight_.index));
    state.add("train_glass_shows", map_.shows());
    state.add("train_glass_before", number_text(update.before, 4));
    state.add("train_glass_after", number_text(update.after, 4));
    state.add("train_glass_parts", std::to_string(parts_ ? parts_->texts.size() : 0));
    state.add("train_glass_ways", std::to_string(work_.ways() ? work_.ways()->size() : 0));
}

}  // namespace glassformer
