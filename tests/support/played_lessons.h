// The shipped lessons that a test plays from the first step to the last.
#pragma once

#include <algorithm>
#include <filesystem>
#include <vector>

#include "core/io/assets.h"
#include "core/lesson/read_lesson.h"
#include "core/lesson/reading_order.h"

namespace glassformer::test {

/// The files of all lessons but the whole lectures, which have five times as many steps and no other code; `lesson check`
/// and the site's test go through those, and tests/app/lecture_jumps.cpp jumps in them.
inline std::vector<std::filesystem::path> played_lessons(const std::filesystem::path& assets) {
    std::vector<std::filesystem::path> files = lesson_files(assets);
    std::erase_if(files, [](const std::filesystem::path& file) {
        const Lesson lesson = read_lesson(file);
        return is_whole_lecture(lesson.lecture, lesson.minutes);
    });
    return files;
}

inline std::vector<std::filesystem::path> whole_lectures(const std::filesystem::path& assets) {
    std::vector<std::filesystem::path> files = lesson_files(assets);
    const std::vector<std::filesystem::path> others = played_lessons(assets);
    std::erase_if(files, [&](const std::filesystem::path& file) {
        return std::ranges::find(others, file) != others.end();
    });
    return files;
}

}  // namespace glassformer::test
