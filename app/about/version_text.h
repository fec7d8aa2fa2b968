// What --version prints: everything that a report of a fault should name.
#pragma once

#include <string>
#include <vector>

#include "app/about/commit.h"

namespace glassformer {

/// Version, commit, build, processors and libraries, `more` behind them: lines, without the end of the last.
std::string version_text(const Commit& commit, const std::vector<std::string>& more);

}  // namespace glassformer
