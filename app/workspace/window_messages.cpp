#include "app/workspace/window_messages.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/widgets/controls.h"
#include "app/workspace/message_bar.h"
#include "app/workspace/texts.h"
#include "core/text/vocabulary.h"

namespace glassformer {

namespace {
constexpr double notice_seconds = 2.5, notice_fade_seconds = 0.2;
constexpr float longest_notice = 44;  // em, of a line
}  // namespace

void WindowMessages::say(std::string problem) {
    // A repeated message is shown and logged again.
    if (problem_ == problem) logged_problem_.clear();
    problem_at_.reset();
    problem_ = std::move(problem);
    lasts_ = false;
    platform_.wake();
}

void WindowMessages::begin_frame(const std::string& of_text, const std::string& greeting) {
    notice_before_ = std::move(notice_);
    view_before_ = workspace_.preferences().view;
    notice_ = next_notice_.empty() ? of_text : std::exchange(next_notice_, {});
    if (!greeting.empty()) notice_ = greeting;
}

void WindowMessages::end_problem(const Session::Snapshot& shown) {
    const Inputs& inputs = workspace_.session().inputs();
    if (problem_.empty()) {
        problem_at_.reset();
    } else if (lasts_) {
        return;
    } else if (!problem_at_ || problem_at_->second != problem_) {
        problem_at_ = {inputs, problem_};
    } else if (!shown.stale && shown.error.empty() && inputs != problem_at_->first) {
        problem_.clear();
        problem_at_.reset();
    }
}

void WindowMessages::draw_bars(ViewContext& context, Rect& rest) {
    if (!problem_.empty()) draw_bar(context, rest, problem_);
    const std::string& error = context.shown.error;
    if (!error.empty() && error != dismissed_) draw_bar(context, rest, error);
    if (error.empty()) dismissed_.clear();
}

void WindowMessages::draw_bar(ViewContext& context, Rect& rest, const std::string& text) {
    static constexpr BarButton buttons[] = {{texts::window::copy, "copy message"}, {"", "close message"}};
    const bool listed = text.find(vocabulary_sample) != std::string::npos;
    const auto pressed = message_bar(context.ui, context.targets, rest, "message",
                                     listed ? fmt::format(texts::window::words_are_listed, text) : text, buttons,
                                     context.ui.theme.warning);
    if (!pressed) return;
    if (*pressed == 0) {
        platform_.set_clipboard(text);
        notice_ = texts::window::copied_message;
    } else if (&text == &problem_) {
        problem_.clear();
    } else {
        dismissed_ = text;
    }
    context.ui.keep_awake();
}

void WindowMessages::end_frame(const Session::Snapshot& shown, double now) {
    if (!notice_.empty()) {
        notice_until_ = now + notice_seconds;
        log_.add(notice_, false);
    } else if (workspace_.preferences().view == view_before_) {
        notice_ = notice_before_;  // what was said in another view is not of this one
    }
    if (shown.error != logged_error_) log_.add(logged_error_ = shown.error, true);
    if (problem_ != logged_problem_) log_.add(logged_problem_ = problem_, true);
}

/// Frames are drawn where it comes, fades and goes; while it stands still the window sleeps.
void WindowMessages::draw_notice(ViewContext& context, Gui& gui, const Rect& area, bool above) {
    if (notice_.empty()) return;
    Ui& ui = context.ui;
    const double left = notice_until_ - ui.now, fade = context.preferences.moves() ? notice_fade_seconds : 0;
    if (left <= 0) {
        notice_.clear();
        return;
    }
    if (left > fade)
        gui.sleep_at_most(left - fade);
    else
        ui.keep_awake();
    const float ink = left < fade ? static_cast<float>(left / fade) : 1;
    const float em = ui.em;
    const TextStyle style{.colour = ui.theme.background.faded(ink), .size = em::body};
    const float words = std::ceil(ui.painter.measure(notice_, style.size).width) + 1;
    const float wide = std::max(1.0F, std::min({words, area.w - 3 * em, longest_notice * em}));
    const float high = paragraph(ui.painter, {0, 0, wide, 1e4F}, notice_, style, false);
    const float top = above ? area.y + 0.3F * em : area.bottom() - high - 1.7F * em;
    const float begin =
        above ? area.right() - wide - 2.5F * em : area.centre().x - wide / 2 - em;  // lines begin at the left
    const Rect box = Rect{begin, top, wide + 2 * em, high + 0.9F * em}.snapped();
    context.targets.put("notice", box);
    ui.painter.fill(box, ui.theme.text.faded(ink), 1.1F * em);
    paragraph(ui.painter, {box.x + em, box.y + 0.45F * em, wide, high}, notice_, style);
}

}  // namespace glassformer
