// The panel of a lesson and the card of its question, worked by mouse and keyboard.
// Where EGL surfaceless is missing, the tests that draw are skipped.
// ctest: alone 11 s
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/lesson_page.h"
#include "tests/support/notes_painter.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

using Asked = LessonQuestion::Kind;
using Act = LessonAction::Kind;
using Result = QuestionState::Result;

LessonWindow asking(Asked kind, PixelSize size = {1280, 720}, const char* theme = "dark", float scale = 1) {
    LessonWindow window(lesson_of(4, kind), size, theme, scale);
    window.step = 1;
    return window;
}

}  // namespace

TEST_SUITE_BEGIN("lesson panel");

TEST_CASE("the panel is beside the picture, at most 45% of it, and under it in a tall window") {
    struct Case {
        PixelSize size;
        float scale;
        bool below;
    };
    for (const Case& c : {Case{{1280, 720}, 1, false},
                          {{1920, 1080}, 1.3F, false},
                          {{1280, 720}, 2, false},
                          {{720, 1280}, 1, true},
                          {{800, 1000}, 2, true}}) {
        LessonWindow window(lesson_of(3), c.size, "dark", c.scale);
        if (!window.platform) return;
        window.settle();
        const float em = window.gui->em(), width = static_cast<float>(c.size.width);
        CAPTURE(c.size.width);
        CAPTURE(c.scale);
        if (c.below) {
            CHECK(window.panel.w == width);
            CHECK(window.panel.h <= 0.451F * static_cast<float>(c.size.height));
        } else {
            CHECK(window.panel.right() == width);
            CHECK(window.panel.w <= 38.1F * em);
            CHECK((window.panel.w >= 26 * em || window.panel.w >= 0.449F * width));
            CHECK(window.panel.w <= 0.451F * width);
        }
        CHECK(window.last.room > 0.3F * window.panel.h);
        for (const char* name : {"leave", "title", "back", "next", "list", "progress", "step 1", "step 3"}) {
            CAPTURE(name);
            REQUIRE(window.has(name));
            CHECK(window.at(name) == window.at(name).intersect(window.panel));
        }
    }
}

TEST_CASE("buttons, marks, the list of steps and links are actions; nothing moves by itself") {
    LessonWindow window(lesson_of(12), {1280, 720});
    if (!window.platform) return;
    const auto last = [&] {
        const LessonAction action = window.actions.empty() ? LessonAction{} : window.actions.back();
        window.actions.clear();
        return action;
    };
    window.click("back");
    CHECK(window.actions.empty());  // there is no step before the first
    window.click("next");
    CHECK(last().kind == Act::next);
    CHECK(window.step == 0);
    window.click("leave");
    CHECK(last().kind == Act::close);
    window.click("step 7");
    LessonAction action = last();
    CHECK(action.kind == Act::go_to);
    CHECK(action.step == 6);
    window.click("list");
    CHECK(window.state.list_open);
    CHECK_FALSE(window.has("link blocks.1.attn.q"));
    window.click("step 3");
    action = last();
    CHECK(action.kind == Act::go_to);
    CHECK(action.step == 2);
    CHECK_FALSE(window.state.list_open);
    window.click("link blocks.1.attn.q");
    action = last();
    CHECK(action.kind == Act::link);
    CHECK(action.link == "blocks.1.attn.q");
    CHECK(window.pointed == "queries");
    CHECK_FALSE(window.has("return"));
    window.left = true;
    window.click("return");
    CHECK(last().kind == Act::return_to_picture);
    window.step = 11;
    window.question.result = Result::right;
    window.parts = parts_of(window.lesson.steps[11]);
    window.click("next");
    CHECK(window.actions.empty());  // there is no step after the last
    window.click("back");
    CHECK(last().kind == Act::back);
    const std::uint64_t frames = window.gui->frames();
    CHECK_FALSE(window.gui->needs_frame());
    window.settle();
    CHECK(window.gui->frames() <= frames + 3);
}

