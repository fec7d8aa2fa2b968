#include "app/views/train/film/film.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "app/paint/visible_text.h"
#include "app/views/train/film/film_strip.h"
#include "app/views/train/film/film_texts.h"
#include "app/views/train/film/head_grid.h"
#include "app/widgets/controls.h"
#include "core/base/failure.h"

namespace glassformer {

namespace {

constexpr std::array film_speeds{1, 2, 4, 8, 15};  // kept steps a second
constexpr double at_the_end = 1.5;                 // seconds that the last step stays
constexpr std::size_t read_at_once = 6;
constexpr int fewest_columns = 6, most_columns = 10;

/// The text of the window, or the task's example, without what names the model.
Inputs text_of(const TrainingPlan& plan, const Inputs* inputs) {
    Inputs text = inputs != nullptr ? *inputs : Inputs{};
    text.model.clear();
    text.gradients = false;
    if (text.text.empty() && !plan.task.examples.empty()) text.text = plan.task.examples.front();
    if (text.target.empty() && inputs == nullptr && !plan.task.targets.empty()) text.target = plan.task.targets.front();
    return text;
}

}  // namespace

bool HeadFilm::play_or_pause(TrainRun& run) {
    if (playing_) {
        playing_ = false;
        return true;
    }
    const std::vector<int> kept = run.kept_steps();
    if (kept.size() < 2) return false;
    playing_ = true;
    shown_at_ = -1e9;  // at once
    at_ = run.looked_at();
    return true;
}

void HeadFilm::change_speed(int by) { speed_ = std::clamp(speed_ + by, 0, static_cast<int>(film_speeds.size()) - 1); }

std::shared_ptr<const HeadFrame> HeadFilm::frame_at(int step) const {
    const auto found = frames_.find(step);
    return found == frames_.end() ? nullptr : found->second;
}

void HeadFilm::take_over() {
    const auto read = read_.shown();
    if (!read) return;
    for (const Fresh& one : read->result) {
        frames_.insert_or_assign(one.step, one.frame);
        if (!one.error.empty()) errors_.insert_or_assign(one.step, one.error);
    }
}

/// Steps to be read: first what is shown, then all others while the training leaves the processor.
std::vector<int> HeadFilm::missing(const TrainRun& run) const {
    std::vector<int> steps;
    const std::vector<int> kept = run.kept_steps();
    const auto want = [&](int step) {
        if (steps.size() < read_at_once && !frames_.contains(step) && std::ranges::find(steps, step) == steps.end() &&
            std::ranges::binary_search(kept, step))
            steps.push_back(step);
    };
    want(run.looked_at());
    for (const int step : columns_) want(step);
    if (run.running() && !playing_) return steps;
    const auto next = std::ranges::upper_bound(kept, run.looked_at());
    for (auto at = next; at != kept.end(); ++at) want(*at);
    for (auto at = kept.begin(); at != next; ++at) want(*at);
    return steps;
}

void HeadFilm::follow(ViewContext& context, TrainRun& run, const Inputs* inputs, std::span<const FocusAtStep> focus) {
    settling_ = false;
    const TrainingSession::Snapshot& shown = run.shown();
    if (!run.exists() || !shown.plan) return;
    Inputs text = text_of(*shown.plan, inputs);
    if (plan_ != shown.plan || !(text == inputs_)) {
        if (plan_ != shown.plan) playing_ = false;
        plan_ = shown.plan;
        inputs_ = std::move(text);
        frames_.clear();
        errors_.clear();
        columns_.clear();
        read_.forget();
    }
    appeared_.clear();
    const std::size_t heads = focus.empty() ? 0 : focus.back().by_head.size();
    appeared_.reserve(heads);
    for (std::size_t head = 0; head < heads; ++head) appeared_.push_back(appeared_at(focus, head));
    if (!open_ || !shown.history) return;
    const bool idle = read_.idle();  // before: what ends from here on is taken over in the next frame
    take_over();
    if (playing_) play(context, run);
    const std::vector<int> steps = missing(run);
    settling_ = !steps.empty() || !idle;
    if (steps.empty() || !idle) return;
    std::vector<WeightHistory::Kept> wanted;
    wanted.reserve(steps.size());
    for (const int step : steps)
        if (auto weights = shown.history->at(step)) wanted.push_back({.step = step, .weights = std::move(weights)});
    read_.follow(
        steps,
        [plan = plan_, text = inputs_, wanted](const auto& work) {
            std::vector<Fresh> read;
            for (const WeightHistory::Kept& kept : wanted) {
                if (work.stopped) break;
                Fresh& fresh = read.emplace_back(Fresh{.step = kept.step, .frame = nullptr, .error = {}});
                try {
                    fresh.frame = std::make_shared<const HeadFrame>(read_head_frame(*plan, kept, text));
                } catch (const std::exception& error) {
                    fresh.error = sentence_of(error);
                }
                work.show(read);
            }
            return read;
        },
        wake_);
}

/// On to the next kept step, once this one was shown long enough and the next one is read; behind the last, the first.
void HeadFilm::play(ViewContext& context, TrainRun& run) {
    context.ui.keep_awake();
    const std::vector<int> kept = run.kept_steps();
    if (kept.size() < 2) {
        playing_ = false;
        return;
    }
    if (!run.at_newest()) at_ = run.looked_at();  // somebody may have chosen another one
    const bool at_end = at_ >= kept.back();
    const double stays = at_end ? at_the_end : 1.0 / film_speeds.at(static_cast<std::size_t>(speed_));
    if (context.ui.now - shown_at_ < stays) return;
    const auto next = std::ranges::upper_bound(kept, at_);
    const int step = next == kept.end() ? kept.front() : *next;
    if (!frames_.contains(step)) return;
    at_ = step;
    run.look_at(step);
    shown_at_ = context.ui.now;
}

HeadFilm::Clicked HeadFilm::controls(ViewContext& context, Rect& area, TrainRun& run) {
    namespace own = texts::train;
    Ui& ui = context.ui;
    const float em = ui.em;
    Clicked clicked;
    Rect line = area.take_top(2.1F * em);
    const auto place = [&](float width, float behind) {
        if (width > line.w && line.w < area.w - 1) {  // a line of its own
            area.take_top(0.3F * em);
            line = area.take_top(2.1F * em);
        }
        const Rect rect = line.take_left(std::min(width, line.w)).snapped();
        line.take_left(behind * em);
        return rect;
    };
    const auto one = [&](const char* id, const char* label, const ButtonStyle& style, float behind = 0.5F) {
        const Rect rect = place(button_width(ui, label, style), behind);
        context.targets.put(id, rect);
        return button(ui, id, rect, label, style);
    };
    const bool can_play = run.kept_steps().size() > 1;
    const std::string play_tip = hint(own::film_play_hint, Command::play);
    if (one("train film play", playing_ ? own::film_pause : own::film_play,
            {.icon = playing_ ? Icon::pause : Icon::play,
             .selected = !playing_,
             .enabled = can_play,
             .hint = play_tip}))
        play_or_pause(run);
    const std::string slower = hint(own::film_slower_hint, Command::slower),
                      faster = hint(own::film_faster_hint, Command::faster);
    if (one("train film slower", "", {.icon = Icon::minus, .enabled = speed_ > 0, .hint = slower}, 0.3F))
        change_speed(-1);
    const std::string pace = fmt::format(own::film_speed, film_speeds.at(static_cast<std::size_t>(speed_)));
    const float widest = ui.painter.measure(fmt::format(own::film_speed, film_speeds.back())).width;
    text_in(ui.painter, place(widest + 0.4F * em, 0.3F), pace, {.colour = ui.theme.text, .align = Align::centre});
    if (one("train film faster", "",
            {.icon = Icon::plus, .enabled = speed_ + 1 < static_cast<int>(film_speeds.size()), .hint = faster}, 1.2F))
        change_speed(1);
    const std::vector<std::string> forms{own::film_heads, own::film_strip};
    const Rect choice = place(segmented_width(ui, forms), 1.2F);
    Rect halves = choice;
    context.targets.put("train film heads", halves.take_left(choice.w / 2));
    context.targets.put("train film strip", halves);
    segmented(ui, "train film form", choice, forms, form_);
    if (one("train film export", own::film_export,
            {.icon = Icon::save, .enabled = can_play, .hint = own::film_export_hint}))
        context.request = export_film_command;
    if (one("train film close", own::film_close, {.icon = Icon::close, .hint = own::film_close_hint}))
        clicked.close = true;
    return clicked;
}

void HeadFilm::caption(ViewContext& context, Rect& area, const TrainRun& run, const HeadFrame& frame) const {
    Ui& ui = context.ui;
    const float em = ui.em;
    const FilmCaption words = film_caption(run.shown(), frame.step);
    area.take_top(0.3F * em);
    Rect line = area.take_top(2.0F * em);
    const bool legend = appeared_.size() == frame.maps.size() &&
                        std::ranges::any_of(appeared_, [](const auto& at) { return at.has_value(); });
    if (legend && line.w > 2.5F * focus_legend_width(ui.painter)) {
        draw_focus_legend(ui.painter, line.take_right(focus_legend_width(ui.painter)));
        line.take_right(em);
    }
    const float title = ui.painter.measure(words.step, em::large, Face::bold).width + em;
    text_in(ui.painter, line.take_left(std::min(title, line.w)), words.step,
            {.colour = ui.theme.text, .size = em::large, .face = Face::bold});
    const std::string more =
        words.loss + (words.loss.empty() || inputs_.text.empty() ? "" : " · ") +
        (inputs_.text.empty() ? "" : fmt::format(texts::train::film_text, visible_text(inputs_.text)));
    text_in(ui.painter, line, shortened(ui.painter, more, line.w, em::body, Face::sans), {.colour = ui.theme.text});
}

int HeadFilm::draw_grid(ViewContext& context, const Rect& area, const HeadFrame& frame, int head) const {
    Ui& ui = context.ui;
    const HeadGridPlace place = place_head_grid(ui.painter, area, frame.maps);
    const bool measured = appeared_.size() == frame.maps.size();
    draw_head_grid(ui.painter, place, frame, head, measured ? focused_at(appeared_, frame.step) : std::vector<bool>());
    int clicked = -1;
    for (std::size_t i = 0; i < place.cells.size(); ++i) {
        const std::string id = "train film head " + std::to_string(i + 1);
        context.targets.put(id, place.cells[i]);
        if (region(ui, id, place.cells[i]).clicked) clicked = static_cast<int>(i);
    }
    return clicked;
}

int HeadFilm::draw_strip(ViewContext& context, const Rect& area, TrainRun& run, const std::vector<int>& heads,
                         int head) {
    Ui& ui = context.ui;
    std::vector<std::shared_ptr<const HeadFrame>> frames;
    frames.reserve(columns_.size());
    std::shared_ptr<const HeadFrame> any;
    for (const int step : columns_) {
        frames.push_back(frame_at(step));
        if (frames.back()) any = frames.back();
    }
    if (!any) return -1;
    const FilmStripPlace place = place_film_strip(ui.painter, area, any->maps, heads, columns_.size());
    const bool measured = appeared_.size() == any->maps.size();
    draw_film_strip(
        ui.painter, place, any->maps,
        {.steps = columns_,
         .frames = frames,
         .heads = heads,
         .appeared = measured ? std::span<const std::optional<int>>(appeared_) : std::span<const std::optional<int>>(),
         .looked_at = run.looked_at(),
         .chosen = head});
    int clicked = -1;
    for (std::size_t r = 0; r < place.frames.size(); ++r)
        for (std::size_t c = 0; c < place.frames[r].size(); ++c) {
            const Rect& cells = place.frames[r][c];
            const std::string id = fmt::format("train film frame {} {}", heads[r] + 1, columns_[c]);
            context.targets.put(id, cells);
            const Region touched = region(ui, id, cells);
            const auto map = static_cast<std::size_t>(heads[r]);
            if (touched.hovered) {
                std::string words = fmt::format(texts::train::film_frame_hint, any->maps[map].title, columns_[c]);
                if (measured && column_of_appearance(columns_, appeared_[map]) == c)
                    words += std::string("\n") + texts::train::film_appeared_hint;
                tooltip(ui, cells, words);
            }
            if (!touched.clicked) continue;
            run.look_at(columns_[c]);
            playing_ = false;
            clicked = heads[r];
            ui.keep_awake();
        }
    return clicked;
}

HeadFilm::Clicked HeadFilm::draw(ViewContext& context, Rect area, TrainRun& run, int head) {
    Ui& ui = context.ui;
    const float em = ui.em;
    Clicked clicked = controls(context, area, run);
    const int looked = run.looked_at();
    if (frame_at(looked)) shown_step_ = looked;
    std::shared_ptr<const HeadFrame> frame = frame_at(shown_step_);
    if (!frame)
        for (const auto& [step, one] : frames_)
            if (one) frame = one;
    if (const auto failed = errors_.find(looked); failed != errors_.end() || !frame) {
        const std::string words = failed != errors_.end()
                                      ? fmt::format(texts::train::film_failed, looked, failed->second)
                                      : fmt::format(texts::train::film_reading, looked);
        area.take_top(em);
        paragraph(ui.painter, area, words, {.colour = failed != errors_.end() ? ui.theme.warning : ui.theme.text});
        return clicked;
    }
    if (frame->maps.empty()) {
        area.take_top(em);
        paragraph(ui.painter, area, texts::train::film_no_heads, {.colour = ui.theme.text});
        return clicked;
    }
    caption(context, area, run, *frame);
    area.take_top(0.3F * em);
    head_ = std::clamp(head, 0, static_cast<int>(frame->maps.size()) - 1);
    const int most = std::clamp(static_cast<int>(area.w / (8 * em)), fewest_columns, most_columns);
    const bool single = static_cast<std::size_t>(head_) < appeared_.size() && appeared_.size() == frame->maps.size();
    std::vector<int> columns =
        film_columns(run.kept_steps(), most, single ? appeared_[static_cast<std::size_t>(head_)] : std::nullopt);
    if (columns != columns_) {
        columns_ = std::move(columns);
        ui.keep_awake();
    }
    if (form_ == 1) {
        std::vector<int> all(frame->maps.size());
        std::iota(all.begin(), all.end(), 0);
        clicked.head = draw_strip(context, area, run, all, head_);
        return clicked;
    }
    if (area.h > 22 * em) {
        const Rect strip = area.take_bottom(std::round(0.3F * area.h));
        area.take_bottom(0.6F * em);
        draw_strip(context, strip, run, {head_}, head_);
    }
    clicked.head = draw_grid(context, area, *frame, head_);
    return clicked;
}

std::shared_ptr<const ViewFilm> HeadFilm::film(const TrainRun& run) const {
    if (!run.exists() || run.shown().plan != plan_) return nullptr;
    return film_of_heads(run.shown(), inputs_, frames_, appeared_);
}

void HeadFilm::describe(State& state) const {
    state.add("train_film", !open_ ? "closed" : playing_ ? "plays" : "open");
    state.add("train_film_frames", std::to_string(frames_.size()));
    state.add("train_film_speed", std::to_string(film_speeds.at(static_cast<std::size_t>(speed_))));
    std::string columns;
    for (const int step : columns_) columns += (columns.empty() ? "" : " ") + std::to_string(step);
    state.add("train_film_columns", columns);
}

}  // namespace glassformer
