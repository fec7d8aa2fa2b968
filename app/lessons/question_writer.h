// How the parts of a question's card share what they draw: one object a frame. question_card.cpp: the words, fields and
// buttons; question_options.cpp: the options of a choice and of an order.
#pragma once

#include <cmath>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/question_card.h"
#include "app/lessons/rich_text.h"
#include "app/widgets/controls.h"
#include "core/lesson/markdown.h"

namespace glassformer {

/// Draws the parts one below the other; measures them only where `draw` is false.
class CardWriter {
public:
    CardWriter(Ui& ui, Targets& targets, const Rect& inside, const LessonQuestion& question, QuestionState& state,
               const QuestionCalls& calls, const LessonSizes& sizes, bool draw)
        : ui_(ui),
          painter_(ui.painter),
          targets_(targets),
          rest_(inside),
          question_(question),
          state_(state),
          calls_(calls),
          sizes_(sizes),
          draw_(draw),
          e_(sizes.text * ui.em),
          control_(std::round(2 * sizes.caption * ui.em)) {
        rest_.h = 1e6F;
    }

    void write();
    float y() const { return rest_.y; }
    QuestionAction action() const { return action_; }

private:
    using QuestionKind = LessonQuestion::Kind;
    using Result = QuestionState::Result;

    int hint_count() const { return static_cast<int>(question_.hints.size()); }
    void did(QuestionAction what) { action_ = what; }
    /// Another answer than the one that was marked.
    void changed();
    void mark(Result otherwise, QuestionAction what);
    void check();
    /// Whether there is an answer to be checked.
    bool given() const;

    RichWords rich_words() const { return {.live = calls_.live, .formula = calls_.formula, .meaning = {}, .lit = {}}; }
    /// A line of the lesson's, with its formulas and live numbers.
    void asked(const std::string& what, Colour colour, float below) { text(words_and_formulas(what), colour, below); }
    void text(const std::string& what, Colour colour, float below) { text({{.text = what}}, colour, below); }
    void text(std::vector<LessonSpan> spans, Colour colour, float below);
    void words(const std::string& what, const TextStyle& style, float below) {
        rest_.take_top(std::round(paragraph(painter_, rest_, what, style, draw_) + below * e_));
    }
    void put(const std::string& name, const Rect& rect) { targets_.put("lesson." + name, rect); }
    bool press(const std::string& name, const Rect& rect, std::string_view label, ButtonStyle style = {});

    void body();
    void goal();
    void field();

    // Options of a choice and of an order.

    std::string words_of(std::size_t option) const {
        return option < calls_.options.size() ? calls_.options[option] : option_words(question_.options[option]);
    }
    std::size_t count() const { return question_.options.size(); }
    /// The option on a line.
    std::size_t option_at(std::size_t line) const;
    int hands_of(std::size_t option) const { return option < state_.hands.size() ? state_.hands[option] : 0; }
    void set_hands(std::size_t option, int hands) {
        count_hand(state_, option, count(), hands - hands_of(option));
        did(QuestionAction::changed);
    }
    int all_hands() const { return std::accumulate(state_.hands.begin(), state_.hands.end(), 0); }
    bool raising() const { return calls_.hands && question_.kind == QuestionKind::choice; }
    bool answering() const { return !state_.answered(); }

    void options();
    void keys(const Rect& all);
    /// Takes a line of an order to another place.
    void move(int from, int to);

    float letter_width() const { return std::round(1.9F * e_); }
    float controls_width() const;
    /// Controls stand under the words where there is no room beside them.
    bool controls_below() const { return controls_width() > 0.5F * rest_.w; }
    float words_width() const {
        return rest_.w - letter_width() - 0.5F * e_ - (controls_below() ? 0 : controls_width());
    }
    float words_of_option(std::size_t option, const Rect& at, bool draw);
    float option_height(std::size_t line);
    /// Of the bar that shows an option's share of the hands.
    float bar_height() const { return raising() && all_hands() > 0 ? std::round(0.75F * e_) : 0; }
    void bar(std::size_t option, const std::string& letter, Rect at, bool right);
    void option(std::size_t line, const Rect& box);
    void arrows(std::size_t line, Rect at);
    /// "−  12  +" while the class votes, "12 hands" after that.
    void counter(std::size_t option, const std::string& letter, Rect at, bool right);

    void verdict();
    /// Of a choice and an order it is words of options, which may have formulas; else the run's.
    void answer();
    void buttons();

    Ui& ui_;
    Painter& painter_;
    Targets& targets_;
    Rect rest_;
    const LessonQuestion& question_;
    QuestionState& state_;
    const QuestionCalls& calls_;
    const LessonSizes& sizes_;
    bool draw_;
    float e_, control_;
    QuestionAction action_ = QuestionAction::none;
};

}  // namespace glassformer
