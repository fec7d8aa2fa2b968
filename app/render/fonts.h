// Faces and sizes of all text, found through fontconfig and drawn by FreeType into ImGui's atlas. The atlas contains
// only characters used so far; a new one requires a rebuild before the next frame. A missing face is replaced by the
// nearest one, or by ImGui's built-in font.
#pragma once

#include <array>
#include <bitset>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/paint/painter.h"
#include "app/render/faces.h"

struct ImFont;

namespace glassformer {

struct FontChoice {
    ImFont* font = nullptr;
    float size = 0;   // logical pixels of ImGui's line; to be handed to ImGui together with the font
    float line = 0;   // logical pixels of our line, alike for all fonts of a size
    float above = 0;  // our ascent less ImGui's: to be added to the place where ImGui is to draw
};

class Fonts {
public:
    /// `texture`: OpenGL gets the letters; else they are only measured.
    explicit Fonts(const FontFamilies& families = {}, bool texture = true);
    ~Fonts();
    Fonts(const Fonts&) = delete;
    Fonts& operator=(const Fonts&) = delete;

    /// Builds ImGui's atlas: `em` in logical pixels, `pixel_scale` framebuffer pixels a logical pixel. Between frames
    /// only. Letters that have no room in the atlas are made smaller, and scaled up where they are drawn.
    void rebuild(float em, float pixel_scale);
    /// The nearest font made; `size` is a multiple of the body size.
    FontChoice choose(float size, Face face) const;
    /// Notes the characters of a text; true if one is new, so that rebuild() is required.
    bool want(std::string_view utf8);
    /// The text as it is drawn: a character that no installed font has is a sign that stands for it ("->",
    /// app/render/stand_ins.h) or its code point, "U+4E2D". `made` holds the text where it is another one.
    std::string_view drawn(std::string_view utf8, std::string& made) const;
    bool stale() const { return stale_; }
    const std::string& message() const { return message_; }  // which faces are missing; "" if none

private:
    struct Config;
    struct File {
        std::string path;
        int index = 0;
        float line =
            line_per_em;  // ImGui measures a font by this, ascender to descender, in multiples of the text size
        float room = 0;   // pixels of that line up to which each of its letters has room (glyph_room.h)
        bool operator==(const File&) const = default;
    };
    struct SizedFont {
        Face face;
        float size;
        ImFont* font;
        float line;
    };
    const std::vector<char>& bytes(const std::string& path);
    File find_face(std::string_view family, const FaceRow& row);
    File file_of(const std::string& path, int index);
    float room(const File& file, std::span<const unsigned short> ranges, float wanted);
    void make_fonts();
    FontChoice nearest(float size, Face face) const;
    bool covered(char32_t code_point) const;
    void find_replacements();

    std::unique_ptr<Config> config_;
    std::array<File, 7> faces_;
    std::array<File, 2> signs_;  // upright and bold: for signs that a face lacks
    std::map<std::string, std::vector<char>> bytes_;
    std::map<std::string, std::pair<File, std::vector<char32_t>>> replacements_;  // for characters our faces lack
    std::bitset<0x10000> characters_, replaced_, lacking_;                        // lacking: replaced by nothing
    std::vector<unsigned short> ranges_;
    std::vector<std::vector<unsigned short>> replacement_ranges_;
    std::vector<SizedFont> fonts_;
    mutable std::map<std::pair<Face, float>, FontChoice> chosen_;  // since the last rebuild
    float em_ = 15, pixel_scale_ = 1;
    bool stale_ = true, any_lacking_ = false, texture_ = true;
    std::string message_;
};

}  // namespace glassformer
