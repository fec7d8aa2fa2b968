// The state of the window that a step of a lesson shows: a whole state, so that a jump to any step needs no way there.
// A scene in the file says what differs from the step before (docs/lessons.md).
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/files/session_file.h"
#include "core/base/error.h"
#include "core/lesson/lesson.h"

namespace glassformer {

/// What the author draws over the picture: words at a cell, or an arrow.
struct SceneMark {
    std::string cell, to = {};  // references, their words not found yet; `to`: of an arrow, "" of words
    std::string words = {};
    bool is_arrow() const { return !to.empty(); }
    bool operator==(const SceneMark&) const = default;
};

struct LessonScene {
    SessionFile session;    // of it the inputs, run B's, the cursor, the view and the views' values
    std::string cell = {};  // selected once the run is there: a reference, its words not found yet; "": none
    int row_limit = 0;      // rows of the stage that are shown, 0: all
    bool panel = false;     // the explanation stands beside the picture
    bool controls = false;  // of the walk: its tokens and timeline
    std::vector<std::string> covers = {};  // cells as references, or cover_caption, cover_picture: until it is answered
    float scroll = 0;       // where a page that is taller than the window is shown: 0 its top, 1 its bottom
    std::vector<SceneMark> marks = {};
    bool words_alone = false;  // no picture: the text has the whole window
    std::string image = {};    // a file that is shown in place of the view; "": none
    std::string beside = {};   // a stage whose picture stands beside the view; "": none
    bool operator==(const LessonScene&) const = default;
};

/// The first example of a model that is known; an empty model where it is not.
using ExampleOf = std::function<Inputs(const std::string& model)>;

/// What is covered beside cells.
inline constexpr const char *cover_caption = "caption", *cover_picture = "picture";

/// One key of a scene.
struct SceneKey {
    const char* name;
    /// Throws Error saying what is wrong with the value.
    std::function<void(LessonScene& scene, const std::string& value)> read;
    /// Each value that a scene writes for it; none: it is as in a new scene.
    std::function<std::vector<std::string>(const LessonScene& scene, const Trace* trace)> write;
};
/// In the order in which they are carried out and written.
std::span<const SceneKey> scene_keys();

/// "attention.threshold": a value of a view that has no key of its own, as a session file has it.
struct ViewValueName {
    std::string view, name;
};
/// Of a key of a scene; empty where the key is another one.
std::optional<ViewValueName> view_value_name(const std::string& key);

/// Carries the lines out, whatever their order. Throws Error "SOURCE:LINE:COLUMN: …".
void apply(LessonScene& scene, std::span<const SceneLine> lines, const std::string& source,
           const ExampleOf& example_of);

/// The scenes of all steps; `revealed`: those with what the answered question shows.
struct StepScenes {
    LessonScene first, revealed;
    LessonScene solved;  // of a goal: its solution carried out
};
std::vector<StepScenes> scenes_of(const Lesson& lesson, const ExampleOf& example_of);

/// The lines of a goal's solution; `source`: the lesson's file. Throws Error with its place where they are none.
std::vector<SceneLine> solution_lines(const LessonQuestion& question, const std::string& source);

/// The lines that lead from one scene to another; `trace` is of the second's run.
std::vector<SceneLine> difference(const LessonScene& from, const LessonScene& to, const Trace* trace,
                                  const ExampleOf& example_of);

/// The cell that a scene selects, in a run. Throws ExpressionError where the run has no such cell.
CellRef selected_cell(const LessonScene& scene, const Evaluation& run);

}  // namespace glassformer
