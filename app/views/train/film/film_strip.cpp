#include "app/views/train/film/film_strip.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "app/views/train/film/film_texts.h"
#include "app/views/train/film/head_grid.h"
#include "app/views/train/heads/head_map.h"

namespace glassformer {

namespace {

constexpr float caption_height = 1.5F, row_gap = 0.7F, column_gap = 0.9F, largest_frame = 16;  // em

std::size_t nearest_of(const std::vector<int>& steps, double step) {
    std::size_t nearest = 0;
    for (std::size_t i = 1; i < steps.size(); ++i)
        if (std::abs(steps[i] - step) < std::abs(steps[nearest] - step)) nearest = i;
    return nearest;
}

std::string caption_of(int step) {
    return step == 0 ? texts::train::film_column_initial : fmt::format(texts::train::film_column, step);
}

}  // namespace

std::vector<int> film_columns(const std::vector<int>& kept, int most, std::optional<int> appeared) {
    if (static_cast<int>(kept.size()) <= most) return kept;
    std::vector<int> columns;
    columns.reserve(static_cast<std::size_t>(most));
    const double first = kept.front(), last = kept.back();
    for (int i = 0; i < most; ++i) {
        const int step = kept[nearest_of(kept, first + (last - first) * i / std::max(1, most - 1))];
        if (columns.empty() || step > columns.back()) columns.push_back(step);
    }
    const bool there = appeared && std::ranges::binary_search(kept, *appeared) &&
                       !std::ranges::binary_search(columns, *appeared) && columns.size() > 2;
    if (there) {
        std::size_t instead = 1;
        for (std::size_t i = 2; i + 1 < columns.size(); ++i)
            if (std::abs(columns[i] - *appeared) < std::abs(columns[instead] - *appeared)) instead = i;
        columns[instead] = *appeared;
        std::ranges::sort(columns);
    }
    return columns;
}

std::optional<std::size_t> column_of_appearance(std::span<const int> steps, std::optional<int> appeared) {
    if (!appeared) return {};
    const auto at = std::ranges::lower_bound(steps, *appeared);
    if (at == steps.end()) return {};
    return static_cast<std::size_t>(at - steps.begin());
}

FilmStripPlace place_film_strip(Painter& painter, const Rect& area, const std::vector<TrainedHeadMap>& maps,
                                const std::vector<int>& heads, std::size_t columns) {
    FilmStripPlace place;
    if (heads.empty() || columns == 0) return place;
    const float em = painter.em();
    float names = 0, rows = 1, cols = 1;
    for (const int head : heads) {
        const TrainedHeadMap& map = maps[static_cast<std::size_t>(head)];
        if (heads.size() > 1)
            names = std::max(names, painter.measure(map.brief, em::body, Face::bold).width + 0.6F * em);
        rows = std::max(rows, static_cast<float>(map.queries.size()));
        cols = std::max(cols, static_cast<float>(map.keys.size()));
    }
    const auto many = static_cast<float>(columns), lines = static_cast<float>(heads.size());
    const float wide = (area.w - names - (many - 1) * column_gap * em) / many;
    const float high = (area.h - caption_height * em - lines * row_gap * em) / lines;
    // Whole pixels where there is more than one, so that all cells are alike.
    const float cell = std::min({wide / cols, high / rows, largest_frame * em / std::max(rows, cols)});
    place.cell = cell >= 1 ? std::floor(cell) : std::max(0.0F, cell);
    if (place.cell <= 0) return place;
    const float step_x = std::floor(std::min((area.w - names) / many, place.cell * cols + 6 * em));
    const float left = area.x + names + std::floor((area.w - names - step_x * many) / 2);
    for (std::size_t c = 0; c < columns; ++c) {
        const float x = left + static_cast<float>(c) * step_x;
        place.captions.push_back({x, area.y, step_x, caption_height * em});
    }
    for (std::size_t r = 0; r < heads.size(); ++r) {
        const TrainedHeadMap& map = maps[static_cast<std::size_t>(heads[r])];
        const float y =
            std::round(area.y + caption_height * em + static_cast<float>(r) * (place.cell * rows + row_gap * em));
        if (heads.size() > 1)
            place.names.push_back({left - names, y, names, place.cell * static_cast<float>(map.queries.size())});
        std::vector<Rect> frames;
        frames.reserve(columns);
        for (const Rect& caption : place.captions) {
            const float w = place.cell * static_cast<float>(map.keys.size());
            frames.push_back(Rect{caption.x + std::floor((step_x - w) / 2), y, w,
                                  place.cell * static_cast<float>(map.queries.size())}
                                 .snapped());
        }
        place.frames.push_back(std::move(frames));
    }
    return place;
}

void draw_film_strip(Painter& painter, const FilmStripPlace& place, const std::vector<TrainedHeadMap>& maps,
                     const FilmStripContent& content) {
    if (place.cell <= 0) return;
    const Theme& theme = painter.theme();
    const auto after = std::ranges::upper_bound(content.steps, content.looked_at);
    const std::ptrdiff_t lit = after - content.steps.begin() - 1;
    for (std::size_t c = 0; c < place.captions.size(); ++c) {
        const bool is_lit = static_cast<std::ptrdiff_t>(c) == lit;
        text_in(painter, place.captions[c],
                shortened(painter, caption_of(content.steps[c]), place.captions[c].w, em::body,
                          is_lit ? Face::bold : Face::sans),
                {.colour = is_lit ? theme.accent_text : theme.text,
                 .face = is_lit ? Face::bold : Face::sans,
                 .align = Align::centre});
    }
    for (std::size_t r = 0; r < place.frames.size(); ++r) {
        const int head = content.heads[r];
        const auto index = static_cast<std::size_t>(head);
        const bool is_chosen = head == content.chosen && place.names.size() > 1;
        if (r < place.names.size())
            text_in(painter, place.names[r], maps[index].brief,
                    {.colour = is_chosen ? theme.accent_text : theme.text, .face = Face::bold});
        const auto mark = index < content.appeared.size() ? column_of_appearance(content.steps, content.appeared[index])
                                                          : std::nullopt;
        for (std::size_t c = 0; c < place.frames[r].size(); ++c) {
            const Rect& cells = place.frames[r][c];
            const bool is_lit = static_cast<std::ptrdiff_t>(c) == lit;
            const bool is_read = content.frames[c] && index < content.frames[c]->maps.size();
            LabelledMatrix{.values = is_read ? content.frames[c]->matrix(index) : ConstMatrix{},
                           .style = head_style(film_limit),
                           .frame = is_lit ? theme.accent : theme.border,
                           .frame_width = is_lit ? 2.0F : 1.0F}
                .draw(painter, cells);
            if (mark == c) draw_focus_bar(painter, cells);
        }
    }
}

}  // namespace glassformer
