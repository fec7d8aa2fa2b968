// A lesson in a window of memory for tests: the panel is drawn, worked by mouse and keyboard, and its actions are
// noted.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson_panel.h"
#include "app/widgets/gui.h"
#include "tests/support/drawing.h"
#include "tests/support/lesson_blocks.h"

namespace glassformer::test {

inline LessonQuestion question_of(LessonQuestion::Kind kind) {
    LessonQuestion asked;
    asked.kind = kind;
    asked.question = "Which noun has the largest weight in the row of “it”?";
    asked.hints = {"Read the sentence aloud.", "Only one of the nouns can be tired."};
    if (kind == LessonQuestion::Kind::choice) asked.options = {"animal", "street", "it", "because"};
    if (kind == LessonQuestion::Kind::order)
        asked.options = {"street = weights[it, street]", "animal = weights[it, animal]", "it = weights[it, it]"};
    return asked;
}

/// A lesson of `steps` steps; the first has everything, the second a question before its last block.
inline Lesson lesson_of(int steps, LessonQuestion::Kind kind = LessonQuestion::Kind::choice) {
    Lesson lesson;
    lesson.title = "Self-attention, step by step";
    for (int i = 0; i < steps; ++i) {
        LessonStep step;
        step.title = "The weights of one row " + std::to_string(i + 1);
        if (i == 0) {
            step.text = one_of_everything();
        } else {
            step.text = {paragraph_of("Before the question."), block(LessonBlock::Kind::question),
                         paragraph_of("After the question."), block(LessonBlock::Kind::pause),
                         paragraph_of("After the pause.")};
            step.question = question_of(kind);
        }
        lesson.steps.push_back(std::move(step));
    }
    return lesson;
}

/// The panel alone in a window. Ask for `platform` first: it is null where nothing can be drawn.
struct LessonWindow {
    std::unique_ptr<Platform> platform;
    std::unique_ptr<Gui> gui;
    Lesson lesson;
    QuestionState question;
    LessonPanelState state;
    QuestionCalls calls;
    RichWords words = words_of_a_run();
    Targets targets;
    int step = 0, parts = 1;
    bool left = false, presenter = false;
    std::vector<LessonAction> actions;
    std::string pointed;
    DrawnLesson last;
    Rect panel;

    LessonWindow(Lesson shown, PixelSize size, const char* theme = "dark", float text_scale = 1)
        : platform(headless(size)), lesson(std::move(shown)) {
        if (platform)
            gui = std::make_unique<Gui>(*platform, GuiOptions{.theme = find_theme(theme), .text_scale = text_scale});
        calls.mark = [](const QuestionState& given) {
            const bool right = given.typed == "animal" || given.chosen == 0;
            return QuestionVerdict{right, "The weight of “animal” is 0.997.", "animal", {0}};
        };
    }
    void draw(Ui& ui) {
        targets.places.clear();
        Rect area = ui.window;
        panel = take_lesson_panel(ui, area, presenter);
        pointed.clear();
        words.about = [this](const LessonSpan& span) { return pointed = span.text; };
        ui.painter.fill(area, ui.theme.background);
        last = lesson_panel(ui, targets, panel,
                            {.lesson = lesson,
                             .step = step,
                             .parts = parts,
                             .left = left,
                             .presenter = presenter,
                             .question = question,
                             .state = state,
                             .words = words,
                             .calls = calls,
                             .next_key = "Page Down",
                             .back_key = "Page Up",
                             .return_key = "Home"});
        if (last.action.kind != LessonAction::Kind::none) actions.push_back(last.action);
    }
    void settle() {
        gui->settle([this](Ui& ui) { draw(ui); }, 120);
    }
    Image picture() {
        settle();
        return platform->read_pixels();
    }
    Rect at(std::string_view name) const {
        const auto found = targets.places.find("lesson." + std::string(name));
        return found == targets.places.end() ? Rect{-1e5F, -1e5F, 0, 0} : found->second;
    }
    bool has(std::string_view name) const { return targets.places.contains("lesson." + std::string(name)); }
    void click(std::string_view name) {
        settle();
        platform->events().click(at(name).centre());
        settle();
    }
    void key(Key key, Modifiers modifiers = {}) {
        platform->events().key(key, modifiers);
        settle();
    }
    void type(std::string_view text) {
        platform->events().type(text);
        settle();
    }
};

}  // namespace glassformer::test