TEST_CASE("parts are hidden until they are shown, and what follows a question until it is answered") {
    const Lesson lesson = lesson_of(2);
    const LessonStep& step = lesson.steps[1];
    CHECK(parts_of(step) == 2);
    CHECK(shown_blocks(step, 1, false) == 2);
    CHECK(shown_blocks(step, 2, false) == 2);
    CHECK(shown_blocks(step, 1, true) == 3);
    CHECK(shown_blocks(step, 2, true) == 5);
    CHECK(shown_blocks(lesson.steps[0], 1, true) == 14);

    LessonWindow window = asking(Asked::choice);
    if (!window.platform) return;
    window.settle();
    const float asked = window.last.text_height;
    window.question.result = Result::right;
    window.settle();
    const float answered = window.last.text_height;
    window.parts = 2;
    window.settle();
    CHECK(answered != asked);
    CHECK(window.last.text_height > answered + 20);
}

TEST_CASE("a part that is shown later is scrolled to, a step begins at its top") {
    LessonWindow window(lesson_of(3), {1280, 720}, "dark", 1.3F);
    if (!window.platform) return;
    window.settle();
    REQUIRE(window.last.text_height > window.last.room + 50);
    CHECK(window.gui->scrolled().empty());
    window.parts = 2;
    window.settle();
    CHECK(window.gui->scrolled().at("lesson step 0") > 100);
    CHECK(window.at("link https://arxiv.org/abs/1706.03762").bottom() < window.at("progress").y);
    window.step = 1;
    window.parts = 1;
    window.settle();
    CHECK_FALSE(window.gui->scrolled().contains("lesson step 1"));
}

TEST_CASE("a token is typed, checked with Enter, tried again and shown") {
    LessonWindow window = asking(Asked::token);
    if (!window.platform) return;
    window.click("check");
    CHECK(window.question.result == Result::open);  // nothing is written yet
    window.click("field");
    window.type("street");
    window.key(Key::enter);
    CHECK(window.question.result == Result::wrong);
    CHECK_FALSE(window.question.answered());
    CHECK(window.actions.back().question == QuestionAction::checked);
    window.click("field");
    window.key(Key::a, with_control);
    window.type("animal");
    CHECK(window.question.result == Result::open);
    window.click("check");
    CHECK(window.question.result == Result::right);
    CHECK(window.question.verdict.words == "The weight of “animal” is 0.997.");
    CHECK_FALSE(window.has("check"));
}

TEST_CASE("a number is typed, and the answer can be shown") {
    LessonWindow other = asking(Asked::number);
    if (!other.platform) return;
    other.click("field");
    other.type("many");
    other.key(Key::enter);
    CHECK(other.question.result == Result::open);  // that is not a number
    other.click("answer");
    CHECK(other.question.result == Result::shown);
    CHECK(other.question.answered());
    CHECK(other.actions.back().question == QuestionAction::shown);
}

TEST_CASE("hints come one at a time, and no more than there are") {
    LessonWindow window = asking(Asked::choice);
    if (!window.platform) return;
    window.settle();
    const float before = window.at("question").h;
    window.click("hint");
    CHECK(window.question.hints == 1);
    CHECK(window.at("question").h > before + 15);
    CHECK(window.actions.back().question == QuestionAction::hint);
    window.click("hint");
    window.click("hint");
    CHECK(window.question.hints == 2);
}

TEST_CASE("a question, its options and its hints have formulas; what the run says of an answer has none") {
    Lesson lesson = lesson_of(4, Asked::choice);
    LessonQuestion& question = *lesson.steps[1].question;
    question.question = "Which is larger than $d$?";
    question.options = {"$Q$ = 1", "nothing = 0"};
    question.hints = {"Think of $blocks.0.attn.weights$."};
    LessonWindow window(lesson, {1280, 720});
    if (!window.platform) return;
    window.step = 1;
    std::vector<std::string> asked;
    window.calls.formula = [&](const LessonSpan& span) {
        asked.push_back(span.text);
        return span.text == "blocks.0.attn.weights" ? std::string("A") : span.text;
    };
    window.calls.mark = [](const QuestionState&) { return QuestionVerdict{false, "“$x$” is a word of the text."}; };
    window.settle();
    const auto has = [&](const char* formula) { return std::ranges::find(asked, formula) != asked.end(); };
    CHECK(has("d"));
    CHECK(has("Q"));
    CHECK_FALSE(has("blocks.0.attn.weights"));
    window.click("hint");
    window.settle();
    CHECK(has("blocks.0.attn.weights"));
    window.click("option A");
    window.click("check");
    window.settle();
    CHECK(window.question.result == Result::wrong);
    CHECK_FALSE(has("x"));
}

