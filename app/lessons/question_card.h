// The question of a step as a card: its words, the place for the answer, hints, and what the answer was worth. What is
// right is decided by the caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/lessons/lesson_sizes.h"
#include "app/views/shared/context.h"
#include "core/lesson/lesson.h"

namespace glassformer {

/// What an answer is worth.
struct QuestionVerdict {
    bool right = false;
    std::string words = {};   // what the run says to the answer: "The largest weight is that of “animal”, 0.997."
    std::string answer = {};  // the right one, in words
    std::vector<int> options = {};  // the right ones, from 0: of a choice one, of an order all, the first first
    bool operator==(const QuestionVerdict&) const = default;
};

/// What was answered so far. Kept by the caller, and saved with what else it keeps of a lesson.
struct QuestionState {
    enum class Result : std::uint8_t { open, wrong, right, shown };
    std::string typed = {};       // a token, a number
    int chosen = -1;              // of a choice; the marked line of an order
    std::vector<int> order = {};  // options from first to last; empty: as they are written
    std::string cell = {};        // the one that was selected when the answer was checked
    std::vector<int> hands = {};  // raised for each option; shorter: none for the others
    int hints = 0;                // shown
    Result result = Result::open;
    QuestionVerdict verdict = {};
    bool answered() const { return result == Result::right || result == Result::shown; }
    bool operator==(const QuestionState&) const = default;
};

enum class QuestionAction : std::uint8_t { none, changed, hint, checked, shown };

struct QuestionCalls {
    std::function<QuestionVerdict(const QuestionState&)> mark;  // asked when the answer is checked or shown
    std::function<std::string(const LessonSpan&)> formula;      // its markup (RichWords::formula)
    std::function<std::string(const LessonSpan&)> live = {};    // the number of a span (RichWords::live)
    std::vector<std::string> options = {};  // their words; empty: as they are written, without " = …"
    std::string cell = {};                  // name of the cell that is selected; "": none
    bool holds = false;                     // the goal's condition
    bool hands = false;                     // with counters for a show of hands
    bool letters_count = false;             // A to H raise a hand for an option, and do not choose it
    bool waits = false;                     // what the answer is computed from is not there yet
    bool take_keyboard = false;             // in this frame: A to D, or the text field
    std::string typed = {};                 // in this frame beside the field of a number, which takes it
};

/// One hand more or less for an option.
void count_hand(QuestionState& state, std::size_t option, std::size_t options, int by);

/// A word of an option without its value: "street" of "street = weights[it, street]".
std::string option_words(const std::string& option);

struct DrawnCard {
    float height = 0;
    QuestionAction action = QuestionAction::none;
};
/// Draws it from the top of `place` on, in its width. Scripts find its parts as "lesson.check", "lesson.option A" ….
DrawnCard question_card(Ui& ui, Targets& targets, const Rect& place, const LessonQuestion& question,
                        QuestionState& state, const QuestionCalls& calls, const LessonSizes& sizes);

}  // namespace glassformer
