// Two runs set against each other, record by record: how far apart their numbers are, and where. Records are matched by
// name, entries by their index, or by the rows of B that belong to those of A (token_match.h): along axes of tokens a
// run may be longer, and what only one of them has is not compared. What is drawn of a difference, and where the runs
// come from, is the caller's.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/analysis/token_match.h"
#include "core/tape/trace.h"

namespace glassformer {

/// a − b of one record. An infinity and the same infinity, or two NaN, differ by 0; one of them alone differs by ∞.
struct RecordDifference {
    int a = -1, b = -1;        // the record in each run; b −1: B has none of that name
    std::string reason{};      // why no entry is compared; "" otherwise
    std::size_t compared = 0;  // entries that both have
    std::size_t only_a = 0, only_b = 0;
    std::size_t parted = 0;  // of the compared ones: exactly one of the two is infinite or NaN
    double largest = 0;      // |a − b|; ∞ where `parted` is not 0
    Cell where{};            // the first entry with the largest
    double finite = 0;       // the largest of the entries that are finite in both
    double mean = 0;         // |a − b| of the entries that are finite in both
    double relative = 0;  // √(Σ (a − b)² / ½ Σ (a² + b²)) of these: 0 where all agree, √2 where they are unrelated
    bool same() const { return reason.empty() && compared > 0 && largest == 0; }
};

/// a − b of two numbers: 0 for two equal infinities and for two NaN, NaN where one of them alone is NaN.
float difference(float a, float b);

/// The part of both shapes that can be set side by side: the shorter one along axes of tokens (position, query, key).
/// An empty shape (rank 0) and a reason where they have other axes or are of other sizes along the rest.
struct CommonShape {
    Shape shape;
    std::string reason{};  // "A has d_model 32, B has 64"; "" where there is a common part
    bool any() const { return reason.empty(); }
};
CommonShape common_shape(const Shape& a, const Shape& b);

/// Numbers of one record against another's. Throws Error where one was not evaluated.
RecordDifference difference(const Record& a, const Record& b, const DimensionRows& rows = {});
/// a − b of every entry of common_shape(), in its order; NaN where B has none. Throws Error where no shape is common.
Tensor difference_tensor(const Record& a, const Record& b, const DimensionRows& rows = {});
/// The same of b alone: its entries at the places of those of A that they belong to.
Tensor matched_tensor(const Record& a, const Record& b, const DimensionRows& rows);

/// All stages of a run A against those of a run B, a stage at a time, so that whoever draws meanwhile does not wait.
class RunDifference {
public:
    /// Both traces must outlive this. `rows`: how a record's rows are matched, each by its own index where it is empty.
    RunDifference(const Trace& a, const Trace& b, std::function<DimensionRows(const Record& of_a)> rows = {});

    /// Compares the next stage; false where all are compared.
    bool step();
    bool done() const { return next_ == stages_.size(); }
    std::size_t compared() const { return next_; }
    const Trace& b() const { return b_; }

    /// In the order of A's stages; those beyond compared() have their ids alone.
    const std::vector<RecordDifference>& stages() const { return stages_; }
    /// Names of B's stages that A does not have, in B's order.
    const std::vector<std::string>& only_in_b() const { return only_in_b_; }

    /// Index of the first compared stage with a difference; −1 while none was found.
    int first() const { return first_; }
    /// Index of the compared stage with the largest relative difference; −1 where none differs.
    int most() const { return max_; }
    /// The largest finite |a − b| of any compared stage.
    double largest() const { return largest_; }

private:
    const Trace& a_;
    const Trace& b_;
    std::function<DimensionRows(const Record&)> rows_;
    std::vector<RecordDifference> stages_;
    std::vector<std::string> only_in_b_;
    std::size_t next_ = 0;
    int first_ = -1, max_ = -1;
    double largest_ = 0;
};

}  // namespace glassformer
