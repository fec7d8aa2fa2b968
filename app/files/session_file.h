// Session files: what the window shows as one JSON file that gives the same picture again (docs/formats.md).
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/shared/cursor.h"
#include "app/views/shared/view.h"
#include "core/base/file.h"

namespace glassformer {

inline constexpr std::string_view session_ending = ".glassformer";

/// What the user had the loss of a model measured against, and the text that it was written for.
struct LossTarget {
    std::string text, labels;
    bool operator==(const LossTarget&) const = default;
};

struct SessionFile {
    Inputs inputs;
    RunB b = {};
    Cursor cursor;
    std::string view = "walk";
    std::string theme = "dark", palette = "meaning";
    ColourLimits colour_limits = {};
    float text_scale = 1;    // smallest_text to largest_text
    float panel_width = 25;  // em
    bool panel = true, panel_instead = false;
    std::optional<bool> simple = {};          // the simple window, or all views; empty: as it is
    std::map<std::string, float> scrolled;    // pixels, by the name of the area; at its top where it is left out
    std::map<std::string, ViewValues> views;  // AppView::save() by the view's name; a view without values is left out
    std::map<std::string, LossTarget> loss_targets = {};  // of models shown before, by Inputs::model
    bool operator==(const SessionFile&) const = default;
};

/// Files once had run B among the values of a view: takes it from there. Throws Error where it cannot be read.
void take_run_b(SessionFile& session);

std::string to_text(const SessionFile& session);
/// Throws Error "SOURCE: …" where the text is no session, or one of a newer version.
SessionFile session_from_text(const std::string& text, const std::string& source);

/// Replaces the file in one step, after its bytes have reached the disk: a reader finds the old session or the new one.
void save_session(const std::filesystem::path& path, const SessionFile& session,
                  FileReaders readers = FileReaders::usual);
SessionFile load_session(const std::filesystem::path& path);

}  // namespace glassformer
