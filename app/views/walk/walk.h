// The walk through a forward pass: a stage at a time on the canvas, explained at the right, the whole way below. Lays
// the parts out; the commands (commands.cpp) and the parts are in files of their own.
#pragma once

#include <array>

#include "app/views/explanation/panel.h"
#include "app/views/shared/changed_stages.h"
#include "app/views/shared/view.h"
#include "app/views/walk/architecture_page.h"
#include "app/views/walk/cached_page.h"
#include "app/views/walk/canvas.h"
#include "app/views/walk/story_page.h"
#include "app/views/walk/texts.h"
#include "app/views/walk/timeline.h"
#include "app/views/walk/token_page.h"
#include "app/views/walk/tokens.h"

namespace glassformer {

extern const ViewRow walk_row;

class WalkView final : public AppView {
public:
    WalkView() : AppView(walk_row) {}
    void draw(ViewContext& context, const Rect& area) override;
    static std::span<const ViewCommand> command_rows();
    static std::span<const ViewKey> scene_keys();
    static bool shows(std::string_view record, const ViewValues& values);
    bool run(Command command, ViewContext& context) override;
    void describe(State& state, const Session::Snapshot& shown) const override;
    /// Draws the stage's picture alone, without the window around it.
    bool draw_page(Painter& painter, const Rect& page, const Session::Snapshot& shown,
                   const Cursor& cursor) const override;
    bool picture_to_come() const override { return !differences_.done() || cached_page_.computes(); }
    ViewValues save() const override;
    void load(const ViewValues& values) override;
    /// A stage is one picture, from near or far; its token's way and its cached step give way where they have no room.
    const void* picture() const override {
        return is_overview(state_.zoom) ? &zoom_names[static_cast<std::size_t>(state_.zoom)] : nullptr;
    }
    void leave() override { state_.playing = false; }
    void show_overview() override { overview_wanted_ = true; }

private:
    /// In place of the canvas, at most one of them.
    std::array<WalkPage*, 4> pages() { return {&architecture_, &story_, &token_page_, &cached_page_}; }
    std::array<const WalkPage*, 4> pages() const { return {&architecture_, &story_, &token_page_, &cached_page_}; }
    bool run_on_page(Command command, ViewContext& context);
    bool step_once(ViewContext& context, int direction);
    void open_menu(ViewContext& context) const;
    void remove_edit(ViewContext& context);
    void start_or_stop(ViewContext& context);
    void play(ViewContext& context);
    static void toggle_backward(ViewContext& context);
    void toggle_chart(ViewContext& context);
    void toggle_token_path(ViewContext& context);
    bool leave_page();
    void toggle_cached(ViewContext& context);
    void show_architecture(ViewContext& context, bool on);
    void follow_cell(ViewContext& context);
    void toggle_watch(ViewContext& context);
    void toggle_breakpoint(ViewContext& context);
    void toggle_breakpoint_here(ViewContext& context);
    void switch_breakpoints(ViewContext& context);

    WalkState state_;
    StageDifferences differences_;
    bool narrow_ = false;  // no room for picture and panel side by side
    TokenStrip tokens_;
    WalkCanvas canvas_;
    StoryPage story_;
    ArchitecturePage architecture_;
    TokenPage token_page_;
    CachedPage cached_page_;
    ExplanationPanel panel_{true};
    void chart_button(ViewContext& context);
    std::pair<float, float> around_picture(ViewContext& context, const Rect& area, bool alone) const;
    std::string charted_;                  // the stage that the chart of gradients stands in front of
    const void* charted_model_ = nullptr;  // … and its model
    bool chart_wanted_ = false;            // shown as soon as there are gradients
    bool follow_again_ = false;            // a session file asks to trace its cell back once shown
    bool overview_wanted_ = false;         // a model was opened anew
    double next_step_ = 0;                 // seconds until the next step of playing
    std::uint64_t drawn_of_ = 0;           // generation of the run that was drawn last
};

}  // namespace glassformer
