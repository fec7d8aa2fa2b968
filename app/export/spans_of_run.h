// A lesson's text as it is read in one run, for what is exported: live numbers and formulas are written out.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "app/handout/handout.h"
#include "core/lesson/value.h"

namespace glassformer {

class SpansOfRun {
public:
    SpansOfRun(const LessonStep& step, const LessonRuns& runs) : step_(step), runs_(runs) {}

    /// Throws Error with the place of a number that cannot be read.
    HandoutText text(std::span<const LessonBlock> blocks) const;
    /// Of a question, an option, a hint.
    std::vector<LessonSpan> line(std::string_view words) const;

private:
    void write_out(std::vector<LessonSpan>& spans, HandoutText& text) const;
    std::string number(const LessonSpan& span) const;

    const LessonStep& step_;
    const LessonRuns& runs_;
};

}  // namespace glassformer
