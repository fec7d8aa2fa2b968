// What a folder holds. Not std::filesystem::directory_iterator: it ends the program where there is no memory for a
// name.
#pragma once

#include <cstddef>
#include <filesystem>
#include <limits>
#include <string>
#include <system_error>
#include <vector>

namespace glassformer {

/// Names of what is in the folder without "." and "..", in no particular order; at most `most`. Where it cannot be read
/// `problem` says why, and the names are those read until then.
std::vector<std::string> names_in(const std::filesystem::path& folder, std::error_code& problem,
                                  std::size_t most = std::numeric_limits<std::size_t>::max());

}  // namespace glassformer
