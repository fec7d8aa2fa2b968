#include "app/about/libraries.h"

#define GLFW_INCLUDE_NONE
#define PCRE2_CODE_UNIT_WIDTH 8
#include <GLFW/glfw3.h>
#include <cairo.h>
#include <fmt/core.h>
#include <fontconfig/fontconfig.h>
#include <fribidi.h>
#include <ft2build.h>
#include <gif_lib.h>
#include <imgui.h>
#include <pcre2.h>
#include <png.h>
#include <utf8proc.h>

#include <CLI/Version.hpp>
#include <array>
#include <nlohmann/json_fwd.hpp>

#include FT_FREETYPE_H

#include "core/math/product.h"

namespace glassformer {

namespace {

std::string numbers(int first, int second, int third) { return fmt::format("{}.{}.{}", first, second, third); }

std::string glfw_version() {
    int major = 0, minor = 0, revision = 0;
    glfwGetVersion(&major, &minor, &revision);  // also before glfwInit()
    return numbers(major, minor, revision);
}

std::string freetype_version() {
    FT_Library library = nullptr;
    if (FT_Init_FreeType(&library) != 0) return numbers(FREETYPE_MAJOR, FREETYPE_MINOR, FREETYPE_PATCH);
    int major = 0, minor = 0, patch = 0;
    FT_Library_Version(library, &major, &minor, &patch);
    FT_Done_FreeType(library);
    return numbers(major, minor, patch);
}

/// "10.42" of "10.42 2022-12-11"
std::string pcre2_version() {
    std::array<char, 64> said{};
    if (pcre2_config_8(PCRE2_CONFIG_VERSION, nullptr) > static_cast<int>(said.size())) return {};
    pcre2_config_8(PCRE2_CONFIG_VERSION, said.data());
    const std::string version(said.data());
    return version.substr(0, version.find(' '));
}

}  // namespace

std::vector<std::string> libraries() {
    constexpr int major = 10000, minor = 100;  // of numbers such as 90100 and 21402
    const int fontconfig = FcGetVersion();
    return {
        std::string("Dear ImGui ") + ImGui::GetVersion(),
        "GLFW " + glfw_version(),
        "FreeType " + freetype_version(),
        "Fontconfig " + numbers(fontconfig / major, fontconfig / minor % minor, fontconfig % minor),
        std::string("Cairo ") + cairo_version_string(),
        std::string("FriBidi ") + FRIBIDI_VERSION,
        std::string("libpng ") + png_get_libpng_ver(nullptr),
        "giflib " + numbers(GIFLIB_MAJOR, GIFLIB_MINOR, GIFLIB_RELEASE),
        product_library(),  // Eigen, and oneDNN where it is built in
        "nlohmann JSON " +
            numbers(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH),
        "fmt " + numbers(FMT_VERSION / major, FMT_VERSION / minor % minor, FMT_VERSION % minor),
        std::string("CLI11 ") + CLI11_VERSION,
        "PCRE2 " + pcre2_version(),
        std::string("utf8proc ") + utf8proc_version(),
    };
}

}  // namespace glassformer
