// What is said beside the results: progress, warnings, heads of tables.
#pragma once

#include <fmt/core.h>

#include <string_view>
#include <utility>

namespace glassformer {

/// Writes to standard error. What cannot be written there, as on a full disk, where it is closed, or into a pipe that
/// nobody reads any more, ends nothing and loses no result.
void tell_words(std::string_view words);

template <class... Arguments>
void tell(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    tell_words(fmt::format(format, std::forward<Arguments>(arguments)...));
}

}  // namespace glassformer
