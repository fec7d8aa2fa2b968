#include "app/lessons/question_card.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/lessons/question_writer.h"
#include "app/lessons/rich_text.h"
#include "app/lessons/texts.h"
#include "app/widgets/controls.h"
#include "app/widgets/flow_rows.h"
#include "app/widgets/interaction.h"
#include "core/lesson/markdown.h"

namespace glassformer {

namespace {

namespace strings = texts::lessons;

}  // namespace

void CardWriter::write() {
    words(strings::question, {.colour = ui_.theme.accent_text, .size = sizes_.caption, .face = Face::bold}, 0.25F);
    asked(question_.question, ui_.theme.text, 0.45F);
    body();
    for (int i = 0; i < std::min(state_.hints, hint_count()); ++i)
        asked(fmt::format(strings::hint_of, i + 1, hint_count(), question_.hints[static_cast<std::size_t>(i)]),
              mix(ui_.theme.muted, ui_.theme.text, 0.5F), 0.4F);
    verdict();
    if (!state_.answered()) buttons();
}

void CardWriter::changed() {
    if (state_.result == Result::wrong) {
        state_.result = Result::open;
        state_.verdict = {};
    }
    did(QuestionAction::changed);
}

void CardWriter::mark(Result otherwise, QuestionAction what) {
    state_.cell = calls_.cell;
    state_.verdict = calls_.mark ? calls_.mark(state_) : QuestionVerdict{};
    state_.result = what == QuestionAction::checked && state_.verdict.right ? Result::right : otherwise;
    did(what);
}

void CardWriter::check() {
    if (!given() || calls_.waits) return;
    mark(Result::wrong, QuestionAction::checked);
    const bool typed = question_.kind == QuestionKind::token || question_.kind == QuestionKind::number;
    if (typed && state_.result == Result::wrong) focus_text_field(ui_, "field");
}

bool CardWriter::given() const {
    switch (question_.kind) {
        case QuestionKind::token: return !state_.typed.empty();
        case QuestionKind::number: return state_.typed.find_first_of("0123456789") != std::string::npos;
        case QuestionKind::choice: return state_.chosen >= 0;
        case QuestionKind::cell: return !calls_.cell.empty();
        case QuestionKind::order:
        case QuestionKind::goal: return true;
    }
    return true;
}

void CardWriter::text(std::vector<LessonSpan> spans, Colour colour, float below) {
    const LessonBlock block{.spans = std::move(spans)};
    const float high = rich_text(painter_, rest_, std::span(&block, 1), rich_words(),
                                 {.size = sizes_.text, .colour = colour}, nullptr, draw_);
    rest_.take_top(std::round(high + below * e_));
}

bool CardWriter::press(const std::string& name, const Rect& rect, std::string_view label, ButtonStyle style) {
    if (!draw_) return false;
    style.size = sizes_.caption;
    if (!sizes_.tooltips) style.hint = {};
    put(name, rect);
    return button(ui_, name, rect, label, style);
}

void CardWriter::body() {
    switch (question_.kind) {
        case QuestionKind::token:
        case QuestionKind::number: return field();
        case QuestionKind::choice: return options();
        case QuestionKind::order:
            words(strings::put_in_order, {.colour = ui_.theme.muted, .size = sizes_.caption}, 0.4F);
            return options();
        case QuestionKind::cell: {
            words(strings::select_cell, {.colour = ui_.theme.muted, .size = sizes_.caption}, 0.3F);
            const std::string& cell = state_.answered() ? state_.cell : calls_.cell;
            if (state_.answered() && cell.empty()) return;  // the answer was shown
            return text(cell.empty() ? strings::no_cell : fmt::format(strings::selected_cell, cell), ui_.theme.text,
                        0.6F);
        }
        case QuestionKind::goal:
            if (question_.only.empty())  // else the question says what is to be changed
                words(strings::reach_goal, {.colour = ui_.theme.muted, .size = sizes_.caption}, 0.3F);
            return goal();
    }
}

void CardWriter::goal() {
    if (draw_ && calls_.holds && state_.result == Result::wrong) changed();  // it was wrong before the last edit
    const float in = std::round(1.1F * e_);
    const Vec2 dot{rest_.x + 0.35F * e_, rest_.y + 0.7F * e_};
    if (draw_ && calls_.holds) painter_.circle(dot, 0.28F * e_, ui_.theme.accent);
    if (draw_ && !calls_.holds) painter_.ring(dot, 0.26F * e_, ui_.theme.muted, 1.5F);
    rest_.take_left(in);
    text(calls_.holds ? strings::holds : strings::holds_not, ui_.theme.text, 0.6F);
    rest_.x -= in;
    rest_.w += in;
}

void CardWriter::field() {
    const bool number = question_.kind == QuestionKind::number;
    if (state_.answered() && state_.typed.empty()) return;  // the answer was shown
    const Rect line = rest_.take_top(std::round(control_ + 0.6F * e_));
    const Rect place{line.x, line.y, std::min(line.w, 16 * e_), control_};
    if (!draw_) return;
    put("field", place);
    if (state_.answered()) {
        text_in(painter_, place, state_.typed, {.colour = ui_.theme.text, .size = sizes_.text, .face = Face::bold});
        return;
    }
    if (calls_.take_keyboard) focus_text_field(ui_, "field");
    float& begun = ui_.interaction.state(ui_.interaction.id("field begun"));  // 1: beside it, until it has the keyboard
    if (number && !calls_.typed.empty()) {
        if (state_.result == Result::wrong) state_.typed.clear();
        state_.typed += calls_.typed;
        changed();
        begun = 1;
        focus_text_field(ui_, "field");
    }
    const TextEvent event =
        text_field(ui_, "field", place, state_.typed, number ? strings::type_number : strings::type_token,
                   {.caret_at_end = begun == 1, .size = sizes_.caption});
    if (text_field_focused(ui_, "field") && calls_.typed.empty()) begun = 0;
    if (event == TextEvent::changed) changed();
    if (event == TextEvent::submitted) check();
}

void CardWriter::verdict() {
    if (state_.result == Result::open) return;
    const bool wrong = state_.result == Result::wrong;
    if (state_.result != Result::shown)
        words(wrong ? strings::not_right : strings::right,
              {.colour = wrong ? ui_.theme.warning : ui_.theme.accent_text, .size = sizes_.text, .face = Face::bold},
              0.1F);
    if (!state_.verdict.words.empty()) text(state_.verdict.words, ui_.theme.text, 0.4F);
    if (wrong)
        text(question_.kind == QuestionKind::goal ? strings::try_goal_again : strings::try_again, ui_.theme.text, 0.4F);
    if (state_.answered() && !state_.verdict.answer.empty()) answer();
}

void CardWriter::answer() {
    const std::string words = fmt::format(strings::right_answer, state_.verdict.answer);
    const bool options = question_.kind == QuestionKind::choice || question_.kind == QuestionKind::order;
    options ? asked(words, ui_.theme.text, 0.1F) : text(words, ui_.theme.text, 0.1F);
}

void CardWriter::buttons() {
    if (calls_.waits) words(strings::answer_to_come, {.colour = ui_.theme.muted, .size = sizes_.caption}, 0.4F);
    FlowRows rows(rest_, std::round(control_ + 0.3F * e_), std::round(0.4F * e_));
    const auto place = [&](std::string_view label, const ButtonStyle& style) {
        ButtonStyle sized = style;
        sized.size = sizes_.caption;
        Rect at = rows.place(button_width(ui_, label, sized));
        at.h = control_;
        return at.snapped();
    };
    const bool checks = given() && !calls_.waits;
    const ButtonStyle main{.selected = checks, .enabled = checks};
    if (press("check", place(strings::check, main), strings::check, main)) check();
    if (hint_count() > 0) {
        const int left = std::max(0, hint_count() - state_.hints);
        const ButtonStyle style{.enabled = left > 0};
        const std::string label = fmt::format(strings::hints_left, left);
        if (press("hint", place(label, style), label, style)) {
            ++state_.hints;
            did(QuestionAction::hint);
        }
    }
    if (raising() && all_hands() > 0 && press("clear hands", place(strings::clear_hands, {}), strings::clear_hands)) {
        state_.hands.clear();
        did(QuestionAction::changed);
    }
    const ButtonStyle shows{.enabled = !calls_.waits};
    if (press("answer", place(strings::show_answer, shows), strings::show_answer, shows) && !calls_.waits)
        mark(Result::shown, QuestionAction::shown);
}

void count_hand(QuestionState& state, std::size_t option, std::size_t options, int by) {
    if (state.hands.size() < options) state.hands.resize(options, 0);
    constexpr int most_hands = 999;
    state.hands[option] = std::clamp(state.hands[option] + by, 0, most_hands);
}

std::string option_words(const std::string& option) {
    std::string words = option.substr(0, option.find(" = "));
    while (!words.empty() && words.back() == ' ') words.pop_back();
    return words;
}

DrawnCard question_card(Ui& ui, Targets& targets, const Rect& place, const LessonQuestion& question,
                        QuestionState& state, const QuestionCalls& calls, const LessonSizes& sizes) {
    const float pad = std::round(0.7F * sizes.text * ui.em);
    const Rect inside{place.x + pad, place.y + pad, place.w - 2 * pad, 0};
    CardWriter measure(ui, targets, inside, question, state, calls, sizes, false);
    measure.write();
    const Rect box{place.x, place.y, place.w, measure.y() - inside.y + 2 * pad};
    targets.put("lesson.question", box);
    ui.painter.fill(box, ui.theme.card, std::round(0.5F * ui.em));
    ui.painter.stroke(box, ui.theme.border, 1, std::round(0.5F * ui.em));
    ui.painter.fill({box.x, box.y + pad / 2, std::max(3.0F, std::round(0.2F * ui.em)), box.h - pad}, ui.theme.accent);
    CardWriter writer(ui, targets, inside, question, state, calls, sizes, true);
    writer.write();
    return {box.h, writer.action()};
}

}  // namespace glassformer
