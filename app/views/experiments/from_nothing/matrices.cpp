#include "app/views/experiments/from_nothing/matrices.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/paint/formula.h"
#include "app/pictures/board/labelled_matrix.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

constexpr float title_height = 1.9F, label_height = 1.3F, gap = 1.0F, widest_cell = 4.6F, highest_cell = 5.2F;  // em
constexpr FormulaStyle title_style{.size = em::body, .align = Align::left};

float labels_width(Ui& ui, const LinkedMatrix& matrix) {
    if (matrix.row_labels.empty()) return 0;
    return MatrixWords{.names = matrix.row_labels, .longest = 100}.widest(ui.painter, em::small) + 0.5F * ui.em;
}

std::string with_digits(double value, int digits) {
    std::string text = fmt::format("{:.{}f}", value, digits);
    if (text.find_first_not_of("-0.") == std::string::npos && text.front() == '-') text.erase(0, 1);
    return with_minus(text);
}

}  // namespace

ConstMatrix matrix_of(const Tensor& tensor) {
    const int cols = tensor.shape.cols();
    return {
        .data = tensor.data.data(), .rows = static_cast<int>(tensor.shape.rows()), .cols = cols, .row_stride = cols};
}

HeatStyle style_of(const ConstMatrix& numbers, Meaning meaning) {
    if (meaning == Meaning::weight) return {.map = HeatMap::sequential, .meaning = meaning};
    return {.meaning = meaning, .limit = largest_magnitude(numbers)};
}

std::string cell_number(double value, int decimals) { return with_digits(value, decimals); }

float place_lines(Ui& ui, const Rect& area, std::vector<std::vector<LinkedMatrix>>& lines) {
    const float em = ui.em;
    float labels = 0, above = 0, wide = widest_cell * em;
    int rows = 0;
    for (const auto& line : lines) labels = std::max(labels, labels_width(ui, line.front()));
    for (const auto& line : lines) {
        int cols = 0, most = 1;
        for (const LinkedMatrix& matrix : line) {
            cols += matrix.numbers.cols;
            most = std::max(most, matrix.numbers.rows);
        }
        const float fixed = labels + gap * em * static_cast<float>(line.size() - 1);
        wide = std::min(wide, (area.w - fixed) / static_cast<float>(cols));
        rows += most;
        above += (title_height + label_height) * em;
    }
    const float between = 0.5F * em * static_cast<float>(lines.size() - 1);
    wide = std::floor(std::max(wide, 4.0F));
    const float high =
        std::floor(std::clamp((area.h - above - between) / static_cast<float>(rows), 0.8F * em, highest_cell * em));
    float y = area.y;
    for (auto& line : lines) {
        float x = area.x + labels;
        y += (title_height + label_height) * em;
        int most = 1;
        for (LinkedMatrix& matrix : line) {
            matrix.cells = Rect{x, y, wide * static_cast<float>(matrix.numbers.cols),
                                high * static_cast<float>(matrix.numbers.rows)}
                               .snapped();
            x = matrix.cells.right() + gap * em;
            most = std::max(most, matrix.numbers.rows);
        }
        y += high * static_cast<float>(most) + 0.5F * em;
    }
    return y - 0.5F * em - area.y;
}

std::optional<LinkedCell> draw_linked(Ui& ui, const LinkedMatrix& matrix) {
    Painter& painter = ui.painter;
    const float em = ui.em;
    const Rect& cells = matrix.cells;
    const ConstMatrix& numbers = matrix.numbers;
    const float above = matrix.col_labels.empty() ? 0 : label_height * em;
    const float room = cells.w + gap * em;
    const bool fits = measure_formula(painter, matrix.symbol, 1e6F, title_style).width <= room - 0.6F * em;
    draw_formula_at(painter, fits ? matrix.symbol : matrix.brief, {cells.x, cells.y - above - 0.55F * em}, title_style);
    const bool by_row = matrix.marked_row >= 0, by_col = matrix.marked_col >= 0;
    LabelledMatrix map{
        .values = numbers,
        .style = matrix.style,
        .rows = {.names = matrix.row_labels, .longest = 100, .lit = {{matrix.marked_row, ui.theme.text}}},
        // Words of narrow columns are smaller: they must not touch.
        .columns = {.names = matrix.col_labels,
                    .longest = 100,
                    .most_lean = 0,
                    .least = 0.6F * em::small,
                    .lit = {{matrix.marked_col, ui.theme.text}}}};
    if (by_row)
        map.marks.push_back(
            {.at = {matrix.marked_row, 0}, .cols = numbers.cols, .colour = ui.theme.accent.faded(by_col ? 0.6F : 1)});
    if (by_col)
        map.marks.push_back(
            {.at = {0, matrix.marked_col}, .rows = numbers.rows, .colour = ui.theme.accent.faded(by_row ? 0.6F : 1)});
    if (by_row && by_col)
        map.marks.push_back({.at = {matrix.marked_row, matrix.marked_col}, .colour = ui.theme.accent, .width = 2.5F});
    const MatrixPlace place = map.around(painter, cells);
    for (const int digits : {2, 1}) {  // with one where two are too wide, or none at all
        map.number = [digits](float value) { return with_digits(static_cast<double>(value), digits); };
        if (map.numbers_fit(painter, place)) break;
    }
    map.draw(painter, place);
    const Region touched = region(ui, "from_nothing " + matrix.id, cells);
    if (!touched.hovered && !touched.clicked) return {};
    const CellAt at = place.hit(touched.mouse);
    if (!at) return {};
    return LinkedCell{.row = at.row, .col = at.col, .clicked = touched.clicked};
}

}  // namespace glassformer
