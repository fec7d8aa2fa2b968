// What a view is handed for a frame beside the surface: the session, the one cursor, what the user prefers. Views read
// the evaluation that is shown and write only the inputs, the cursor and the preferences; none includes another view's
// state.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/shared/commands.h"
#include "app/views/shared/cursor.h"
#include "app/widgets/ui.h"
#include "core/model/model.h"
#include "core/session/session.h"

namespace glassformer {

/// A row of the model picker.
struct ModelChoice {
    std::string name;              // what Inputs::model says: a built-in name or a folder
    std::string title;             // "Coreference LM"
    std::string details;           // "2 layers · 4 heads · d 64"
    std::vector<Inputs> examples;  // texts to try; the first is shown when the model is picked
    std::string task = {};         // "coreference-full"
    std::string try_this = {};     // one line of what to try
    std::vector<std::pair<std::string, double>> metrics = {};  // measured, by name
    std::vector<MetricText> metric_texts = {};                 // what they mean, the most telling first
    std::size_t parameters = 0;                                // numbers that were learned; 0: not known
    std::string architecture = {};                             // what the model is made of, to be searched
    std::shared_ptr<const ModelConfig> config = {};            // null: not known
    std::string question = {};                                 // that it answers, as its card says
    std::string origin = {};                                   // who trained it, where it was not this program
    std::string licence = {};                                  // of its weights, where it is another than ours
};

/// What the user set once and wants to find again.
struct Preferences {
    const Theme* theme = nullptr;
    float text_scale = 1;                        // smallest_text to largest_text
    float panel_width = 25;                      // of the panel at the right, in em
    bool panel = true;                           // shown beside the picture
    std::string view = "walk";                   // shown; a row of view_rows()
    bool panel_instead = false;                  // in a window too narrow for both: the panel, not the picture
    HeatPalette palette = HeatPalette::meaning;  // of all heatmaps
    ColourLimits limits = {};                    // held for all heatmaps
    bool motion = true;                          // what moves by itself may; false: states change at once
    bool architecture = false;                   // the picture of the whole model is its diagram, not the run's story
    bool simple = false;                         // the simple window: few views, each with its first page and More
    bool says = false, speaks = false;           // what is in focus: on standard output, by speech-dispatcher
    bool watched = false;                        // somebody looks on: what moves may take its time
    bool moves() const { return motion && watched; }
    /// Shows or hides the explanation: beside the picture, or in place of it where the window is narrow.
    void toggle_panel(bool narrow) {
        bool& shown = narrow ? panel_instead : panel;
        shown = !shown;
    }
};

/// Names of places of which there are thousands begin so: "cell:NAME[1,8,1]", "node NAME", "stage NAME".
inline constexpr std::string_view wanted_cells = "cell:", wanted_nodes = "node ", wanted_stages = "stage ";

/// Where things were drawn in the last frame, by name, so that a script can click "@step" without knowing pixels.
struct Targets {
    std::map<std::string, Rect, std::less<>> places;
    std::string wanted;  // of those, the one that is to be found in the next frame
    void put(std::string name, const Rect& rect) { places.insert_or_assign(std::move(name), rect); }
};

/// A menu that a view asks for (menus.h).
struct MenuEntry {
    Command command;
    std::string key = {};  // of what has the keyboard, as a token; "" : the key of the table
};
struct MenuRequest {
    Vec2 at;
    std::vector<MenuEntry> entries = {};
    std::optional<Cursor> cursor = {};  // taken over when the menu opens
};

/// What a lesson's step draws over the picture: words at a cell, or an arrow from one cell to another.
struct CellMark {
    CellRef at, to = {};  // `to`: of an arrow
    std::string words = {};
};

/// What a lesson, a film or the user asks of the picture in this frame.
struct PictureRules {
    bool alone = false;               // without what is above and below it
    bool asked = false;               // a question waits for its answer: the prediction is not told
    bool asks_prediction = false;     // … and what it asks is what the model predicts
    bool covers_caption = false;      // what the picture says in words of its selected cell is not told
    std::optional<float> phase = {};  // of a stage that computes itself; empty: as it moves
    std::vector<CellMark> marks = {};
    bool printed = false;  // a figure of a page or a document: nothing in it can be touched
};

struct ViewContext {
    Ui& ui;
    Session& session;
    const Session::Snapshot& shown;
    Cursor& cursor;
    Preferences& preferences;
    Targets& targets;
    std::string& notice;     // set it to say something short that goes away by itself: "Copied"
    bool presented = false;  // without the bar at the top, which names the model and its text
    PictureRules rules = {};
    bool original = false;  // what is shown is the run without the changes, as long as its key is held
    bool can_undo = false, can_redo = false;  // something, in this view
    std::optional<float> notice_above = {};   // where the controls at the view's lower end begin: notices stand above
    std::optional<Command> request = {};      // set it to have a command carried out after the view is drawn
    std::optional<MenuRequest> menu = {};     // set it to have a menu opened
    std::optional<std::string> explain = {};  // set it to have a term of the glossary explained
    std::filesystem::path open = {};          // set it to have a model folder opened after the view is drawn
    std::optional<Inputs> compare_with = {};  // set it to have the window's run compared with this one, in that view
    /// In how many steps of lessons a stage or a matrix is shown, by its name; empty: nobody is told.
    std::function<std::size_t(const std::string& name)> lesson_steps = {};
};

}  // namespace glassformer
