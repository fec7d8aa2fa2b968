// Program with its window: owns the session, the cursor, the preferences and the views, and draws their frames. Runs on
// any platform: a window, or memory for tests, pictures and scripts.
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
#include "app/files/autosave.h"
#include "app/lessons/lesson_library.h"
#include "app/lessons/lesson_progress.h"
#include "app/lessons/lesson_writer.h"
#include "app/lessons/player.h"
#include "app/program/app_options.h"
#include "app/program/example_step.h"
#include "app/program/settings.h"
#include "app/sheets/changes_sheet.h"
#include "app/sheets/comparison_sheet.h"
#include "app/sheets/export_sheet.h"
#include "app/sheets/help_sheet.h"
#include "app/sheets/lesson_export_sheet.h"
#include "app/sheets/lesson_sheet.h"
#include "app/sheets/limits_sheet.h"
#include "app/sheets/messages.h"
#include "app/sheets/open_sheet.h"
#include "app/sheets/palette.h"
#include "app/sheets/search.h"
#include "app/sheets/stage_lessons.h"
#include "app/sheets/welcome_sheet.h"
#include "app/views/shared/carry_cursor.h"
#include "app/views/shared/places.h"
#include "app/views/shared/state.h"
#include "app/views/shared/view.h"
#include "app/widgets/gui.h"
#include "core/io/model_folder.h"
#include "core/lesson/marking.h"

namespace glassformer {

class CairoPainter;     // app/render/cairo_painter.h
class TrainedSteps;     // core/train/laboratory/trained_steps.h
class LessonExportRun;  // app/program/lesson_export_run.h
class ViewFilmRun;      // app/program/view_film_run.h
struct LectureHall;     // app/program/lecture_hall.h
struct LitCells;        // app/lecture/spotlight.h
struct SpeakerAnswer;   // app/lecture/speaker_page.h
struct SpeakerPage;     // the same

class App {
public:
    App(Platform& platform, const AppOptions& options);
    ~App();  // saves the settings

    /// Draws one frame, after sleeping if nothing happens. False once the window is closed.
    bool frame();
    /// The system ends the window: what is not saved is kept as a copy, which the next start offers.
    void end_by_system();
    /// Draws until the newest inputs are shown and nothing moves; at most `most` frames.
    void settle(int most = 600);
    bool needs_frame() const { return gui_.needs_frame(); }
    std::uint64_t frames() const { return gui_.frames(); }

    /// Picture of the current view alone in `area` (logical pixels), at `scale` pixels per logical pixel.
    Image picture(const Rect& area, float scale);
    /// Writes the current view as an .svg, .pdf or .png file of the area's size (times `factor` in pixels):
    /// AppView::draw_page() if the view has it, else the view as shown. Returns the characters that no font has
    /// (CairoPainter::missing()).
    std::string write_page(const std::filesystem::path& file, const Rect& area, int factor = 1);

    State state() const;
    /// Rectangle of a target: "step", "text", "cell:blocks.0.attn.scores_raw[0,8,1]". Draws a frame if necessary.
    std::optional<Rect> find_target(const std::string& name);
    /// All targets of the last frame, by name.
    const std::map<std::string, Rect, std::less<>>& targets() const { return targets_.places; }

    /// The stage of the walk is shown at this moment of computing itself, 0 to 1, from the next frame on.
    void compute_to(float phase) { preferences_.phase = phase; }

    Platform& platform() { return platform_; }
    Session& session() { return session_; }
    const Cursor& cursor() const { return cursor_; }
    /// A film of the view that is shown; null: it has none.
    std::shared_ptr<const ViewFilm> film() const { return view().film(); }
    const ColourLimits& limits() const { return preferences_.limits; }
    const ComparisonSheet& comparison() const { return comparison_; }
    const std::string& message() const { return message_; }
    const MessageLog& log() const { return log_; }

    /// Opens a model folder or a session file; on failure shows a message and returns false.
    bool open_path(const std::filesystem::path& path);
    bool show_text(const std::filesystem::path& file);
    /// Contents of a session file saved now.
    SessionFile session_now() const;

