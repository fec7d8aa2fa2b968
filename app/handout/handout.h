// A lesson as it is taken away: its texts with the numbers that a run gave, and its pictures with their words. Whoever
// plays the lesson fills it in; here it becomes a page and a document.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/rich_text.h"
#include "app/platform/geometry.h"
#include "core/lesson/lesson.h"
#include "core/tape/meaning.h"

namespace glassformer {

/// A matrix as it was drawn, with the number of each cell as the program writes it.
struct HandoutMap {
    std::string name;                         // "Attention weights, head 1"
    Rect rect, seen;                          // of its cells; what of that is seen
    int rows = 0, cols = 0;                   // of the rectangle
    std::vector<std::string> row_names = {};  // none: they have no names
    std::vector<std::string> col_names = {};
    std::vector<std::string> values = {};  // row by row; fewer than all where the rest is not drawn
};

struct HandoutFigure {
    std::string svg;  // as cairo wrote it
    float width = 0, height = 0;
    std::string caption, alternative;
    std::vector<HandoutMap> maps = {};
};

/// Text whose live numbers and formulas are written out, with the colours of what its links name.
struct HandoutText {
    std::vector<LessonBlock> blocks = {};
    std::map<std::string, Meaning, std::less<>> meanings = {};  // by the links that name a stage or cell

    /// For rich_text(): what stands in the spans is what is to be written.
    RichWords words() const;
};

struct HandoutQuestion {
    std::vector<LessonSpan> question;  // formulas written out as in HandoutText
    std::vector<std::vector<LessonSpan>> options = {}, hints = {};
    std::vector<LessonSpan> answer;            // the right one; of a goal its solution
    HandoutText text = {};                     // that follows the answer
    std::optional<HandoutFigure> figure = {};  // none: as before the answer
};

struct HandoutStep {
    std::string title;
    HandoutText text = {};  // up to the question
    HandoutFigure figure = {};
    std::optional<HandoutQuestion> question = {};
    std::vector<LessonBlock> notes = {};  // none: not asked for, or there are none
};

struct Handout {
    std::string title, about, lecture;
    double minutes = 0;  // 0: not said
    std::vector<HandoutStep> steps = {};
};

}  // namespace glassformer
