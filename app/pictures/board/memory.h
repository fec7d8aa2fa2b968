// What pictures keep between frames, so that a frame costs no more than its drawing: the ends of scales, and the
// sub-steps that operations derive for the rows shown. Nothing here is computed by a picture: limits are read off the
// records, steps are what Trace::derive answers. Holds one evaluation at a time; the view that shows pictures owns it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "app/paint/painter.h"
#include "core/session/session.h"

namespace glassformer {

/// The sub-steps that all cells of a row share, for every row of a slice: for a norm μ and √(σ²+ε), for a softmax the
/// maximum, the exponentials and their sum.
struct RowSteps {
    struct Column {
        std::string symbol, meaning;  // as the step has them
        std::vector<float> values;    // one a row; NaN where the row has no such step
        bool magnitude = false;       // never below 0, by how the step is made
    };
    std::vector<Column> columns{};
    /// The terms of the sub-step that passes them through a function: [row, col], NaN where there is none.
    std::string term_function{};  // "exp"
    int summed = -1;              // the column with their sum; −1: no such step
    std::vector<float> terms{};
    int rows = 0, cols = 0;
    bool derived(int row) const;  // false: an edit or a mask left nothing to derive in this row
};

class PictureMemory {
public:
    /// Forgets everything where this is another evaluation than the last time.
    void read(const Evaluation& evaluation);

    /// Largest finite magnitude of a matrix in the evaluation's memory, as the painter finds it.
    /// `of`: the record that the matrix shows; a weight that nobody edited is read once a model, not once a text.
    float limit(Painter& painter, const ConstMatrix& matrix, const Record* of = nullptr);
    /// It was found before: limit() costs nothing.
    bool knows(const ConstMatrix& matrix) const;
    /// Trace::derive() of a cell; the last few are kept.
    const Derivation& derivation(int record, const Cell& cell);
    /// The sub-steps of all rows of a [row, col] slice of a record (the last two axes, or the last; the others from
    /// `at`).
    const RowSteps& row_steps(int record, const Cell& at);
    /// The word that a decoder holds most probable behind each of its tokens; empty where the model foretells none.
    const std::vector<std::string>& foretold();

private:
    struct Derived {
        int record;
        Cell cell;
        Derivation derivation;
    };
    const Evaluation* evaluation_ = nullptr;
    std::uint64_t generation_ = 0;
    using Limits = std::map<std::tuple<const float*, int, int, std::ptrdiff_t, std::ptrdiff_t>, float>;
    Limits limits_, limits_of_weights_;
    std::weak_ptr<const Model> model_;  // of the latter
    std::vector<Derived> derived_{};
    std::map<std::pair<int, int>, RowSteps> row_steps_;  // by record and head
    std::optional<std::vector<std::string>> foretold_{};
};

}  // namespace glassformer
