// Words of the glossary in the panel's sentences: underlined, explained under the mouse, and a way to their page.
#include <fmt/core.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/explanation/cards.h"
#include "app/views/explanation/texts.h"
#include "app/views/shared/glossary_words.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

/// The lines into which paragraph() breaks a text.
std::vector<std::string> lines_of(Painter& painter, std::string_view text, float width, const TextStyle& style) {
    std::vector<std::string> lines(1);
    while (!text.empty()) {
        const std::size_t end = text.find_first_of(" \n");
        const std::string word(text.substr(0, end));
        std::string& line = lines.back();
        std::string longer = line;
        if (!line.empty()) longer += ' ';
        longer += word;
        if (!line.empty() && painter.measure(longer, style.size, style.face).width > width)
            lines.push_back(word);
        else
            line = longer;
        if (end == std::string_view::npos) break;
        if (text[end] == '\n') lines.emplace_back();
        text.remove_prefix(end + 1);
    }
    return lines;
}

}  // namespace

void PanelWriter::term_links(const Rect& rect, const std::string& text, const TextStyle& style, const char* name) {
    Painter& painter = ui_.painter;
    const float height = painter.measure("x", style.size, style.face).height, line_height = std::round(height * 1.22F);
    std::set<std::string> known;  // the first of each word is enough
    float y = rect.y;
    for (const std::string& line : lines_of(painter, text, rect.w, style)) {
        const auto wide = [&](std::size_t end) {
            return painter.measure(line.substr(0, end), style.size, style.face).width;
        };
        for (const TermInText& found : terms_in(line, known)) {
            const GlossaryTerm& term = *found.term;
            const float x = rect.x + wide(found.begin);
            const Rect place{x, y, rect.x + wide(found.end) - x, line_height};
            context_.targets.put(fmt::format("word {}", term.name), place);
            const Region touched = region(ui_, fmt::format("{} word {}", name, term.name), place, true);
            const bool lit = touched.hovered || touched.focused;
            const float below = std::round(y + height) + 0.5F;
            if (lit)
                painter.line({place.x, below}, {place.right(), below}, ui_.theme.accent, 1);
            else
                painter.dashed({place.x, below}, {place.right(), below}, ui_.theme.faint, 1, 2, 2);
            if (!lit) continue;
            if (touched.hovered) *ui_.cursor = CursorShape::hand;
            tooltip(ui_, place, fmt::format("{}\n{}\n{}", term.name, term.text, texts::explanation::term_in_glossary));
            if (touched.clicked || touched.activated) context_.explain = term.name;
        }
        y += line_height;
    }
}

}  // namespace glassformer
