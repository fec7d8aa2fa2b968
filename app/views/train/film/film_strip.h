// The film strip: heads in rows, steps in columns, so that the whole training is one picture.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/paint/painter.h"
#include "app/views/train/film/head_frame.h"

namespace glassformer {

/// Kept steps at equal distances on the line of steps, the first and the last among them; in place of the nearest one
/// between them stands the step at which a head has appeared. Ascending. `most` >= 2.
std::vector<int> film_columns(const std::vector<int>& kept, int most, std::optional<int> appeared);

struct FilmStripPlace {
    std::vector<Rect> captions;             // of the columns
    std::vector<Rect> names;                // of the rows; empty where there is one
    std::vector<std::vector<Rect>> frames;  // by row, then column
    float cell = 0;                         // side of a cell in pixels; 0: no room
};
/// `heads`: rows, as places in `maps`.
FilmStripPlace place_film_strip(Painter& painter, const Rect& area, const std::vector<TrainedHeadMap>& maps,
                                const std::vector<int>& heads, std::size_t columns);

struct FilmStripContent {
    std::span<const int> steps;
    std::span<const std::shared_ptr<const HeadFrame>> frames;  // by column; null: not read yet
    std::span<const int> heads;
    std::span<const std::optional<int>> appeared;  // by map; may be empty
    int looked_at = 0;                             // the column of this step, or of the last one before it, is lit
    int chosen = -1;                               // map whose row is lit
};
void draw_film_strip(Painter& painter, const FilmStripPlace& place, const std::vector<TrainedHeadMap>& maps,
                     const FilmStripContent& content);

/// The first of these steps at which the head has appeared; nothing where it has not, or only later.
std::optional<std::size_t> column_of_appearance(std::span<const int> steps, std::optional<int> appeared);

}  // namespace glassformer
