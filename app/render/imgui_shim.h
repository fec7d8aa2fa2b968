// Differences between the supported ImGui versions (1.86, and 1.92 and later), all in this header. Everything else is
// the same in both.
#pragma once

#include <epoxy/gl.h>
#include <imgui.h>
#include <imgui_freetype.h>
#include <imgui_internal.h>

#include "backends/imgui_impl_opengl3.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "app/platform/window.h"

namespace glassformer::shim {

/// Keys ImGui's text fields use. The others are shortcuts, which ImGui never sees.
inline constexpr std::pair<Key, int> text_keys[] = {
    {Key::tab, ImGuiKey_Tab},
    {Key::left, ImGuiKey_LeftArrow},
    {Key::right, ImGuiKey_RightArrow},
    {Key::up, ImGuiKey_UpArrow},
    {Key::down, ImGuiKey_DownArrow},
    {Key::page_up, ImGuiKey_PageUp},
    {Key::home, ImGuiKey_Home},
    {Key::end, ImGuiKey_End},
    {Key::page_down, ImGuiKey_PageDown},
    {Key::insert, ImGuiKey_Insert},
    {Key::erase, ImGuiKey_Delete},
    {Key::backspace, ImGuiKey_Backspace},
    {Key::space, ImGuiKey_Space},
    {Key::enter, ImGuiKey_Enter},
    {Key::escape, ImGuiKey_Escape},
    {Key::a, ImGuiKey_A},
    {Key::c, ImGuiKey_C},
    {Key::v, ImGuiKey_V},
    {Key::x, ImGuiKey_X},
    {Key::y, ImGuiKey_Y},
    {Key::z, ImGuiKey_Z},
};

#if IMGUI_VERSION_NUM >= 18700

inline void set_up_keys(ImGuiIO&) {}
inline void feed(ImGuiIO& io, const Input& input, bool mouse_visible) {
    const Vec2 at = mouse_visible ? input.mouse : outside;
    io.AddMousePosEvent(at.x, at.y);
    for (int b = 0; b < 3; ++b) io.AddMouseButtonEvent(b, input.down[static_cast<std::size_t>(b)]);
    io.AddKeyEvent(ImGuiMod_Ctrl, input.modifiers.control);
    io.AddKeyEvent(ImGuiMod_Shift, input.modifiers.shift);
    io.AddKeyEvent(ImGuiMod_Alt, input.modifiers.alt);
    io.AddKeyEvent(ImGuiMod_Super, input.modifiers.super);
    for (const auto& [ours, theirs] : text_keys)
        io.AddKeyEvent(static_cast<ImGuiKey>(theirs), input.key_down[static_cast<std::size_t>(ours)]);
    for (const char32_t c : input.characters) io.AddInputCharacter(static_cast<unsigned>(c));
}

#else

inline void set_up_keys(ImGuiIO& io) {
    for (const auto& [ours, theirs] : text_keys) io.KeyMap[theirs] = static_cast<int>(ours);
}
/// Passes input to the io of the next frame. ImGui gets the mouse only while it is over a text field.
inline void feed(ImGuiIO& io, const Input& input, bool mouse_visible) {
    io.MousePos = mouse_visible ? ImVec2(input.mouse.x, input.mouse.y) : ImVec2(-FLT_MAX, -FLT_MAX);
    for (std::size_t b = 0; b < 3; ++b) io.MouseDown[b] = input.down[b];
    io.KeyCtrl = input.modifiers.control;
    io.KeyShift = input.modifiers.shift;
    io.KeyAlt = input.modifiers.alt;
    io.KeySuper = input.modifiers.super;
    for (std::size_t k = 0; k < input.key_down.size(); ++k) io.KeysDown[k] = input.key_down[k];
    for (const char32_t c : input.characters) io.AddInputCharacter(static_cast<unsigned>(c));
}

#endif

/// Left for Right, and back: while a field is drawn whose text is written from right to left.
inline void swap_arrows() {
#if IMGUI_VERSION_NUM >= 18700
    std::swap(*ImGui::GetKeyData(ImGuiKey_LeftArrow), *ImGui::GetKeyData(ImGuiKey_RightArrow));
#else
    ImGuiIO& io = ImGui::GetIO();
    std::swap(io.KeyMap[ImGuiKey_LeftArrow], io.KeyMap[ImGuiKey_RightArrow]);
#endif
}
/// Whether the caret of the last item, a text field, is seen at this moment: it blinks.
inline bool caret_seen() {
    const ImGuiInputTextState* const state = ImGui::GetInputTextState(ImGui::GetItemID());
    if (state == nullptr || !ImGui::GetIO().ConfigInputTextCursorBlink) return true;
    constexpr float period = 1.2F, seen = 0.8F;  // seconds, as ImGui has them
    return state->CursorAnim <= 0 || std::fmod(state->CursorAnim, period) <= seen;
}

/// A field holds one line; several lines are pasted into it with ↵ between them, a tab as a space, and copied out of it
/// as lines again.
inline std::string one_line(const std::string& lines) {
    std::string line;
    for (const char c : lines) {
        if (c == '\n')
            line += "↵";
        else if (c == '\t')
            line += ' ';  // ImGui drops it, which joins two words
        else if (c != '\r')
            line += c;
    }
    const std::string end = "↵";
    while (line.ends_with(end)) line.resize(line.size() - end.size());
    return line;
}
inline std::string lines_again(std::string line) {
    const std::string end = "↵";
    for (std::size_t at = line.find(end); at != std::string::npos; at = line.find(end, at + 1))
        line.replace(at, end.size(), "\n");
    return line;
}

/// Copy and paste of text fields go through the platform.
inline void set_up_clipboard(Platform& platform, std::string& buffer) {
    struct Link {
        Platform* platform;
        std::string* buffer;
    };
    auto* link = IM_NEW(Link){&platform, &buffer};
#if IMGUI_VERSION_NUM >= 19110
    ImGuiPlatformIO& io = ImGui::GetPlatformIO();
    io.Platform_ClipboardUserData = link;
    io.Platform_SetClipboardTextFn = [](ImGuiContext*, const char* text) {
        static_cast<Link*>(ImGui::GetPlatformIO().Platform_ClipboardUserData)
            ->platform->set_clipboard(lines_again(text));
    };
    io.Platform_GetClipboardTextFn = [](ImGuiContext*) -> const char* {
        auto* l = static_cast<Link*>(ImGui::GetPlatformIO().Platform_ClipboardUserData);
        return (*l->buffer = one_line(l->platform->clipboard())).c_str();
    };
#else
    ImGuiIO& io = ImGui::GetIO();
    io.ClipboardUserData = link;
    io.SetClipboardTextFn = [](void* user, const char* text) {
        static_cast<Link*>(user)->platform->set_clipboard(lines_again(text));
    };
    io.GetClipboardTextFn = [](void* user) -> const char* {
        auto* l = static_cast<Link*>(user);
        return (*l->buffer = one_line(l->platform->clipboard())).c_str();
    };
#endif
}
inline void tear_down_clipboard() {
#if IMGUI_VERSION_NUM >= 19110
    IM_FREE(ImGui::GetPlatformIO().Platform_ClipboardUserData);
#else
    IM_FREE(ImGui::GetIO().ClipboardUserData);
#endif
}

/// Size in pixels the font was made for, and the distance from the top of a line to its baseline at that size.
inline float made_for(const ImFont* font) {
#if IMGUI_VERSION_NUM >= 19200
    return font->LegacySize;
#else
    return font->FontSize;
#endif
}
inline float ascent(ImFont* font, float size) {
#if IMGUI_VERSION_NUM >= 19200
    return font->GetFontBaked(size)->Ascent;
#else
    return font->Ascent * size / font->FontSize;
#endif
}
inline void push_font(ImFont* font, float size) {
#if IMGUI_VERSION_NUM >= 19200
    ImGui::PushFont(font, size);
#else
    font->Scale = size / (font->FontSize * ImGui::GetIO().FontGlobalScale);  // it may be made for another size
    ImGui::PushFont(font);
#endif
}

/// ImGui looks at no allocation, for itself and for FreeType: where there is no memory, the program ends as it ends
/// where our own code finds none. Before the first context.
inline void set_up_memory() {
    ImGui::SetAllocatorFunctions(
        [](std::size_t size, void*) -> void* {
            void* const memory = std::malloc(size);
            if (memory != nullptr || size == 0) return memory;
            try {
                throw std::bad_alloc();
            } catch (...) {
                std::terminate();  // not through ImGui, which is in the middle of something
            }
        },
        [](void* memory, void*) { std::free(memory); });
}

/// The texture of the fonts is ours before 1.92: a byte a pixel, where the backend's has four, and sent once a change.
/// New versions send glyph by glyph. The first call stands behind ImGui_ImplOpenGL3_Init(), the last before
/// ImGui_ImplOpenGL3_Shutdown(), upload_fonts() behind each build of the atlas.
inline void set_up_fonts() {
#if IMGUI_VERSION_NUM < 19200
    ImGui_ImplOpenGL3_CreateDeviceObjects();
    ImGui_ImplOpenGL3_DestroyFontsTexture();
#endif
}
/// The name of that texture; 0 before the first one, and in new versions. To be asked for before the atlas is built,
/// which forgets it.
inline GLuint font_texture() {
#if IMGUI_VERSION_NUM < 19200
    return static_cast<GLuint>(reinterpret_cast<std::uintptr_t>(ImGui::GetIO().Fonts->TexID));
#else
    return 0;
#endif
}
/// `texture`: font_texture() before the atlas was built.
inline void upload_fonts([[maybe_unused]] GLuint texture) {
#if IMGUI_VERSION_NUM < 19200
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    atlas.GetTexDataAsAlpha8(&pixels, &width, &height);
    if (texture == 0) glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    constexpr std::array<GLint, 4> white_with_alpha{GL_ONE, GL_ONE, GL_ONE, GL_RED};
    glTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_SWIZZLE_RGBA, white_with_alpha.data());
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, width, height, 0, GL_RED, GL_UNSIGNED_BYTE, pixels);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    // A texture's name in OpenGL travels as a pointer here.
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    atlas.SetTexID(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(texture)));
    atlas.ClearTexData();  // ImGui's own copy of the pixels
