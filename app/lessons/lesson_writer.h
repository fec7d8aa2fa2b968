// A lesson that is written by showing: the state of the window becomes a step, and steps are moved, copied and deleted
// without any other step's picture changing. Every change can be undone.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/lessons/scene.h"
#include "core/lesson/lesson.h"

namespace glassformer {

/// The file of a new lesson whose first step is this state.
std::string new_lesson(const std::string& title, const std::string& first_step, const LessonScene& state,
                       const Trace* trace, const ExampleOf& example_of);

/// A changed file, and the step that is shown then.
struct WrittenLesson {
    std::string text;
    int step = 0;
};

// All throw Error where the step is of an included file. `trace` is of the state's run.

WrittenLesson add_step(std::string_view text, const Lesson& lesson, int after, const std::string& title,
                       const LessonScene& state, const Trace* trace, const ExampleOf& example_of);
WrittenLesson retake_step(std::string_view text, const Lesson& lesson, int step, const LessonScene& state,
                          const Trace* trace, const ExampleOf& example_of);
WrittenLesson copy_step(std::string_view text, const Lesson& lesson, int step, const ExampleOf& example_of);
WrittenLesson delete_step(std::string_view text, const Lesson& lesson, int step, const ExampleOf& example_of);
/// `by`: −1 or 1. At an end the text stays as it is.
WrittenLesson move_step(std::string_view text, const Lesson& lesson, int step, int by, const ExampleOf& example_of);

}  // namespace glassformer
