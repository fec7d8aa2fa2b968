// The layers of the program, read off the #include lines: core knows no window, widgets know no views, and so on up.
#include <doctest/doctest.h>

#include <array>
#include <fstream>
#include <regex>
#include <string>

#include "tests/core/support.h"

namespace {

/// Files below `folder` must include nothing that matches `forbidden`.
struct Rule {
    const char* folder;
    const char* forbidden;
    const char* why;
    const char* except = "";  // files the rule does not hold for, as a regular expression
};

constexpr std::array rules{
    Rule{"core", R"((app/|tests/|imgui|GLFW/|GL/|EGL/|epoxy/|CLI/|core/gl/).*)", "the engine knows no window",
         R"(.*/core/gl/.*)"},
    Rule{"core/gl", R"((app/|tests/|imgui|GLFW/|GL/|CLI/).*)", "the OpenGL backend knows no window"},
    Rule{"core/ops", R"(core/(model|train|io|text|session|tape|trace).*)", "an operation knows no model"},
    Rule{"app/platform", R"(app/(widgets|pictures|views|commands)/.*)", "the platform knows no widgets"},
    Rule{"app/widgets", R"((app/(pictures|views|commands)/|GLFW/|EGL/).*)", "widgets know no views"},
    Rule{"app/pictures", R"((app/(views|commands)/|imgui|GLFW/|GL/|EGL/|epoxy/).*)", "pictures draw on a painter only"},
    Rule{"app/views", R"((app/commands/|imgui|GLFW/|GL/|EGL/|epoxy/).*)", "views know neither ImGui nor OpenGL"},
    Rule{"core", R"(nlohmann/.*)", "JSON stays out of headers", R"(.*(\.cpp|/json_\w+\.h))"},
};

}  // namespace

TEST_CASE("includes follow the layers") {
    const std::regex include(R"re(^\s*#\s*include\s*["<]([^">]+)[">])re");
    int read = 0;
    for (const Rule& rule : rules) {
        const auto folder = glassformer::test::source_dir() / rule.folder;
        if (!std::filesystem::exists(folder)) continue;
        const std::regex forbidden(rule.forbidden), except(rule.except);
        for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
            const std::string extension = entry.path().extension().string();
            if (extension != ".h" && extension != ".cpp") continue;
            if (std::regex_match(entry.path().string(), except)) continue;
            std::ifstream file(entry.path());
            for (std::string line; std::getline(file, line);) {
                std::smatch match;
                if (!std::regex_search(line, match, include)) continue;
                ++read;
                CAPTURE(entry.path().string());
                CAPTURE(rule.why);
                CHECK_FALSE(std::regex_match(match[1].str(), forbidden));
            }
        }
    }
    CHECK(read > 300);
}
