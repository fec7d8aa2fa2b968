// libFuzzer target: any bytes as a lesson file, as formatted text, and as a formula, whole and each that the text has.
// What is wrong with them is an Error; anything else that is thrown, and what a sanitizer finds, is a fault of ours.
// scripts/fuzz-lessons.sh builds and runs it.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/base/error.h"
#include "core/lesson/edit_lesson.h"
#include "core/lesson/expression.h"
#include "core/lesson/markdown.h"
#include "core/lesson/read_lesson.h"
#include "core/tape/formula_text.h"

namespace {

void read_formula(std::string_view markup) {
    using namespace glassformer;
    try {
        static_cast<void>(plain_formula(markup));
        static_cast<void>(parse_formula(with_symbols(markup, {"y", Meaning::plain}, {})));
    } catch (const Error&) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace glassformer;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        const Lesson lesson = lesson_from_text(text, "fuzz.md");
        for (int step = 0; step < static_cast<int>(lesson.steps.size()) && step < 3; ++step) {
            const auto& scene = lesson.steps[static_cast<std::size_t>(step)].scene;
            static_cast<void>(with_scene(text, lesson, step, scene));
            static_cast<void>(with_step(text, lesson, step, written_step("T", scene)));
        }
    } catch (const Error&) {
    }
    std::size_t words = 0;  // nothing of a line is lost but its dollar signs and braces
    for (const LessonSpan& span : words_and_formulas(text)) {
        words += span.text.size() + (span.kind == LessonSpan::Kind::formula ? 2
                                     : span.kind == LessonSpan::Kind::live  ? 4
                                                                            : 0);
        if (span.kind == LessonSpan::Kind::formula) read_formula(span.text);
    }
    read_formula(text);
    if (words != size) std::abort();
    try {
        static_cast<void>(parse_formatted(text));
    } catch (const Error&) {
    }
    return 0;
}
