// Program with its window: puts together what the window works on, its boxes and its commands, and draws their frames.
// Runs on any platform: a window, or memory for tests, pictures and scripts.
#pragma once

#include <exception>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/bars/top_bar.h"
#include "app/course/course.h"
#include "app/course/speaker.h"
#include "app/export/exports.h"
#include "app/program/context_menu.h"
#include "app/program/first_steps.h"
#include "app/program/keyboard.h"
#include "app/program/progress_sign.h"
#include "app/program/screen.h"
#include "app/program/settings_file.h"
#include "app/program/sheet_list.h"
#include "app/sheets/changes_sheet.h"
#include "app/sheets/comparison_sheet.h"
#include "app/sheets/help_sheet.h"
#include "app/sheets/open_sheet.h"
#include "app/sheets/palette.h"
#include "app/sheets/search.h"
#include "app/workspace/document.h"
#include "app/workspace/glossary_examples.h"
#include "app/workspace/run_warnings.h"

namespace glassformer {

class Narrator;         // narrator.h
class CoveringPainter;  // app/paint/covering_painter.h

class App {
public:
    App(Platform& platform, const AppOptions& options);
    ~App();  // saves the settings

    /// Draws one frame, after sleeping if nothing happens. False once the window is closed.
    bool frame();
    /// The system ends the window: what is not saved is kept as a copy, which the next start offers.
    void end_by_system();
    /// Closes the window after this frame.
    void close() { closing_ = true; }
    /// Draws until the newest inputs are shown and nothing moves; at most `most` frames.
    void settle(int most = 600);
    /// Draws until nothing is computed any more that ends by itself, however many frames that takes; throws Error
    /// after some minutes.
    void settle_whole();
    bool needs_frame() const { return gui_.needs_frame(); }
    std::uint64_t frames() const { return gui_.frames(); }

    /// Picture of the current view alone in `area` (logical pixels), at `scale` pixels per logical pixel.
    Image picture(const Rect& area, float scale) { return exports_.picture(area, scale); }
    /// Writes the current view as an .svg, .pdf or .png file (Exports::write_page()).
    std::string write_page(const std::filesystem::path& file, const Rect& area, int factor = 1) {
        return exports_.write_page(file, area, factor);
    }
    /// Draws the current view as write_page() does. `file`: tells the kind of surface.
    void draw_page(CairoPainter& painter, const std::filesystem::path& file, const Rect& area) {
        exports_.draw_page(painter, file, area);
    }
    /// Draws the whole window once more on another surface, whose body size is em().
    void draw_on(Painter& painter) {
        gui_.draw_on(painter, [this](Ui& ui) { draw(ui); });
    }

    State state() const;
    /// Rectangle of a target: "step", "text", "cell:blocks.0.attn.scores_raw[0,8,1]". Draws a frame if necessary.
    std::optional<Rect> find_target(const std::string& name);
    /// All targets of the last frame, by name.
    const std::map<std::string, Rect, std::less<>>& targets() const { return targets_.places; }
    /// The stage of the walk is shown at this moment of computing itself, 0 to 1, from the next frame on.
    void compute_to(float phase) { phase_ = phase; }

    Platform& platform() { return platform_; }
    Session& session() { return workspace_.session(); }
    const Cursor& cursor() const { return workspace_.cursor(); }
    /// A film of the view that is shown; null: it has none.
    std::shared_ptr<const ViewFilm> film() const { return workspace_.view().film(); }
    const std::string& message() const { return messages_.problem(); }
    const MessageLog& log() const { return messages_.log(); }
    const Theme& theme() const { return gui_.theme(); }
    float em() const { return gui_.em(); }

    /// Opens a model folder, a session or a lesson; on failure shows a message and returns false.
    bool open_path(const std::filesystem::path& path);
    /// Contents of a session file saved now.
    SessionFile session_now() const { return arrival_.session_now(); }

    /// Course::open().
    void open_lesson(const std::filesystem::path& file, int step = -1) { course_.open(file, step); }
    const LessonPlayer& lesson() const { return course_.player(); }
    LessonPlayer& lesson() { return course_.player(); }
    float lesson_hidden() const { return course_.hidden_text(); }
    /// Text, picture and numbers of the step are all there, and were so in the last frame.
    bool lesson_stands() const { return course_.stands(); }
    /// What the step's text reads off the run that is shown.
    LessonRuns lesson_runs() const { return course_.numbers().runs(workspace_.session().shown()); }
    /// Shows a scene, waits until all of its page is computed, and reads the page's numbers. Throws Error where that
    /// takes too long.
    std::vector<NamedNumber> numbers_of(LessonScene scene);
    /// The same of what is shown now.
    std::vector<NamedNumber> page_numbers() const { return workspace_.view().numbers(); }
    /// Shows a scene, and finds the marks that are not drawn, since the picture does not show their cells.
    std::vector<std::size_t> unseen_marks(const LessonScene& scene);
    /// The right answer of the step's question, as the window writes it; its scene comes with the next frame.
    QuestionVerdict show_lesson_answer() { return course_.show_answer(workspace_.session().shown()); }

    // Its parts, which the rows of its commands move (window_commands.cpp, lesson_commands.cpp, lecture_commands.cpp).

