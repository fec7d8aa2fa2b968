#include "core/analysis/run_difference.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/error.h"

namespace glassformer {

namespace {

bool of_tokens(Axis axis) { return axis == Axis::position || axis == Axis::query || axis == Axis::key; }

/// Calls `with` with the offsets in a and in b, and the cell's number, of every entry of the common part that has one
/// in b.
template <class With>
void for_each_common(const Shape& common, const Shape& a, const Shape& b, const DimensionRows& rows, const With& with) {
    const auto cols = static_cast<std::size_t>(common.cols());
    const std::span<const int> of_cols =
        common.rank() > 0 ? rows[static_cast<std::size_t>(common.rank() - 1)] : rows[0];
    for (std::size_t row = 0; row < common.rows(); ++row) {
        const Cell first = common.cell(row * cols);
        Cell begin = matched_cell(rows, first);
        if (common.rank() > 0) begin.index[static_cast<std::size_t>(common.rank() - 1)] = 0;
        if (!b.contains(begin)) continue;
        const std::size_t in_a = a.offset(first), in_b = b.offset(begin);
        for (std::size_t c = 0; c < cols; ++c) {
            const int to = of_cols.empty() ? static_cast<int>(c) : c < of_cols.size() ? of_cols[c] : -1;
            if (to >= 0 && to < b.cols()) with(in_a + c, in_b + static_cast<std::size_t>(to), row * cols + c);
        }
    }
}

}  // namespace

float difference(float a, float b) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;  // a == b: equal infinities too
    return a - b;
}

CommonShape common_shape(const Shape& a, const Shape& b) {
    CommonShape common;
    if (a.rank() != b.rank()) {
        common.reason = "A has the shape " + text(a) + ", B has " + text(b);
        return common;
    }
    Shape shape = a;
    for (int d = 0; d < a.rank(); ++d) {
        const bool tokens = of_tokens(a.axis(d)) && a.axis(d) == b.axis(d);
        if (a[d] == b[d]) continue;
        if (!tokens) {
            common.reason = "A has " + std::string(name(a.axis(d))) + " " + std::to_string(a.size(d)) + ", B has " +
                            (a.axis(d) == b.axis(d) ? "" : std::string(name(b.axis(d))) + " ") +
                            std::to_string(b.size(d));
            return common;
        }
        shape = shape.with(d, {a.axis(d), std::min(a.size(d), b.size(d))});
    }
    common.shape = shape;
    return common;
}

RecordDifference difference(const Record& a, const Record& b, const DimensionRows& rows) {
    RecordDifference found{.a = a.id, .b = b.id};
    const CommonShape common = common_shape(a.shape, b.shape);
    found.reason = common.reason;
    if (!common.any()) {
        found.only_a = a.shape.count();
        found.only_b = b.shape.count();
        return found;
    }
    const ConstView of_a = a.view(), of_b = b.view();
    if (of_a.data == nullptr || of_b.data == nullptr) throw Error(a.name + " was not evaluated in both runs");
    double sum = 0, squares = 0, size = 0;
    std::size_t finite = 0, at = 0;
    for_each_common(common.shape, a.shape, b.shape, rows, [&](std::size_t in_a, std::size_t in_b, std::size_t cell) {
        ++found.compared;
        const float x = of_a.data[in_a], y = of_b.data[in_b];
        double apart = 0;
        if (std::isfinite(x) && std::isfinite(y)) {
            const double by = static_cast<double>(x) - static_cast<double>(y);
            apart = std::abs(by);
            ++finite;
            sum += apart;
            found.finite = std::max(found.finite, apart);
            squares += by * by;
            size += (static_cast<double>(x) * x + static_cast<double>(y) * y) / 2;
        } else if (difference(x, y) != 0) {  // NaN is unlike 0 too
            apart = INFINITY;
            ++found.parted;
        }
        if (apart > found.largest) {
            found.largest = apart;
            at = cell;
        }
    });
    found.only_a = a.shape.count() - found.compared;
    found.only_b = b.shape.count() - found.compared;
    found.where = common.shape.cell(at);
    if (finite > 0) found.mean = sum / static_cast<double>(finite);
    if (squares > 0) found.relative = std::sqrt(squares / size);
    return found;
}

namespace {

template <class Number>
Tensor tensor_of(const Record& a, const Record& b, const DimensionRows& rows, const Number& number) {
    const CommonShape common = common_shape(a.shape, b.shape);
    if (!common.any()) throw Error(a.name + " cannot be compared: " + common.reason);
    const ConstView of_a = a.view(), of_b = b.view();
    if (of_a.data == nullptr || of_b.data == nullptr) throw Error(a.name + " was not evaluated in both runs");
    Tensor made(common.shape);
    std::ranges::fill(made.data, std::numeric_limits<float>::quiet_NaN());
    for_each_common(common.shape, a.shape, b.shape, rows, [&](std::size_t in_a, std::size_t in_b, std::size_t cell) {
        made.data[cell] = number(of_a.data[in_a], of_b.data[in_b]);
    });
    return made;
}

}  // namespace

Tensor difference_tensor(const Record& a, const Record& b, const DimensionRows& rows) {
    return tensor_of(a, b, rows, [](float x, float y) { return difference(x, y); });
}

Tensor matched_tensor(const Record& a, const Record& b, const DimensionRows& rows) {
    return tensor_of(a, b, rows, [](float, float y) { return y; });
}

RunDifference::RunDifference(const Trace& a, const Trace& b, std::function<DimensionRows(const Record&)> rows)
    : a_(a), b_(b), rows_(std::move(rows)) {
    for (const int id : a.stages()) {
        RecordDifference stage{.a = id, .b = b.find(a.record(id).name)};
        if (stage.b >= 0 && b.record(stage.b).kind != Record::Kind::computed) stage.b = -1;
        if (stage.b < 0) stage.reason = "B has no stage " + a.record(id).name;
        stages_.push_back(std::move(stage));
    }
    for (const int id : b.stages())
        if (a.find(b.record(id).name) < 0) only_in_b_.push_back(b.record(id).name);
}

bool RunDifference::step() {
    if (done()) return false;
    RecordDifference& stage = stages_[next_];
    const int index = static_cast<int>(next_++);
    if (stage.b < 0) {
        stage.only_a = a_.record(stage.a).shape.count();
        return true;
    }
    const Record& of_a = a_.record(stage.a);
    stage = difference(of_a, b_.record(stage.b), rows_ ? rows_(of_a) : DimensionRows{});
    if (stage.largest > 0 && first_ < 0) first_ = index;
    largest_ = std::max(largest_, stage.finite);
    const double before = max_ < 0 ? 0 : stages_[static_cast<std::size_t>(max_)].relative;
    if (stage.relative > before) max_ = index;
    return true;
}

}  // namespace glassformer
