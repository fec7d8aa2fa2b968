#include "app/export/spans_of_run.h"

#include "app/views/shared/wording.h"
#include "core/base/error.h"
#include "core/lesson/cell_words.h"
#include "core/lesson/markdown.h"

namespace glassformer {

HandoutText SpansOfRun::text(std::span<const LessonBlock> blocks) const {
    HandoutText text{.blocks = {blocks.begin(), blocks.end()}};
    for (LessonBlock& block : text.blocks) {
        write_out(block.spans, text);
        for (auto& cell : block.cells) write_out(cell, text);
    }
    return text;
}

std::vector<LessonSpan> SpansOfRun::line(std::string_view words) const {
    std::vector<LessonSpan> spans = words_and_formulas(words);
    for (LessonSpan& span : spans) span.place = step_.question ? step_.question->place : step_.place;
    HandoutText text;
    write_out(spans, text);
    return spans;
}

void SpansOfRun::write_out(std::vector<LessonSpan>& spans, HandoutText& text) const {
    for (LessonSpan& span : spans) {
        if (span.kind == LessonSpan::Kind::live) span.text = number(span);
        if (span.kind == LessonSpan::Kind::formula)
            if (const int id = runs_.shown->trace().find(span.text); id >= 0)
                span.text = runs_.shown->trace().formula(id);
        const int id = span.link.empty() ? -1 : runs_.shown->trace().find(span.link.substr(0, span.link.find('[')));
        if (id >= 0)
            if (const Stage* stage = runs_.shown->trace().record(id).stage)
                text.meanings.insert_or_assign(span.link, stage->meaning);
    }
}

std::string SpansOfRun::number(const LessonSpan& span) const {
    try {
        const FormattedExpression formatted = parse_formatted(span.text);
        return value_text(formatted, evaluate(*formatted.expression, runs_),
                          [](double value) { return number_text(value); });
    } catch (const Error& error) {
        throw lesson_error(step_.file, span.place, error.what());
    }
}

}  // namespace glassformer
