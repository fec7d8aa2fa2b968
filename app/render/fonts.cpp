#include "app/render/fonts.h"

#include <fmt/core.h>

#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H

#include <algorithm>
#include <cmath>
#include <fstream>

#include "app/paint/visible_text.h"
#include "app/render/covering_font.h"
#include "app/render/glyph_room.h"
#include "app/render/imgui_shim.h"
#include "app/render/stand_ins.h"
#include "app/render/texts.h"
#include "core/base/utf8.h"

namespace glassformer {

namespace {

/// Loaded from the start, because each sign that is met later builds the atlas again: Latin-1, accents above formulas,
/// Greek, the signs of the program's own formulas, lists, legends and tokens. U+FFFD is not among them: a font's tables
/// are as long as its last letter's code point, and would take 8 MB with it.
constexpr std::pair<char32_t, char32_t> usual[] = {
    {0x20, 0x7E},     {0xA0, 0xFF},     {0x302, 0x304},   {0x391, 0x3A9},   {0x3B1, 0x3C9},   {0x2010, 0x2026},
    {0x2032, 0x2032}, {0x203A, 0x203A}, {0x2070, 0x2079}, {0x207A, 0x209C}, {0x2112, 0x2112}, {0x211D, 0x211D},
    {0x2190, 0x2195}, {0x21B5, 0x21B5}, {0x1D2C, 0x1D6A}, {0x2200, 0x2212}, {0x221A, 0x221E}, {0x2223, 0x222B},
    {0x2248, 0x2248}, {0x2260, 0x2265}, {0x2295, 0x2299}, {0x22A4, 0x22A4}, {0x22C5, 0x22C5}, {0x230A, 0x230B},
    {0x2423, 0x2423}, {0x2581, 0x2581}, {0x25A0, 0x25A0}, {0x25B6, 0x25BE}, {0x25C6, 0x25C6}, {0x25CB, 0x25CB},
    {0x25CF, 0x25CF}, {0x27E8, 0x27E9},
};

constexpr float sharpest = 120;  // pixels of body text in the atlas; larger text is scaled up

struct PatternDeleter {
    void operator()(FcPattern* p) const { FcPatternDestroy(p); }
};
using Pattern = std::unique_ptr<FcPattern, PatternDeleter>;

/// No letter, and no break of a line: ImGui would draw it as a question mark.
bool is_control(unsigned char byte) {
    return (byte < 0x20 && byte != '\n' && byte != '\r' && byte != '\t') || byte == 0x7F;
}

const FcChar8* chars(const std::string& s) { return reinterpret_cast<const FcChar8*>(s.c_str()); }

std::string string_of(FcPattern* pattern, const char* object) {
    FcChar8* value = nullptr;
    return FcPatternGetString(pattern, object, 0, &value) == FcResultMatch ? reinterpret_cast<const char*>(value) : "";
}
int int_of(FcPattern* pattern, const char* object, int otherwise) {
    int value = otherwise;
    return FcPatternGetInteger(pattern, object, 0, &value) == FcResultMatch ? value : otherwise;
}

bool covers(FcPattern* pattern, char32_t code_point) {
    FcCharSet* set = nullptr;
    return FcPatternGetCharSet(pattern, FC_CHARSET, 0, &set) == FcResultMatch && FcCharSetHasChar(set, code_point);
}

/// Code points as the pairs ImGui wants, with a 0 at the end.
template <class Has>
std::vector<unsigned short> ranges_where(Has has) {
    std::vector<unsigned short> result;
    for (unsigned c = 0x20; c < 0xFFFF; ++c) {
        if (!has(c)) continue;
        const unsigned first = c;
        while (c + 1 < 0xFFFF && has(c + 1)) ++c;
        result.push_back(static_cast<unsigned short>(first));
        result.push_back(static_cast<unsigned short>(c));
    }
    result.push_back(0);
    return result;
}

}  // namespace

struct Fonts::Config {
    FcConfig* fc = FcInitLoadConfigAndFonts();
    FT_Library freetype = nullptr;
    std::vector<Pattern> covering;  // of the fonts merged into every face
    Config() { FT_Init_FreeType(&freetype); }
    Config(const Config&) = delete;
    Config& operator=(const Config&) = delete;
    ~Config() {
        if (freetype) FT_Done_FreeType(freetype);
        if (fc) FcConfigDestroy(fc);
    }
};

Fonts::Fonts(const FontFamilies& families, bool texture) : config_(std::make_unique<Config>()), texture_(texture) {
    std::string missing;
    const auto rows = face_rows();
    for (const FaceRow& row : rows) {
        File& file = faces_[static_cast<std::size_t>(row.face)];
        const std::string name = families.other + std::string(row.suffix);
        const File other = find_face(name, row);
        if (row.text) {
            if (!row.italic) signs_[row.bold ? 1 : 0] = other;
            file = find_face(families.text, row);
        }
        if (file.path.empty()) file = other;
        if (other.path.empty())
            missing += (missing.empty() ? "" : ", ") + name + (row.italic ? " Italic" : row.bold ? " Bold" : "");
    }
    // A missing face is replaced by the upright sans; the slanted one may also be sans.
    File& italic = faces_[static_cast<std::size_t>(Face::italic)];
    if (italic.path.empty()) italic = find_face(families.other + " Sans", rows[static_cast<std::size_t>(Face::italic)]);
    for (File& file : faces_)
        if (file.path.empty()) file = faces_[static_cast<std::size_t>(Face::sans)];
    if (!missing.empty()) message_ = fmt::format(texts::render::fonts_missing, missing);
    for (const auto& [first, last] : usual)
        for (char32_t c = first; c <= last; ++c) characters_.set(c);
}

Fonts::~Fonts() = default;

Fonts::File Fonts::find_face(std::string_view family, const FaceRow& row) {
    const std::string wanted(family);
    const Pattern pattern(FcPatternCreate());
    FcPatternAddString(pattern.get(), FC_FAMILY, chars(wanted));
    FcPatternAddInteger(pattern.get(), FC_WEIGHT, row.bold ? FC_WEIGHT_BOLD : FC_WEIGHT_NORMAL);
    FcPatternAddInteger(pattern.get(), FC_SLANT, row.italic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN);
    FcPatternAddInteger(pattern.get(), FC_WIDTH, FC_WIDTH_NORMAL);
    FcConfigSubstitute(config_->fc, pattern.get(), FcMatchPattern);
    FcDefaultSubstitute(pattern.get());
    FcResult result = FcResultNoMatch;
    Pattern match(FcFontMatch(config_->fc, pattern.get(), &result));
    // fontconfig always answers with some font: take it only where it is the one that was asked for.
    if (!match || string_of(match.get(), FC_FAMILY) != wanted) return {};
    if (row.italic && int_of(match.get(), FC_SLANT, FC_SLANT_ROMAN) == FC_SLANT_ROMAN) return {};
    if (row.bold && int_of(match.get(), FC_WEIGHT, FC_WEIGHT_NORMAL) < FC_WEIGHT_DEMIBOLD) return {};
    File file = file_of(string_of(match.get(), FC_FILE), int_of(match.get(), FC_INDEX, 0));
    if (row.face == Face::sans) config_->covering.push_back(std::move(match));
    return file;
}

Fonts::File Fonts::file_of(const std::string& path, int index) {
    const GlyphRoom room(config_->freetype, bytes(path), index);
    const float line = room.line_per_em();
    return {path, index, line > 0 ? line : line_per_em, room.any_letter()};
}

bool Fonts::covered(char32_t code_point) const {
    return std::any_of(config_->covering.begin(), config_->covering.end(),
                       [&](const Pattern& pattern) { return covers(pattern.get(), code_point); });
}

void Fonts::find_replacements() {
    for (unsigned c = 0x80; c < 0xFFFF; ++c) {
        const bool control = c < 0xA0;  // which fonts of symbols have as something else
        if (!characters_[c] || replaced_[c] || (!control && covered(c))) continue;
        replaced_.set(c);
        const CoveringFont found = control ? CoveringFont{} : covering_font(c, config_->fc);
        lacking_.set(c, found.file.empty());
        any_lacking_ = any_lacking_ || found.file.empty();
        if (found.file.empty()) continue;
        auto& [where, characters] = replacements_[found.file];
        if (characters.empty()) {
            where = file_of(found.file, found.index);
            where.line = line_per_em;  // its signs are as high as the line that they stand in
        }
        characters.push_back(c);
    }
}

bool Fonts::want(std::string_view utf8) {
    bool added = false;
    for (std::size_t at = 0; at < utf8.size();) {
        if (const auto byte = static_cast<unsigned char>(utf8[at]); byte < 0x80) {
            any_lacking_ = any_lacking_ || is_control(byte);
            ++at;
            continue;
        }
        const char32_t c = next_code_point(utf8, at);
        if (c >= 0xFFFF) any_lacking_ = true;  // ImGui's letters end there
        if (c >= 0xFFFF || characters_[c]) continue;
        characters_.set(c);
        added = stale_ = true;
    }
    return added;
}

std::string_view Fonts::drawn(std::string_view utf8, std::string& made) const {
    if (!any_lacking_) return utf8;
    made.clear();
    std::size_t copied = 0;  // of the text
    for (std::size_t at = 0; at < utf8.size();) {
        const std::size_t begin = at;
        const auto byte = static_cast<unsigned char>(utf8[at]);
        if (byte < 0x80 && !is_control(byte)) {
            ++at;
            continue;
        }
        const char32_t c = next_code_point(utf8, at);
        if (c >= 0x80 && c < 0xFFFF && !lacking_[c]) continue;
        made.append(utf8, copied, begin - copied);
        if (const std::string_view instead = stand_in(c); !instead.empty())
            made += instead;
        else
            made += code_point_text(c);
        copied = at;
    }
    return copied == 0 ? utf8 : made.append(utf8, copied);
}

const std::vector<char>& Fonts::bytes(const std::string& path) {
    std::vector<char>& content = bytes_[path];
    if (content.empty()) {
        std::ifstream file(path, std::ios::binary | std::ios::ate);
        const std::streamoff size = file ? static_cast<std::streamoff>(file.tellg()) : 0;
        content.resize(static_cast<std::size_t>(std::max<std::streamoff>(0, size)));
        file.seekg(0).read(content.data(), static_cast<std::streamsize>(content.size()));
        content.resize(static_cast<std::size_t>(file.gcount()));
    }
    return content;
}

void Fonts::rebuild(float em, float pixel_scale) {
    em_ = em;
    stale_ = false;
    find_replacements();
    ranges_ = ranges_where([&](unsigned c) { return characters_[c]; });
    replacement_ranges_.clear();
    for (const auto& replacement : replacements_) {
        const auto& points = replacement.second.second;
        replacement_ranges_.push_back(
            ranges_where([&](unsigned c) { return std::find(points.begin(), points.end(), c) != points.end(); }));
    }
    chosen_.clear();
    const auto texture = shim::font_texture();  // none without OpenGL
    // Smaller ones are made until the texture holds them all: thousands of signs at a large size are more than it can.
    pixel_scale_ = std::min(pixel_scale, sharpest / em);
    const auto has_room = [this] { return !texture_ || shim::fits(*ImGui::GetIO().Fonts); };
    for (make_fonts(); !has_room() && em * pixel_scale_ > 2; make_fonts()) pixel_scale_ *= 0.7F;
    ImGui::GetIO().FontDefault = nearest(em::body, Face::sans).font;  // not kept: its size is known once built
    ImGui::GetIO().FontGlobalScale = 1 / pixel_scale_;
    if (texture_)
        shim::upload_fonts(texture);
    else
        shim::forget_pixels();
}

void Fonts::make_fonts() {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    atlas.Clear();
    atlas.Flags |= ImFontAtlasFlags_NoMouseCursors;
    shim::use_freetype(atlas);
    fonts_.clear();
    struct Merged {
        const File* file;
        const std::vector<unsigned short>* ranges;
    };
    for (const FaceRow& row : face_rows())
        for (const float size : row.sizes) {
            if (size == 0) continue;
            const File& file = faces_[static_cast<std::size_t>(row.face)];
            if (file.path.empty() || bytes(file.path).empty()) continue;
            std::vector<Merged> parts{{&file, &ranges_}};
            const auto add = [&](const File& other, const std::vector<unsigned short>& ranges) {
                if (!bytes(other.path).empty()) parts.push_back({&other, &ranges});
            };
            for (const File* sans : {&faces_[static_cast<std::size_t>(row.bold ? Face::bold : Face::sans)],
                                     &signs_[row.bold ? 1 : 0], &signs_[0]})
                if (!sans->path.empty() && *sans != file) add(*sans, ranges_);
            std::size_t next = 0;
            for (const auto& [path, entry] : replacements_) add(entry.first, replacement_ranges_[next++]);
            // Fonts of one text size differ in ImGui's size, which is the height of their line.
            const auto pixels = [&](const File& of) { return std::round(em_ * size * of.line * pixel_scale_); };
            float share = 1;  // of that size, alike for all parts
            for (const Merged& part : parts)
                share = std::min(share, room(*part.file, *part.ranges, pixels(*part.file)) / pixels(*part.file));
            ImFont* font = nullptr;
            for (const Merged& part : parts) {
                ImFontConfig config;
                config.FontNo = part.file->index;
                config.MergeMode = font != nullptr;
                const float made = share < 1 ? std::floor(share * pixels(*part.file)) : pixels(*part.file);
                ImFont* const added = shim::add_font(atlas, bytes(part.file->path), made, config, part.ranges->data());
                if (!font) font = added;
            }
            fonts_.push_back({row.face, size, font, file.line});
        }
    if (fonts_.empty()) fonts_.push_back({Face::sans, em::body, atlas.AddFontDefault(), line_per_em});
    shim::build(atlas);
}

float Fonts::room(const File& file, std::span<const unsigned short> ranges, float wanted) {
    if (wanted <= file.room) return wanted;
    return std::min(wanted, GlyphRoom(config_->freetype, bytes(file.path), file.index).letters(ranges));
}

FontChoice Fonts::choose(float size, Face face) const {
    // Thousands of texts a frame have a handful of sizes; while a picture is zoomed, each frame has others.
    constexpr std::size_t kept = 256;
    if (chosen_.size() >= kept) chosen_.clear();
    const auto [place, added] = chosen_.try_emplace({face, size});
    if (added) place->second = nearest(size, face);
    return place->second;
}

FontChoice Fonts::nearest(float size, Face face) const {
    const auto distance = [&](const SizedFont& made) {
        // Shrinking looks better than growing, and another face is the last choice.
        const float ratio = made.size / size;
        return (made.face == face ? 0.0f : 100.0f) + (ratio < 1 ? 1.5f / ratio - 1.5f : ratio - 1.0f);
    };
    const auto best = std::min_element(fonts_.begin(), fonts_.end(), [&](const SizedFont& a, const SizedFont& b) {
        return distance(a) < distance(b);
    });
    const float sharp = shim::made_for(best->font) / pixel_scale_;
    const float exact = em_ * size * best->line;
    // Nearly the size it was made for: take that, it is sharper than any scaling.
    const float height = std::abs(exact / sharp - 1) < 0.06f ? sharp : exact;
    const float text_size = em_ * size;
    return {best->font, height, text_size * line_per_em, text_size * ascent_per_em - shim::ascent(best->font, height)};
}

}  // namespace glassformer
