// What the window remembers from one run to the next, as a JSON file in the user's configuration folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/backend/backend_choice.h"
#include "app/platform/window.h"
#include "app/views/shared/cursor.h"
#include "core/session/session.h"

namespace glassformer {

inline constexpr std::size_t recent_kept = 12;

struct Settings {
    PixelSize size{1280, 720};
    std::string theme = "dark";
    float text_scale = 1;
    float panel_width = 25;  // em
    bool panel = true;
    std::string view = "walk";
    std::string palette = "meaning";
    bool motion = true;
    std::vector<std::string> recent;  // folders and session files that were opened, the last one first
    Inputs inputs;                    // an empty model: nothing was shown yet
    Cursor cursor;
    std::optional<BackendMeasure> measure;  // how fast the processor and OpenGL were here
};

/// $XDG_CONFIG_HOME/glassformer/settings.json, or below ~/.config; empty where neither is set.
std::filesystem::path settings_path();

/// The file's settings; the defaults where there is none. A broken file gives the defaults and a sentence in `message`.
Settings load_settings(const std::filesystem::path& path, std::string& message);
/// Replaces the file in one step; throws Error where it cannot be written.
void save_settings(const std::filesystem::path& path, const Settings& settings);

}  // namespace glassformer
