// A page of the experiments view: one small instrument. A large picture, two to five controls, one sentence, live
// numbers. A page and its row stand in a folder of their own beside this one; nothing else names them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/views/experiments/frame/knobs.h"
#include "app/views/shared/view_page.h"

namespace glassformer {

class ExperimentPage;

struct ExperimentRow {
    std::string_view name;      // "score-scale": of --page, scripts and session files
    int place;                  // among the tabs; every page has another
    std::string_view title;     // "Why √d": its tab
    std::string_view question;  // "Why are scores divided by √d_head?": above the picture
    std::string_view words;     // other words by which it is looked for, separated by ", "
    std::unique_ptr<ExperimentPage> (*make)(const ViewServices& services);
};

/// A run that a page shows numbers of: a view opens it, the Walk at a stage.
struct RunBehind {
    Inputs inputs;
    std::string record = {};  // "blocks.0.attn.scores_raw"; empty: where the walk stands
    int head = 0, row = 0;    // of the cursor there
    std::string view = "walk";
};

/// What keys do on a page besides changing its controls; null: nothing.
struct PageKeys {
    const char* steps = nullptr;  // ← and →, until a control is chosen: "another query"
    const char* again = nullptr;  // "other random numbers"
    const char* plays = nullptr;  // "play the time steps"
};

class ExperimentPage : public ViewPage {
public:
    /// `first`: id of the control that keys change at first, which is the live one of a folded head: the one that the
    /// page's sentence says to move. Empty: the first of all.
    explicit ExperimentPage(std::span<const ExperimentKnob> knobs, const std::string& first = {})
        : knobs_(knobs), values_(knobs), chosen_(!first.empty() || knobs.empty() ? first : knobs.front().id) {}

    /// Asks for what the controls want; called once a frame before all else.
    virtual void follow(ViewContext& context) = 0;
    /// One or two sentences above the picture: what it shows now and what to move. True for every setting.
    virtual std::string sentence() const = 0;
    /// The picture, below sentence and controls.
    virtual void draw(ViewContext& context, const Rect& area) = 0;
    /// In em: the least height that draw() can use; a lower window scrolls. `width` in em too.
    virtual float least_height(float width) const { return static_cast<void>(width), 24; }
    /// In em: what is in sight of the picture where the window is low or its text is large; pages then lay out low,
    /// with their first picture wholly in it. Empty: there is room.
    std::optional<float> in_sight() const { return in_sight_; }
    void see(std::optional<float> height) { in_sight_ = height; }  // by the frame, before least_height() and draw()
    /// A layout that needs so much is higher than what is in sight.
    bool is_low_for(float least) const { return in_sight_ && *in_sight_ < least; }
    /// Of a page's first picture, with its title: it is to be wholly in sight.
    static constexpr const char* first_picture = "experiments picture";
    /// Something is computed that ends by itself soon: frames are drawn until then.
    virtual bool settling() const { return false; }
    /// What "Open in Walk" opens; empty: there is no run behind it.
    virtual std::optional<RunBehind> run_behind(const ViewContext& context) const {
        return static_cast<void>(context), std::nullopt;
    }
    /// What a button of the page asked to be opened, beside that; once.
    std::optional<RunBehind> take_opened() { return std::exchange(opened_, std::nullopt); }
    /// A command of the view that a page carries out itself: again, play, step_forward, step_back. False: it has none.
    virtual bool run(Command command, ViewContext& context) {
        return static_cast<void>(command), static_cast<void>(context), false;
    }
    /// Said below the picture.
    virtual PageKeys keys() const { return {}; }
    /// All that undo takes back and a session file keeps; the controls are in it.
    ViewValues save() const override {
        ViewValues values;
        save_knobs(knobs_, values_, values);
        return values;
    }
    /// Adds to values of a file what they say without naming it, as files of older versions do.
    virtual void complete(ViewValues& values) const { static_cast<void>(values); }
    void load(const ViewValues& values) override { load_knobs(knobs_, values, values_); }
    /// What it shows with its values is of the open run: it cannot be computed before that is open.
    virtual bool is_of_open_run() const { return false; }
    /// Its controls, from the top of the area.
    virtual void draw_controls(ViewContext& context, Rect& area) {
        if (draw_experiment_knobs(context, area, knobs_, values_, chosen_, is_marked_)) context.ui.keep_awake();
    }
    /// Of a folded head: the chosen control, `live` as such, then names and values of the others as far as they fit.
    void draw_knob_line(ViewContext& context, const Rect& line, bool live);
    /// The control that keys change; the arrows do so once it was chosen by a key or the mouse, and
    /// where the page has nothing else that they step through.
    const std::string& chosen_knob() const { return chosen_; }
    std::string chosen_label() const;  // empty where the page has no controls that are shown
    bool steps_control() const { return is_marked_; }
    void leave_controls() { is_marked_ = false; }  // the mouse was pressed on the picture
    /// The one so many behind it, of those that are shown.
    void choose_knob(int by);
    /// Steps the chosen one; false where it is at its end.
    bool step_chosen(int by);

protected:
    const KnobValues& values() const { return values_; }
    KnobValues& values() { return values_; }
    /// The frame opens it.
    void open(RunBehind run) { opened_ = std::move(run); }

private:
    std::span<const ExperimentKnob> knobs_;
    KnobValues values_;
    std::string chosen_;
    bool is_marked_ = false;
    std::optional<float> in_sight_;
    std::optional<RunBehind> opened_;
};

/// All pages in the order of their tabs (cmake/rows.cmake).
std::span<const ExperimentRow> experiment_rows();

}  // namespace glassformer
