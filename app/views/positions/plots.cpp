#include "app/views/positions/plots.h"

#include <algorithm>

namespace glassformer {

HeatStyle spectrum_of(std::span<const float> values) {
    HeatStyle style{.map = HeatMap::spectrum, .meaning = Meaning::position, .gap = 0};
    if (values.empty()) return style;
    const auto [low, high] = std::ranges::minmax(values);
    style.low = low;
    style.limit = high > low ? high : low + 1;
    return style;
}

TouchedMatrix draw_map(ViewContext& context, const Rect& area, const MapPlot& plot) {
    Painter& painter = context.ui.painter;
    const Theme& theme = painter.theme();
    const float em = painter.em();
    const ConstMatrix& m = plot.values;
    Rect rest = area;
    const Rect below = plot.numbers ? rest.take_bottom(1.25F * em) : Rect{};
    const Rect beside = plot.numbers ? rest.take_left(1.9F * em) : Rect{};
    const Rect cells = rest.snapped();
    if (cells.w < 4 || cells.h < 4 || m.rows < 1 || m.cols < 1) return {};
    const MatrixPlace place =
        LabelledMatrix{.values = m, .style = plot.style, .ground = theme.heat_zero}.draw(painter, cells);

    const TextStyle small{.colour = theme.muted, .size = em::small};
    const auto number_beside = [&](float y, int number, Anchor anchor) {
        painter.text({beside.right() - 0.3F * em, y}, std::to_string(number),
                     {.colour = theme.muted, .size = em::small, .align = Align::right, .anchor = anchor});
    };
    if (plot.numbers) number_beside(cells.y, plot.first_down, Anchor::top);
    if (plot.numbers && cells.h > 2.5F * em)
        number_beside(cells.bottom(), plot.first_down + m.rows - 1, Anchor::bottom);
    if (plot.numbers && cells.h > 7 * em)
        painter.text({beside.right() - 0.9F * em, cells.centre().y}, plot.down,
                     {.colour = theme.muted,
                      .size = em::small,
                      .align = Align::centre,
                      .anchor = Anchor::middle,
                      .degrees = plot.down.size() > 1 ? 90.0F : 0.0F});
    if (plot.numbers) {
        Rect line{cells.x, below.y, cells.w, below.h};
        const bool narrow = line.w < 11 * em;
        const std::string range =
            std::to_string(plot.first_across) + " … " + std::to_string(plot.first_across + m.cols - 1);
        const std::string whole = plot.across + " " + range;
        // What the axis leaves, so that both ends of the scale are said.
        const float left = line.w - painter.measure(whole, em::small).width - 0.6F * em;
        const float scale = narrow ? line.w : std::min(std::max(0.44F * line.w, left), 9 * em);
        legend_line(painter, line.take_right(scale), plot.style, m);
        line.take_right(0.4F * em);
        const auto fits = [&](const std::string& text) { return painter.measure(text, em::small).width <= line.w; };
        text_in(painter, line, fits(whole) ? whole : fits(plot.across) ? plot.across : "", small);
    }

    if (plot.marked_row >= 0 && plot.marked_row < m.rows) {
        const Rect row = place.cell(plot.marked_row, 0, 1, m.cols);
        const float high = std::max(row.h, 3.0F);
        painter.stroke(Rect{row.x, row.centre().y - high / 2 - 1, row.w, high + 2}.intersect(cells.inset(-1)),
                       theme.text, 1);
    }
    if (plot.marked_row >= 0 && plot.marked_row < m.rows && plot.marked_column >= 0 && plot.marked_column < m.cols) {
        const Vec2 centre = place.cell(plot.marked_row, plot.marked_column).centre();
        painter.ring(centre, 0.32F * em, theme.background, 3);
        painter.ring(centre, 0.32F * em, theme.accent, 1.5F);
    }
    return touch_matrix(context, plot.id, place);
}

}  // namespace glassformer
