#include "app/sheets/stage_lessons.h"

#include <fmt/core.h>

#include <utility>

#include "app/sheets/fuzzy.h"
#include "app/sheets/texts.h"

namespace glassformer {

void StageLessonsSheet::open(std::vector<LessonStepPlace> places) {
    places_ = std::move(places);
    chooser_.open();
}

std::optional<LessonStepPlace> StageLessonsSheet::draw(ViewContext& context) {
    if (!chooser_.is_open()) return {};
    std::vector<std::size_t> shown;  // places of the rows
    std::vector<ChooserRow> matching;
    const auto rows = [&](const std::string& query) -> const std::vector<ChooserRow>& {
        matching.clear();
        shown.clear();
        for (std::size_t i = 0; i < places_.size(); ++i) {
            const LessonStepPlace& place = places_[i];
            const std::string& title = place.lesson->steps[static_cast<std::size_t>(place.step)].title;
            if (!fuzzy_score(query, fmt::format("{} {}", title, place.lesson->title))) continue;
            matching.push_back({.text = title.empty()
                                            ? fmt::format(texts::sheets::lesson_step, place.step + 1)
                                            : fmt::format(texts::sheets::numbered_step, place.step + 1, title),
                                .detail = place.linked ? texts::sheets::in_the_text : texts::sheets::in_the_picture,
                                .group = place.lesson->title});
            shown.push_back(i);
        }
        return matching;
    };
    const auto chosen = chooser_.draw(
        context,
        {.id = "stage lessons", .placeholder = texts::sheets::find_step, .none = texts::sheets::no_steps_found}, rows);
    if (!chosen) return {};
    return places_[shown[*chosen]];
}

}  // namespace glassformer
