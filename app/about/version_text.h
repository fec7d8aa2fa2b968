// What --version prints: everything that a report of a fault should name.
#pragma once

#include <string>

#include "app/about/commit.h"

namespace glassformer {

/// Version, commit, build, processors and libraries: lines, without the end of the last.
std::string version_text(const Commit& commit);

}  // namespace glassformer
