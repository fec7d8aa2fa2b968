#include "app/views/train/film/head_grid.h"

#include <algorithm>
#include <cmath>

#include "app/views/train/film/film_texts.h"
#include "app/views/train/heads/head_map.h"

namespace glassformer {

namespace {

constexpr float title_height = 1.5F, grid_gap = 1.0F, grid_largest_cell = 4;  // em
constexpr float most_beside = 7, most_above = 6;                              // em, of words
constexpr float focus_bar = 0.25F, legend_bar = 2;                            // em
constexpr float in_one_line = 0.85F;                                          // of the cells that other lines give

/// What is the same for every number of columns.
struct GridMeasures {
    float rows = 1, cols = 1;     // cells of the largest map
    float beside = 0, above = 0;  // pixels of words
    float title = 0, gap = 0;
    float size = 0;  // of words
};

GridMeasures measured(Painter& painter, const Rect& area, const std::vector<TrainedHeadMap>& maps, float size) {
    const float em = painter.em();
    GridMeasures m;
    m.size = size;
    m.title = title_height * em;
    m.gap = grid_gap * em;
    for (const TrainedHeadMap& map : maps) {
        m.rows = std::max(m.rows, static_cast<float>(map.queries.size()));
        m.cols = std::max(m.cols, static_cast<float>(map.keys.size()));
        const MatrixWords rows{.names = map.queries, .longest = std::min(most_beside, 0.2F * area.w / em)},
            columns{.names = map.keys, .longest = std::min(most_above, 0.25F * area.h / em)};
        m.beside = std::max(m.beside, rows.widest(painter, m.size));
        m.above = std::max(m.above, columns.widest(painter, m.size));
    }
    return m;
}

/// Words are written at the first map of a line, and where they differ from those of the map at its left (above it).
HeadGridPlace placed(Painter& painter, const Rect& area, const std::vector<TrainedHeadMap>& maps, const GridMeasures& m,
                     std::size_t across) {
    const float em = painter.em();
    const std::size_t count = maps.size(), lines = (count + across - 1) / across;
    HeadGridPlace place;
    place.size = m.size;
    place.beside = m.beside / em;
    place.above = m.above / em;
    std::vector<bool> named_columns(across, false), named_lines(lines, false);
    for (std::size_t i = 0; i < count; ++i) {
        place.rows.push_back(i % across == 0 || maps[i].queries != maps[i - 1].queries);
        place.columns.push_back(i < across || maps[i].keys != maps[i - across].keys);
        if (place.rows[i]) named_columns[i % across] = true;
        if (place.columns[i]) named_lines[i / across] = true;
    }
    const auto number = [](const std::vector<bool>& all) { return static_cast<float>(std::ranges::count(all, true)); };
    const float words = m.beside + 2 * words_gap * em;
    const float wide = area.w - number(named_columns) * words - static_cast<float>(across - 1) * m.gap;
    const float w = wide / static_cast<float>(across) / m.cols;
    // The words above are lower where cells are wide enough: tried first.
    for (const bool lying : {true, false}) {
        const float line = painter.measure("0", m.size).height;
        const float above = (lying ? line : m.above) + words_gap * em;
        const float high = area.h - number(named_lines) * above - static_cast<float>(lines) * m.title -
                           static_cast<float>(lines - 1) * 0.5F * m.gap;
        const float h = high / static_cast<float>(lines) / m.rows;
        place.cell = std::floor(std::max(0.0F, std::min({w, h, grid_largest_cell * em})));
        if (lying && words_fit(painter, place.cell, m.above, m.size).degrees > 0) continue;
        float y = area.y;
        for (std::size_t l = 0; l < lines; ++l) {
            const float top = y + m.title + (named_lines[l] ? above : 0);
            float x = area.x;
            for (std::size_t c = 0; c < across; ++c) {
                if (named_columns[c]) x += words;
                if (const std::size_t i = l * across + c; i < count) {
                    const Rect cells = Rect{x, top, place.cell * static_cast<float>(maps[i].keys.size()),
                                            place.cell * static_cast<float>(maps[i].queries.size())}
                                           .snapped();
                    place.cells.push_back(cells);
                    place.titles.push_back({x, y, std::max(cells.w, place.cell * m.cols) + 0.8F * m.gap, m.title});
                }
                x += place.cell * m.cols + m.gap;
            }
            y = top + place.cell * m.rows + 0.5F * m.gap;
        }
        return place;
    }
    return place;
}

/// Heads of the first attention; 0 where another one has a different number.
std::size_t heads_of_attention(const std::vector<TrainedHeadMap>& maps) {
    const auto first = static_cast<std::size_t>(std::ranges::count(maps, maps.front().record, &TrainedHeadMap::record));
    for (const TrainedHeadMap& map : maps)
        if (static_cast<std::size_t>(std::ranges::count(maps, map.record, &TrainedHeadMap::record)) != first) return 0;
    return first;
}

}  // namespace

HeadGridPlace place_head_grid(Painter& painter, const Rect& area, const std::vector<TrainedHeadMap>& maps) {
    if (maps.empty()) return {};
    Rect rest = area;
    const float em = painter.em(), scale = head_scale_width(painter, film_limit);
    Rect bar;
    if (rest.w > 4 * scale) {
        bar = rest.take_right(scale);
        rest.take_right(em);
    }
    const std::size_t heads = heads_of_attention(maps);
    // Words in the size of the body where that costs the cells little and each row can still be named.
    HeadGridPlace best;
    float largest = -1;
    for (const float size : {em::body, em::small}) {
        const GridMeasures m = measured(painter, rest, maps, size);
        const bool all_named = size != em::body;
        for (std::size_t across = 1; across <= maps.size(); ++across) {
            HeadGridPlace place = placed(painter, rest, maps, m, across);
            if (!all_named && place.cell < 0.92F * painter.measure("0", size).height) continue;
            const float worth = place.cell * (across == heads ? 1 / in_one_line : 1) * (all_named ? 0.88F : 1);
            if (worth <= largest) continue;
            largest = worth;
            best = std::move(place);
        }
    }
    if (best.cell <= 0 || bar.w <= 0) return best;
    float right = 0;
    for (const Rect& cells : best.cells) right = std::max(right, cells.right());
    const float free = std::max(0.0F, bar.x - em - right);  // the grid stands in the middle of what is left
    const float by = std::floor(free / 2);
    for (auto* all : {&best.cells, &best.titles})
        for (Rect& rect : *all) rect.x += by;
    best.scale = {right + by + em, best.cells.front().y, bar.w,
                  std::min(12 * em, best.cells.back().bottom() - best.cells.front().y)};
    return best;
}

void draw_focus_bar(Painter& painter, const Rect& cells) {
    const float high = std::max(3.0F, std::round(focus_bar * painter.em()));
    painter.fill({cells.x - 1, cells.bottom() + 2, cells.w + 2, high}, painter.theme().accent);
}

float focus_legend_width(Painter& painter) {
    return painter.measure(texts::train::film_appeared).width + legend_bar * painter.em();
}

void draw_focus_legend(Painter& painter, const Rect& line) {
    const float em = painter.em();
    Rect words = line.w > focus_legend_width(painter)
                     ? Rect{line.right() - focus_legend_width(painter), line.y, focus_legend_width(painter), line.h}
                     : line;
    const Rect bar = words.take_left(legend_bar * em);
    const float high = std::max(3.0F, std::round(focus_bar * em));
    painter.fill({bar.x, std::round(bar.centre().y - high / 2), bar.w - 0.5F * em, high}, painter.theme().accent);
    text_in(painter, words, shortened(painter, texts::train::film_appeared, words.w + 1, em::body, Face::sans),
            {.colour = painter.theme().text});
}

void draw_head_grid(Painter& painter, const HeadGridPlace& place, const HeadFrame& frame, int chosen,
                    const std::vector<bool>& marked) {
    if (place.cell <= 0) return;
    const Theme& theme = painter.theme();
    std::vector<ConstMatrix> matrices;
    matrices.reserve(place.cells.size());
    for (std::size_t i = 0; i < place.cells.size(); ++i) {
        const TrainedHeadMap& map = frame.maps[i];
        const Rect& cells = place.cells[i];
        const bool is_chosen = static_cast<int>(i) == chosen;
        const bool fits = painter.measure(map.title, em::body, Face::bold).width <= place.titles[i].w;
        text_in(painter, place.titles[i],
                shortened(painter, fits ? map.title : map.brief, place.titles[i].w, em::body, Face::bold),
                {.colour = is_chosen ? theme.accent_text : theme.text, .face = Face::bold});
        matrices.push_back(frame.matrix(i));
        LabelledMatrix head = labelled_head(painter, matrices.back(), map, film_limit);
        head.word_size = place.size;
        head.rows.longest = place.beside;
        head.columns.longest = place.above;
        if (!place.rows[i]) head.rows.names.clear();
        if (!place.columns[i]) head.columns.names.clear();
        if (is_chosen) head.frame = theme.accent, head.frame_width = 2;
        head.draw(painter, cells);
        if (i < marked.size() && marked[i]) draw_focus_bar(painter, cells);
    }
    draw_head_scale(painter, place.scale, film_limit, matrices);
}

}  // namespace glassformer
