// A generated text as one reads it: with its spaces and lines, wrapped between words, the generated part highlighted.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/views/output/state.h"

namespace glassformer {

/// A text and the bytes at which its generated tokens begin and end: token i is written at [ends[i], ends[i + 1]), with
/// the space that separates it from the one before. The text before ends[0] was given.
struct RunningText {
    std::string text;
    std::vector<std::size_t> ends;
};
/// The text that is continued (of an encoder–decoder its target) as the run wrote it.
RunningText running_text(const Evaluation& evaluation, const TokenRun& run);

/// A character of the text where it is drawn, in pixels from the top left corner of the first line.
struct PlacedCharacter {
    std::size_t begin = 0, end = 0;  // bytes of the text
    float x = 0, width = 0;
    int line = 0;
};
/// Breaks the text into lines at spaces and at ends of lines, a word that no line holds anywhere. `measure` gives the
/// width of a piece of text.
std::vector<PlacedCharacter> laid_out(const std::string& text, float wide,
                                      const std::function<float(const std::string&)>& measure);

/// Height of all lines of the text in pixels, in this width.
float running_text_height(Ui& ui, float width, const std::string& text);
/// Draws the text; more lines than fit scroll, and the end comes into sight as it grows. Generated tokens are
/// highlighted in proportion to their probability.
void draw_running_text(ViewContext& context, const Rect& area, const RunningText& text, std::span<const RunStep> steps);

}  // namespace glassformer
