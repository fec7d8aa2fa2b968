// What a user is told of an exception, whatever threw it: an Error's own sentence, and one of ours for everything else.
#pragma once

#include <exception>
#include <string>

namespace glassformer {

inline constexpr const char* no_memory = "there is not enough memory for this";

std::string sentence_of(const std::exception& failure);

}  // namespace glassformer