    /// Begins a lesson at a step, from 0; −1: where it was left. Throws Error where it cannot be read, or a scene
    /// cannot be shown.
    void open_lesson(const std::filesystem::path& file, int step = -1);
    const LessonPlayer& lesson() const { return lesson_; }
    LessonPlayer& lesson() { return lesson_; }
    /// How much of the step's text had no room in the last frame, in em.
    float lesson_hidden() const { return lesson_hidden_; }
    /// What the step's text reads off the run that is shown.
    LessonRuns lesson_runs() const { return lesson_runs(session_.shown()); }
    /// Shows a scene, waits until all of its page is computed, and reads the page's numbers. Throws Error where that
    /// takes too long.
    std::vector<NamedNumber> numbers_of(const LessonScene& scene);
    /// The same of what is shown now.
    std::vector<NamedNumber> page_numbers() const { return view().numbers(); }
    /// Draws until nothing is computed any more that ends by itself, however many frames that takes; throws Error
    /// after some minutes.
    void settle_whole();
    /// The right answer of the step's question, as the window writes it; its scene comes with the next frame.
    QuestionVerdict show_lesson_answer();

    /// Draws the whole window once more on another surface, whose body size is em().
    void draw_on(Painter& painter) {
        gui_.draw_on(painter, [this](Ui& ui) { draw(ui); });
    }
    /// Draws the current view as write_page() does. `file`: tells the kind of surface.
    void draw_page(CairoPainter& painter, const std::filesystem::path& file, const Rect& area);
    const Theme& theme() const { return gui_.theme(); }
    float em() const { return gui_.em(); }

