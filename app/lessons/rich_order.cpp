#include "app/lessons/rich_order.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/paint/written_order.h"

namespace glassformer {

namespace {

/// A run, or the space before one, in the text of the whole line.
struct Stretch {
    std::size_t begin = 0, end = 0;  // bytes
    const RichRun* run = nullptr;    // null: a space
    float space = 0;
};

}  // namespace

WritingDirection direction_of(std::span<const LessonSpan> spans) {
    std::string words;
    for (const LessonSpan& span : spans)
        if (span.kind == LessonSpan::Kind::words) words += span.text;
    return direction_of(words, WritingDirection::of_first_letter);
}

void put_in_order(Painter& painter, RichLine& line, std::span<const LessonSpan> spans, WritingDirection paragraph) {
    if (paragraph != WritingDirection::right_to_left &&
        std::ranges::none_of(line.runs, [](const RichRun& run) { return !run.formula && has_right_to_left(run.text); }))
        return;
    constexpr std::string_view object = "\uFFFC";  // stands for a formula, as in other programs
    std::string text;
    std::vector<Stretch> stretches;
    float right = 0;
    for (const RichRun& run : line.runs) {
        if (run.x > right) {
            stretches.push_back({text.size(), text.size() + 1, nullptr, run.x - right});
            text += ' ';
        }
        const bool apart = !run.formula && spans[run.span].kind == LessonSpan::Kind::live;
        if (apart) text += isolate_begin;
        const std::size_t begin = text.size();
        text += run.formula ? object : std::string_view(run.text);
        stretches.push_back({begin, text.size(), &run, 0});
        if (apart) text += isolate_end;
        right = run.x + run.width;
    }
    std::vector<RichRun> ordered;
    float x = 0;
    const auto put = [&](const Stretch& of, const WrittenPart& part) {
        const std::size_t begin = std::max(of.begin, part.begin), end = std::min(of.end, part.end);
        if (begin >= end) return;
        if (of.run != nullptr) {
            RichRun run = *of.run;
            run.x = x;
            if (!run.formula) {
                run.direction = part.right_to_left ? WritingDirection::right_to_left : WritingDirection::left_to_right;
                if (end - begin < run.text.size()) {
                    run.text = text.substr(begin, end - begin);
                    run.width = painter.measure(run.text, run.size, run.face).width;
                }
            }
            x += run.width;
            ordered.push_back(std::move(run));
        } else {
            x += of.space;
        }
    };
    for (const WrittenPart& part : written_parts(text, paragraph)) {
        if (part.right_to_left)
            for (auto of = stretches.rbegin(); of != stretches.rend(); ++of) put(*of, part);
        else
            for (const Stretch& of : stretches) put(of, part);
    }
    line.runs = std::move(ordered);
    line.width = std::max(line.width, x);
}

}  // namespace glassformer
