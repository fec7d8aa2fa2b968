// Words of the glossary in the panel's sentences: underlined, explained under the mouse, and a way to their page.
#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/views/explanation/cards.h"
#include "app/views/explanation/texts.h"
#include "app/views/shared/glossary.h"
#include "app/widgets/controls.h"
#include "core/base/words.h"

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

/// A letter begins at that byte; quotes, dashes and signs of mathematics (U+2000 to U+2FFF) are none.
bool letter_at(std::string_view text, std::size_t at) {
    if (at >= text.size()) return false;
    const auto c = static_cast<unsigned char>(text[at]);
    constexpr unsigned char signs = 0xE2;
    return c < 0x80 ? std::isalnum(c) != 0 || c == '_' : c != signs;
}

bool letter_before(std::string_view text, std::size_t at) {
    while (at > 0 && (static_cast<unsigned char>(text[--at]) & 0xC0U) == 0x80U) {
    }
    return letter_at(text, at);
}

}  // namespace

std::vector<TermInText> terms_in(std::string_view text, std::set<std::string>& known) {
    const std::string lower = lower_case(text);
    static const std::vector<const GlossaryTerm*> longest_first = [] {
        std::vector<const GlossaryTerm*> terms;
        for (const GlossaryTerm& term : glossary())  // "sum" needs no explanation but as a sign
            if (term.stages[0] != nullptr || term.page) terms.push_back(&term);
        std::ranges::stable_sort(terms, std::ranges::greater{},
                                 [](const GlossaryTerm* term) { return std::string_view(term->name).size(); });
        return terms;
    }();
    std::vector<TermInText> found;
    for (const GlossaryTerm* term : longest_first) {
        const std::string name = lower_case(term->name);
        for (std::size_t at = lower.find(name); at != std::string::npos; at = lower.find(name, at + 1)) {
            std::size_t end = at + name.size();
            if (end < lower.size() && lower[end] == 's') ++end;  // several of them
            const bool whole = (at == 0 || !letter_before(lower, at)) && !letter_at(lower, end);
            const bool free = std::ranges::none_of(
                found, [&](const TermInText& other) { return at < other.end && other.begin < end; });
            if (!whole || !free || !known.insert(name).second) continue;
            found.push_back({at, end, term});
        }
    }
    std::ranges::sort(found, {}, &TermInText::begin);
    return found;
}

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
