// A lesson's text as HTML. Whatever a lesson says is text: nothing of it can become a tag, an attribute or a script.
#pragma once

#include <string>
#include <string_view>

#include "app/handout/handout.h"
#include "app/paint/theme.h"

namespace glassformer {

class FigureSheet;  // figure_sheet.h

/// With what means something in HTML written as entities; for the text of elements and of attributes in quotation
/// marks.
std::string html_text(std::string_view text);

/// Counts what must have a name of its own in the page.
struct HtmlNames {
    int formulas = 0;
    FigureSheet* sheet = nullptr;  // of the page, which has the formulas' letters; null: each has its own
};

/// Paragraphs, lists, quotes, tables and formulas of the text; pauses and questions among them are left out. A formula
/// is drawn for both themes, and the page's style shows one.
std::string html_blocks(const HandoutText& text, const Theme& light, const Theme& dark, HtmlNames& names);

/// The same of a part of a paragraph.
std::string html_spans(const std::vector<LessonSpan>& spans, const Theme& light, const Theme& dark, HtmlNames& names);

/// "40 minutes"; "" where they are not said.
std::string minutes_text(double minutes);

/// "--residual:#1a2b3c;…": the colours of the meanings, for the page's style.
std::string html_meanings(const Theme& theme);

}  // namespace glassformer
