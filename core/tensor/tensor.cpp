#include "core/tensor/tensor.h"

#include "core/base/error.h"

namespace glassformer {

std::string_view name(Axis axis) {
    switch (axis) {
        case Axis::batch: return "batch";
        case Axis::head: return "head";
        case Axis::position: return "pos";
        case Axis::query: return "query";
        case Axis::key: return "key";
        case Axis::d_model: return "d_model";
        case Axis::d_head: return "d_head";
        case Axis::heads: return "n_heads*d_head";
        case Axis::d_ff: return "d_ff";
        case Axis::d_hidden: return "d_hidden";
        case Axis::gates: return "n_gates*d_hidden";
        case Axis::vocab: return "vocab";
        case Axis::classes: return "class";
        case Axis::bucket: return "bucket";
        case Axis::offset: return "offset";
        case Axis::entry: return "entry";
        case Axis::d_position: return "d_position";
        case Axis::d_joined: return "d_model+d_position";
        case Axis::d_embed: return "d_embed";
        case Axis::token_type: return "token_type";
        case Axis::scalar: return "scalar";
    }
    return "?";
}

Shape::Shape(std::initializer_list<Dimension> dimensions) : Shape(std::vector<Dimension>(dimensions)) {}

Shape::Shape(const std::vector<Dimension>& dimensions) {
    if (dimensions.size() > dimensions_.size())
        throw Error("a tensor has at most 4 axes, got " + std::to_string(dimensions.size()));
    for (const Dimension& dimension : dimensions) {
        if (dimension.size < 0)
            throw Error("axis " + std::string(name(dimension.axis)) + " has the negative size " +
                        std::to_string(dimension.size));
        dimensions_[static_cast<std::size_t>(rank_++)] = dimension;
    }
}

std::size_t Shape::count() const {
    std::size_t product = 1;
    for (int d = 0; d < rank_; ++d) product *= static_cast<std::size_t>(size(d));
    return product;
}

std::size_t Shape::rows() const {
    std::size_t product = 1;
    for (int d = 0; d + 1 < rank_; ++d) product *= static_cast<std::size_t>(size(d));
    return product;
}

int Shape::find(Axis wanted) const {
    for (int d = 0; d < rank_; ++d)
        if (axis(d) == wanted) return d;
    return -1;
}

int Shape::size_of(Axis wanted, int otherwise) const {
    const int d = find(wanted);
    return d < 0 ? otherwise : size(d);
}

std::size_t Shape::offset(const Cell& cell) const {
    std::size_t offset = 0;
    for (int d = 0; d < rank_; ++d)
        offset = offset * static_cast<std::size_t>(size(d)) + static_cast<std::size_t>(cell[d]);
    return offset;
}

Cell Shape::cell(std::size_t offset) const {
    Cell cell;
    for (int d = rank_ - 1; d >= 0; --d) {
        const auto extent = static_cast<std::size_t>(size(d));
        cell[d] = static_cast<int>(offset % extent);
        offset /= extent;
    }
    return cell;
}

bool Shape::contains(const Cell& cell) const {
    for (int d = 0; d < rank_; ++d)
        if (cell[d] < 0 || cell[d] >= size(d)) return false;
    return true;
}

Shape Shape::with(int dimension, Dimension replacement) const {
    Shape copy = *this;
    copy.dimensions_[static_cast<std::size_t>(dimension)] = replacement;
    return copy;
}

bool Shape::operator==(const Shape& other) const {
    if (rank_ != other.rank_) return false;
    for (int d = 0; d < rank_; ++d)
        if (!((*this)[d] == other[d])) return false;
    return true;
}

std::string text(const Shape& shape) {
    std::string out = "[";
    for (int d = 0; d < shape.rank(); ++d) {
        if (d > 0) out += ", ";
        out += std::string(name(shape.axis(d))) + " " + std::to_string(shape.size(d));
    }
    return out + "]";
}

std::string text(const Cell& cell, int rank) {
    std::string out = "[";
    for (int d = 0; d < rank; ++d) out += (d > 0 ? "," : "") + (cell[d] == Cell::all ? "*" : std::to_string(cell[d]));
    return out + "]";
}

}  // namespace glassformer
