#include "app/lessons/question_card.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <utility>

#include "app/lessons/rich_text.h"
#include "app/lessons/texts.h"
#include "app/widgets/controls.h"
#include "app/widgets/flow_rows.h"
#include "app/widgets/movable.h"
#include "core/lesson/markdown.h"

namespace glassformer {

namespace {

namespace say = texts::lessons;
using QuestionKind = LessonQuestion::Kind;
using Result = QuestionState::Result;

constexpr int most_hands = 999;
constexpr int most_letters = 26;

std::string letter_of(std::size_t option) {
    return option < most_letters ? std::string(1, static_cast<char>('A' + option)) : std::to_string(option + 1);
}

/// Draws the parts one below the other; measures them only where `draw` is false.
class CardWriter {
public:
    CardWriter(Ui& ui, Targets& targets, const Rect& inside, const LessonQuestion& question, QuestionState& state,
               const QuestionCalls& calls, const LessonSizes& sizes, bool draw)
        : ui_(ui),
          painter_(ui.painter),
          targets_(targets),
          rest_(inside),
          question_(question),
          state_(state),
          calls_(calls),
          sizes_(sizes),
          draw_(draw),
          e_(sizes.text * ui.em),
          control_(std::round(2 * sizes.caption * ui.em)) {
        rest_.h = 1e6F;
    }

