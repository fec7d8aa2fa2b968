#include "app/course/speaker.h"

#include <fmt/core.h>

#include <cmath>
#include <limits>

#include "app/lecture/texts.h"
#include "app/workspace/texts.h"
#include "core/base/error.h"
#include "core/lesson/read_lesson.h"
#include "core/tape/formula_text.h"

namespace glassformer {

namespace {
constexpr float sheet_share = 0.62F;  // of the picture's height that the speaker's page covers
}

void Speaker::toggle_freeze(ViewContext& context) {
    if (gui_.frozen())
        gui_.freeze(false);
    else if (window_)
        gui_.freeze(true);
    else
        context.notice = hint(texts::window::freeze_needs_window, Command::speaker_window);
}

/// The notes of the step, their live numbers read off the run.
void Speaker::read_notes() {
    const Session::Snapshot shown = workspace_.shown();
    const LessonPlayer& player = course_.player();
    const std::uint64_t run = shown.current ? shown.current->generation() : 0;
    if (notes_step_ == player.step() && notes_of_ == run && notes_text_ == player.now().notes) return;
    notes_step_ = player.step();
    notes_of_ = run;
    notes_text_ = player.now().notes;
    notes_.reset();
    if (notes_text_.empty()) return;
    std::vector<LessonBlock> blocks = lesson_blocks(notes_text_, player.now().file, player.now().notes_line);
    const auto write_out = [&](std::vector<LessonSpan>& spans) {
        for (LessonSpan& span : spans) {
            if (span.kind == LessonSpan::Kind::live) {
                span.text = course_.numbers().number(span, shown);
                span.kind = LessonSpan::Kind::words;
            } else if (span.kind == LessonSpan::Kind::formula && shown.current) {
                const int id = shown.current->trace().find(span.text);
                if (id >= 0) span.text = shown.current->trace().formula(id);
            }
        }
    };
    // Read again until the step is shown and all of their numbers are there.
    if (!course_.stands()) notes_step_ = -1;
    for (LessonBlock& block : blocks) {
        write_out(block.spans);
        for (auto& cell : block.cells) write_out(cell);
    }
    notes_ = std::make_shared<const std::vector<LessonBlock>>(std::move(blocks));
}

SpeakerPage Speaker::page_now() {
    read_notes();
    const LessonPlayer& player = course_.player();
    const bool more = !player.asks() && player.more();
    SpeakerPage page = speaker_page(player.lesson(), player.step(), player.asks(), more, key_of(Command::lesson_next));
    page.notes = notes_;
    tell_time(page, player.lesson(), lecture_.timer, lecture_.now(), lecture_.time_of_day());
    if (gui_.frozen()) page.frozen = fmt::format(texts::lecture::frozen, key_of(Command::freeze));
    return page;
}

void Speaker::draw_sheet(ViewContext& context, const Rect& area) {
    sheet_ = sheet_ && course_.is_open();
    if (!sheet_) return;
    Rect place = area;
    place = place.take_bottom(std::round(sheet_share * place.h));
    static_cast<void>(region(context.ui, "speaker sheet", place));  // what is under it is not hovered
    const SpeakerAnswer answer = draw_speaker_page(context.ui, context.targets, place, page_now());
    context.ui.painter.line(place.min(), {place.right(), place.y}, context.ui.theme.accent, 2);
    act(answer);
    gui_.sleep_at_most(lecture_.until_next_tick());
}

void Speaker::act(const SpeakerAnswer& answer) {
    switch (answer.action) {
        case SpeakerAction::none: return;
        case SpeakerAction::pause: lecture_.toggle_timer(); break;
        case SpeakerAction::reset: lecture_.timer.reset(lecture_.now()); break;
        case SpeakerAction::go_to: course_.player().go(answer.step); break;
        case SpeakerAction::close: wants_window_ = false; break;
    }
    platform_.wake();
}

void Speaker::follow_window() {
    wants_window_ = wants_window_ && course_.is_open();
    if (wants_window_ == static_cast<bool>(window_)) return;
    if (!wants_window_) {
        gui_.set_beside({});
        gui_.freeze(false);
        window_.reset();
        return;
    }
    try {
        window_ = std::make_unique<SpeakerWindow>(platform_, gui_.theme(), gui_.text_scale());
        gui_.set_beside([this] { return draw_window(); });
    } catch (const Error& error) {
        wants_window_ = false;
        messages_.say(error.what());
    }
}

/// Whenever the audience's window wakes; seconds until its clock moves on.
double Speaker::draw_window() {
    if (!window_ || !course_.is_open()) return std::numeric_limits<double>::infinity();
    const bool goes_on = window_->draw(page_now(), gui_.theme(), gui_.text_scale());
    act(window_->take_answer());
    return goes_on ? 0 : lecture_.until_next_tick();
}

void Speaker::describe(State& state) const {
    state.add("speaker_notes", sheet_ && course_.is_open());
    state.add("speaker_window", static_cast<bool>(window_));
    state.add("frozen", gui_.frozen());
}

}  // namespace glassformer
