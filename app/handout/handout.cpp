#include "app/handout/handout.h"

namespace glassformer {

RichWords HandoutText::words() const {
    return {.live = [](const LessonSpan& span) { return span.text; },
            .formula = [](const LessonSpan& span) { return span.text; },
            .meaning = [this](std::string_view link) -> std::optional<Meaning> {
                const auto known = meanings.find(link);
                return known == meanings.end() ? std::nullopt : std::optional<Meaning>(known->second);
            },
            .lit = {}};
}

}  // namespace glassformer
