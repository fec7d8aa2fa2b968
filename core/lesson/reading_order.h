// The order in which lessons are read, and which of them are whole lectures.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace glassformer {

/// A lesson of a whole lecture: it names the lecture and lasts 45 minutes or more; a shorter one is a part of it.
bool is_whole_lecture(const std::string& lecture, double minutes);

struct LessonInOrder {
    std::string name;
    std::vector<std::string> before = {};  // names of those that come before it
    bool whole_lecture = false;
};

/// Indices: one that another names comes before that, whole lectures after the others, and else they stay in the order
/// in which they are given. Those that name each other come in that order too.
std::vector<std::size_t> reading_order(std::span<const LessonInOrder> lessons);

}  // namespace glassformer
