#include "app/sheets/lesson_sheet.h"

#include <fmt/core.h>

#include <cmath>

#include "app/sheets/fuzzy.h"
#include "app/sheets/texts.h"
#include "core/base/error.h"
#include "core/base/file.h"
#include "core/lesson/read_lesson.h"

namespace glassformer {

void LessonSheet::open(std::span<const std::filesystem::path> files) {
    rows_.clear();
    for (const std::filesystem::path& file : files) {
        Row row{.file = file, .title = {}, .detail = {}, .about = {}};
        try {
            const Lesson lesson = read_lesson(file);
            row.title = lesson.title;
            row.about = lesson.about;
            if (!lesson.lecture.empty()) row.about = fmt::format("{}: {}", lesson.lecture, lesson.about);
            row.detail = lesson.minutes > 0 ? fmt::format(texts::sheets::lesson_minutes, std::lround(lesson.minutes),
                                                          lesson.steps.size())
                                            : fmt::format(texts::sheets::lesson_steps, lesson.steps.size());
        } catch (const Error& error) {
            row.title = path_text(file.filename());
            row.about = error.what();
            row.sound = false;
        }
        rows_.push_back(std::move(row));
    }
    chooser_.open();
}

std::optional<std::filesystem::path> LessonSheet::draw(ViewContext& context) {
    std::vector<std::size_t> order;
    const auto rows = [&](const std::string& query) {
        std::vector<ChooserRow> matching;
        order.clear();
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const Row& row = rows_[i];
            const auto score =
                query.empty() ? std::optional<int>(0) : fuzzy_score(query, fmt::format("{} {}", row.title, row.about));
            if (!score) continue;
            matching.push_back({.text = row.about.empty() ? row.title : fmt::format("{} — {}", row.title, row.about),
                                .detail = row.detail,
                                .group = {},
                                .enabled = row.sound,
                                .score = *score});
            order.push_back(i);
        }
        std::vector<std::size_t> sorted(order.size());
        sort_rows(matching, sorted);
        std::vector<std::size_t> by_row;
        by_row.reserve(sorted.size());
        for (const std::size_t former : sorted) by_row.push_back(order[former]);
        order = std::move(by_row);
        return matching;
    };
    const auto chosen = chooser_.draw(
        context, {.id = "lessons", .placeholder = texts::sheets::find_lesson, .none = texts::sheets::no_lessons}, rows);
    if (!chosen || *chosen >= order.size()) return {};
    return rows_[order[*chosen]].file;
}

}  // namespace glassformer
