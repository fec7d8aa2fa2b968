#include "app/lessons/lesson_writer.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "app/lessons/scene_texts.h"
#include "core/lesson/edit_lesson.h"
#include "core/lesson/read_lesson.h"

namespace glassformer {

namespace {

/// What a file says once it is written. Included files lie where they lay.
Lesson read_again(const std::string& text, const Lesson& before) {
    return before.file.empty() ? lesson_from_text(text, before.steps_file) : read_lesson_text(text, before.file);
}

/// Rewrites the scenes that would show something else than before: `wanted` are the states of the steps in their new
/// order.
std::string with_states(std::string text, const Lesson& before, const std::vector<LessonScene>& wanted,
                        const Trace* trace, const ExampleOf& example_of) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const Lesson now = read_again(text, before);
        LessonScene previous;
        for (std::size_t j = 0; j < i; ++j) {
            apply(previous, now.steps[j].scene, now.steps[j].file, example_of);
            apply(previous, now.steps[j].reveal, now.steps[j].file, example_of);
        }
        LessonScene shown = previous;
        try {
            apply(shown, now.steps[i].scene, now.steps[i].file, example_of);
        } catch (const Error&) {
            shown = {};  // what it says cannot be said after this step
        }
        if (shown == wanted[i]) continue;
        if (now.steps[i].file != now.steps_file) continue;  // an included step says what it says
        text = with_scene(text, now, static_cast<int>(i), difference(previous, wanted[i], trace, example_of));
    }
    return text;
}

std::vector<LessonScene> states_of(const Lesson& lesson, const ExampleOf& example_of) {
    std::vector<LessonScene> states;
    for (StepScenes& scenes : scenes_of(lesson, example_of)) states.push_back(std::move(scenes.first));
    return states;
}

}  // namespace

std::string new_lesson(const std::string& title, const std::string& first_step, const LessonScene& state,
                       const Trace* trace, const ExampleOf& example_of) {
    return fmt::format("---\ntitle: {}\nminutes: 10\nabout: \n---\n\n", title) +
           written_step(first_step, difference({}, state, trace, example_of)) + texts::lessons::first_text + "\n";
}

WrittenLesson add_step(std::string_view text, const Lesson& lesson, int after, const std::string& title,
                       const LessonScene& state, const Trace* trace, const ExampleOf& example_of) {
    std::vector<LessonScene> states = states_of(lesson, example_of);
    states.insert(states.begin() + after + 1, state);
    const std::string changed = with_step(text, lesson, after, written_step(title, {}));
    return {with_states(changed, lesson, states, trace, example_of), after + 1};
}

WrittenLesson retake_step(std::string_view text, const Lesson& lesson, int step, const LessonScene& state,
                          const Trace* trace, const ExampleOf& example_of) {
    std::vector<LessonScene> states = states_of(lesson, example_of);
    states[static_cast<std::size_t>(step)] = state;
    return {with_states(std::string(text), lesson, states, trace, example_of), step};
}

WrittenLesson copy_step(std::string_view text, const Lesson& lesson, int step, const ExampleOf& example_of) {
    std::vector<LessonScene> states = states_of(lesson, example_of);
    states.insert(states.begin() + step, states[static_cast<std::size_t>(step)]);
    const std::string changed = with_step(text, lesson, step, text_of_step(text, lesson, step));
    return {with_states(changed, lesson, states, nullptr, example_of), step + 1};
}

WrittenLesson delete_step(std::string_view text, const Lesson& lesson, int step, const ExampleOf& example_of) {
    std::vector<LessonScene> states = states_of(lesson, example_of);
    states.erase(states.begin() + step);
    return {with_states(without_step(text, lesson, step), lesson, states, nullptr, example_of),
            std::max(0, std::min(step, static_cast<int>(states.size()) - 1))};
}

WrittenLesson move_step(std::string_view text, const Lesson& lesson, int step, int by, const ExampleOf& example_of) {
    const int other = step + by;
    if (other < 0 || other >= static_cast<int>(lesson.steps.size())) return {std::string(text), step};
    std::vector<LessonScene> states = states_of(lesson, example_of);
    std::swap(states[static_cast<std::size_t>(step)], states[static_cast<std::size_t>(other)]);
    return {with_states(with_exchanged(text, lesson, std::min(step, other)), lesson, states, nullptr, example_of),
            other};
}

}  // namespace glassformer