    Workspace& workspace() { return workspace_; }
    const Workspace& workspace() const { return workspace_; }
    HeldLimits& limits() { return limits_; }
    Course& course() { return course_; }
    const Course& course() const { return course_; }
    Lecture& lecture() { return lecture_; }
    Speaker& speaker() { return speaker_; }
    Exports& exports() { return exports_; }
    const Exports& exports() const { return exports_; }
    Screen& screen() { return screen_; }
    Keyboard& keyboard() { return keyboard_; }
    SheetList& sheets() { return sheets_; }
    ChangesSheet& changes() { return changes_; }
    ComparisonSheet& comparison() { return comparison_; }
    const ComparisonSheet& comparison() const { return comparison_; }
    CommandPalette& palette() { return palette_; }
    SearchSheet& search() { return search_; }
    HelpSheet& help() { return help_; }
    OpenSheet& open_sheet() { return open_sheet_; }

    /// The bar's text gets the keyboard; in presenter mode, where none is shown, the laser pointer is taken: slide
    /// programs have it on that key.
    void focus_text(ViewContext& context);
    /// First over the jumps within the view, then over searches and views.
    void go_back(ViewContext& context);
    bool can_undo() const;
    bool can_redo() const;
    void undo(ViewContext& context);
    void redo(ViewContext& context);
    /// Asks for a file where there is none; `as`: in any case.
    void save(bool as);
    /// Asks for the file of a new lesson.
    void ask_for_lesson();
    /// Presenter mode, with the whole screen: of a lesson, or of the view alone.
    void present(bool on);
    /// The cell, the stage and the answer, once more as a whole.
    void say_again(ViewContext& context);
    void toggle_picture_alone() { picture_alone_ = !picture_alone_; }

private:
    // A frame (app_frame.cpp).
    void draw(Ui& ui);
    void draw_uncovered(Ui& ui, CoveringPainter* covering);
    /// The view, with plates over what is covered of it.
    void draw_covered(Ui& ui, const Rect& area, const std::function<void()>& draw);
    void begin_frame();
    void follow(ViewContext& context);
    std::string subject_shown(const Session::Snapshot& shown) const;
    void draw_window(ViewContext& context);
    void draw_bars(ViewContext& context, Rect& rest);
    void draw_notice(ViewContext& context, const Rect& view, const Rect& lesson);
    void draw_view(ViewContext& context, const Rect& area, bool hides_panel);
    void draw_signs(ViewContext& context, const Rect& held, const Rect& locked);
    void carry_out_requests(ViewContext& context);
    void give_up_model(const std::string& problem);
    bool tool_is_held() const;
    PictureRules picture_rules() const;
    // Commands (app_commands.cpp).
    bool run(Command command, ViewContext& context);
    void run_anywhere(Command command, ViewContext& context);
    bool enabled(Command command, const Session::Snapshot& shown) const;
    bool is_shut(Command command) const;
    bool sentence_is_shown() const;
    void run_shortcuts(ViewContext& context);
    bool lecture_keys(ViewContext& context);
    bool close_by_escape(ViewContext& context);
    bool pen_keys(ViewContext& context);
    bool count_hands(ViewContext& context);
    bool edit_in_walk(ViewContext& context);
    bool hides_view(Command command, ViewContext& context) const;
    // Boxes (app_sheets.cpp).
    void list_sheets();
    void draw_open_sheet(ViewContext& context);
    void draw_palette(ViewContext& context);
    void draw_help(ViewContext& context);
    void show_stage(ViewContext& context, const Cursor& before);
    void show_topic(const TopicHit& hit);
    void draw_menu(ViewContext& context);
    std::string backend_sentence() const;
    // Files and the start (app_start.cpp).
    void take_settings(const AppOptions& options);
    void show_first(const AppOptions& options);
    void open_model_folder(const std::filesystem::path& path);
    void save_to(const std::filesystem::path& path);
    bool show_text(const std::filesystem::path& file);
    void open_dropped(const std::vector<std::string>& paths);
    // State for scripts (app_state.cpp).
    void describe_cursor(State& state, const Session::Snapshot& shown) const;
    void describe_changes(State& state, const Session::Snapshot& shown) const;
    void describe_sheets(State& state) const;

    int exceptions_before_ = std::uncaught_exceptions();
    std::string subject_;  // in the last frame
    Platform& platform_;
    SettingsFile settings_;
    Workspace workspace_;
    Gui gui_;
    WindowMessages messages_;
    RunWarnings warnings_;
    HeldLimits limits_;
    Arrival arrival_;
    Document document_;
    GlossaryExamples examples_;
    Lecture lecture_;
    ChangesSheet changes_;
    ComparisonSheet comparison_;
    Course course_;
    Exports exports_;
    FirstSteps first_steps_;
    Screen screen_;
    Keyboard keyboard_;
    ProgressSign progress_;
    TopBar top_bar_;
    CommandPalette palette_;
    SearchSheet search_;
    HelpSheet help_;
    OpenSheet open_sheet_;
    ContextMenu menu_;
    SheetList sheets_;
    Targets targets_;
    std::string target_error_;  // of a script that asked for a cell that is not there
    Rect view_area_;            // in the last frame
    std::optional<Command> last_command_;
    CoveringPainter* covering_ = nullptr;  // of the frame that is drawn, where something is covered
    std::vector<Rect> plates_;             // over the picture, in the last frame
    std::optional<float> phase_;  // of a stage that computes itself; empty: as it moves
    bool picture_alone_ = false, closing_ = false, key_acts_ = false;
    std::unique_ptr<Narrator> narrator_;
    Speaker speaker_;  // the last member: its window goes before the audience's
};

}  // namespace glassformer
