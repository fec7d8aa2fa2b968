#include "core/lesson/edit_lesson.h"

#include <algorithm>
#include <vector>

#include "core/base/error.h"
#include "core/base/file.h"
#include "core/base/words.h"

namespace glassformer {

namespace {

using Lines = std::vector<std::string>;

std::string joined(const Lines& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

/// The lines of a step, from 0: [first, end).
struct StepLines {
    std::size_t first, end;
};

StepLines lines_of_step(const Lesson& lesson, int step, std::size_t count) {
    const LessonStep& of = lesson.steps.at(static_cast<std::size_t>(step));
    if (of.file != lesson.steps_file)
        throw Error("the step “" + of.title + "” is in " + of.file + ", which this lesson includes; edit that file");
    return {static_cast<std::size_t>(of.place.line) - 1, std::min(count, static_cast<std::size_t>(of.last_line))};
}

std::string written_scene(std::span<const SceneLine> scene) {
    std::string text;
    for (const SceneLine& line : scene) {
        std::string value = line.value;
        for (std::size_t at = 0; (at = value.find('\n', at)) != std::string::npos; at += 3)
            value.replace(at, 1, "\n  ");
        text += line.key + ": " + value + "\n";
    }
    return text;
}

bool fence(const std::string& line, std::string_view info) {
    std::string_view rest = line;
    while (rest.starts_with(' ')) rest.remove_prefix(1);
    if (!rest.starts_with("```")) return false;
    rest.remove_prefix(3);
    while (rest.ends_with(' ') || rest.ends_with('\r')) rest.remove_suffix(1);
    return rest == info;
}

}  // namespace

std::string written_step(const std::string& title, std::span<const SceneLine> scene) {
    std::string text = "## " + title + "\n\n";
    if (!scene.empty()) text += "```scene\n" + written_scene(scene) + "```\n\n";
    return text;
}

std::string with_step(std::string_view text, const Lesson& lesson, int after, const std::string& step) {
    Lines lines = split_lines(text);
    std::size_t at = 0;
    if (after >= 0)
        at = lines_of_step(lesson, after, lines.size()).end;
    else
        at = lines_of_step(lesson, 0, lines.size()).first;
    Lines added = split_lines(step);
    if (at > 0 && !lines[at - 1].empty()) added.insert(added.begin(), "");
    if (added.empty() || !added.back().empty()) added.emplace_back();
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), added.begin(), added.end());
    return joined(lines);
}

std::string without_step(std::string_view text, const Lesson& lesson, int step) {
    Lines lines = split_lines(text);
    const StepLines range = lines_of_step(lesson, step, lines.size());
    if (lesson.steps.size() == 1) throw Error("a lesson has at least one step");
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(range.first),
                lines.begin() + static_cast<std::ptrdiff_t>(range.end));
    return joined(lines);
}

std::string with_exchanged(std::string_view text, const Lesson& lesson, int step) {
    Lines lines = split_lines(text);
    const StepLines first = lines_of_step(lesson, step, lines.size()),
                    second = lines_of_step(lesson, step + 1, lines.size());
    if (first.end != second.first) throw Error("between these two steps the lesson includes others");
    Lines all(lines.begin() + static_cast<std::ptrdiff_t>(second.first),
              lines.begin() + static_cast<std::ptrdiff_t>(second.end));
    if (!all.back().empty()) all.emplace_back();  // the last step of a file may end without an empty line
    all.insert(all.end(), lines.begin() + static_cast<std::ptrdiff_t>(first.first),
               lines.begin() + static_cast<std::ptrdiff_t>(first.end));
    lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(first.first),
                lines.begin() + static_cast<std::ptrdiff_t>(second.end));
    lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(first.first), all.begin(), all.end());
    return joined(lines);
}

std::string text_of_step(std::string_view text, const Lesson& lesson, int step) {
    const Lines lines = split_lines(text);
    const StepLines range = lines_of_step(lesson, step, lines.size());
    return joined({lines.begin() + static_cast<std::ptrdiff_t>(range.first),
                   lines.begin() + static_cast<std::ptrdiff_t>(range.end)});
}

std::string with_scene(std::string_view text, const Lesson& lesson, int step, std::span<const SceneLine> scene) {
    const Lines lines = split_lines(text);
    const StepLines range = lines_of_step(lesson, step, lines.size());
    Lines comments, rest;
    std::size_t scene_at = 0;
    bool found = false, inside = false, other = false;
    for (std::size_t i = range.first; i < range.end; ++i) {
        const std::string& line = lines[i];
        if (!inside && !other && fence(line, "scene")) {
            inside = true;
            if (!found) scene_at = rest.size();
            found = true;
        } else if (inside) {
            if (fence(line, ""))
                inside = false;
            else if (line.find_first_not_of(' ') != std::string::npos && line[line.find_first_not_of(' ')] == '#')
                comments.push_back(line);
        } else {
            if (line.starts_with("```")) other = !other;
            rest.push_back(line);
        }
    }
    if (!found) scene_at = 1;  // behind the heading
    Lines written;
    if (!found) written.emplace_back();
    if (!scene.empty() || !comments.empty()) {
        written.emplace_back("```scene");
        written.insert(written.end(), comments.begin(), comments.end());
        for (const std::string& line : split_lines(written_scene(scene))) written.push_back(line);
        written.emplace_back("```");
    }
    rest.insert(rest.begin() + static_cast<std::ptrdiff_t>(scene_at), written.begin(), written.end());
    Lines all(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(range.first));
    all.insert(all.end(), rest.begin(), rest.end());
    all.insert(all.end(), lines.begin() + static_cast<std::ptrdiff_t>(range.end), lines.end());
    return joined(all);
}

}  // namespace glassformer