    void write() {
        words(say::question, {.colour = ui_.theme.accent_text, .size = sizes_.caption, .face = Face::bold}, 0.25F);
        asked(question_.question, ui_.theme.text, 0.45F);
        body();
        for (int i = 0; i < std::min(state_.hints, hint_count()); ++i)
            asked(fmt::format(say::hint_of, i + 1, hint_count(), question_.hints[static_cast<std::size_t>(i)]),
                  mix(ui_.theme.muted, ui_.theme.text, 0.5F), 0.4F);
        verdict();
        if (!state_.answered()) buttons();
    }
    float y() const { return rest_.y; }
    QuestionAction action() const { return action_; }

private:
    int hint_count() const { return static_cast<int>(question_.hints.size()); }
    void did(QuestionAction what) { action_ = what; }
    /// Another answer than the one that was marked.
    void changed() {
        if (state_.result == Result::wrong) {
            state_.result = Result::open;
            state_.verdict = {};
        }
        did(QuestionAction::changed);
    }
    void mark(Result otherwise, QuestionAction what) {
        state_.verdict = calls_.mark ? calls_.mark(state_) : QuestionVerdict{};
        state_.result = what == QuestionAction::checked && state_.verdict.right ? Result::right : otherwise;
        did(what);
    }
    void check() {
        if (given()) mark(Result::wrong, QuestionAction::checked);
    }
    /// Whether there is an answer to be checked.
    bool given() const {
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

    RichWords rich_words() const { return {.live = {}, .formula = calls_.formula, .meaning = {}, .lit = {}}; }
    /// A line of the lesson's, with its formulas.
    void asked(const std::string& what, Colour colour, float below) { text(words_and_formulas(what), colour, below); }
    void text(const std::string& what, Colour colour, float below) { text({{.text = what}}, colour, below); }
    void text(std::vector<LessonSpan> spans, Colour colour, float below) {
        const LessonBlock block{.spans = std::move(spans)};
        const float high = rich_text(painter_, rest_, std::span(&block, 1), rich_words(),
                                     {.size = sizes_.text, .colour = colour}, nullptr, draw_);
        rest_.take_top(std::round(high + below * e_));
    }
    void words(const std::string& what, const TextStyle& style, float below) {
        rest_.take_top(std::round(paragraph(painter_, rest_, what, style, draw_) + below * e_));
    }
    void put(const std::string& name, const Rect& rect) { targets_.put("lesson." + name, rect); }
    bool press(const std::string& name, const Rect& rect, std::string_view label, ButtonStyle style = {}) {
        if (!draw_) return false;
        style.size = sizes_.caption;
        if (!sizes_.tooltips) style.hint = {};
        put(name, rect);
        return button(ui_, name, rect, label, style);
    }

    void body() {
        switch (question_.kind) {
            case QuestionKind::token:
            case QuestionKind::number: return field();
            case QuestionKind::choice: return options();
            case QuestionKind::order:
                words(say::put_in_order, {.colour = ui_.theme.muted, .size = sizes_.caption}, 0.4F);
                return options();
            case QuestionKind::cell:
                words(say::select_cell, {.colour = ui_.theme.muted, .size = sizes_.caption}, 0.3F);
                return text(calls_.cell.empty() ? say::no_cell : fmt::format(say::selected_cell, calls_.cell),
                            ui_.theme.text, 0.6F);
            case QuestionKind::goal:
                if (question_.only.empty())  // else the question says what is to be changed
                    words(say::reach_goal, {.colour = ui_.theme.muted, .size = sizes_.caption}, 0.3F);
                return goal();
        }
    }
    void goal() {
        if (draw_ && calls_.holds && state_.result == Result::wrong) changed();  // it was wrong before the last edit
        const float in = std::round(1.1F * e_);
        const Vec2 dot{rest_.x + 0.35F * e_, rest_.y + 0.7F * e_};
        if (draw_ && calls_.holds) painter_.circle(dot, 0.28F * e_, ui_.theme.accent);
        if (draw_ && !calls_.holds) painter_.ring(dot, 0.26F * e_, ui_.theme.muted, 1.5F);
        rest_.take_left(in);
        text(calls_.holds ? say::holds : say::holds_not, ui_.theme.text, 0.6F);
        rest_.x -= in;
        rest_.w += in;
    }
    void field() {
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
        const TextEvent event = text_field(ui_, "field", place, state_.typed,
                                           number ? say::type_number : say::type_token, {.size = sizes_.caption});
        if (event == TextEvent::changed) changed();
        if (event == TextEvent::submitted) check();
    }

    // Options of a choice and of an order.

    std::string words_of(std::size_t option) const {
        return option < calls_.options.size() ? calls_.options[option] : option_words(question_.options[option]);
    }
    std::size_t count() const { return question_.options.size(); }
    /// The option on a line.
    std::size_t option_at(std::size_t line) const {
        if (question_.kind == QuestionKind::order && line < state_.order.size())
            return static_cast<std::size_t>(std::clamp(state_.order[line], 0, static_cast<int>(count()) - 1));
        return line;
    }
    int hands_of(std::size_t option) const { return option < state_.hands.size() ? state_.hands[option] : 0; }
    void set_hands(std::size_t option, int hands) {
        count_hand(state_, option, count(), hands - hands_of(option));
        did(QuestionAction::changed);
    }
    int all_hands() const { return std::accumulate(state_.hands.begin(), state_.hands.end(), 0); }
    bool raising() const { return calls_.hands && question_.kind == QuestionKind::choice; }
    bool answering() const { return !state_.answered(); }

    void options() {
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
    void keys(const Rect& all) {
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
    /// Takes a line of an order to another place.
    void move(int from, int to) {
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

    float letter_width() const { return std::round(1.9F * e_); }
    float controls_width() const {
        if (question_.kind == QuestionKind::order) return answering() ? 2 * control_ + 0.3F * e_ : 0;
        return raising() ? std::round(2 * control_ + 2.6F * sizes_.caption * ui_.em + 0.4F * e_) : 0;
    }
    /// Controls stand under the words where there is no room beside them.
    bool controls_below() const { return controls_width() > 0.5F * rest_.w; }
    float words_width() const {
        return rest_.w - letter_width() - 0.5F * e_ - (controls_below() ? 0 : controls_width());
    }
    float words_of_option(std::size_t option, const Rect& at, bool draw) {
        const LessonBlock block{.spans = words_and_formulas(words_of(option))};
        return rich_text(painter_, at, std::span(&block, 1), rich_words(), {.size = sizes_.text}, nullptr, draw);
    }
    float option_height(std::size_t line) {
        const float high = words_of_option(option_at(line), {0, 0, words_width(), 0}, false) + 0.5F * e_;
        return std::round(std::max(high, control_ + 0.3F * e_) + (controls_below() ? control_ + 0.3F * e_ : 0) +
                          bar_height());
    }
    /// Of the bar that shows an option's share of the hands.
    float bar_height() const { return raising() && all_hands() > 0 ? std::round(0.75F * e_) : 0; }
    void bar(std::size_t option, const std::string& letter, Rect at, bool right) {
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
    void option(std::size_t line, const Rect& box) {
        const bool choice = question_.kind == QuestionKind::choice;
        const std::size_t number = option_at(line);
        const std::string letter = choice ? letter_of(line) : std::to_string(line + 1);
        const bool chosen = state_.chosen == static_cast<int>(line);
        const bool right = choice && state_.answered() && state_.verdict.option == static_cast<int>(number);
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
        text_in(painter_, inside.take_left(letter_width()), letter,
                {.colour = right ? theme.text : theme.muted,
                 .size = sizes_.text,
                 .face = Face::bold,
                 .align = Align::centre});
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
    void arrows(std::size_t line, Rect at) {
        const std::string number = std::to_string(line + 1);
        const Rect down = at.take_right(control_);
        at.take_right(0.1F * e_);
        const Rect up = at.take_right(control_);
        const int here = static_cast<int>(line);
        if (press("up " + number, up, "↑", {.enabled = line > 0, .hint = say::move_up})) move(here, here - 1);
        if (press("down " + number, down, "↓", {.enabled = line + 1 < count(), .hint = say::move_down}))
            move(here, here + 1);
    }
    /// "−  12  +" while the class votes, "12 hands" after that.
    void counter(std::size_t option, const std::string& letter, Rect at, bool right) {
        const int hands = hands_of(option);
        if (!answering()) {
            if (all_hands() == 0) return;  // nobody was asked
            at.take_right(0.3F * e_);
            put("hands " + letter, at);
            text_in(painter_, at, hands == 1 ? say::one_hand : fmt::format(say::hands, hands),
                    {.colour = ui_.theme.text,
                     .size = sizes_.caption,
                     .face = right ? Face::bold : Face::sans,
                     .align = Align::right});
            return;
        }
        region(ui_, "count " + letter, at);  // a click beside the buttons does not choose the option
        const Rect more = at.take_right(control_), less = at.take_left(control_);
        if (press("more " + letter, more, "", {.icon = Icon::plus, .hint = say::more_hands}))
            set_hands(option, hands + 1);
        if (press("less " + letter, less, "", {.icon = Icon::minus, .enabled = hands > 0, .hint = say::fewer_hands}))
            set_hands(option, hands - 1);
        std::string typed = hands > 0 ? std::to_string(hands) : "";
        const Rect field = at.inset(0.1F * e_, 0);
        put("hands " + letter, field);
        if (text_field(ui_, "hands " + letter, field, typed, "0", {.size = sizes_.caption}) == TextEvent::changed)
            set_hands(option, std::atoi(typed.substr(0, 4).c_str()));
    }

    void verdict() {
        if (state_.result == Result::open) return;
        const bool wrong = state_.result == Result::wrong;
        if (state_.result != Result::shown)
            words(
                wrong ? say::not_right : say::right,
                {.colour = wrong ? ui_.theme.warning : ui_.theme.accent_text, .size = sizes_.text, .face = Face::bold},
                0.1F);
        if (!state_.verdict.words.empty()) text(state_.verdict.words, ui_.theme.text, 0.4F);
        if (wrong)
            text(question_.kind == QuestionKind::goal ? say::try_goal_again : say::try_again, ui_.theme.text, 0.4F);
        if (state_.answered() && !state_.verdict.answer.empty()) answer();
    }
    /// Of a choice and an order it is words of options, which may have formulas; else the run's.
    void answer() {
        const std::string words = fmt::format(say::right_answer, state_.verdict.answer);
        const bool options = question_.kind == QuestionKind::choice || question_.kind == QuestionKind::order;
        options ? asked(words, ui_.theme.text, 0.1F) : text(words, ui_.theme.text, 0.1F);
    }
    void buttons() {
        FlowRows rows(rest_, std::round(control_ + 0.3F * e_), std::round(0.4F * e_));
        const auto place = [&](std::string_view label, const ButtonStyle& style) {
            ButtonStyle sized = style;
            sized.size = sizes_.caption;
            Rect at = rows.place(button_width(ui_, label, sized));
            at.h = control_;
            return at.snapped();
        };
        const ButtonStyle main{.selected = given(), .enabled = given()};
        if (press("check", place(say::check, main), say::check, main)) check();
        if (hint_count() > 0) {
            const int left = std::max(0, hint_count() - state_.hints);
            const ButtonStyle style{.enabled = left > 0};
            const std::string label = fmt::format(say::hints_left, left);
            if (press("hint", place(label, style), label, style)) {
                ++state_.hints;
                did(QuestionAction::hint);
            }
        }
        if (raising() && all_hands() > 0 && press("clear hands", place(say::clear_hands, {}), say::clear_hands)) {
            state_.hands.clear();
            did(QuestionAction::changed);
        }
        if (press("answer", place(say::show_answer, {}), say::show_answer)) mark(Result::shown, QuestionAction::shown);
    }

    Ui& ui_;
    Painter& painter_;
    Targets& targets_;
    Rect rest_;
    const LessonQuestion& question_;
    QuestionState& state_;
    const QuestionCalls& calls_;
    const LessonSizes& sizes_;
    bool draw_;
    float e_, control_;
    QuestionAction action_ = QuestionAction::none;
};

}  // namespace

void count_hand(QuestionState& state, std::size_t option, std::size_t options, int by) {
    if (state.hands.size() < options) state.hands.resize(options, 0);
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
