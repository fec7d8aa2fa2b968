// Letters in ImGui's atlas: each has room there, whatever the text size and the scale factor.
// Where EGL surfaceless is missing, the tests that draw are skipped.
// ctest: alone 10 s
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "app/render/covering_font.h"
#include "app/render/glyph_room.h"
#include "app/render/imgui_shim.h"
#include "core/base/file.h"
#include "tests/support/drawing.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("glyphs");

#if IMGUI_VERSION_NUM < 19200

TEST_CASE("letters have room at any text size and scale factor, and larger text is as wide as it would be") {
    const auto width_at = [](float text_scale, float factor) {
        float width = 0;
        const auto platform = headless({640, 400}, factor);
        if (!platform) return width;
        Gui gui(*platform, {.text_scale = text_scale});
        static_cast<void>(drawn(*platform, gui, [&](Ui& ui) {
            ui.painter.text({10, 10}, "W@—∑…", {.colour = ui.theme.text, .size = em::title});
            width = ui.painter.measure("W@—∑…", em::title).width / ui.em;
        }));
        int largest = 0;
        for (const ImFont* font : ImGui::GetIO().Fonts->Fonts)
            for (const ImFontGlyph& glyph : font->Glyphs) {
                if (!glyph.Visible) continue;
                // Without the pixel that is added around each.
                largest = std::max(largest, static_cast<int>((glyph.X1 - glyph.X0 - 2) * (glyph.Y1 - glyph.Y0 - 2)));
            }
        CHECK(largest > 0);
        CHECK(largest <= most_glyph_pixels);
        CHECK(shim::fits(*ImGui::GetIO().Fonts));
        return width;
    };
    const float usual = width_at(1, 1);
    if (usual == 0) return;
    CHECK(width_at(3, 8) == doctest::Approx(usual).epsilon(0.06));
}

TEST_CASE("another text size leaves no texture of the last one behind") {
    const auto platform = headless({320, 200});
    if (!platform) return;
    Gui gui(*platform, {});
    const auto textures = [] {
        constexpr GLuint names = 1000;  // drivers give the lowest that is free
        GLuint count = 0;
        for (GLuint name = 1; name <= names; ++name) count += glIsTexture(name) == GL_TRUE ? 1 : 0;
        return count;
    };
    const auto draw_at = [&](float text_scale) {
        gui.set_text_scale(text_scale);
        static_cast<void>(drawn(*platform, gui, [](Ui& ui) { ui.painter.text({10, 10}, "Q", {}); }));
        return ImGui::GetIO().Fonts->Fonts.front()->FontSize;
    };
    const float size = draw_at(1);
    const GLuint before = textures();
    CHECK(before > 0);
    CHECK(draw_at(2) > size);
    draw_at(1.5F);
    CHECK(draw_at(1) == size);
    CHECK(textures() == before);
}

#endif

TEST_CASE("a face has room for its letters up to the size at which FreeType needs all of it") {
    const CoveringFont font = covering_font(U'∑');
    REQUIRE_FALSE(font.file.empty());
    const std::string bytes = read_file(font.file, std::size_t{64} << 20U);
    const std::vector<char> content(bytes.begin(), bytes.end());
    FT_Library library = nullptr;
    REQUIRE(FT_Init_FreeType(&library) == 0);
    {
        const GlyphRoom room(library, content, font.index);
        FT_Face face = nullptr;
        REQUIRE(FT_New_Memory_Face(library, reinterpret_cast<const FT_Byte*>(content.data()),
                                   static_cast<FT_Long>(content.size()), font.index, &face) == 0);
        const auto pixels = [&](float height, char32_t letter) {
            FT_Size_RequestRec request{FT_SIZE_REQUEST_TYPE_REAL_DIM, 0, static_cast<FT_Long>(height * 64), 0, 0};
            FT_Request_Size(face, &request);
            REQUIRE(FT_Load_Char(face, letter, FT_LOAD_RENDER) == 0);
            return face->glyph->bitmap.width * face->glyph->bitmap.rows;
        };
        for (const char32_t letter : {U'∑', U'W', U'-'}) {
            const auto code = static_cast<unsigned short>(letter);
            const std::array<unsigned short, 3> only{code, code, 0};
            const float height = room.letters(only);
            CHECK(room.any_letter() <= height);
            CHECK(pixels(height, letter) <= static_cast<unsigned>(most_glyph_pixels));
            CHECK(pixels(1.1F * height, letter) > static_cast<unsigned>(most_glyph_pixels));
        }
        FT_Done_Face(face);
    }
    CHECK(GlyphRoom(library, std::vector<char>{'n', 'o'}, 0).letters(std::array<unsigned short, 3>{32, 90, 0}) > 1e9F);
    FT_Done_FreeType(library);
}

TEST_SUITE_END();
