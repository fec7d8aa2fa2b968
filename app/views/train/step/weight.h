// One parameter of a step as a heat map of its gradient, its update or its values, and the choice of one number in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/views/shared/context.h"
#include "core/train/step/step_work.h"

namespace glassformer {

/// A parameter's numbers on fewer cells: each shows the one of its block that is largest in size.
struct PooledCells {
    int rows = 0, cols = 0, block_rows = 1, block_cols = 1;
    std::vector<float> values;
    std::vector<std::size_t> index;  // of the number that a cell shows
    bool whole() const { return block_rows == 1 && block_cols == 1; }
};
PooledCells pooled(const std::vector<float>& numbers, int rows, int cols, int most_rows, int most_cols);

class StepWeightMap {
public:
    /// Draws the list of parameters, what is shown of the one chosen, and its cells; the weight that was selected.
    std::optional<WeightAt> draw(ViewContext& context, const Rect& area,
                                 const std::shared_ptr<const StepResult>& result, const WeightAt& selected);
    /// "gradient", "update" or "weight".
    const char* shows() const;

private:
    enum class Quantity : std::uint8_t { gradient, update, weight };
    void fill(const std::shared_ptr<const StepResult>& result, std::size_t parameter, int most_rows, int most_cols);

    Quantity quantity_ = Quantity::gradient;
    // What the cells are of:
    std::shared_ptr<const StepResult> cells_result_;
    std::size_t cells_parameter_ = 0;
    Quantity cells_show_ = Quantity::gradient;
    int most_rows_ = 0, most_cols_ = 0;
    PooledCells cells_;
    std::uint64_t generation_ = 0;  // of the cells: another one each time, as their memory may be the same
    float limit_ = 1;
};

}  // namespace glassformer
