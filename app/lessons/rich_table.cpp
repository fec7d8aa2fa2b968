// Tables in a lesson's text: columns as wide as their words where there is room, numbers flush right.
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/rich_lines.h"
#include "core/base/utf8.h"

namespace glassformer {

namespace {

constexpr float between_columns = 1.2F, over_row = 0.28F;  // em
constexpr float unlimited_width = 1e6F;

using Cells = std::vector<std::vector<LessonSpan>>;

bool is_number(const std::vector<LessonSpan>& cell, const RichWords& words) {
    std::string text;
    for (const LessonSpan& span : cell) {
        if (span.kind == LessonSpan::Kind::formula) return false;
        text += text_of(span, words);
    }
    if (text.find_first_of("0123456789") == std::string::npos) return false;
    constexpr std::u32string_view signs = U"0123456789.,+-−±×%e∞ ";
    for (std::size_t at = 0; at < text.size();)
        if (signs.find(next_code_point(text, at)) == std::u32string_view::npos) return false;
    return true;
}

struct Columns {
    std::vector<float> widths;
    std::vector<Align> aligned;
};

/// Columns that ask for less than their share get it; the others share what is left.
void fit(std::vector<float>& widths, float room) {
    std::vector<bool> settled(widths.size(), false);
    std::size_t open = widths.size();
    float left = room;
    for (bool changed = true; changed && open > 0;) {
        changed = false;
        const float share = left / static_cast<float>(open);
        for (std::size_t i = 0; i < widths.size(); ++i)
            if (!settled[i] && widths[i] <= share) {
                settled[i] = changed = true;
                left -= widths[i];
                --open;
            }
    }
    for (std::size_t i = 0; i < widths.size(); ++i)
        if (!settled[i]) widths[i] = std::floor(left / static_cast<float>(open));
}

Columns columns_of(Painter& painter, std::span<const LessonBlock> rows, float width, const RichWords& words,
                   const RichLook& look) {
    Columns made;
    std::vector<bool> numbers, any;
    for (const LessonBlock& row : rows) {
        const std::size_t count = std::max(made.widths.size(), row.cells.size());
        made.widths.resize(count, 0);
        numbers.resize(count, true);
        any.resize(count, false);
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            RichLook of = look;
            of.bold = look.bold || row.head;
            const float wide = lay_out(painter, row.cells[i], unlimited_width, words, of).width;
            made.widths[i] = std::max(made.widths[i], std::ceil(wide) + 1);
            if (row.head || row.cells[i].empty()) continue;
            any[i] = true;
            numbers[i] = numbers[i] && is_number(row.cells[i], words);
        }
    }
    for (std::size_t i = 0; i < made.widths.size(); ++i)
        made.aligned.push_back(numbers[i] && any[i] ? Align::right : Align::left);
    const float gaps = between_columns * look.size * painter.em() * static_cast<float>(made.widths.size() - 1);
    float natural = gaps;
    for (const float each : made.widths) natural += each;
    if (natural > width) fit(made.widths, std::max(0.0F, width - gaps));
    return made;
}

}  // namespace

float rich_table(Painter& painter, const Rect& place, std::span<const LessonBlock> rows, std::size_t first_block,
                 const RichWords& words, const RichLook& look, std::vector<RichPlace>* places, bool draw) {
    const float e = look.size * painter.em(), pad = std::round(over_row * e);
    const Columns columns = columns_of(painter, rows, place.w, words, look);
    if (columns.widths.empty()) return 0;
    float whole = between_columns * e * static_cast<float>(columns.widths.size() - 1);
    for (const float each : columns.widths) whole += each;
    float y = place.y;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const LessonBlock& row = rows[r];
        RichLook of = look;
        of.bold = look.bold || row.head;
        float high = line_height(painter, look.size), x = place.x;
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            const RichLines lines = lay_out(painter, row.cells[i], columns.widths[i], words, of);
            draw_lines(painter, lines, row.cells[i], {x, y + pad}, columns.widths[i], columns.aligned[i], words, of,
                       {.block = first_block + r, .cell = static_cast<int>(i)}, places, draw);
            high = std::max(high, lines.height);
            x += columns.widths[i] + between_columns * e;
        }
        y = std::round(y + high + 2 * pad);
        if (draw && r + 1 < rows.size())
            painter.fill({place.x, y - 1, whole, 1}, row.head ? painter.theme().muted : painter.theme().border);
    }
    return y - place.y;
}

}  // namespace glassformer
