#include "app/views/train/heads/head_words.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace glassformer {

bool NamedLines::named(int line) const {
    if (std::ranges::find(forced, line) != forced.end()) return true;
    return line % every == 0 && std::ranges::none_of(forced, [&](int other) { return std::abs(other - line) < every; });
}

NamedLines named_lines(float line, float cell, std::vector<int> forced) {
    std::erase_if(forced, [](int index) { return index < 0; });
    return {std::move(forced), std::max(1, static_cast<int>(std::ceil(0.92F * line / std::max(1.0F, cell))))};
}

float longest_word(Painter& painter, const std::vector<std::string>& words, float most, float size) {
    float width = 0;
    for (const std::string& word : words) width = std::max(width, painter.measure(word, size).width);
    return std::ceil(std::min(width, most));
}

ColumnWords fit_column_words(Painter& painter, float cell, float longest, float trail, float size) {
    const float line = painter.measure("0", size).height;
    if (longest + 0.5F * painter.em() <= cell) return {WordLean::lying, line};
    const bool apart = slanted_slope * cell >= 0.95F * line, inside = slanted_slope * longest - cell / 2 <= trail;
    if (apart && inside) return {WordLean::slanted, slanted_slope * (longest + line)};
    return {WordLean::upright, longest};
}

void draw_row_words(Painter& painter, const Rect& cells, const std::vector<std::string>& words, float width, float size,
                    int lit) {
    const Theme& theme = painter.theme();
    const float line = painter.measure("0", size).height;
    const float high = cells.h / static_cast<float>(std::max<std::size_t>(1, words.size()));
    const NamedLines named = named_lines(line, high, {lit});
    for (std::size_t row = 0; row < words.size(); ++row) {
        const auto index = static_cast<int>(row);
        if (!named.named(index)) continue;
        painter.text({cells.x - beside_cells * painter.em(), cells.y + (static_cast<float>(row) + 0.5F) * high},
                     shortened(painter, words[row], width, size, Face::sans),
                     {.colour = index == lit ? theme.accent_text : theme.text,
                      .size = size,
                      .align = Align::right,
                      .anchor = Anchor::middle});
    }
}

void draw_column_words(Painter& painter, const Rect& cells, const std::vector<std::string>& words,
                       const ColumnWords& place, float size, const std::vector<int>& lit) {
    const Theme& theme = painter.theme();
    const float em = painter.em(), line = painter.measure("0", size).height;
    const float wide = cells.w / static_cast<float>(std::max<std::size_t>(1, words.size()));
    const bool lying = place.lean == WordLean::lying, slanted = place.lean == WordLean::slanted;
    const NamedLines named = named_lines(line, slanted ? slanted_slope * wide : wide, lit);
    const float longest = lying ? wide : slanted ? place.above / slanted_slope - line : place.above;
    for (std::size_t column = 0; column < words.size(); ++column) {
        const auto index = static_cast<int>(column);
        if (place.lean == WordLean::upright && !named.named(index)) continue;
        const bool is_lit = std::ranges::find(lit, index) != lit.end();
        TextStyle style{.colour = is_lit ? theme.accent_text : theme.text, .size = size, .anchor = Anchor::middle};
        style.degrees = lying ? 0.0F : slanted ? 45.0F : 90.0F;
        if (lying) style.align = Align::centre;
        const float up = lying ? line / 2 + 0.2F * em : beside_cells * em;
        painter.text({cells.x + (static_cast<float>(column) + 0.5F) * wide, cells.y - up},
                     shortened(painter, words[column], longest + 0.5F, size, Face::sans), style);
    }
}

}  // namespace glassformer
