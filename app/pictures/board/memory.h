// Memory of pictures between frames, so that a frame costs only its drawing: ends of colour scales, and the sub-steps
// that operations derive for the rows shown. Limits are read from the records, steps come from Trace::derive. Holds one
// evaluation at a time; the view that shows pictures owns it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "app/paint/painter.h"
#include "core/session/session.h"

namespace glassformer {

/// Sub-steps that all cells of a row share, for every row of a slice: for a norm μ and √(σ²+ε), for a softmax the
/// maximum, the exponentials and their sum.
struct RowSteps {
    struct Column {
        std::string symbol, meaning;  // as the step has them
        std::vector<float> values;    // one per row; NaN where the row has no such step
        bool magnitude = false;       // cannot be negative
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
    /// Clears everything if this is another evaluation than last time.
    void read(const Evaluation& evaluation);

    /// Largest finite magnitude of a matrix in the evaluation's memory, as the painter finds it.
    /// `of`: record of the matrix; an unedited weight is read once per model, not once per text.
    float limit(Painter& painter, const ConstMatrix& matrix, const Record* of = nullptr);
    /// True where limit() is known and costs nothing.
    bool knows(const ConstMatrix& matrix) const;
    /// weights_scale_end() of the evaluation.
    float weights_end();
    /// log₁₀ of the magnitudes of a record's gradient, entry by entry; an entry of 0 is far below all others.
    const std::vector<float>& logarithms(const Record& record);
    bool knows_logarithms(int record) const { return logarithms_.contains(record); }
    /// Ends of one scale for the gradients of all stages, as log₁₀: from the stage with the smallest gradients, but at
    /// least three and at most eight decades below, to the largest entry of all.
    std::pair<float, float> gradient_decades();
    /// Trace::derive() of a cell; the last few are kept.
    const Derivation& derivation(int record, const Cell& cell);
    /// The sub-steps of all rows of a [row, col] slice of a record (the last two axes, or the last; the others from
    /// `at`).
    const RowSteps& row_steps(int record, const Cell& at);
    /// Of a norm, for every row of such a slice: its first operand less what the derivation takes from it and divided by
    /// what it divides by, (x − μ)/√(σ² + ε) or as the norm has it, before γ and β: [row, col], NaN where an edit left
    /// nothing to derive in the row.
    const std::vector<float>& normalized(int record);
    /// Records that belong to another one, looked for in the trace once: by that record and by what they are of it.
    const std::vector<int>& records(int of, int what, const std::function<std::vector<int>()>& find);
    /// The first row of each of these records, one below the other: of a gate at every step. Kept by `of` and `what`.
    const std::vector<float>& gathered(int of, int what, const std::vector<int>& records);
    /// Word that a decoder predicts after each of its tokens; empty where the model predicts none.
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
    std::map<int, std::vector<float>> logarithms_{};  // by record
    std::map<int, std::vector<float>> normalized_{};  // by record
    std::map<std::pair<int, int>, std::vector<int>> records_{};
    std::map<std::pair<int, int>, std::vector<float>> gathered_{};
    std::optional<std::pair<float, float>> decades_{};
    std::optional<float> weights_end_{};
};

}  // namespace glassformer
