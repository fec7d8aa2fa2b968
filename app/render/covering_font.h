// Search for an installed font (through fontconfig) with a character that the program's own faces lack.
#pragma once

#include <string>

typedef struct _FcConfig FcConfig;

namespace glassformer {

struct CoveringFont {
    std::string file;  // "" where no font can be used
    int index = 0;     // of the face in the file
    std::string family;
};

/// Best scalable font with that character; excludes bitmap fonts, which cannot be scaled. `config`: null for the
/// system's.
CoveringFont covering_font(char32_t code_point, FcConfig* config = nullptr);

}  // namespace glassformer
