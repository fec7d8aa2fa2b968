#include "app/lessons/picture_cover.h"

#include <fmt/core.h>

#include <algorithm>

#include "app/lessons/scene_texts.h"
#include "app/paint/painter.h"
#include "app/views/shared/wording.h"
#include "core/base/number_text.h"
#include "core/lesson/cell_words.h"

namespace glassformer {

namespace {

constexpr std::size_t most_covered = 4096, most_written = 64;
constexpr std::size_t least_written = 3;  // letters: "1" is written for much else

/// The answer is the number of one cell.
bool asks_for_cell(const LessonStep& step) {
    if (!step.question || step.question->kind != LessonQuestion::Kind::number) return false;
    try {
        return parse_reference(step.question->answer) != nullptr;
    } catch (const Error&) {
        return false;
    }
}

void add_written(std::vector<std::string>& written, float value) {
    const auto number = static_cast<double>(value);
    for (const std::string& words : {number_text(number), exact_text(value), percent_text(number)}) {
        for (const std::string& way : {words, with_minus(words)})
            if (way.size() >= least_written && std::ranges::find(written, way) == written.end()) written.push_back(way);
    }
}

}  // namespace

std::vector<const float*> covered_numbers(const std::string& reference, const Evaluation& run) {
    const NamedCell named = cells_of(*parse_reference(reference), run);
    const Record& record = run.trace().record(named.record);
    std::vector<const float*> found;
    const std::size_t count = record.shape.count();
    for (std::size_t i = 0; i < count; ++i) {
        const Cell cell = record.shape.cell(i);
        bool meant = true;
        for (int d = 0; d < record.shape.rank(); ++d)
            meant = meant && (named.cell[d] == Cell::all || named.cell[d] == cell[d]);
        if (!meant) continue;
        if (found.size() == most_covered)
            throw ExpressionError(1, fmt::format(texts::lessons::covers_too_many, most_covered));
        found.push_back(record.value + i);
    }
    return found;
}

PictureCover cover_of(const LessonStep& step, const LessonScene& scene, const Evaluation& run) {
    PictureCover cover;
    cover.texts = run.inputs().text;
    if (const auto& other = scene.session.b.own; other && other->text != cover.texts) cover.texts += "\n" + other->text;
    const auto add = [&](const std::string& reference) {
        try {
            const std::vector<const float*> found = covered_numbers(reference, run);
            if (cover.cells.size() + found.size() > most_covered) {
                cover.picture = true;  // each matrix looks for each of them in every frame
                return;
            }
            const NamedCell named = cells_of(*parse_reference(reference), run);
            const Record& record = run.trace().record(named.record);
            for (const float* const one : found) {
                cover.cells.push_back(one);
                if (cover.cells.size() <= most_written)
                    add_written(cover.written,
                                run.trace().value(named.record,
                                                  record.shape.cell(static_cast<std::size_t>(one - record.value))));
            }
        } catch (const Error&) {
            return;  // another run is shown; lesson check says what is wrong with the file
        }
    };
    for (const std::string& one : scene.covers) {
        if (one == cover_caption)
            cover.caption = true;
        else if (one == cover_picture)
            cover.picture = true;
        else
            add(one), cover.named = true;
    }
    if (scene.covers.empty() && asks_for_cell(step)) add(step.question->answer);
    return cover;
}

}  // namespace glassformer
