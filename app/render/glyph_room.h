// How large a font can be before one of its letters has no room: ImGui 1.86 keeps the bitmaps of letters in blocks of
// 256 KiB, four bytes a pixel, and writes one that is larger behind its block.
#pragma once

#include <ft2build.h>
#include FT_FREETYPE_H

#include <span>
#include <vector>

namespace glassformer {

inline constexpr int most_glyph_pixels = 256 * 1024 / 4;

/// A face of a font file that is in memory, as FreeType reads it.
class GlyphRoom {
public:
    /// `content` must outlive it. A file that FreeType cannot read has room for every size.
    GlyphRoom(FT_Library library, const std::vector<char>& content, int index);
    ~GlyphRoom();
    GlyphRoom(const GlyphRoom&) = delete;
    GlyphRoom& operator=(const GlyphRoom&) = delete;

    /// Ascender to descender in multiples of the text size; 0 where that is not known.
    float line_per_em() const;
    /// Pixels from ascender to descender up to which any letter that the face could hold has room.
    float any_letter() const;
    /// The same for the letters of `ranges`: pairs of the first and the last code point, a 0 at the end.
    float letters(std::span<const unsigned short> ranges) const;

private:
    FT_Face face_ = nullptr;
};

}  // namespace glassformer
