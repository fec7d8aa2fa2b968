// How far somebody came in each lesson, kept from one start of the program to the next.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace glassformer {

/// Lessons that are remembered, the one that was shown last first.
inline constexpr std::size_t most_remembered_lessons = 100;
/// Of a path that is remembered, in bytes.
inline constexpr std::size_t longest_lesson_name = 4096;

struct LessonProgress {
    std::string lesson;         // name of one of the program's, else the whole path of a file
    int step = 0;               // where it goes on, from 0
    int furthest = 0;           // the last step that was ever shown
    std::vector<int> answered;  // steps whose questions were answered right, in their order
    bool finished = false;      // the last step was shown, be it in an earlier pass
    bool operator==(const LessonProgress&) const = default;
};

/// The entry of a lesson; null where there is none.
const LessonProgress* find_progress(const std::vector<LessonProgress>& all, const std::string& lesson);
/// The same, made where there is none, and moved to the front; the oldest are forgotten.
LessonProgress& newest_progress(std::vector<LessonProgress>& all, const std::string& lesson);

/// A step is shown, and its question was answered right or not.
void note_step(LessonProgress& progress, int step, int steps, bool answered_right);
/// The lesson is left at a step: one that was read to its end begins anew.
void note_leaving(LessonProgress& progress, int step, int steps);
/// From the first step, with its questions asked again.
void start_again(LessonProgress& progress);

}  // namespace glassformer
