#include "app/lessons/scene.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "app/lessons/scene_marks.h"
#include "app/lessons/scene_texts.h"
#include "core/base/json_text.h"
#include "core/base/nearest_name.h"
#include "core/base/words.h"
#include "core/lesson/markdown.h"

namespace glassformer {

namespace {

std::size_t place_of(const std::string& key) {
    const auto keys = scene_keys();
    return static_cast<std::size_t>(std::ranges::find(keys, key, &SceneKey::name) - keys.begin());
}

/// Another model begins with its own text, without changes.
void open_model(LessonScene& scene, const std::string& name, const ExampleOf& example_of) {
    Inputs own = example_of(name);
    if (own.model.empty()) throw Error(fmt::format(texts::lessons::no_model, in_quotes(name)));
    own.model = name;
    scene.session.inputs = std::move(own);
    scene.session.cursor = {};
    scene.cell.clear();
    scene.row_limit = 0;
    scene.marks.clear();
    scene.beside.clear();
    scene.image.clear();
    scene.session.b = {};
}

std::string unknown(const std::string& key) {
    std::vector<std::string> names;
    for (const SceneKey& row : scene_keys()) names.emplace_back(row.name);
    const std::string near = nearest_name(names, key);
    return fmt::format(texts::lessons::no_key, in_quotes(key)) +
           (near.empty() ? "" : fmt::format(texts::lessons::did_you_mean, in_quotes(near)));
}

}  // namespace

std::optional<ViewValueName> view_value_name(const std::string& key) {
    const std::size_t dot = key.find('.');
    if (dot == std::string::npos || place_of(key) < scene_keys().size()) return {};
    ViewValueName found{.view = key.substr(0, dot), .name = key.substr(dot + 1)};
    if (std::ranges::find(view_rows(), found.view, &ViewRow::name) == view_rows().end()) return {};
    return found;
}

void apply(LessonScene& scene, std::span<const SceneLine> lines, const std::string& source,
           const ExampleOf& example_of) {
    std::vector<const SceneLine*> sorted;
    for (const SceneLine& line : lines) sorted.push_back(&line);
    std::ranges::stable_sort(sorted, {}, [](const SceneLine* line) { return place_of(line->key); });
    std::vector<std::string>
        several;  // keys of which a scene may have several: the first takes the place of those before
    const auto is_first = [&](const char* key, const SceneLine& line) {
        if (line.key != key || std::ranges::find(several, line.key) != several.end()) return false;
        several.push_back(line.key);
        return true;
    };
    for (const SceneLine* line : sorted) {
        try {
            const std::size_t place = place_of(line->key);
            if (line->key == "model") {
                open_model(scene, line->value, example_of);
            } else if (place < scene_keys().size()) {
                for (const char* key : {"edit", "b.edit", "label", "arrow"})
                    if (is_first(key, *line)) scene_keys()[place].read(scene, "none");
                scene_keys()[place].read(scene, line->value);
            } else if (const auto of = view_value_name(line->key)) {
                if (!json_in(line->value)) throw Error(fmt::format(texts::lessons::no_value, in_quotes(line->value)));
                scene.session.views[of->view][of->name] = line->value;
                take_run_b(scene.session);
            } else {
                throw lesson_error(source, {line->place.line, 1}, unknown(line->key));
            }
        } catch (const Error& error) {
            const std::string said = error.what();
            if (said.starts_with(source + ":")) throw;
            throw lesson_error(source, line->place, said);
        }
    }
}

std::vector<SceneLine> solution_lines(const LessonQuestion& question, const std::string& source) {
    std::vector<SceneLine> lines;
    for (const std::string& line : split_lines(question.solution)) {
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos)
            throw lesson_error(source, question.answer_place, texts::lessons::solution_form);
        std::string value = line.substr(colon + 1);
        value.erase(0, value.find_first_not_of(' '));
        lines.push_back({.key = line.substr(0, colon), .value = value, .place = question.answer_place});
    }
    return lines;
}

std::vector<StepScenes> scenes_of(const Lesson& lesson, const ExampleOf& example_of) {
    std::vector<StepScenes> scenes;
    LessonScene now;
    for (const LessonStep& step : lesson.steps) {
        apply(now, step.scene, step.file, example_of);
        if (now.session.inputs.model.empty()) throw lesson_error(step.file, step.place, texts::lessons::no_first_model);
        StepScenes both{.first = now, .revealed = now, .solved = {}};
        both.revealed.covers.clear();
        apply(both.revealed, step.reveal, step.file, example_of);
        both.solved = both.first;
        if (step.question && step.question->kind == LessonQuestion::Kind::goal)
            apply(both.solved, solution_lines(*step.question, step.file), step.file, example_of);
        now = both.revealed;
        scenes.push_back(std::move(both));
    }
    return scenes;
}

std::vector<SceneLine> difference(const LessonScene& from, const LessonScene& to, const Trace* trace,
                                  const ExampleOf& example_of) {
    std::vector<SceneLine> lines;
    LessonScene now = from;
    for (const SceneKey& key : scene_keys()) {
        const auto wanted = key.write(to, trace);
        if (wanted.empty() || key.write(now, trace) == wanted) continue;
        std::vector<SceneLine> own;
        own.reserve(wanted.size());
        for (const std::string& value : wanted) own.push_back({.key = key.name, .value = value});
        apply(now, own, "", example_of);
        lines.insert(lines.end(), own.begin(), own.end());
    }
    // What views keep beside the keys, and what a key says in its own words.
    for (const auto& [view, values] : to.session.views)
        for (const auto& [name, value] : values) {
            const auto before = now.session.views.find(view);
            if (before != now.session.views.end() && before->second.contains(name) && before->second.at(name) == value)
                continue;
            lines.push_back({.key = fmt::format("{}.{}", view, name), .value = value});
        }
    return lines;
}

CellRef selected_cell(const LessonScene& scene, const Evaluation& run) { return one_cell(scene.cell, run); }

}  // namespace glassformer
