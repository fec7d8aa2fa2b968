// Row-major float tensors of up to four named axes, and views on memory that somebody else owns.
// Axes are named, not numbered: an operation asks a shape for its `query` size, a picture for its row labels.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/aligned.h"

namespace glassformer {

class WeightPacking;  // core/math/weight_packing.h

enum class Axis : std::uint8_t {
    batch,     // sequences of one training batch; absent in a trace of one text
    head,      // attention heads (k and v: key/value heads)
    position,  // "pos": tokens of the sequence the tensor belongs to
    query,     // tokens that ask
    key,       // tokens that answer
    d_model,
    d_head,
    heads,  // n_heads * d_head, heads contiguous
    d_ff,
    d_hidden,  // the state of a recurrent cell; hidden units of a bias
    gates,     // number of gates * d_hidden, gates contiguous
    vocab,
    classes,
    bucket,      // T5's distance buckets
    offset,      // distances: Shaw's clipped ones, Transformer-XL's all
    entry,       // of a soft look-up table
    d_position,  // columns of a position that is appended
    d_joined,    // d_model + d_position: the embedding and the position side by side
    d_embed,     // of token embeddings that a matrix brings to d_model
    token_type,  // rows of the table of token types
    scalar,      // the single entry of a [1] tensor
};

/// The axis as files and captions spell it: "batch", "head", "pos", "query", "key", "d_model", …
std::string_view name(Axis axis);

struct Dimension {
    Axis axis;
    int size;
    bool operator==(const Dimension&) const = default;
};

/// Index of one entry, one number an axis in the order of the shape; unused entries are 0.
struct Cell {
    static constexpr int all = -1;  // in a selection: every index along the axis
    std::array<int, 4> index{};
    int& operator[](int axis) { return index[static_cast<std::size_t>(axis)]; }
    int operator[](int axis) const { return index[static_cast<std::size_t>(axis)]; }
    bool operator==(const Cell&) const = default;
};

class Shape {
public:
    Shape() = default;
    Shape(std::initializer_list<Dimension> dimensions);
    explicit Shape(const std::vector<Dimension>& dimensions);

    int rank() const { return rank_; }
    int size(int dimension) const { return dimensions_[static_cast<std::size_t>(dimension)].size; }
    Axis axis(int dimension) const { return dimensions_[static_cast<std::size_t>(dimension)].axis; }
    const Dimension& operator[](int dimension) const { return dimensions_[static_cast<std::size_t>(dimension)]; }
    std::size_t count() const;                                     // number of entries; 1 for rank 0
    int cols() const { return rank_ == 0 ? 1 : size(rank_ - 1); }  // size of the last axis; 1 for rank 0
    std::size_t rows() const;                                      // count / cols
    int find(Axis axis) const;                                     // dimension that carries the axis, or -1
    int size_of(Axis axis, int otherwise) const;  // size along the axis, or `otherwise` where it is absent
    int batch() const { return size_of(Axis::batch, 1); }

    std::size_t offset(const Cell& cell) const;  // position of the cell in row-major memory
    Cell cell(std::size_t offset) const;         // inverse of offset()
    bool contains(const Cell& cell) const;
    Shape with(int dimension, Dimension replacement) const;  // a copy with one dimension replaced

    bool operator==(const Shape& other) const;

private:
    std::array<Dimension, 4> dimensions_{};
    int rank_ = 0;
};

std::string text(const Shape& shape);          // "[pos 12, d_model 32]", for messages
std::string text(const Cell& cell, int rank);  // "[1,8,1]"; all along an axis: "[1,*,*]"

/// A tensor in memory that somebody else owns.
struct View {
    Shape shape;
    float* data = nullptr;
    float* row(std::size_t r) const { return data + r * static_cast<std::size_t>(shape.cols()); }
};
struct ConstView {
    Shape shape;
    const float* data = nullptr;
    const WeightPacking* packing = nullptr;  // of a weight: its copy for products, where one is made
    ConstView() = default;
    ConstView(const Shape& s, const float* d, const WeightPacking* p = nullptr) : shape(s), data(d), packing(p) {}
    ConstView(const View& view) : shape(view.shape), data(view.data) {}  // NOLINT: a view is readable
    const float* row(std::size_t r) const { return data + r * static_cast<std::size_t>(shape.cols()); }
    float at(const Cell& cell) const { return data[shape.offset(cell)]; }
};

/// A tensor that owns its entries, zero at first.
struct Tensor {
    Shape shape;
    AlignedFloats data;
    Tensor() = default;
    explicit Tensor(const Shape& s) : shape(s), data(s.count()) {}
    View view() { return {shape, data.data()}; }
    ConstView view() const { return {shape, data.data()}; }
};

}  // namespace glassformer
