#include "core/lesson/reading_order.h"

#include <algorithm>

namespace glassformer {

bool is_whole_lecture(const std::string& lecture, double minutes) {
    constexpr double shortest = 45;
    return !lecture.empty() && minutes >= shortest;
}

std::vector<std::size_t> reading_order(std::span<const LessonInOrder> lessons) {
    std::vector<std::size_t> order;
    std::vector<bool> placed(lessons.size());
    // 0: can be read now; 1: so can a whole lecture; 2: what comes before it has not been read.
    const auto rank = [&](std::size_t at) {
        const std::vector<std::string>& before = lessons[at].before;
        for (std::size_t i = 0; i < lessons.size(); ++i)
            if (i != at && !placed[i] && std::ranges::find(before, lessons[i].name) != before.end()) return 2;
        return lessons[at].whole_lecture ? 1 : 0;
    };
    while (order.size() < lessons.size()) {
        std::size_t next = lessons.size();
        for (std::size_t i = 0; i < lessons.size(); ++i)
            if (!placed[i] && (next == lessons.size() || rank(i) < rank(next))) next = i;
        placed[next] = true;
        order.push_back(next);
    }
    return order;
}

}  // namespace glassformer
