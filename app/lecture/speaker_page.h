// What the speaker sees and the audience does not: the notes of the step, what comes next, and the time. One page,
// drawn over the picture on demand or in a window of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/lecture/timer.h"
#include "app/lessons/lesson_sizes.h"
#include "app/views/shared/context.h"
#include "core/lesson/lesson.h"

namespace glassformer {

using NotesBlocks = std::shared_ptr<const std::vector<LessonBlock>>;

struct SpeakerPage {
    std::vector<std::string> titles;  // of all steps
    int step = 0;
    NotesBlocks notes;                        // of the step; null: it has none
    std::string next_title, next_words = {};  // of the next step, and how its text begins
    std::string next_key = {};                // what the key for the next step does now
    std::string clock = {};                   // "14:05"
    std::string lecture = {}, plan = {};      // "12:40 of 30:00", "1:20 behind the plan"
    std::string this_step = {};               // "0:50 of 2:00"
    bool late = false;                        // behind the plan
    bool running = false;
    std::string frozen = {};  // what is said while the audience's picture is held; "": it is not
    bool operator==(const SpeakerPage&) const = default;
};

enum class SpeakerAction : std::uint8_t { none, pause, reset, close, go_to };
struct SpeakerAnswer {
    SpeakerAction action = SpeakerAction::none;
    int step = 0;  // of go_to, from 0
};

/// "12:40", "1:02:05"
std::string elapsed_text(double seconds);
/// "14:05" of the seconds since midnight.
std::string clock_text(double seconds);

/// What the timer says of a lesson at a time.
void tell_time(SpeakerPage& page, const Lesson& lesson, const LectureTimer& timer, double now, double time_of_day);
/// What a lesson says of a step. `asks`: its question is seen and not answered; `more`: parts of it are not shown yet.
SpeakerPage speaker_page(const Lesson& lesson, int step, bool asks, bool more, const std::string& key);
/// How a step's text begins: its first words, at most `most` of them.
std::string first_words(const LessonStep& step, std::size_t most);

/// The steps as a list beside the notes.
struct StepList {
    int shown = -1;  // the step that was scrolled to last
};

/// `list`: where the steps stand beside the notes, to be jumped to. Scripts find its parts as "speaker.notes",
/// "speaker.step 3", "speaker.pause".
SpeakerAnswer draw_speaker_page(Ui& ui, Targets& targets, const Rect& place, const SpeakerPage& page,
                                StepList* list = nullptr);

}  // namespace glassformer
