// Installed fonts, through fontconfig: one with a character that the program's own faces lack, one of a family.
#pragma once

#include <string>

typedef struct _FcConfig FcConfig;  // NOLINT(bugprone-reserved-identifier): fontconfig's own name

namespace glassformer {

struct CoveringFont {
    std::string file;  // "" where no font can be used
    int index = 0;     // of the face in the file
    std::string family;
};

/// Best scalable font with that character; excludes bitmap fonts, which cannot be scaled. `config`: null for the
/// system's.
CoveringFont covering_font(char32_t code_point, FcConfig* config = nullptr);

/// Whether fontconfig knows that family itself, not only one that is like it.
bool family_installed(const std::string& family, FcConfig* config = nullptr);

}  // namespace glassformer