#endif
}
/// In place of upload_fonts(), where only the sizes of letters are asked for.
inline void forget_pixels() {
#if IMGUI_VERSION_NUM < 19200
    ImGui::GetIO().Fonts->ClearTexData();
#endif
}
inline void tear_down_fonts() {
#if IMGUI_VERSION_NUM < 19200
    if (const GLuint texture = font_texture(); texture != 0) glDeleteTextures(1, &texture);
#endif
}
/// Behind the context's creation, where nothing will be drawn with OpenGL.
inline void do_without_opengl() {
#if IMGUI_VERSION_NUM >= 19200
    ImGui::GetIO().BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
#endif
}
inline void use_freetype(ImFontAtlas& atlas) {
#if IMGUI_VERSION_NUM >= 19200
    atlas.SetFontLoader(ImGuiFreeType::GetFontLoader());
#else
    atlas.FontBuilderIO = ImGuiFreeType::GetBuilderForFreeType();
    atlas.FontBuilderFlags = ImGuiFreeTypeBuilderFlags_LightHinting;
#endif
}
/// Adds a font whose file stays in the caller's memory until the atlas is cleared. Versions before 1.92 copy a file
/// that they do not own, once for every size: so they own it for as long as it takes to add it.
inline ImFont* add_font(ImFontAtlas& atlas, const std::vector<char>& file, float pixels, ImFontConfig config,
                        const ImWchar* ranges) {
    void* content = const_cast<char*>(file.data());
    config.FontDataOwnedByAtlas = IMGUI_VERSION_NUM < 19200;
    ImFont* font = atlas.AddFontFromMemoryTTF(content, static_cast<int>(file.size()), pixels, &config, ranges);
#if IMGUI_VERSION_NUM < 19200
    atlas.ConfigData.back().FontDataOwnedByAtlas = false;
#endif
    return font;
}
/// Before 1.92 a letter's quad is cut to its bitmap: shrunk, one of a pixel's width can fall between the centers of the
/// pixels. So each takes a pixel of its empty surroundings with it.
inline void build(ImFontAtlas& atlas) {
#if IMGUI_VERSION_NUM < 19200
    constexpr int around = 1;
    atlas.TexGlyphPadding = 2 * around;
    atlas.Build();
    const float u = around * atlas.TexUvScale.x, v = around * atlas.TexUvScale.y;
    for (ImFont* font : atlas.Fonts)
        for (ImFontGlyph& glyph : font->Glyphs) {
            if (!glyph.Visible) continue;
            glyph.X0 -= around, glyph.X1 += around, glyph.Y0 -= around, glyph.Y1 += around;
            glyph.U0 -= u, glyph.U1 += u, glyph.V0 -= v, glyph.V1 += v;
        }
#else
    (void)atlas;
#endif
}

