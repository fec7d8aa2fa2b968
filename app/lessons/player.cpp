#include "app/lessons/player.h"

#include <algorithm>

namespace glassformer {

void LessonPlayer::open(Lesson lesson, const ExampleOf& example_of, int step) {
    std::vector<StepScenes> scenes = scenes_of(lesson, example_of);
    lesson_ = std::move(lesson);
    scenes_ = std::move(scenes);
    questions_.assign(lesson_->steps.size(), {});
    panel = {};
    go(std::clamp(step, 0, steps() - 1));
}

void LessonPlayer::replace(Lesson lesson, const ExampleOf& example_of) {
    std::vector<StepScenes> scenes = scenes_of(lesson, example_of);
    const auto same = std::ranges::find(lesson.steps, now().title, &LessonStep::title);
    const int step = same == lesson.steps.end() ? step_ : static_cast<int>(same - lesson.steps.begin());
    const int parts = parts_;
    lesson_ = std::move(lesson);
    scenes_ = std::move(scenes);
    questions_.resize(lesson_->steps.size());
    go(std::clamp(step, 0, steps() - 1));
    parts_ = std::clamp(parts, 1, most_parts());
}

const LessonScene& LessonPlayer::scene() const { return scene_of(step_, question().answered()); }

const LessonScene& LessonPlayer::scene_of(int step, bool answered) const {
    const StepScenes& both = scenes_[static_cast<std::size_t>(step)];
    const LessonStep& of = lesson_->steps[static_cast<std::size_t>(step)];
    const bool goal = of.question && of.question->kind == LessonQuestion::Kind::goal;
    if (goal && answered && of.reveal.empty()) return both.solved;
    return answered || !of.question ? both.revealed : both.first;
}

std::vector<const LessonScene*> LessonPlayer::near_scenes() const {
    std::vector<const LessonScene*> near;
    const auto add = [&](int step) {
        if (step < 0 || step >= steps()) return;
        near.push_back(&scene_of(step, questions_[static_cast<std::size_t>(step)].answered()));
    };
    if (now().question && !question().answered())
        near.push_back(&scene_of(step_, true));
    else
        add(step_ + 1);
    add(step_ - 1);
    return near;
}

std::vector<const LessonScene*> LessonPlayer::scenes_ahead() const {
    std::vector<const LessonScene*> ahead;
    for (int step = step_; step < steps(); ++step) {
        const auto at = static_cast<std::size_t>(step);
        const bool asks = lesson_->steps[at].question && !questions_[at].answered();
        if (step > step_) ahead.push_back(&scene_of(step, !asks));
        if (asks) ahead.push_back(&scene_of(step, true));
    }
    return ahead;
}

/// What follows an unanswered question waits for its answer.
int LessonPlayer::most_parts() const {
    const int all = parts_of(now());
    if (!now().question || question().answered()) return all;
    int parts = 1;
    for (const LessonBlock& block : now().text) {
        if (block.kind == LessonBlock::Kind::question) break;
        if (block.kind == LessonBlock::Kind::pause) ++parts;
    }
    return std::min(parts, all);
}

bool LessonPlayer::asks() const { return now().question && !question().answered() && parts_ == most_parts(); }

void LessonPlayer::answered() {
    const bool goal = now().question && now().question->kind == LessonQuestion::Kind::goal;
    if (!goal || question().result == QuestionState::Result::shown) changed_ = true;
}

bool LessonPlayer::next() {
    if (parts_ < most_parts()) {
        ++parts_;
        return true;
    }
    if (step_ + 1 >= steps()) return false;
    go(step_ + 1);
    return true;
}

bool LessonPlayer::back() {
    if (parts_ > 1) {
        --parts_;
        return true;
    }
    if (step_ == 0) return false;
    go(step_ - 1);
    parts_ = most_parts();
    return true;
}

void LessonPlayer::go(int step) {
    step_ = std::clamp(step, 0, steps() - 1);
    parts_ = 1;
    left = false;
    changed_ = true;
}

}  // namespace glassformer
