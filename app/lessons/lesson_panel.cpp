#include "app/lessons/lesson_panel.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "app/lessons/lesson_sizes.h"
#include "app/lessons/texts.h"
#include "app/widgets/controls.h"
#include "app/widgets/interaction.h"

namespace glassformer {

namespace {

namespace strings = texts::lessons;
using Act = LessonAction::Kind;

constexpr std::size_t most_mark_targets = 200;  // steps whose marks a script can find
constexpr float least_mark = 5;                 // pixels: narrower ones are one bar

class PanelOfLesson {
public:
    PanelOfLesson(Ui& ui, Targets& targets, const Rect& place, const LessonPage& page)
        : ui_(ui),
          painter_(ui.painter),
          targets_(targets),
          page_(page),
          step_(page.lesson.steps[static_cast<std::size_t>(
              std::clamp(page.step, 0, static_cast<int>(page.lesson.steps.size()) - 1))]),
          sizes_(lesson_sizes(ui, page.presenter, place.w)),
          e_((page.alone ? enlarge_words(sizes_, ui, column_of_words(ui, place)) : void(), sizes_.text) * ui.em),
          control_(std::round(2 * sizes_.caption * ui.em)),
          rest_(place) {}

    DrawnLesson draw() {
        painter_.fill(rest_, ui_.theme.panel);
        painter_.push_clip(rest_);
        if (page_.alone) rest_ = column_of_words(ui_, rest_);
        rest_ = rest_.inset(std::round(0.9F * ui_.em), std::round(0.6F * ui_.em));
        head();
        if (page_.left) left_bar();
        foot();
        if (page_.state.list_open)
            list();
        else
            text();
        painter_.pop_clip();
        return std::move(drawn_);
    }

private:
    int steps() const { return static_cast<int>(page_.lesson.steps.size()); }
    std::string title_of(int step) const {
        const std::string& title = page_.lesson.steps[static_cast<std::size_t>(step)].title;
        return title.empty() ? fmt::format(strings::untitled_step, step + 1) : title;
    }
    void did(Act kind) { drawn_.action.kind = kind; }
    void go_to(int step) {
        drawn_.action = {.kind = Act::go_to, .step = step};
        page_.state.list_open = false;
    }
    void put(const std::string& name, const Rect& rect) { targets_.put("lesson." + name, rect); }
    bool press(const std::string& name, const Rect& rect, std::string_view label, ButtonStyle style) {
        style.size = sizes_.caption;
        if (!sizes_.tooltips) style.hint = {};
        put(name, rect);
        return button(ui_, "lesson " + name, rect, label, style);
    }
    float wide(std::string_view label, ButtonStyle style) {
        style.size = sizes_.caption;
        return button_width(ui_, label, style);
    }
    static std::string with_key(const char* what, const std::string& key) {
        return key.empty() ? what : fmt::format(strings::with_key, what, key);
    }

    void head() {
        Rect line = rest_.take_top(control_);
        ButtonStyle style{.icon = Icon::close, .framed = false};
        const bool words = wide(strings::leave, style) < 0.5F * line.w;
        if (!words) style.hint = strings::leave;
        const std::string_view label = words ? strings::leave : "";
        if (press("leave", line.take_right(wide(label, style)).snapped(), label, style)) did(Act::close);
        line.take_right(0.3F * ui_.em);
        if (!page_.presenter) {
            const std::string hint = with_key(strings::explore_hint, page_.explore_key);
            const ButtonStyle quiet{.framed = false, .hint = hint};
            const float explore = wide(strings::explore, quiet);
            const float title = painter_.measure(page_.lesson.title, sizes_.caption).width;
            // The title comes first: in a narrow panel the command palette and its key are left.
            if (std::min(title, 8 * ui_.em) + explore < line.w &&
                press("explore", line.take_right(explore).snapped(), strings::explore, quiet))
                did(Act::explore);
            line.take_right(0.3F * ui_.em);
        }
        line = line.snapped();
        put("title", line);
        text_in(painter_, line, page_.lesson.title, {.colour = ui_.theme.muted, .size = sizes_.caption});
        rest_.take_top(0.3F * ui_.em);
    }