/// Whether OpenGL can hold the texture of what was built. New versions make letters when they are drawn.
inline bool fits(const ImFontAtlas& atlas) {
#if IMGUI_VERSION_NUM < 19200
    GLint largest = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    return std::max(atlas.TexWidth, atlas.TexHeight) <= largest;
#else
    (void)atlas;
    return true;
#endif
}

inline void add_rect(ImDrawList* list, ImVec2 min, ImVec2 max, ImU32 colour, float radius, float width) {
#if IMGUI_VERSION_NUM >= 19280
    list->AddRect(min, max, colour, radius, width, 0);
#else
    list->AddRect(min, max, colour, radius, 0, width);
#endif
}
inline void add_polyline(ImDrawList* list, const ImVec2* points, int count, ImU32 colour, bool closed, float width) {
#if IMGUI_VERSION_NUM >= 19280
    list->AddPolyline(points, count, colour, width, closed ? ImDrawFlags_Closed : 0);
#else
    list->AddPolyline(points, count, colour, closed ? ImDrawFlags_Closed : 0, width);
#endif
}
/// OpenGL name of a command's texture.
inline std::uintptr_t texture_of(const ImDrawCmd& command) { return (std::uintptr_t)command.GetTexID(); }
/// Sends what changed in the atlas since the last frame. Old versions have sent all of it before.
inline void update_textures(const ImDrawData& drawn) {
#if IMGUI_VERSION_NUM >= 19200
    if (drawn.Textures == nullptr) return;
    const bool opengl = ImGui::GetIO().BackendRendererUserData != nullptr;
    for (ImTextureData* texture : *drawn.Textures) {
        if (texture->Status == ImTextureStatus_OK) continue;
        if (opengl)
            ImGui_ImplOpenGL3_UpdateTexture(texture);
        else
            texture->SetStatus(texture->Status == ImTextureStatus_WantDestroy ? ImTextureStatus_Destroyed
                                                                              : ImTextureStatus_OK);
    }
#else
    (void)drawn;
#endif
}
/// Text without ImGui's coarse culling at the clip rectangle, for text that is turned afterwards.
inline void render_unclipped(ImDrawList* list, ImFont* font, float size, ImVec2 at, ImU32 colour, const char* begin,
                             const char* end) {
    const ImVec4 everywhere(-1e6f, -1e6f, 1e6f, 1e6f);
    font->RenderText(list, size, at, colour, everywhere, begin, end);
}

}  // namespace glassformer::shim
