#include "app/pictures/charts/lens_map.h"

#include <algorithm>
#include <cmath>

#include "app/paint/heat_scale.h"

namespace glassformer {

std::vector<LensCell> draw_lens(Painter& painter, const Rect& rect, const LensMap& map) {
    const Theme& theme = painter.theme();
    const float em = painter.em();
    const auto count = static_cast<int>(map.columns.size()), layers = static_cast<int>(map.layers.size());
    std::vector<LensCell> drawn;
    if (count == 0 || layers == 0) return drawn;
    float names = 0, widest = 2.6F * em;
    for (const std::string& name : map.names) names = std::max(names, painter.measure(name, em::small).width);
    for (const LensLayer& layer : map.layers)
        for (const LensRow& row : layer.rows)
            if (!row.words.empty())
                widest =
                    std::max(widest, painter.measure(map.word(row.words.front().token), em::small).width + 0.8F * em);
    widest = std::min(widest, 7 * em);
    Rect cells = rect;
    cells.take_left(std::min(names, 0.3F * rect.w) + 0.6F * em);
    cells.take_top(1.6F * em);
    const int fit = std::clamp(static_cast<int>(cells.w / widest), 1, count);
    const int first = std::clamp(map.focus - fit / 2, 0, count - fit);
    const float wide = std::floor(std::min(cells.w / static_cast<float>(fit), 9 * em));
    const float high = std::floor(std::min(cells.h / static_cast<float>(layers), 2.6F * em));
    for (int c = 0; c < fit; ++c) {
        const int column = first + c;
        const bool here = column == map.focus;
        text_in(painter, {cells.x + static_cast<float>(c) * wide, rect.y, wide - 0.3F * em, 1.6F * em},
                (c == 0 && first > 0 ? "… " : "") + map.columns[static_cast<std::size_t>(column)],
                {.colour = here ? theme.accent_text : theme.muted, .size = em::small, .align = Align::centre});
    }
    const HeatScale scale(painter, lens_scale);
    for (int l = 0; l < layers; ++l) {
        const LensLayer& layer = map.layers[static_cast<std::size_t>(l)];
        const float y = cells.y + static_cast<float>(layers - 1 - l) * high;
        text_in(painter, {rect.x, y, cells.x - rect.x - 0.6F * em, high}, map.names[static_cast<std::size_t>(l)],
                {.colour = theme.muted, .size = em::small, .align = Align::right});
        for (int c = 0; c < fit; ++c) {
            const int column = first + c;
            const LensRow& row = layer.rows[static_cast<std::size_t>(column)];
            if (row.words.empty()) continue;
            const LensWord& word = row.words.front();
            const Rect cell = Rect{cells.x + static_cast<float>(c) * wide, y, wide, high}.snapped();
            const bool grey = !map.grey.empty() && map.grey[static_cast<std::size_t>(column)];
            const Colour fill = grey ? theme.heat_zero : scale.fill(word.probability).ground;
            painter.fill({cell.x, cell.y, cell.w - 1, cell.h - 1}, fill);
            // A word that equals the final prediction is bold.
            text_in(painter, cell.inset(0.25F * em, 0), map.word(word.token),
                    {.colour = grey ? theme.muted : text_on(theme, fill),
                     .size = em::small,
                     .face = row.rank_of_answer == 0 ? Face::bold : Face::sans,
                     .align = Align::centre});
            if (column == map.focus)
                painter.stroke({cell.x, cell.y, cell.w - 1, cell.h - 1}, theme.accent.faded(0.7F), 1);
            drawn.push_back({l, column, cell});
        }
    }
    return drawn;
}

}  // namespace glassformer