    void left_bar() {
        const std::string label = with_key(strings::return_to, page_.return_key);
        const TextStyle style{.colour = ui_.theme.text, .size = sizes_.caption};
        const float pad = std::round(0.5F * ui_.em), button_wide = wide(label, {.selected = true});
        const bool below = painter_.measure(strings::left_picture, style.size).width + button_wide + 3 * pad > rest_.w;
        const Rect inside{0, 0, below ? rest_.w - 2 * pad : rest_.w - button_wide - 3 * pad, 0};
        const float high = paragraph(painter_, inside, strings::left_picture, style, false);
        Rect box = rest_.take_top(std::round(below ? high + control_ + 3 * pad : std::max(high, control_) + 2 * pad));
        painter_.fill(box, mix(ui_.theme.card, ui_.theme.accent, 0.2F), std::round(0.4F * ui_.em));
        painter_.stroke(box, ui_.theme.accent, 1, std::round(0.4F * ui_.em));
        put("left", box);
        box = box.inset(pad);
        Rect at = below ? box.take_bottom(control_) : box.take_right(button_wide);
        at = Rect{at.x, at.centre().y - control_ / 2, std::min(button_wide, at.w), control_}.snapped();
        paragraph(painter_, {box.x, below ? box.y : box.centre().y - high / 2, inside.w, high}, strings::left_picture,
                  style);
        if (press("return", at, label, {.selected = true})) did(Act::return_to_picture);
        rest_.take_top(0.5F * ui_.em);
    }

    /// Progress, and the way to other steps.
    void foot() {
        Rect line = rest_.take_bottom(control_).snapped();
        rest_.take_bottom(0.3F * ui_.em);
        progress(rest_.take_bottom(std::round(0.9F * ui_.em)).snapped());
        rest_.take_bottom(0.2F * ui_.em);
        const bool asked = step_.question && !page_.question.answered();
        if (!page_.next_lesson.empty() && !asked) {
            const std::string label = fmt::format(strings::next_lesson, page_.next_lesson);
            if (press("next lesson", rest_.take_bottom(control_).snapped(), label, {.selected = true}))
                did(Act::next_lesson);
            rest_.take_bottom(0.4F * ui_.em);
        }

        const bool can_back = page_.step > 0 || page_.parts > 1;
        const bool can_next = page_.step + 1 < steps() || page_.parts < parts_of(step_);
        const std::string back_hint = with_key(strings::back, page_.back_key),
                          next_hint = with_key(strings::next, page_.next_key);
        const ButtonStyle back{.icon = Icon::previous, .enabled = can_back, .hint = back_hint};
        const bool asks = step_.question && !page_.question.answered();  // its button is the one to press
        const ButtonStyle next{.selected = can_next && !asks, .enabled = can_next, .hint = next_hint};
        const float both = std::min(std::max(wide(strings::back, back), wide(strings::next, next)), 0.35F * line.w);
        if (press("back", line.take_left(both), strings::back, back)) did(Act::back);
        if (press("next", line.take_right(both), strings::next, next)) did(Act::next);
        line = line.inset(0.3F * ui_.em, 0);
        const std::string at = fmt::format(strings::step_of, page_.step + 1, steps());
        const bool open = page_.state.list_open;
        ButtonStyle style{.icon = open ? Icon::chevron_right : Icon::chevron_down,
                          .framed = false,
                          .hint = open ? strings::back_to_text : strings::list_of_steps};
        if (wide(at, style) > line.w) style.icon = Icon::none;
        const float centre = std::min(wide(at, style), line.w);
        if (press("list", Rect{line.centre().x - centre / 2, line.y, centre, line.h}.snapped(), at, style))
            open_or_close_list();
    }
    /// What it was opened with keeps no keys: they are the list's.
    void open_or_close_list() {
        page_.state.list_open = !page_.state.list_open;
        page_.state.marked = -1;
        ui_.interaction.focus(0, false);
    }

