#include "app/render/glyph_room.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace glassformer {

namespace {

constexpr float every_size = std::numeric_limits<float>::infinity();

/// Pixels from ascender to descender at which a box of `width` x `height`, in multiples of that, has most_glyph_pixels.
/// Hinting and rounding take up to two pixels on each side.
float room_for(float width, float height) {
    constexpr float around = 4;
    const float a = width * height, b = around * (width + height), c = around * around - most_glyph_pixels;
    if (a <= 0) return b > 0 ? -c / b : every_size;
    return (std::sqrt(b * b - 4 * a * c) - b) / (2 * a);
}

}  // namespace

GlyphRoom::GlyphRoom(FT_Library library, const std::vector<char>& content, int index) {
    FT_Face face = nullptr;
    if (!library || FT_New_Memory_Face(library, reinterpret_cast<const FT_Byte*>(content.data()),
                                       static_cast<FT_Long>(content.size()), index, &face))
        return;
    face_ = face;
}

GlyphRoom::~GlyphRoom() {
    if (face_) FT_Done_Face(face_);
}

float GlyphRoom::line_per_em() const {
    if (!face_ || face_->units_per_EM == 0) return 0;
    return static_cast<float>(face_->ascender - face_->descender) / static_cast<float>(face_->units_per_EM);
}

float GlyphRoom::any_letter() const {
    if (!face_ || face_->ascender <= face_->descender) return every_size;
    const auto line = static_cast<float>(face_->ascender - face_->descender);
    return room_for(static_cast<float>(face_->bbox.xMax - face_->bbox.xMin) / line,
                    static_cast<float>(face_->bbox.yMax - face_->bbox.yMin) / line);
}

float GlyphRoom::letters(std::span<const unsigned short> ranges) const {
    if (!face_ || face_->ascender <= face_->descender) return every_size;
    const auto line = static_cast<float>(face_->ascender - face_->descender);
    float result = every_size;
    for (std::size_t i = 0; i + 1 < ranges.size() && ranges[i] != 0; i += 2)
        for (FT_ULong c = ranges[i]; c <= ranges[i + 1]; ++c) {
            const FT_UInt glyph = FT_Get_Char_Index(face_, c);
            if (glyph == 0 || FT_Load_Glyph(face_, glyph, FT_LOAD_NO_SCALE)) continue;
            const FT_Glyph_Metrics& box = face_->glyph->metrics;
            result =
                std::min(result, room_for(static_cast<float>(box.width) / line, static_cast<float>(box.height) / line));
        }
    return result;
}

}  // namespace glassformer
