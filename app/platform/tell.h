// What is said beside the results: progress, warnings, heads of tables.
#pragma once

#include <fmt/core.h>

#include <cstdio>
#include <string>
#include <utility>

namespace glassformer {

/// Writes to standard error. What cannot be written there, as on a full disk or where it is closed, ends nothing and
/// loses no result.
template <class... Arguments>
void tell(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    const std::string text = fmt::format(format, std::forward<Arguments>(arguments)...);
    std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace glassformer
