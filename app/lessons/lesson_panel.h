// The panel of a lesson beside the picture: the text of the step as far as it is shown, its question, and the way
// through the steps. What is shown and what an action does is the caller's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "app/lessons/question_card.h"
#include "app/lessons/rich_text.h"

namespace glassformer {

/// What the panel keeps between frames.
struct LessonPanelState {
    bool list_open = false;     // the list of steps, in place of the text
    int marked = -1;            // of its rows, which Enter takes; −1: the step that is shown
    int revealed = -1;          // of its rows, scrolled to once
    int step = -1, parts = -1;  // shown last; another part is scrolled to
    bool answered = false;
    bool reveal_card = false;  // its lower end is to be seen
};

struct LessonPage {
    const Lesson& lesson;
    int step = 0;       // from 0
    int parts = 1;      // of the step's text that are shown
    bool left = false;  // the picture is not the step's any more
    bool presenter = false;
    bool alone = false;  // there is no picture: the text is larger
    QuestionState& question;
    LessonPanelState& state;
    RichWords words = {};
    QuestionCalls calls = {};
    std::string next_key = {}, back_key = {}, return_key = {}, explore_key = {};  // for the buttons: "Page Down"
    std::string next_lesson = {};  // title of the lesson that comes after the last step; "": none does
};

struct LessonAction {
    enum class Kind : std::uint8_t {
        none,
        next,
        next_lesson,
        back,
        go_to,
        return_to_picture,
        close,
        explore,
        link,
        question
    };
    Kind kind = Kind::none;
    int step = 0;           // of go_to, from 0
    std::string link = {};  // that was clicked
    QuestionAction question = QuestionAction::none;
};

struct DrawnLesson {
    LessonAction action;
    std::string about = {};           // what is said of the word or number under the mouse
    float text_height = 0, room = 0;  // of the text, and what of it can be seen at once
};

/// Number of parts of a step's text, and how many of its blocks belong to the first `parts` of them. With an
/// unanswered question the blocks after it are not shown.
int parts_of(const LessonStep& step);
std::size_t shown_blocks(const LessonStep& step, int parts, bool answered);

/// Keys of the list of steps while it is open: Up, Down, Home and End mark a step, Enter goes there, Esc closes the
/// list. Empty: none of them was pressed.
std::optional<LessonAction> step_list_keys(const Input& input, LessonPanelState& state, int step, int steps);

/// Scripts find its parts as "lesson.next", "lesson.step 3", "lesson.link NAME".
DrawnLesson lesson_panel(Ui& ui, Targets& targets, const Rect& place, const LessonPage& page);

}  // namespace glassformer
