#include "app/views/experiments/from_nothing/matrices.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "app/paint/formula.h"
#include "app/paint/heat_scale.h"
#include "app/widgets/controls.h"

namespace glassformer {

namespace {

constexpr float title_height = 1.9F, label_height = 1.3F, gap = 1.0F, widest_cell = 4.6F, highest_cell = 5.2F;  // em
constexpr float between_numbers = 0.45F;                                                                        // em
constexpr FormulaStyle title_style{.size = em::body, .align = Align::left};

float labels_width(Ui& ui, const LinkedMatrix& matrix) {
    float widest = 0;
    for (const std::string& label : matrix.row_labels)
        widest = std::max(widest, ui.painter.measure(label, em::small).width);
    return matrix.row_labels.empty() ? 0 : std::ceil(widest + 0.5F * ui.em);
}

std::string with_digits(double value, int digits) {
    std::string text = fmt::format("{:.{}f}", value, digits);
    if (text.find_first_not_of("-0.") == std::string::npos && text.front() == '-') text.erase(0, 1);
    return with_minus(text);
}

/// With two digits, or one where these are too wide, or none at all.
void numbers_in(Ui& ui, const LinkedMatrix& matrix) {
    const ConstMatrix& numbers = matrix.numbers;
    const Rect first = cell_rect(matrix.cells, numbers.rows, numbers.cols, 0, 0);
    if (first.h < ui.em) return;
    const auto fits = [&](int digits) {
        for (int row = 0; row < numbers.rows; ++row)
            for (int col = 0; col < numbers.cols; ++col) {
                const std::string text = with_digits(static_cast<double>(numbers.at(row, col)), digits);
                if (ui.painter.measure(text, em::small).width > first.w - between_numbers * ui.em) return false;
            }
        return true;
    };
    const int digits = fits(2) ? 2 : 1;
    if (digits == 1 && !fits(1)) return;
    const HeatScale scale(ui.painter, matrix.style);
    for (int row = 0; row < numbers.rows; ++row)
        for (int col = 0; col < numbers.cols; ++col)
            text_in(ui.painter, cell_rect(matrix.cells, numbers.rows, numbers.cols, row, col),
                    with_digits(static_cast<double>(numbers.at(row, col)), digits),
                    {.colour = text_on(ui.theme, scale.fill(numbers.at(row, col)).ground),
                     .size = em::small,
                     .align = Align::centre});
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
    painter.heatmap(numbers, cells, matrix.style);
    numbers_in(ui, matrix);
    const auto ink = [&](bool marked) { return marked ? ui.theme.text : ui.theme.muted; };
    for (int row = 0; row < static_cast<int>(matrix.row_labels.size()); ++row) {
        const Rect cell = cell_rect(cells, numbers.rows, numbers.cols, row, 0);
        const Rect place{cells.x - labels_width(ui, matrix), cell.y, labels_width(ui, matrix) - 0.3F * em, cell.h};
        text_in(painter, place, matrix.row_labels[static_cast<std::size_t>(row)],
                {.colour = ink(row == matrix.marked_row), .size = em::small, .align = Align::right});
    }
    // Words of narrow columns are smaller: they must not touch.
    float widest = 0;
    for (const std::string& label : matrix.col_labels)
        widest = std::max(widest, painter.measure(label, em::small).width);
    const float column = cells.w / static_cast<float>(numbers.cols) - 0.3F * em;
    const float shrunk = widest > column ? std::max(0.6F, column / widest) : 1;
    // Where they cannot be so small either, the rows name the same words.
    const bool named = std::ranges::all_of(matrix.col_labels, [&](const std::string& label) {
        return painter.measure(label, shrunk * em::small).width <= column + 0.5F;
    });
    for (int col = 0; named && col < static_cast<int>(matrix.col_labels.size()); ++col) {
        const Rect cell = cell_rect(cells, numbers.rows, numbers.cols, 0, col);
        text_in(painter, {cell.x, cells.y - label_height * em, cell.w, label_height * em},
                matrix.col_labels[static_cast<std::size_t>(col)],
                {.colour = ink(col == matrix.marked_col), .size = shrunk * em::small, .align = Align::centre});
    }
    const bool by_row = matrix.marked_row >= 0, by_col = matrix.marked_col >= 0;
    if (by_row)
        painter.stroke(cell_rect(cells, numbers.rows, numbers.cols, matrix.marked_row, 0, 1, numbers.cols),
                       ui.theme.accent.faded(by_col ? 0.6F : 1), 1.5F);
    if (by_col)
        painter.stroke(cell_rect(cells, numbers.rows, numbers.cols, 0, matrix.marked_col, numbers.rows, 1),
                       ui.theme.accent.faded(by_row ? 0.6F : 1), 1.5F);
    if (by_row && by_col)
        painter.stroke(cell_rect(cells, numbers.rows, numbers.cols, matrix.marked_row, matrix.marked_col),
                       ui.theme.accent, 2.5F);
    const Region touched = region(ui, "from_nothing " + matrix.id, cells);
    if (!touched.hovered && !touched.clicked) return {};
    const CellAt at = cell_at(cells, numbers.rows, numbers.cols, touched.mouse);
    if (!at) return {};
    return LinkedCell{.row = at.row, .col = at.col, .clicked = touched.clicked};
}

}  // namespace glassformer
