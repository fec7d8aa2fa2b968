// Which font a face of text is drawn with: one table for the window and for vector files.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "app/paint/painter.h"

namespace glassformer {

/// Families, as fontconfig names them. Where the first is not installed, its place is taken by the other one's sans.
struct FontFamilies {
    std::string text = "Open Sans";  // sentences, labels, numbers: a humanist sans with digits of one width
    std::string other = "DejaVu";    // " Sans", " Sans Mono", " Serif": the other faces, and signs that the first lacks
};

/// Height of a line and of what is above its baseline, in multiples of the text size, whichever font draws it.
inline constexpr float line_per_em = 1.164F, ascent_per_em = 0.928F;

struct FaceRow {
    std::string_view suffix;     // behind the other family's common name
    std::array<float, 4> sizes;  // multiples of the body size that are made; 0: none
    Face face;
    bool text;  // of the family for text, where it is installed
    bool bold = false, italic = false;
};
std::span<const FaceRow> face_rows();  // in the order of the enumeration

}  // namespace glassformer