    /// A bar with one mark a step.
    void progress(const Rect& bar) {
        const int count = steps();
        put("progress", bar);
        const float thick = std::max(3.0F, std::round(0.26F * ui_.em)), each = bar.w / static_cast<float>(count);
        const float gap = each >= least_mark ? 2.0F : 0.0F;
        const auto x_of = [&](int step) { return std::round(bar.x + each * static_cast<float>(step)); };
        const Region touched = region(ui_, "lesson progress", bar);
        int pointed = -1;
        if (touched.hovered || touched.clicked)
            pointed = std::clamp(static_cast<int>((touched.mouse.x - bar.x) / each), 0, count - 1);
        const auto mark = [&](int first, int end, Colour colour, float high) {
            painter_.fill({x_of(first), bar.centre().y - high / 2, std::max(1.0F, x_of(end) - x_of(first) - gap), high},
                          colour, gap > 0 ? high / 2 : 0);
        };
        const Colour ahead = ui_.theme.border, passed = mix(ui_.theme.border, ui_.theme.accent, 0.55F);
        if (gap > 0) {
            for (int i = 0; i < count; ++i)
                mark(i, i + 1,
                     i == page_.step  ? ui_.theme.accent
                     : i == pointed   ? ui_.theme.muted
                     : i < page_.step ? passed
                                      : ahead,
                     i == page_.step || i == pointed ? 1.8F * thick : thick);
        } else {
            mark(0, page_.step, passed, thick);
            mark(page_.step, count, ahead, thick);
            painter_.fill({x_of(page_.step) - 1, bar.y, 3, bar.h}, ui_.theme.accent);
        }
        if (!page_.state.list_open && static_cast<std::size_t>(count) <= most_mark_targets)
            for (int i = 0; i < count; ++i)
                put(fmt::format("step {}", i + 1), {x_of(i), bar.y, x_of(i + 1) - x_of(i), bar.h});
        if (pointed < 0) return;
        *ui_.cursor = CursorShape::hand;
        if (touched.hovered) {
            const std::string title = fmt::format(strings::step_title, pointed + 1, title_of(pointed));
            const Rect place{x_of(pointed), bar.y, std::max(4.0F, each), bar.h};
            const TextStyle style{.colour = ui_.theme.text, .size = sizes_.caption};
            const float width = std::min(painter_.measure(title, style.size).width + 1, 0.8F * bar.w);
            const float high = paragraph(painter_, {0, 0, width, 0}, title, style, false);
            tooltip(ui_, place, {width, high}, [&](Painter& p, const Rect& r) { paragraph(p, r, title, style); });
        }
        if (touched.clicked) go_to(pointed);
    }

    void list() {
        const Rect content = begin_scroll(ui_, "lesson steps", rest_);
        const float pad = std::round(0.5F * ui_.em);
        float y = content.y;
        for (int i = 0; i < steps(); ++i) {
            const std::string title = fmt::format(strings::step_title, i + 1, title_of(i));
            const float width = content.w - 2 * pad;
            const LessonBlock block{.spans = {{.text = title, .strong = i == page_.step}}};
            const auto words = [&](const Rect& at, bool draw) {
                return rich_text(painter_, at, std::span(&block, 1), {}, {.size = sizes_.text}, nullptr, draw);
            };
            const Rect row{content.x, y, content.w, std::round(words({0, 0, width, 0}, false) + 1.2F * pad)};
            y = row.bottom();
            const Region touched = region(ui_, fmt::format("lesson step {}", i), row, true);
            put(fmt::format("step {}", i + 1), row);
            const bool here = i == page_.step, marked = i == (page_.state.marked < 0 ? page_.step : page_.state.marked);
            if (here || touched.hovered)
                painter_.fill(row, here ? mix(ui_.theme.control, ui_.theme.accent, 0.25F) : ui_.theme.control,
                              std::round(0.3F * ui_.em));
            if (marked) {
                painter_.stroke(row.inset(1), ui_.theme.accent, 2, std::round(0.3F * ui_.em));
                put("marked step", row);
            }
            if (touched.hovered) *ui_.cursor = CursorShape::hand;
            words({row.x + pad, row.y + 0.7F * pad, width, 0}, true);
            if (marked && std::exchange(page_.state.revealed, i) != i) reveal(ui_, row.y, row.bottom());
            if (touched.clicked || touched.activated) go_to(i);
        }
        page_.state.step = -2;  // the text, once it is back, begins at its top
        end_scroll(ui_, y);
    }

