#include "app/lecture/speaker_page.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/lecture/texts.h"
#include "app/lessons/check_lesson.h"
#include "core/base/words.h"

namespace glassformer {

namespace {

namespace strings = texts::lecture;

constexpr std::size_t most_first_words = 18;
constexpr double worth_saying = 15;  // seconds off the plan

std::string title_of(const Lesson& lesson, int step) {
    const std::string& title = lesson.steps[static_cast<std::size_t>(step)].title;
    return title.empty() ? fmt::format(strings::untitled, step + 1) : title;
}

/// Minutes of a step as they are planned: where the lesson says how long it takes, its steps share that.
double planned_seconds(const Lesson& lesson, int steps) {
    double all = 0, until = 0;
    for (int i = 0; i < static_cast<int>(lesson.steps.size()); ++i) {
        const double minutes = minutes_of(lesson.steps[static_cast<std::size_t>(i)]);
        all += minutes;
        if (i < steps) until += minutes;
    }
    const double scale = lesson.minutes > 0 && all > 0 ? lesson.minutes / all : 1;
    return 60 * until * scale;
}

}  // namespace

std::string elapsed_text(double seconds) {
    const auto whole = static_cast<long>(std::max(0.0, seconds));
    const long hours = whole / 3600, minutes = whole / 60 % 60, rest = whole % 60;
    return hours > 0 ? fmt::format("{}:{:02}:{:02}", hours, minutes, rest) : fmt::format("{}:{:02}", minutes, rest);
}

std::string clock_text(double seconds) {
    const auto minutes = static_cast<long>(std::max(0.0, seconds)) / 60;
    return fmt::format("{}:{:02}", minutes / 60 % 24, minutes % 60);
}

std::string first_words(const LessonStep& step, std::size_t most) {
    std::string text;
    bool cut = false;  // at a number or a formula, which has no words
    for (const LessonBlock& block : step.text) {
        if (block.kind == LessonBlock::Kind::pause || block.kind == LessonBlock::Kind::question) break;
        for (const LessonSpan& span : block.spans) {
            if (span.kind == LessonSpan::Kind::words) text += span.text;
            if (span.kind == LessonSpan::Kind::newline) text += " ";
            cut = cut || span.kind == LessonSpan::Kind::live || span.kind == LessonSpan::Kind::formula;
            if (cut) break;
        }
        if (!text.empty()) break;
    }
    const std::vector<std::string> words = split_words(text);
    std::string beginning;
    for (std::size_t i = 0; i < std::min(most, words.size()); ++i) beginning += (i > 0 ? " " : "") + words[i];
    if (words.size() > most || cut) beginning += " …";
    return beginning;
}

SpeakerPage speaker_page(const Lesson& lesson, int step, bool asks, bool more, const std::string& key) {
    SpeakerPage page;
    page.step = step;
    const int steps = static_cast<int>(lesson.steps.size());
    for (int i = 0; i < steps; ++i) page.titles.push_back(title_of(lesson, i));
    if (step + 1 < steps) {
        page.next_title = title_of(lesson, step + 1);
        page.next_words = first_words(lesson.steps[static_cast<std::size_t>(step + 1)], most_first_words);
    }
    page.next_key = asks               ? fmt::format(strings::shows_answer, key)
                    : more             ? fmt::format(strings::shows_more, key)
                    : step + 1 < steps ? fmt::format(strings::shows_step, key, step + 2)
                                       : fmt::format(strings::ends, key);
    return page;
}

void tell_time(SpeakerPage& page, const Lesson& lesson, const LectureTimer& timer, double now, double time_of_day) {
    page.clock = clock_text(time_of_day);
    page.running = timer.running();
    const int steps = static_cast<int>(lesson.steps.size());
    // All of it moves on at once, once a second.
    const double exact = timer.elapsed(now), elapsed = std::floor(exact);
    const double used = timer.used(page.step, now - (exact - elapsed));
    const double all = planned_seconds(lesson, steps), before = planned_seconds(lesson, page.step);
    const double here = planned_seconds(lesson, page.step + 1) - before;
    page.lecture = fmt::format(strings::of_planned, elapsed_text(elapsed), elapsed_text(std::round(all)));
    page.this_step = fmt::format(strings::of_planned, elapsed_text(used), elapsed_text(std::round(here)));
    // By the plan the step is reached after all before it; its own time does not count until it is over.
    const double from = planned_seconds(lesson, std::clamp(timer.first_step(), 0, page.step));
    const double late = elapsed - (before - from) - std::min(used, here);
    page.late = late >= worth_saying;
    page.plan.clear();
    if (elapsed <= 0) return;
    if (page.late) page.plan = fmt::format(strings::behind, elapsed_text(late));
    if (-late >= worth_saying) page.plan = fmt::format(strings::ahead, elapsed_text(-late));
}

}  // namespace glassformer
