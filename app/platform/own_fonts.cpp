#include "app/platform/own_fonts.h"

#include <cstdlib>

namespace glassformer {

void use_own_fonts(const std::filesystem::path& executable_dir) {
    const auto file = (executable_dir / ".." / "share" / "glassformer" / "fonts" / "fonts.conf").lexically_normal();
    std::error_code unread;
    constexpr int keep = 0;
    if (std::filesystem::exists(file, unread)) setenv("FONTCONFIG_FILE", file.c_str(), keep);
}

}  // namespace glassformer
