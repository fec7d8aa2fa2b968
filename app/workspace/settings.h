// Settings that the window remembers between runs, in a JSON file in the user's configuration folder.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/backend/backend_choice.h"
#include "app/lessons/lesson_progress.h"
#include "app/platform/window.h"
#include "app/views/shared/cursor.h"
#include "core/session/session.h"

namespace glassformer {

inline constexpr std::size_t recent_kept = 12;

struct Settings {
    PixelSize size = first_window_size;
    std::optional<WindowPlace> place = {};  // of the window, of that size; nothing: not known
    bool fullscreen = false;
    std::string theme = "light";
    float text_scale = 1;
    float panel_width = 25;  // em
    bool panel = true;
    std::string view = "walk";
    std::string palette = "meaning";
    ColourLimits colour_limits = {};
    bool motion = true;
    bool architecture = false;
    bool simple = false, says = false, speaks = false;
    std::vector<std::string> begun;       // models whose first suggestion was dismissed or followed by a change
    bool welcomed = false;                // the three ways to begin were shown
    std::vector<LessonProgress> lessons;  // the one that was shown last first
    std::vector<std::string> recent;      // folders and session files, newest first
    Inputs inputs;                        // inputs shown last; an empty model: none
    Cursor cursor;
    std::optional<BackendMeasure> measure;  // measured speeds of the CPU and OpenGL
};

/// Path of the settings: $XDG_CONFIG_HOME/glassformer/settings.json, or below ~/.config; empty if neither is set.
std::filesystem::path settings_path();

/// Settings of the file, or the defaults if there is none. An unreadable file gives the defaults and sets `message`.
Settings load_settings(const std::filesystem::path& path, std::string& message);
/// Replaces the file in one step, readable to its owner alone; throws Error if it cannot be written.
void save_settings(const std::filesystem::path& path, const Settings& settings);
/// The same for one of several windows: lessons, recent files and models that another one has written to the file since
/// it was read as `start` stay in it.
void join_settings(const std::filesystem::path& path, const Settings& start, Settings settings);

}  // namespace glassformer