    void text() {
        drawn_.room = rest_.h;
        page_.state.revealed = -1;
        way_ = ui_.interaction.id("lesson to question");
        const Rect content = begin_scroll(ui_, fmt::format("lesson step {}", page_.step), rest_);
        const LessonBlock title{.spans = {{.text = title_of(page_.step), .strong = true}}};
        Rect pen{content.x, content.y, content.w - 0.3F * ui_.em, 0};
        pen.y += rich_text(painter_, pen, std::span(&title, 1), {}, {.size = sizes_.title}) + 0.6F * e_;

        const std::span<const LessonBlock> blocks(step_.text);
        const bool answered = page_.question.answered();
        const std::size_t shown = shown_blocks(step_, page_.parts, answered);
        const auto asked = std::ranges::find(blocks, LessonBlock::Kind::question, &LessonBlock::kind);
        const auto question = static_cast<std::size_t>(asked - blocks.begin());
        const bool apart = step_.question && asked == blocks.end();  // no place of its own: at the end
        const std::size_t new_from = first_new(answered);
        std::optional<float> new_y;
        for (std::size_t from = 0; from < shown;) {
            if (from == question) {
                if (from >= new_from && !new_y) new_y = pen.y;
                card(pen);
                ++from;
                continue;
            }
            const std::size_t end = from < question ? std::min(question, shown) : shown;
            const std::size_t cut = new_from > from && new_from < end ? new_from : end;
            if (from >= new_from && !new_y) new_y = pen.y;
            blocks_from(blocks, from, cut, pen);
            from = cut;
        }
        if (apart && shown == blocks.size()) card(pen);
        if (shown < blocks.size() && step_.question && !answered && shown == question + 1) {
            const TextStyle muted{.colour = ui_.theme.muted, .size = sizes_.caption};
            // Not worth scrolling for.
            const float high = paragraph(painter_, pen, strings::rest_after_answer, muted, false);
            if (pen.y + high <= content.y + drawn_.room)
                pen.y += paragraph(painter_, pen, strings::rest_after_answer, muted);
        }
        drawn_.text_height = pen.y - content.y;
        if (new_y) reveal(ui_, *new_y - 0.5F * e_, pen.y);
        end_scroll(ui_, pen.y);
        if (question_y_ && *question_y_ > rest_.bottom() - 2 * e_ && !answered && !page_.presenter) way_to_question();
        page_.state.step = page_.step;
        page_.state.parts = page_.parts;
        page_.state.answered = answered;
    }
    /// The first block that was not shown in the frame before, of the same step; else none of them.
    std::size_t first_new(bool answered) const {
        const LessonPanelState& before = page_.state;
        const bool same = before.step == page_.step;
        if (!same || (before.parts >= page_.parts && before.answered == answered)) return step_.text.size();
        return shown_blocks(step_, before.parts, before.answered);
    }
    /// At the lower end of the text that hides it: large text leaves a question out of sight.
    void way_to_question() {
        const ButtonStyle style{.size = sizes_.caption};
        const float wide = std::min(rest_.w, button_width(ui_, strings::to_question, style));
        const Rect place = Rect{rest_.x, rest_.bottom() - control_, wide, control_}.snapped();
        ui_.painter.fill({rest_.x, place.y - 0.2F * e_, rest_.w - 0.8F * ui_.em, rest_.bottom() - place.y + 0.2F * e_},
                         ui_.theme.panel);
        put("to question", place);
        if (!button(ui_, "to question", place, strings::to_question, style)) return;
        ui_.interaction.state(way_) = 1;
        ui_.keep_awake();
    }
    void card(Rect& pen) {
        if (!step_.question) return;
        question_y_ = pen.y;
        const DrawnCard card = question_card(ui_, targets_, pen, *step_.question, page_.question, page_.calls, sizes_);
        const float bottom = pen.y + card.height;
        if (std::exchange(ui_.interaction.state(way_), 0.0F) == 1)
            reveal(ui_, pen.y, std::min(bottom, pen.y + rest_.h));
        if (std::exchange(page_.state.reveal_card, false))  // its lower end: what was said to the answer
            reveal(ui_, std::max(pen.y, bottom - rest_.h), bottom);
        pen.y = std::round(bottom + 0.8F * e_);
        if (card.action == QuestionAction::checked || card.action == QuestionAction::hint) {
            page_.state.reveal_card = !page_.question.answered();
            ui_.keep_awake();
        }
        if (card.action != QuestionAction::none) drawn_.action = {.kind = Act::question, .question = card.action};
    }
    void blocks_from(std::span<const LessonBlock> all, std::size_t from, std::size_t end, Rect& pen) {
        const std::span<const LessonBlock> part = all.subspan(from, end - from);
        std::vector<RichPlace> places;
        pen.y += rich_text(painter_, pen, part, page_.words, {.size = sizes_.text}, &places);
        pen.y = std::round(pen.y + 0.65F * e_);
        int number = 0;
        for (const RichPlace& place : places) {
            const LessonSpan& span = span_of(part, place);
            const bool link = place.kind == RichPlace::Kind::link;
            if (!link && !span.link.empty()) continue;  // the link is there, too
            const bool first = link && named_.insert(&span).second;
            const std::string id = fmt::format("lesson place {} {}", from, number++);
            const Region touched = region(ui_, id, place.rect, first);
            if (first) put("link " + span.link, place.rect);
            const std::string to = link ? span.link : page_.words.place ? page_.words.place(span) : "";
            if (place.kind == RichPlace::Kind::live) put("number " + span.text, place.rect);
            if ((touched.hovered || touched.focused) && sizes_.tooltips && page_.words.about)
                if (drawn_.about = page_.words.about(span); !drawn_.about.empty())
                    tooltip(ui_, place.rect, drawn_.about);
            if (to.empty()) continue;
            if (touched.hovered) *ui_.cursor = CursorShape::hand;
            if (touched.clicked || touched.activated) drawn_.action = {.kind = Act::link, .link = to};
        }
    }

