// A lesson that is being given: which step and how much of it is shown, what was answered, and whether the picture is
// still the step's. Draws nothing and computes nothing.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/lessons/lesson_panel.h"
#include "app/lessons/scene.h"

namespace glassformer {

class LessonPlayer {
public:
    /// Begins the lesson at a step. Throws Error for a scene that says nothing that can be shown.
    void open(Lesson lesson, const ExampleOf& example_of, int step = 0);
    void close() { lesson_.reset(); }
    bool is_open() const { return lesson_.has_value(); }

    const Lesson& lesson() const { return *lesson_; }
    const LessonStep& now() const { return lesson_->steps[static_cast<std::size_t>(step_)]; }
    int step() const { return step_; }
    int steps() const { return static_cast<int>(lesson_->steps.size()); }
    int parts() const { return parts_; }
    /// Of the step that is shown.
    const LessonScene& scene() const;
    /// What the next key and the one back show in its place: of a question that is open the answer's scene.
    std::vector<const LessonScene*> near_scenes() const;
    /// Of all that follows, in its order: steps, and of a question that is open the answer's scene too.
    std::vector<const LessonScene*> scenes_ahead() const;
    QuestionState& question() { return questions_[static_cast<std::size_t>(step_)]; }
    const QuestionState& question() const { return questions_[static_cast<std::size_t>(step_)]; }

    /// The next part of the text, else the next step; false at the end.
    bool next();
    /// The question of the step is seen and not answered.
    bool asks() const;
    /// The part before, else the step before with all of its parts; false at the beginning.
    bool back();
    void go(int step);
    /// Parts of the step's text are to be shown yet.
    bool more() const { return parts_ < most_parts(); }
    /// All that can be seen of the step before its question is answered.
    void show_all_parts() { parts_ = most_parts(); }
    /// The scene is to be shown once more: another step, another answer, or back from somewhere else.
    bool take_change() { return std::exchange(changed_, false); }
    bool changes() const { return changed_; }
    void show_again() { changed_ = true; }
    /// The question was answered: its scene changes, but for a goal that somebody has reached another way.
    void answered();

    /// The same lesson read anew: the step that is shown stays, with what was answered and counted in each. Its picture
    /// is shown again where its scene is another, but for one that was left.
    void replace(Lesson lesson, const ExampleOf& example_of);
    /// Where the step that is shown is in the same lesson read anew.
    int step_in(const Lesson& now) const;

    bool left = false;  // the picture is not the step's any more
    LessonPanelState panel;

private:
    int most_parts() const;
    const LessonScene& scene_of(int step, bool answered) const;

    std::optional<Lesson> lesson_;
    std::vector<StepScenes> scenes_;
    std::vector<QuestionState> questions_;
    int step_ = 0, parts_ = 1;
    bool changed_ = false;
};

}  // namespace glassformer
