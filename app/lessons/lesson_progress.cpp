#include "app/lessons/lesson_progress.h"

#include <algorithm>
#include <utility>

namespace glassformer {

const LessonProgress* find_progress(const std::vector<LessonProgress>& all, const std::string& lesson) {
    const auto found = std::ranges::find(all, lesson, &LessonProgress::lesson);
    return found == all.end() ? nullptr : &*found;
}

LessonProgress& newest_progress(std::vector<LessonProgress>& all, const std::string& lesson) {
    const auto found = std::ranges::find(all, lesson, &LessonProgress::lesson);
    if (found == all.end()) {
        LessonProgress begun;
        begun.lesson = lesson;
        all.insert(all.begin(), std::move(begun));
        if (all.size() > most_remembered_lessons) all.resize(most_remembered_lessons);
    } else {
        std::rotate(all.begin(), found, found + 1);
    }
    return all.front();
}

void note_step(LessonProgress& progress, int step, int steps, bool answered_right) {
    progress.furthest = std::max(progress.furthest, step);
    progress.finished = progress.finished || step + 1 == steps;
    const auto at = std::ranges::lower_bound(progress.answered, step);
    if (answered_right && (at == progress.answered.end() || *at != step)) progress.answered.insert(at, step);
}

void note_leaving(LessonProgress& progress, int step, int steps) { progress.step = step + 1 == steps ? 0 : step; }

void start_again(LessonProgress& progress) {
    progress.step = progress.furthest = 0;
    progress.answered.clear();
}

}  // namespace glassformer
