// What the speaker alone sees: the notes of the step, what comes next and the time, over the picture or in a window of
// its own.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/course/course.h"
#include "app/course/speaker_window.h"

namespace glassformer {

class Speaker {
public:
    Speaker(Platform& platform, Gui& gui, Workspace& workspace, WindowMessages& messages, Course& course,
            Lecture& lecture)
        : platform_(platform),
          gui_(gui),
          workspace_(workspace),
          messages_(messages),
          course_(course),
          lecture_(lecture) {}

    /// The speaker's page over the picture.
    void toggle_sheet() { sheet_ = !sheet_; }
    bool close_sheet() { return std::exchange(sheet_, false); }
    /// The window opens or closes before the next frame.
    void toggle_window() { wants_window_ = !wants_window_; }
    /// Null where it is closed.
    SpeakerWindow* window() const { return window_.get(); }
    /// Holds the audience's picture, or releases it.
    void toggle_freeze(ViewContext& context);
    /// Over the view, on the lower part of `area`.
    void draw_sheet(ViewContext& context, const Rect& area);
    /// Between two frames: opens and closes the window.
    void follow_window();
    /// Of the step, as they are drawn; null: it has none.
    const NotesBlocks& notes() const { return notes_; }
    void describe(State& state) const;

private:
    void read_notes();
    SpeakerPage page_now();
    void act(const SpeakerAnswer& answer);
    double draw_window();

    Platform& platform_;
    Gui& gui_;
    Workspace& workspace_;
    WindowMessages& messages_;
    Course& course_;
    Lecture& lecture_;
    bool sheet_ = false;
    bool wants_window_ = false;  // opened and closed between two frames
    NotesBlocks notes_;          // of the step and run below
    std::string notes_text_;
    int notes_step_ = -1;
    std::uint64_t notes_of_ = 0;
    std::unique_ptr<SpeakerWindow> window_;  // the last member: it goes before what its page reads
};

}  // namespace glassformer