TEST_CASE("a choice is made by mouse or by its letter, which no shortcut gets") {
    LessonWindow window = asking(Asked::choice);
    if (!window.platform) return;
    window.key(Key::c);
    CHECK(window.question.chosen == -1);  // the card does not have the keyboard
    window.click("option B");
    CHECK(window.question.chosen == 1);
    window.key(Key::d);
    CHECK(window.question.chosen == 3);
    window.key(Key::h);
    CHECK(window.question.chosen == 3);  // there is no such option
    window.key(Key::up);
    CHECK(window.question.chosen == 2);
    window.key(Key::enter);
    CHECK(window.question.result == Result::wrong);
    window.key(Key::a);
    CHECK(window.question.result == Result::open);
    bool seen = false;
    window.platform->events().key(Key::b);
    window.gui->settle([&](Ui& ui) {
        seen = seen || ui.input.pressed(Key::b);
        window.draw(ui);
    });
    CHECK_FALSE(seen);
    CHECK(window.question.chosen == 1);
    window.key(Key::a);
    window.key(Key::enter);
    CHECK(window.question.result == Result::right);
    window.click("option C");
    CHECK(window.question.chosen == 0);  // answered
}

TEST_CASE("the caller can hand the keyboard to the question") {
    LessonWindow given = asking(Asked::choice);
    if (!given.platform) return;
    given.calls.take_keyboard = true;
    given.settle();
    given.calls.take_keyboard = false;
    given.key(Key::b);
    CHECK(given.question.chosen == 1);
}

TEST_CASE("raised hands are counted by buttons, keys and digits, and stand beside the answer") {
    LessonWindow window = asking(Asked::choice);
    if (!window.platform) return;
    window.settle();
    CHECK_FALSE(window.has("more A"));
    window.calls.hands = true;
    window.click("more A");
    window.click("more A");
    window.click("more C");
    window.click("less C");
    window.click("less C");  // none can be taken away
    CHECK(window.question.hands == std::vector<int>{2, 0, 0, 0});
    CHECK(window.question.chosen == -1);
    window.click("option B");
    window.key(Key::equal, with_shift);
    window.key(Key::plus);
    window.key(Key::minus);
    CHECK(window.question.hands == std::vector<int>{2, 1, 0, 0});
    window.click("hands D");
    window.type("12");
    window.key(Key::enter);
    CHECK(window.question.hands == std::vector<int>{2, 1, 0, 12});
    window.click("answer");
    CHECK(window.question.result == Result::shown);
    CHECK(window.has("hands D"));
    CHECK_FALSE(window.has("more D"));
}

TEST_CASE("an order is changed by mouse and by keys") {
    LessonWindow window = asking(Asked::order);
    if (!window.platform) return;
    CHECK(option_words("street = weights[it, street]") == "street");
    CHECK(option_words("a plain one") == "a plain one");
    window.click("down 1");
    CHECK(window.question.order == std::vector<int>{1, 0, 2});
    window.click("up 3");
    CHECK(window.question.order == std::vector<int>{1, 2, 0});
    window.click("up 1");
    CHECK(window.question.order == std::vector<int>{1, 2, 0});
    window.click("option 3");
    window.key(Key::up, with_control);
    CHECK(window.question.order == std::vector<int>{1, 0, 2});
    CHECK(window.question.chosen == 1);
    window.key(Key::down);
    window.key(Key::up, with_control);
    window.key(Key::up, with_control);
    CHECK(window.question.order == std::vector<int>{2, 1, 0});
    window.key(Key::enter);
    CHECK(window.question.result != Result::open);
}

TEST_CASE("once the answer is there, an order stands as it is right") {
    Lesson lesson = lesson_of(4, Asked::order);
    lesson.steps[1].question->options = {"$A$ = 1", "$B$ = 2", "$C$ = 3"};
    LessonWindow window(lesson, {1280, 720});
    if (!window.platform) return;
    window.step = 1;
    std::vector<std::string> drawn;
    window.calls.formula = [&](const LessonSpan& span) {
        drawn.push_back(span.text);
        return span.text;
    };
    window.calls.mark = [](const QuestionState&) {
        return QuestionVerdict{.right = false, .answer = "C, B, A", .options = {2, 1, 0}};
    };
    window.settle();
    CHECK(drawn.back() == "C");
    window.click("answer");
    window.settle();
    drawn.clear();
    window.gui->draw_again();
    window.settle();
    CHECK(window.question.result == Result::shown);
    REQUIRE_FALSE(drawn.empty());
    CHECK(drawn.front() == "C");
    CHECK(drawn.back() == "A");
}

