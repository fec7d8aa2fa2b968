// Packages that carry their own fonts have a configuration for fontconfig beside them.
#pragma once

#include <filesystem>

namespace glassformer {

/// Lets fontconfig begin with share/glassformer/fonts/fonts.conf of where the program is installed, if there is one and
/// $FONTCONFIG_FILE names no other. Before any font is looked for, and before any other thread.
void use_own_fonts(const std::filesystem::path& executable_dir);

}  // namespace glassformer
