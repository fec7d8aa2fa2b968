// The program with its window: owns the session, the cursor, the preferences and the views, and draws a frame of them.
// Runs on any platform: a window, or memory for tests, pictures and scripts.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/settings.h"
#include "app/views/changes_sheet.h"
#include "app/views/comparison_sheet.h"
#include "app/views/state.h"
#include "app/views/top_bar.h"
#include "app/views/view.h"
#include "app/widgets/gui.h"

namespace glassformer {

struct AppOptions {
    std::function<std::shared_ptr<const Model>(const std::string& name)> load;  // called on the session's worker
    std::vector<ModelChoice> models;                                            // of the picker
    Inputs inputs;  // an empty model: what was shown last, or the first of `models`; an empty text: its first example
    std::string theme;               // "" : the remembered one
    float text_scale = 0;            // 0: the remembered one
    PixelSize size{0, 0};            // 0: the remembered one
    std::string view;                // "" : the remembered one
    std::string stage;               // "blocks.0.attn.scores_raw"; "" : the remembered one
    std::string cell;                // "blocks.0.attn.scores_raw[1,8,1]": locked when the first evaluation is there
    int head = -1;                   // counted from 0
    bool motion = false;             // cameras fly and the picture moves; off where nobody watches
    bool still = false;              // a picture nobody works in: no computing time, so that it comes out the same
    std::filesystem::path settings;  // empty: nothing is remembered
    Pool* pool = nullptr;            // used by the session's worker alone
    BackendWish backend = BackendWish::cpu;
    std::function<void(int done, int total)> before_stage;  // for tests: slows the evaluation down
};

class App {
public:
    App(Platform& platform, const AppOptions& options);
    ~App();  // remembers the settings

    /// Draws one frame; sleeps first where nothing happened. False once the window was closed.
    bool frame();
    /// Draws until the newest inputs are shown, nothing waits and nothing moves; at most so many frames.
    void settle(int most = 600);
    bool needs_frame() const { return gui_.needs_frame(); }
    std::uint64_t frames() const { return gui_.frames(); }

    State state() const;
    /// Where something was drawn: "step", "text", "cell:blocks.0.attn.scores_raw[0,8,1]". Draws a frame if it must.
    std::optional<Rect> find_target(const std::string& name);

    Platform& platform() { return platform_; }
    Session& session() { return session_; }
    const Cursor& cursor() const { return cursor_; }
    const ComparisonSheet& comparison() const { return comparison_; }
    const std::string& message() const { return message_; }

private:
    void draw(Ui& ui);
    void message_bar(Ui& ui, Rect& rest, const std::string& text);
    void show_notice(Ui& ui, const Rect& area);
    Session::Options session_options(const AppOptions& options);
    AppView& view();
    void run(Command command, ViewContext& context);
    bool change_view(Command command);
    void run_shortcuts(ViewContext& context);
    Session::Shown shown() const;
    void describe_changes(State& state, const Session::Shown& shown) const;
    void change_text_scale(int steps);
    void enter_first_cursor(const Trace& trace);

    Platform& platform_;
    std::vector<ModelChoice> models_;
    std::filesystem::path settings_path_;
    std::string message_;  // what is wrong with the settings or the fonts
    Preferences preferences_;
    Cursor cursor_;
    std::string first_cell_, first_stage_;
    int first_head_ = -1;
    bool still_ = false;
    BackendChooser chooser_;
    Session session_;
    ComparisonSheet comparison_;
    ChangesSheet changes_;
    TopBar top_bar_;
    std::vector<std::unique_ptr<AppView>> views_;
    Targets targets_;
    std::string notice_, dismissed_;
    double notice_until_ = -1;
    bool keys_open_ = false, compare_open_ = false, changes_open_ = false, closing_ = false;
    bool original_ = false;  // the key is held that shows the run without its changes
    std::string target_error_;
    Gui gui_;
};

/// Throws Error with both numbers where the trace has no such head, counted from 0.
void check_head(const Trace& trace, int head);

/// Opens the window and runs until it is closed; or runs a script in it. Returns the exit code.
struct WindowRun {
    AppOptions options;
    std::filesystem::path script;  // empty: the user
    bool headless = false;         // in memory, with a script
};
int run_window(const WindowRun& run);

}  // namespace glassformer
