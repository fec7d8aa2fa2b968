// What the window keeps of a lecture: the tools over the picture, the time, the speaker's page.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "app/lecture/speaker_page.h"
#include "app/lecture/spotlight.h"
#include "app/lecture/strokes.h"
#include "app/lecture/timer.h"
#include "app/lecture/tools.h"
#include "app/program/speaker_window.h"

namespace glassformer {

struct LectureHall {
    Spotlight spotlight;
    ToolInHand hand;
    Strokes strokes;
    LectureTimer timer;
    bool sheet = false;                     // the speaker's page over the picture
    bool wants_window = false;              // opened and closed between two frames
    std::unique_ptr<SpeakerWindow> window;  // the speaker's
    NotesBlocks notes;                      // of the step and run below, as they are drawn
    std::string notes_text;
    int notes_step = -1;
    std::uint64_t notes_of = 0;
};

}  // namespace glassformer
