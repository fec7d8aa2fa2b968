#include "app/lessons/player.h"

#include <algorithm>

namespace glassformer {

namespace {

bool same_lines(const std::vector<SceneLine>& a, const std::vector<SceneLine>& b) {
    return std::ranges::equal(
        a, b, [](const SceneLine& x, const SceneLine& y) { return x.key == y.key && x.value == y.value; });
}

/// What was answered to one is an answer to the other.
bool ask_alike(const LessonStep& a, const LessonStep& b) {
    return a.question && b.question && a.question->kind == b.question->kind &&
           a.question->options.size() == b.question->options.size();
}

/// How much two steps are the same one: it may have got another title, or another picture.
int sameness(const LessonStep& a, const LessonStep& b) {
    const bool title = a.title == b.title, picture = same_lines(a.scene, b.scene);
    return title && picture ? 4 : title || (picture && !a.scene.empty()) ? 2 : 0;
}

/// Where each step is in the same lesson read anew, in their order; −1: it is gone.
std::vector<int> places_again(const std::vector<LessonStep>& before, const std::vector<LessonStep>& now) {
    const std::size_t rows = before.size(), columns = now.size();
    // The largest sameness of all steps from i of one and from j of the other: their longest common subsequence.
    std::vector<std::vector<int>> best(rows + 1, std::vector<int>(columns + 1, 0));
    for (std::size_t i = rows; i-- > 0;)
        for (std::size_t j = columns; j-- > 0;) {
            const int same = sameness(before[i], now[j]);
            best[i][j] = std::max({best[i + 1][j], best[i][j + 1], same > 0 ? same + best[i + 1][j + 1] : 0});
        }
    std::vector<int> places(rows, -1);
    for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
        const int same = sameness(before[i], now[j]);
        if (same > 0 && best[i][j] == same + best[i + 1][j + 1])
            places[i++] = static_cast<int>(j++);
        else if (best[i][j] == best[i + 1][j])
            ++i;
        else
            ++j;
    }
    // One that was moved past others.
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns && places[i] < 0; ++j)
            if (sameness(before[i], now[j]) > 2 && std::ranges::find(places, static_cast<int>(j)) == places.end())
                places[i] = static_cast<int>(j);
    return places;
}

/// A step that is gone gave way to the one after those before it.
int place_of(const std::vector<int>& places, int step, int count) {
    int after = 0;
    for (int i = step; i >= 0; --i, after = 1)
        if (const int place = places[static_cast<std::size_t>(i)]; place >= 0)
            return std::min(place + after, count - 1);
    return 0;
}

}  // namespace

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
    const std::vector<int> places = places_again(lesson_->steps, lesson.steps);
    const LessonScene before = scene();
    const bool was_left = left, was_to_come = changed_;
    const int parts = parts_;
    std::vector<QuestionState> questions(lesson.steps.size());
    for (std::size_t i = 0; i < places.size(); ++i)
        if (const auto place = static_cast<std::size_t>(places[i]);
            places[i] >= 0 && ask_alike(lesson_->steps[i], lesson.steps[place]))
            questions[place] = std::move(questions_[i]);
    const int step = place_of(places, step_, static_cast<int>(lesson.steps.size()));
    lesson_ = std::move(lesson);
    scenes_ = std::move(scenes);
    questions_ = std::move(questions);
    go(step);
    parts_ = std::clamp(parts, 1, most_parts());
    if (was_to_come || (!was_left && !(scene() == before))) return;
    changed_ = false;
    left = was_left;
}

int LessonPlayer::step_in(const Lesson& now) const {
    return place_of(places_again(lesson_->steps, now.steps), step_, static_cast<int>(now.steps.size()));
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
