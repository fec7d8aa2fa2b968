#include "app/pictures/charts/alignment_map.h"

#include "app/pictures/board/heat_panel.h"

namespace glassformer {

LabelledMatrix alignment_map(const Alignment& alignment, std::vector<std::string> rows,
                             std::vector<std::string> columns, std::uint64_t generation) {
    return {.values = {.data = alignment.values.data(),
                       .rows = alignment.rows,
                       .cols = alignment.cols,
                       .row_stride = alignment.cols,
                       .generation = generation},
            .style = {.map = HeatMap::sequential, .meaning = Meaning::weight, .limit = 1},
            .rows = {.names = std::move(rows), .longest = 12},
            .columns = {.names = std::move(columns), .longest = 12},
            .largest_w = 8,
            .largest_h = 4,
            .number = [](float weight) { return short_number(weight); }};
}

}  // namespace glassformer
