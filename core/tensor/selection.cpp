#include "core/tensor/selection.h"

namespace glassformer {

bool selects_within(const Shape& shape, const Cell& selection) {
    for (int d = 0; d < shape.rank(); ++d)
        if (selection[d] != Cell::all && (selection[d] < 0 || selection[d] >= shape.size(d))) return false;
    return true;
}

bool selects(const Cell& selection, const Cell& cell, int rank) {
    for (int d = 0; d < rank; ++d)
        if (selection[d] != Cell::all && selection[d] != cell[d]) return false;
    return true;
}

Stretches stretches(const Shape& shape, const Cell& selection) {
    Stretches result{.axes = shape.rank()};
    while (result.axes > 0 && (selection[result.axes - 1] == Cell::all || shape.size(result.axes - 1) == 1))
        result.length *= static_cast<std::size_t>(shape.size(--result.axes));
    for (int d = 0; d < result.axes; ++d)
        if (selection[d] == Cell::all) result.count *= static_cast<std::size_t>(shape.size(d));
    return result;
}

}  // namespace glassformer