    Ui& ui_;
    Painter& painter_;
    Targets& targets_;
    const LessonPage& page_;
    const LessonStep& step_;
    LessonSizes sizes_;
    float e_, control_;
    Rect rest_;
    DrawnLesson drawn_;
    std::optional<float> question_y_;    // of its card's upper end, where it is shown
    ItemId way_ = 0;                     // 1: the question is gone to in this frame
    std::set<const LessonSpan*> named_;  // links that are a stop of the Tab key
};

}  // namespace

int parts_of(const LessonStep& step) {
    return 1 + static_cast<int>(std::ranges::count(step.text, LessonBlock::Kind::pause, &LessonBlock::kind));
}

std::size_t shown_blocks(const LessonStep& step, int parts, bool answered) {
    std::size_t end = 0;
    for (; end < step.text.size(); ++end) {
        if (step.text[end].kind == LessonBlock::Kind::pause && --parts <= 0) return end;
        if (step.text[end].kind == LessonBlock::Kind::question && step.question && !answered) return end + 1;
    }
    return end;
}

std::optional<LessonAction> step_list_keys(const Input& input, LessonPanelState& state, int step, int steps) {
    using Kind = LessonAction::Kind;
    const int at = state.marked < 0 ? step : std::min(state.marked, steps - 1);
    const auto mark = [&](int to) {
        state.marked = std::clamp(to, 0, steps - 1);
        return LessonAction{.kind = Kind::none, .step = state.marked};
    };
    if (input.pressed(Key::up)) return mark(at - 1);
    if (input.pressed(Key::down)) return mark(at + 1);
    if (input.pressed(Key::home)) return mark(0);
    if (input.pressed(Key::end)) return mark(steps - 1);
    const bool goes = input.pressed(Key::enter);
    if (!goes && !input.pressed(Key::escape)) return {};
    state.list_open = false;
    return LessonAction{.kind = goes ? Kind::go_to : Kind::none, .step = at};
}

DrawnLesson lesson_panel(Ui& ui, Targets& targets, const Rect& place, const LessonPage& page) {
    if (page.lesson.steps.empty()) return {};
    return PanelOfLesson(ui, targets, place, page).draw();
}

}  // namespace glassformer
