#include "app/lessons/scene_marks.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "app/lessons/scene_texts.h"
#include "core/base/utf8.h"
#include "core/lesson/cell_words.h"
#include "core/lesson/expression.h"
#include "core/lesson/key_lines.h"

namespace glassformer {

namespace {

/// Where the sign stands outside of quotation marks.
std::size_t place_of_sign(std::string_view text, std::string_view sign) {
    bool quoted = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '"') quoted = !quoted;
        if (!quoted && text.substr(at).starts_with(sign)) return at;
    }
    return std::string_view::npos;
}

/// Both sides of the sign; throws Error with `form` where it or one of them is missing.
std::pair<std::string, std::string> sides_of(const std::string& value, std::string_view sign, const char* form) {
    std::string line = value;
    std::ranges::replace(line, '\n', ' ');  // a line that goes on
    const std::size_t at = place_of_sign(line, sign);
    if (at == std::string_view::npos) throw Error(form);
    const std::string_view whole = line;
    std::pair<std::string, std::string> sides{without_blanks(whole.substr(0, at)),
                                              without_blanks(whole.substr(at + sign.size()))};
    if (sides.first.empty() || sides.second.empty()) throw Error(form);
    return sides;
}

void require_reference(const std::string& cell) {
    try {
        static_cast<void>(parse_reference(cell));
    } catch (const ExpressionError& error) {
        throw Error(error.what());
    }
}

void add(LessonScene& scene, SceneMark mark) {
    if (scene.marks.size() >= most_marks) throw Error(fmt::format(texts::lessons::too_many_marks, most_marks));
    // Labels before arrows, so that a scene is the same in whatever order it was written.
    const auto after = mark.is_arrow() ? scene.marks.end() : std::ranges::find_if(scene.marks, &SceneMark::is_arrow);
    scene.marks.insert(after, std::move(mark));
}

std::vector<std::string> written(const LessonScene& scene, bool arrows) {
    std::vector<std::string> values;
    for (const SceneMark& mark : scene.marks)
        if (mark.is_arrow() == arrows)
            values.push_back(arrows ? mark.cell + " -> " + mark.to : mark.cell + " = " + mark.words);
    if (values.empty()) values.emplace_back("none");
    return values;
}

}  // namespace

void read_label(LessonScene& scene, const std::string& value) {
    if (value == "none") {
        std::erase_if(scene.marks, [](const SceneMark& mark) { return !mark.is_arrow(); });
        return;
    }
    auto [cell, words] = sides_of(value, "=", texts::lessons::label_form);
    require_reference(cell);
    if (const std::size_t long_as = decode_utf8(words).size(); long_as > longest_label)
        throw Error(fmt::format(texts::lessons::label_too_long, longest_label, long_as));
    add(scene, {.cell = std::move(cell), .words = std::move(words)});
}

void read_arrow(LessonScene& scene, const std::string& value) {
    if (value == "none") {
        std::erase_if(scene.marks, &SceneMark::is_arrow);
        return;
    }
    auto [cell, to] = sides_of(value, "->", texts::lessons::arrow_form);
    require_reference(cell);
    require_reference(to);
    add(scene, {.cell = std::move(cell), .to = std::move(to)});
}

std::vector<std::string> written_labels(const LessonScene& scene) { return written(scene, false); }
std::vector<std::string> written_arrows(const LessonScene& scene) { return written(scene, true); }

CellRef one_cell(const std::string& reference, const Evaluation& run) {
    const NamedCell found = cells_of(*parse_reference(reference), run);
    const Shape& shape = run.trace().record(found.record).shape;
    for (int d = 0; d < shape.rank(); ++d)
        if (found.cell[d] == Cell::all) throw ExpressionError(1, texts::lessons::not_one_cell);
    return {found.record, found.cell};
}

std::vector<CellMark> marks_in(const std::vector<SceneMark>& marks, const Evaluation& run) {
    std::vector<CellMark> found;
    for (const SceneMark& mark : marks) {
        CellMark one{.at = {}, .words = mark.words};
        try {
            one.at = one_cell(mark.cell, run);
            if (mark.is_arrow()) one.to = one_cell(mark.to, run);
        } catch (const ExpressionError&) {
            one = {.at = {}, .words = {}};  // the text of this run has no such word
        }
        found.push_back(std::move(one));
    }
    return found;
}

}  // namespace glassformer