TEST_CASE("a cell is selected in the picture") {
    LessonWindow cell = asking(Asked::cell);
    if (!cell.platform) return;
    cell.click("check");
    CHECK(cell.question.result == Result::open);
    cell.calls.cell = "Block 2 · head 1 · attention weights [it, animal]";
    cell.calls.mark = [](const QuestionState&) { return QuestionVerdict{.right = true}; };
    cell.click("check");
    CHECK(cell.question.result == Result::right);
    // The answer stays what it was where the cursor goes on.
    const std::string answer = cell.calls.cell;
    cell.calls.cell = "another cell";
    cell.settle();
    CHECK(cell.question.cell == answer);
}

TEST_CASE("a goal holds or does not") {
    LessonWindow goal = asking(Asked::goal);
    if (!goal.platform) return;
    const Image before = goal.picture();
    goal.calls.holds = true;
    const Image after = goal.picture();
    CHECK(before.rgba != after.rgba);
    goal.calls.mark = [&](const QuestionState&) { return QuestionVerdict{.right = goal.calls.holds}; };
    goal.click("check");
    CHECK(goal.question.result == Result::right);
}

TEST_CASE("what was answered can be kept as a value and shown again") {
    QuestionState kept;
    Image first;
    {
        LessonWindow window = asking(Asked::choice);
        if (!window.platform) return;
        window.calls.hands = true;
        window.click("more B");
        window.click("hint");
        window.click("option A");
        window.click("check");
        kept = window.question;
        window.click("title");
        first = window.picture();
    }
    CHECK(kept.result == Result::right);
    LessonWindow again = asking(Asked::choice);
    again.calls.hands = true;
    again.question = kept;
    again.click("title");
    CHECK(again.picture().rgba == first.rgba);
    CHECK(again.question == kept);
}

TEST_CASE("presented, no text is smaller than 28 of 1080 pixels, and in the contrast theme its contrast is 7 to 1") {
    for (const float scale : {1.0F, 1.5F, 2.0F})
        for (const Asked kind : {Asked::token, Asked::choice, Asked::order, Asked::goal}) {
            LessonWindow window = asking(kind, {1920, 1080}, "contrast", scale);
            if (!window.platform) return;
            window.presenter = window.left = window.calls.hands = true;
            window.question.hints = 1;
            window.question.verdict.words = "The weight of “animal” is 0.997.";
            window.question.result = Result::wrong;
            window.settle();
            CAPTURE(scale);
            const Theme& theme = window.gui->theme();
            WindowNotes notes(window.gui->em(), theme);
            window.gui->draw_on(notes, [&](Ui& ui) { window.draw(ui); });
            CHECK(notes.labels.size() > 10);
            for (const Notes::Label& label : notes.labels) {
                CAPTURE(label.text);
                CHECK(label.style.size * notes.em() >= 27.9F);
                const Colour ink = label.style.colour;
                if (ink == theme.faint || ink == theme.on_accent) continue;  // disabled; on a button of the accent
                CHECK(contrast(ink, theme.panel) >= 7);
                CHECK(contrast(ink, theme.card) >= 7);
            }
        }
}

TEST_CASE("every kind of question keeps inside its card and the panel at every size") {
    for (const float scale : {1.0F, 1.3F, 2.0F})
        for (const Asked kind : {Asked::token, Asked::cell, Asked::number, Asked::order, Asked::choice, Asked::goal}) {
            LessonWindow window = asking(kind, {1280, 720}, "contrast", scale);
            if (!window.platform) return;
            window.calls.hands = true;
            window.question.hints = 2;
            window.left = true;
            window.settle();
            CAPTURE(scale);
            CAPTURE(static_cast<int>(kind));
            const Rect card = window.at("question");
            for (const auto& [name, rect] : window.targets.places) {
                if (name.find("step") != std::string::npos) continue;
                CAPTURE(name);
                CHECK(rect.x >= window.panel.x);
                CHECK(rect.right() <= window.panel.right() + 1);
                for (const char* part : {"check", "hint", "answer", "option", "more", "less", "up", "down", "field"})
                    if (name.starts_with(std::string("lesson.") + part)) {
                        CHECK(rect.x >= card.x);
                        CHECK(rect.right() <= card.right() + 0.5F);
                        CHECK(rect.bottom() <= card.bottom() + 0.5F);
                    }
            }
        }
}

TEST_SUITE_END();
