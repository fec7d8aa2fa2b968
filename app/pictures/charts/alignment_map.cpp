#include "app/pictures/charts/alignment_map.h"

#include <algorithm>
#include <cmath>

#include "app/paint/heat_scale.h"
#include "app/pictures/board/heat_panel.h"

namespace glassformer {

Rect draw_alignment(Painter& painter, const Rect& rect, const AlignmentMap& map) {
    const Theme& theme = painter.theme();
    const float em = painter.em();
    const Alignment& numbers = map.alignment;
    if (numbers.rows == 0 || numbers.cols == 0) return {rect.x, rect.y, 0, 0};
    float left = 0, top = 0;
    for (const std::string& word : map.rows) left = std::max(left, painter.measure(word, em::small).width);
    for (const std::string& word : map.columns) top = std::max(top, painter.measure(word, em::small).width);
    left = std::min(left, 0.3F * rect.w) + 0.6F * em;
    const auto rows = static_cast<float>(numbers.rows), cols = static_cast<float>(numbers.cols);
    // Words lie where a cell is wide enough, and rise where it is not.
    const float wide = (rect.w - left) / cols;
    const bool lying = top + 0.4F * em < wide;
    const float head = lying ? 1.5F * em : std::min(0.71F * (top + em), 0.35F * rect.h);
    const float trail = lying ? 0 : std::min(0.71F * top, 0.2F * rect.w);  // the last word leans over the edge
    const float cell_w = std::floor(std::min((rect.w - left - trail) / cols, 8.0F * em));
    const float cell_h = std::floor(std::min((rect.h - head) / rows, 4.0F * em));
    if (cell_w < 2 || cell_h < 2) return {rect.x, rect.y, 0, 0};
    const Rect cells = Rect{rect.x + left, rect.y + head, cell_w * cols, cell_h * rows}.snapped();
    const HeatStyle style{.map = HeatMap::sequential, .meaning = Meaning::weight, .limit = 1};
    const ConstMatrix matrix{.data = numbers.values.data(),
                             .rows = numbers.rows,
                             .cols = numbers.cols,
                             .row_stride = numbers.cols,
                             .generation = map.generation};
    painter.heatmap(matrix, cells, style);
    for (int c = 0; c < numbers.cols; ++c) {
        const Rect at = cell_rect(cells, numbers.rows, numbers.cols, 0, c);
        const bool lit = map.hovered.col == c || map.selected.col == c;
        const TextStyle text{.colour = lit ? theme.text : theme.muted, .size = em::small};
        const std::string& word = map.columns[static_cast<std::size_t>(c)];
        if (lying) {
            TextStyle centred = text;
            centred.align = Align::centre;
            text_in(painter, {at.x, rect.y, at.w, head}, word, centred);
        } else {
            TextStyle slanted = text;
            slanted.degrees = 45, slanted.anchor = Anchor::middle;
            painter.text({at.centre().x, cells.y - 0.35F * em}, word, slanted);
        }
    }
    const HeatScale scale(painter, style);
    const bool digits = cell_w > 2.4F * em && cell_h > 1.3F * em;
    for (int r = 0; r < numbers.rows; ++r) {
        const Rect at = cell_rect(cells, numbers.rows, numbers.cols, r, 0);
        const bool lit = map.hovered.row == r || map.selected.row == r;
        const Colour colour = r == map.last_row ? theme.accent_text : lit ? theme.text : theme.muted;
        text_in(painter, {rect.x, at.y, left - 0.5F * em, at.h}, map.rows[static_cast<std::size_t>(r)],
                {.colour = colour, .size = em::small, .align = Align::right});
        for (int c = 0; digits && c < numbers.cols; ++c) {
            const float value = matrix.at(r, c);
            const Colour fill = scale.fill(value).ground;
            text_in(painter, cell_rect(cells, numbers.rows, numbers.cols, r, c), short_number(value),
                    {.colour = text_on(theme, fill), .size = em::small, .align = Align::centre});
        }
    }
    for (const CellAt cell : {map.hovered, map.selected})
        if (cell)
            painter.stroke(cell_rect(cells, numbers.rows, numbers.cols, cell.row, cell.col),
                           cell.row == map.selected.row && cell.col == map.selected.col ? theme.accent : theme.text,
                           1.5F);
    return cells;
}

}  // namespace glassformer