    /// The last frame showed the step with its run.
    bool lesson_shown() const { return lesson_.is_open() && lesson_frames_ > 0; }
    LectureHall& lecture() { return *lecture_; }

private:
    void draw(Ui& ui);
    struct BarButton {
        const char *label, *target;
    };
    /// Draws a message bar across the window; returns the index of the pressed button.
    std::optional<std::size_t> bar(Ui& ui, Rect& rest, const std::string& text, std::span<const BarButton> buttons,
                                   const Colour& tone);
    void try_bar(ViewContext& context, Rect& rest);
    void message_bar(Ui& ui, Rect& rest, const std::string& text);
    bool restore(const std::filesystem::path& copy);
    void restore_bar(Ui& ui, Rect& rest);
    void progress_bar(ViewContext& context, const Rect& area);
    void draw_sheets(ViewContext& context);
    bool sheet_open() const;
    bool enabled(Command command, const Session::Snapshot& shown) const;
    void sleep_at_most(double seconds);
    void open_dropped(const std::vector<std::string>& paths);
    void say(std::string problem);
    void end_message(const Session::Snapshot& shown);
    void warn_of_run(const Evaluation& run);
    void log_warnings(const Session::Snapshot& shown);
    void look_at_weights(const Session::Snapshot& shown, double now);
    void open_inputs(Inputs inputs);
    void show_overview();
    void remember_loss_target();
    Inputs with_loss_target(Inputs inputs) const;
    void open_model(Inputs own);
    std::string keep_or_replace_text();
    void keep_what_is_shown(const std::string& problem);
    void show_session(const SessionFile& session);
    void load_views(const SessionFile& session);
    void save(bool as);
    void save_to(const std::filesystem::path& path);
    void check_fence(const std::filesystem::path& file) const;
    void remember(const std::filesystem::path& path);
    void keep_copy(double now, bool shown);
    void put_title();
    std::string backend_sentence() const;
    void show_notice(Ui& ui, const Rect& area);
    Session::Options session_options(const AppOptions& options);
    AppView& view() const;
    /// Runs a command; false if neither the window nor the view handles it.
    bool run(Command command, ViewContext& context);
    void draw_alone(Ui& ui, const Rect& area);
    void open_export();
    /// `missing`: the characters that no font has.
    Image export_image(const ExportRequest& request, std::string& missing);
    void carry_out(const ExportRequest& request);
    void copy_page();
    bool change_view(Command command);
    void note_jump(const Cursor& before);
    void run_anywhere(Command command, ViewContext& context);
    void draw_finders(ViewContext& context);
    void draw_menu(ViewContext& context);
    void go_back(ViewContext& context);
    // Examples of the glossary (app_glossary.cpp).
    std::string example_title(const GlossaryTerm& term) const;
    ExamplePlace example_place(const std::string& view) const;
    void show_example(const GlossaryTerm& term);
    void begin_example(const ExamplePlace& place);
    void follow_example(const Session::Snapshot& shown);
    bool can_undo_example() const;
    bool can_redo_example() const;
    bool undo_example();
    bool redo_example();
    bool draw_blank(Ui& ui);
    void watch_for_words(Ui& ui);
    void lock_sign(ViewContext& context, const Rect& place);
    bool edit_in_walk(ViewContext& context);
    void run_shortcuts(ViewContext& context);
    Session::Snapshot shown() const;
    ExampleOf example_of() const;
    void leave_lesson();
    // The course: lists of lessons and their steps, progress, a step's picture without its lesson (app_course.cpp).
    std::string lesson_key(const std::filesystem::path& file) const;
    void take_progress(std::vector<LessonProgress> remembered);
    void note_lesson_step();
    void remember_lesson_step();
    void find_own_lessons();
    void open_lesson_list();
    void try_lesson(const std::filesystem::path& file, int step);
    void draw_lesson_lists(ViewContext& context);
    void open_stage_lessons(ViewContext& context);
    void explore_step();
    void return_to_lesson();
    void away_bar(Ui& ui, Rect& rest);
    std::size_t lesson_steps_of(const std::string& record);
    LessonScene scene_now(const Evaluation& run, const LessonScene& before) const;
    bool write_lesson(Command command, ViewContext& context);
    void save_lesson(const WrittenLesson& written);
    void begin_lesson(const std::filesystem::path& file);
    void welcome(ViewContext& context);
    void show_scene(const LessonScene& scene);
    void enter_lesson_cell(const Evaluation& run);
    void follow_lesson(Ui& ui, const Session::Snapshot& shown);
    // What is computed of later steps while one is shown (app_lesson_ahead.cpp).
    void prepare_steps();
    void prepare_near_runs();
    void prepare_views();
    void end_preparing();
    /// The answer of the step's question is computed from numbers of the page that are not there yet.
    bool answer_to_come() const;
    bool is_step_shown() const;
    bool run_lesson(Command command, ViewContext& context);
    LessonRuns lesson_runs(const Session::Snapshot& shown) const;
    std::string number_of_step(const LessonSpan& span, const Session::Snapshot& shown);
    std::string lesson_number(const LessonSpan& span, const Session::Snapshot& shown);
    QuestionVerdict mark_answer(const QuestionState& answer, const Session::Snapshot& shown) const;
    void draw_lesson(ViewContext& context, const Rect& place);
    void show_answer(const Session::Snapshot& shown);
    void follow_link(ViewContext& context, const std::string& link);
    void describe_lesson(State& state) const;
    void open_lesson_export(ViewContext& context);
    void start_lesson_export(LessonExportRequest request);
    void draw_lesson_export(ViewContext& context);
    void lesson_export_ended(bool whole, const std::string& sentence);
    void lesson_export_sign(ViewContext& context, const Rect& area);
    void describe_lesson_export(State& state) const;
    void open_film_export(ViewContext& context);
    void draw_film_export(ViewContext& context);
    void describe_changes(State& state, const Session::Snapshot& shown) const;
    void change_text_scale(int steps);
    // The lecture hall (app_lecture.cpp).
    double lecture_now() const;
    double time_of_day() const;
    std::vector<LitCells> lit_cells(const Evaluation& run) const;
    int stroke_page() const;
    bool class_votes() const;
    bool lecture_keys(ViewContext& context);
    bool run_lecture(Command command, ViewContext& context);
    void draw_lecture(ViewContext& context);
    void draw_tool(Ui& ui);
    void read_notes();
    SpeakerPage speaker_page_now();
    double until_next_tick() const;
    void draw_speaker_sheet(ViewContext& context);
    void answer_speaker(const SpeakerAnswer& answer);
    void follow_speaker_window();
    double draw_beside();
    void clear_lecture();
    void describe_lecture(State& state) const;
    // Colour limits that are held (app_limits.cpp).
    void draw_view(ViewContext& context, const Rect& area);
    void point_at_legend(ViewContext& context, const LegendDrawn& drawn);
    void hold_limits(ViewContext& context);
    void hold_what_is_seen(ViewContext& context);
    float limits_sign_height(const Ui& ui) const;
    void limits_sign(ViewContext& context, const Rect& place);
    void note_limits();
    bool can_undo_limits() const;
    bool can_redo_limits() const;
    bool undo_limits();
    bool redo_limits();
    void describe_limits(State& state) const;
    void enter_first_cursor(const Trace& trace);
    void save_own_settings();

