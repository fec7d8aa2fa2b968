#include "app/pictures/board/bars.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/pictures/board/heat_panel.h"
#include "app/pictures/board/texts.h"
#include "core/base/number_text.h"
#include "core/generate/next_token.h"
#include "core/io/model_folder.h"

namespace glassformer {

namespace {

constexpr float line_height = 1.45F;    // em
constexpr float caption_height = 1.6F;  // em

/// True where a row predicts the next token, not the token at its own position.
bool foretells(const Page& page) { return predicts_next_token(page.scene.evaluation.model()); }

}  // namespace

std::vector<int> largest_entries(const ConstMatrix& matrix, int row, int count) {
    const ConstMatrix entries = here(block(matrix, row, 0, 1, matrix.cols));
    std::vector<int> lines;
    for (int c = 0; c < entries.cols; ++c)
        if (std::isfinite(entries.at(0, c))) lines.push_back(c);
    const auto kept = std::min(lines.size(), static_cast<std::size_t>(std::max(count, 0)));
    std::partial_sort(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(kept), lines.end(), [&](int a, int b) {
        return entries.at(0, a) != entries.at(0, b) ? entries.at(0, a) > entries.at(0, b) : a < b;
    });
    lines.resize(kept);
    return lines;
}

int bars_row(const Page& page, const Slice& slice) {
    const CellAt line = page.lit ? slice.find(page.lit.cell) : CellAt{};
    if (line) return line.row;
    return std::min(answer_row(page.scene.evaluation), slice.values.rows - 1);
}

std::string bars_place(const Page& page, const Slice& slice, int row) {
    const std::string word = page.label(slice.record, slice.row_dim, row);
    if (word.empty()) return "";
    return foretells(page) ? fmt::format(texts::pictures::after_token, word)
                           : fmt::format(texts::pictures::for_token, word);
}

namespace {

/// The best column of every row moves to the front, after the best of all: a row whose prediction is not among the
/// columns would look as if it had none. Only where rows are few, and reading all of them costs nothing.
void bring_best_of_rows(const ConstMatrix& values, std::vector<int>& columns) {
    constexpr int few_rows = 12, few_columns = 4096;
    if (values.rows > few_rows || values.cols > few_columns || columns.empty()) return;
    auto front = columns.begin() + 1;
    for (int row = 0; row < values.rows; ++row) {
        const std::vector<int> best = largest_entries(values, row, 1);  // none in a row without finite numbers
        if (best.empty() || std::find(columns.begin(), front, best.front()) != front) continue;
        const auto place = std::find(front, columns.end(), best.front());
        if (place == columns.end())
            front = columns.insert(front, best.front()) + 1;
        else
            std::rotate(front, place, place + 1), ++front;
    }
}

}  // namespace

std::vector<int> vocabulary_columns_shown(const Page& page, const Slice& slice) {
    constexpr int few = 64, shown = 200, certain = 8;
    if (slice.record < 0 || slice.col_dim < 0 || slice.values.cols <= few) return {};
    if (page.trace.record(slice.record).shape.axis(slice.col_dim) != Axis::vocab) return {};
    std::vector<int> columns = largest_entries(slice.values, bars_row(page, slice), shown);
    bring_best_of_rows(slice.values, columns);
    const CellAt lit = page.lit ? slice.find(page.lit.cell) : CellAt{};
    if (!lit) return columns;
    const auto place = std::find(columns.begin(), columns.end(), lit.col);
    if (place - columns.begin() < certain) return columns;
    if (place != columns.end()) columns.erase(place);
    columns.insert(columns.begin(), lit.col);
    return columns;
}

std::vector<Bar> largest_bars(const Page& page, const Slice& slice, int row, int count) {
    std::vector<Bar> bars;
    for (const int c : largest_entries(slice.values, row, count))
        bars.push_back({page.label(slice.record, slice.col_dim, slice.col_first + c),
                        slice.values.at(row, c),
                        {slice.record, slice.cell(row, c)}});
    return bars;
}

int bars_that_fit(const Page& page, float height) {
    return std::max(0, static_cast<int>((height / page.em - caption_height) / line_height));
}

void draw_bars(Page& page, const Rect& rect, const std::string& caption, const std::vector<Bar>& bars,
               Meaning meaning) {
    Painter& painter = page.painter;
    const Theme& theme = painter.theme();
    const float em = page.em;
    text_in(painter, {rect.x, rect.y, rect.w, 1.2F * em}, caption, {.colour = theme.muted, .size = em::small});
    float low = 0, high = 0, words = 0;
    for (const Bar& bar : bars) {
        low = std::min(low, bar.value);
        high = std::max(high, bar.value);
        words = std::max(words, painter.measure(bar.label, em::small).width);
    }
    words = std::min(words, 0.4F * rect.w);
    const float longest = std::max(high, -low), range = high - low;
    const float numbers = 3.5F * em, room = std::max(0.0F, rect.w - words - numbers - 1.1F * em);
    const float zero = rect.x + words + 0.6F * em + (range > 0 ? std::round(room * -low / range) : 0);
    float y = rect.y + caption_height * em;
    for (const Bar& bar : bars) {
        const Rect line{rect.x, std::round(y), rect.w, std::floor(line_height * em)};
        const bool selected = bar.cell && bar.cell == page.scene.selected;
        if (selected || (bar.cell && bar.cell == page.scene.hovered))
            painter.stroke(line, selected ? theme.accent : theme.faint, 1.5F, 3);
        painter.text({line.x + words + 0.2F * em, line.centre().y},
                     shortened(painter, bar.label, words, em::small, Face::sans),
                     {.colour = selected ? theme.accent_text : theme.text,
                      .size = em::small,
                      .align = Align::right,
                      .anchor = Anchor::middle});
        const float length = range > 0 ? std::round(room * std::abs(bar.value) / range) : 0;
        const bool negative = bar.value < 0;
        painter.fill({negative ? zero - length : zero, line.y + 0.3F * em, length, line.h - 0.6F * em},
                     bar_colour(theme, meaning, negative), 2);
        const bool share = page.stage.stage->range == Range::probability;
        painter.text({zero + 0.3F * em + (negative ? 0 : length), line.centre().y},
                     share ? percent_text(static_cast<double>(bar.value)) : short_number(bar.value, longest),
                     {.colour = theme.muted, .size = em::small, .anchor = Anchor::middle});
        if (bar.cell && line.contains(page.mouse)) page.note({bar.cell, line});
        y += line_height * em;
    }
    if (low < 0) painter.line({zero, rect.y + caption_height * em}, {zero, y}, theme.faint, 1);
}

}  // namespace glassformer
