// The options of a choice and of an order: their lines, a show of hands, the keys.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/lessons/question_writer.h"
#include "app/lessons/rich_text.h"
#include "app/lessons/texts.h"
#include "app/widgets/controls.h"
#include "app/widgets/movable.h"
#include "core/lesson/markdown.h"

namespace glassformer {

namespace {

namespace strings = texts::lessons;

constexpr int most_letters = 26;

std::string letter_of(std::size_t option) {
    return option < most_letters ? std::string(1, static_cast<char>('A' + option)) : std::to_string(option + 1);
}

}  // namespace

void CardWriter::options() {
    const float gap = std::round(0.22F * e_);
    std::vector<Rect> lines;
    Rect all{rest_.x, rest_.y, rest_.w, 0};
    for (std::size_t line = 0; line < count(); ++line) {
        lines.push_back(rest_.take_top(option_height(line)));
        all.h = lines.back().bottom() - all.y;
        rest_.take_top(gap);
    }
    if (draw_) {
        if (answering()) keys(all);
        for (std::size_t line = 0; line < count(); ++line) option(line, lines[line]);
    }
    rest_.take_top(0.25F * e_);
}

void CardWriter::keys(const Rect& all) {
    if (calls_.take_keyboard) give_keyboard(ui_, "options");
    const KeysOfOptions pressed = option_keys(ui_, "options", all);
    const int last = static_cast<int>(count()) - 1, before = state_.chosen;
    if (question_.kind == QuestionKind::choice && pressed.letter >= 0 && pressed.letter <= last) {
        const auto option = static_cast<std::size_t>(pressed.letter);
        if (calls_.letters_count)
            set_hands(option, hands_of(option) + 1);
        else
            state_.chosen = pressed.letter;
    }
    if (pressed.by != 0) state_.chosen = std::clamp(state_.chosen + pressed.by, 0, last);
    if (state_.chosen != before) question_.kind == QuestionKind::choice ? changed() : did(QuestionAction::changed);
    if (question_.kind == QuestionKind::order && state_.chosen >= 0 && pressed.moved != 0)
        move(state_.chosen, std::clamp(state_.chosen + pressed.moved, 0, last));
    if (raising() && state_.chosen >= 0 && pressed.counted != 0)
        set_hands(static_cast<std::size_t>(state_.chosen),
                  hands_of(static_cast<std::size_t>(state_.chosen)) + pressed.counted);
    if (pressed.entered) check();
}

void CardWriter::move(int from, int to) {
    if (from == to) return;
    if (state_.order.size() != count()) {
        state_.order.clear();
        for (std::size_t i = 0; i < count(); ++i) state_.order.push_back(static_cast<int>(i));
    }
    const int option = state_.order[static_cast<std::size_t>(from)];
    state_.order.erase(state_.order.begin() + from);
    state_.order.insert(state_.order.begin() + to, option);
    state_.chosen = to;
    changed();
}

float CardWriter::controls_width() const {
    if (question_.kind == QuestionKind::order) return answering() ? 2 * control_ + 0.3F * e_ : 0;
    return raising() ? std::round(2 * control_ + 2.6F * sizes_.caption * ui_.em + 0.4F * e_) : 0;
}

float CardWriter::words_of_option(std::size_t option, const Rect& at, bool draw) {
    const LessonBlock block{.spans = words_and_formulas(words_of(option))};
    return rich_text(painter_, at, std::span(&block, 1), rich_words(), {.size = sizes_.text, .displays = false},
                     nullptr, draw);
}

float CardWriter::option_height(std::size_t line) {
    const float high = words_of_option(option_at(line), {0, 0, words_width(), 0}, false) + 0.5F * e_;
    return std::round(std::max(high, control_ + 0.3F * e_) + (controls_below() ? control_ + 0.3F * e_ : 0) +
                      bar_height());
}

void CardWriter::bar(std::size_t option, const std::string& letter, Rect at, bool right) {
    if (at.h <= 0) return;
    at.take_left(letter_width());
    at.take_right(0.5F * e_);
    at = Rect{at.x, at.y, at.w, std::round(0.4F * e_)}.snapped();
    const float share = static_cast<float>(hands_of(option)) / static_cast<float>(all_hands());
    ui_.painter.fill(at, ui_.theme.faint.faded(0.5F), at.h / 2);
    const Rect filled{at.x, at.y, std::round(at.w * share), at.h};
    put("bar " + letter, filled);
    const bool lit = right || answering();
    if (filled.w >= 1) ui_.painter.fill(filled, lit ? ui_.theme.accent : ui_.theme.muted, at.h / 2);
}

void CardWriter::option(std::size_t line, const Rect& box) {
    const bool choice = question_.kind == QuestionKind::choice;
    const std::size_t number = option_at(line);
    const std::string letter = choice ? letter_of(line) : std::to_string(line + 1);
    const bool chosen = state_.chosen == static_cast<int>(line) && (choice || answering());
    const bool right = choice && state_.answered() && state_.verdict.options == std::vector{static_cast<int>(number)};
    const float radius = std::round(0.35F * e_);
    Region touched;
    if (answering()) {
        touched = region(ui_, "option " + letter, box);
        if (touched.hovered) *ui_.cursor = CursorShape::hand;
    }
    put("option " + letter, box);
    const Theme& theme = ui_.theme;
    const Colour ground = mix(theme.control, theme.accent, right || (chosen && answering()) ? 0.25F : 0);
    painter_.fill(box, touched.hovered ? mix(ground, theme.text, 0.08F) : ground, radius);
    if (chosen || right)
        painter_.stroke(box, right || answering() ? theme.accent : theme.warning, 2, radius);
    else
        painter_.stroke(box, theme.border, 1, radius);
    Rect inside = box;
    bar(number, letter, inside.take_bottom(bar_height()), right);
    Rect below = controls_below() ? inside.take_bottom(control_ + 0.3F * e_) : Rect{};
    text_in(
        painter_, inside.take_left(letter_width()), letter,
        {.colour = right ? theme.text : theme.muted, .size = sizes_.text, .face = Face::bold, .align = Align::centre});
    Rect controls = controls_below() ? below : inside;
    controls = controls.take_right(controls_width()).inset(0, (controls.h - control_) / 2);
    controls.x -= 0.2F * e_;
    const float high = words_of_option(number, {0, 0, words_width(), 0}, false);
    words_of_option(number, {inside.x, inside.centre().y - high / 2 + 0.08F * e_, words_width(), high}, true);
    if (choice && raising())
        counter(number, letter, controls, right);
    else if (!choice && answering())
        arrows(line, controls);
    if (touched.clicked) {
        if (state_.chosen != static_cast<int>(line)) {
            state_.chosen = static_cast<int>(line);
            choice ? changed() : did(QuestionAction::changed);
        }
        give_keyboard(ui_, "options");
    }
}

void CardWriter::arrows(std::size_t line, Rect at) {
    const std::string number = std::to_string(line + 1);
    const Rect down = at.take_right(control_);
    at.take_right(0.1F * e_);
    const Rect up = at.take_right(control_);
    const int here = static_cast<int>(line);
    if (press("up " + number, up, "↑", {.enabled = line > 0, .hint = strings::move_up})) move(here, here - 1);
    if (press("down " + number, down, "↓", {.enabled = line + 1 < count(), .hint = strings::move_down}))
        move(here, here + 1);
}

void CardWriter::counter(std::size_t option, const std::string& letter, Rect at, bool right) {
    const int hands = hands_of(option);
    if (!answering()) {
        if (all_hands() == 0) return;  // nobody was asked
        at.take_right(0.3F * e_);
        put("hands " + letter, at);
        text_in(painter_, at, hands == 1 ? strings::one_hand : fmt::format(strings::hands, hands),
                {.colour = ui_.theme.text,
                 .size = sizes_.caption,
                 .face = right ? Face::bold : Face::sans,
                 .align = Align::right});
        return;
    }
    region(ui_, "count " + letter, at);  // a click beside the buttons does not choose the option
    const Rect more = at.take_right(control_), less = at.take_left(control_);
    if (press("more " + letter, more, "", {.icon = Icon::plus, .hint = strings::more_hands}))
        set_hands(option, hands + 1);
    if (press("less " + letter, less, "", {.icon = Icon::minus, .enabled = hands > 0, .hint = strings::fewer_hands}))
        set_hands(option, hands - 1);
    std::string typed = hands > 0 ? std::to_string(hands) : "";
    const Rect field = at.inset(0.1F * e_, 0);
    put("hands " + letter, field);
    if (text_field(ui_, "hands " + letter, field, typed, "0", {.size = sizes_.caption}) == TextEvent::changed)
        set_hands(option, std::atoi(typed.substr(0, 4).c_str()));
}

std::size_t CardWriter::option_at(std::size_t line) const {
    // Once the answer is there, the lines stand in its order.
    const std::vector<int>& order =
        state_.answered() && !state_.verdict.options.empty() ? state_.verdict.options : state_.order;
    if (question_.kind == QuestionKind::order && line < order.size())
        return static_cast<std::size_t>(std::clamp(order[line], 0, static_cast<int>(count()) - 1));
    return line;
}

}  // namespace glassformer