    int exceptions_before_ = std::uncaught_exceptions();
    bool unreadable_settings_ = false;
    Platform& platform_;
    std::vector<ModelChoice> models_, known_models_;  // of the lists; with those of lessons
    std::filesystem::path settings_path_, write_root_, program_;
    Settings settings_;                                         // as they were read
    std::string message_;                                       // problem with the settings, the fonts or a file
    std::optional<std::pair<Inputs, std::string>> message_at_;  // what was asked for when it came
    Preferences preferences_;
    Cursor cursor_;
    std::string first_cell_, first_stage_;
    int first_head_ = -1;
    bool still_ = false, overview_ = false;
    BackendChooser chooser_;
    std::shared_ptr<TrainedSteps> trained_steps_;
    Inputs lasting_;  // the newest whose model there will be in another window too
    Session session_;
    ComparisonSheet comparison_;
    ExportSheet export_;
    std::optional<ExportRequest> pending_export_;  // written after this frame
    std::string copied_;                           // what came of it, said in the next one
    Rect view_area_;                               // in the last frame
    ChangesSheet changes_;
    TopBar top_bar_;
    std::vector<std::unique_ptr<AppView>> views_;
    std::map<std::string, ViewValues> initial_view_values_;  // AppView::save() of new views, by name
    Targets targets_;
    std::string notice_, dismissed_;
    double notice_until_ = -1;
    double longest_sleep_ = 0;  // seconds, after this frame
    bool keys_open_ = false, compare_open_ = false, settings_open_ = false, messages_open_ = false,
         changes_open_ = false, closing_ = false;
    CommandPalette palette_;
    HelpSheet help_;
    std::optional<MenuRequest> menu_;
    std::string menu_text_;        // its lines as drawn
    std::optional<Command> done_;  // the command carried out last
    SearchSheet search_;
    OpenSheet open_sheet_;
    MessageLog log_;
    std::string logged_error_, logged_message_;
    std::weak_ptr<const Model> warned_of_;        // the model whose warnings are in the log
    std::weak_ptr<const Model> changed_weights_;  // the model whose files are known to have changed
    std::string said_of_weights_;                 // of it, or of the one before
    double weights_looked_at_ = 0;
    std::function<Card(const std::string& name)> card_;
    std::vector<std::string> recent_;
    std::vector<std::string> begun_;      // models of which what to try is not shown any more
    std::filesystem::path session_path_;  // file that Ctrl+S replaces; empty: none
    std::optional<SessionFile> saved_;    // contents of that file
    std::optional<SessionFile> kept_;     // contents of the crash copy, or of the start
    double kept_at_ = 0;                  // seconds
    Autosave autosave_;
    std::filesystem::path crash_copy_;  // copy left by a crash; empty: none, or all are answered
    bool ended_ = false;                // by the system: what is not saved is kept as a copy
    std::optional<Inputs> kept_text_,
        own_text_;  // a model is being opened with a text, and what it has if it cannot read it
    std::map<std::string, LossTarget> loss_targets_;  // written last for each model, by Inputs::model
    std::optional<SessionFile> pending_session_;      // opened; cursor and views are set after its evaluation
    PixelSize windowed_size_;                         // before full screen
    double busy_since_ = -1;                          // start of loading or computing in seconds; −1: idle
    std::string title_;
    Places places_;
    RunTokens tokens_;                  // of the run shown last
    std::uint64_t tokens_of_ = 0;       // its generation
    std::string warned_of_run_;         // what was said of it, or of the one before
    std::optional<Colour> blank_;       // covers everything
    int lesson_frames_ = 0;             // since the step is shown
    float lesson_hidden_ = 0;           // em of the step's text that has to be scrolled to
    std::optional<bool> panel_before_;  // preferences_.panel before the lesson
    bool picture_alone_ = false, presenter_ = false, welcomed_ = false, welcome_open_ = false;
    bool locked_keys_ = false;  // letters do nothing
    bool copies_page_ = false;  // the page is copied after this frame
    bool restored_ = false;     // changes of the last time are on, and that is not said yet
    bool original_ = false;     // the key that shows the original run is held
    double word_until_ = -1;    // seconds: letters until then are a word typed beside a field
    double typed_at_ = -1;      // seconds: a text field had the keyboard last
    std::string refused_;       // what the session said in the last frame
    std::string target_error_;
    LessonPlayer lesson_;
    FileWatch lesson_file_;
    std::vector<std::filesystem::path> lessons_;
    LessonSheet lesson_list_;
    StageLessonsSheet stage_lessons_;
    std::unique_ptr<LessonLibrary> library_;
    LessonExportSheet lesson_export_;
    std::unique_ptr<LessonExportRun> lesson_export_run_;
    std::string lesson_exported_;  // what came of it last
    std::unique_ptr<ViewFilmRun> film_run_;
    LimitsSheet limits_sheet_;
    std::vector<LegendDrawn> legends_;     // of the last frame, but of scales of their own
    std::optional<ColourLimits> holding_;  // asked for: what the legends reach, while a frame draws them
    struct LimitsStep {
        ColourLimits before, after;
        Inputs inputs;  // as they were: a change of them since is undone first
    };
    std::vector<LimitsStep> limits_done_, limits_undone_;
    std::optional<ExampleStep> example_done_, example_undone_;
    std::optional<ExamplePlace> example_pending_;  // its run is not there yet
    ColourLimits limits_known_;
    std::shared_ptr<const Evaluation> lesson_other_;     // run B of Compare
    std::vector<NamedNumber> lesson_page_;               // of the page that is shown beside the lesson
    std::optional<LessonPlayer> lesson_away_;            // left for its picture, to come back to
    std::vector<LessonProgress> lesson_progress_;        // the lesson that was shown last first
    std::string lesson_key_;                             // what the open lesson's is remembered by
    std::vector<WrittenLesson> lesson_texts_;            // before each change, for undo
    std::string lesson_record_;                          // the cursor's, once the step is shown
    std::optional<LessonScene> entering_;                // shown, but its cell waits for the run
    std::map<std::string, std::string> lesson_numbers_;  // written numbers of the run, by their expressions
    std::uint64_t lesson_numbers_of_ = 0;
    std::map<int, std::map<std::string, std::string>> lesson_asked_;  // by step: numbers before its question
    std::map<std::string_view, std::vector<ViewValues>, std::less<>> lesson_ahead_;  // by view: shown by later steps
    bool lesson_ahead_known_ = false, lesson_prepared_ = false;
    std::function<double()> clock_;
    Gui gui_;
    std::unique_ptr<LectureHall> lecture_;  // its window goes before the audience's
};

/// Throws Error if the trace has no head with this number, counted from 0.
void check_head(const Trace& trace, int head);

}  // namespace glassformer
