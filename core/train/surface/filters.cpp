#include "core/train/surface/filters.h"

namespace glassformer {

Filters filters_of(const Shape& shape) {
    if (shape.rank() < 2) return Filters::none;
    if (shape.rank() > 2) return Filters::columns;  // a convolution's [offset, in, out]
    switch (shape.axis(0)) {
        case Axis::vocab:
        case Axis::position:
        case Axis::offset:
        case Axis::entry:
        case Axis::token_type:
        case Axis::head: return Filters::rows;
        default: return Filters::columns;
    }
}

std::size_t filter_count(const Shape& shape) {
    switch (filters_of(shape)) {
        case Filters::columns: return static_cast<std::size_t>(shape.cols());
        case Filters::rows: return shape.rows();
        case Filters::none: break;
    }
    return 0;
}

std::size_t filter_at(const Shape& shape, std::size_t offset) {
    const auto columns = static_cast<std::size_t>(shape.cols());
    return filters_of(shape) == Filters::rows ? offset / columns : offset % columns;
}

}  // namespace glassformer
