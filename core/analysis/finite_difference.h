// One derivative checked by moving the number: d loss / d cell ≈ (loss(cell + h) - loss(cell - h)) / 2h, the whole pass
// behind the cell computed twice. On a tape of its own, so that what is shown stays as it is.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/tensor/tensor.h"

namespace glassformer {

class Evaluation;
class ThreadPool;

struct DerivativeCheck {
    double value = 0;                // of the cell
    double recorded = 0;             // what the backward pass wrote
    double numeric = 0;              // of the step below
    double step = 0;                 // h
    double above = 0, below = 0;     // the loss with cell + h and with cell - h
    double kink = 0;                 // half the leap of the slope at the cell: a ReLU or a maximum changes its side
    double uncertainty = 0;          // of both: distance to the smaller steps', kink, rounding of loss and gradient
    double relative_difference = 0;  // |numeric - recorded| over the larger of both; 0 where both are 0
    bool finished = true;            // false: stopped, and the rest says nothing

    struct Trial {
        double step = 0, numeric = 0;
    };
    std::vector<Trial> trials;  // all steps, largest first
};

/// Of a cell of a stage or a parameter of an evaluation with gradients. The step is chosen for single precision: from a
/// quarter of the tensor's own size (its root mean square, or |cell| where that is larger) it is divided by 4 six
/// times; large steps err by the curve's bend (h²), small ones by rounding, and the one with the least of both is
/// taken. Rounding is that of the logits, as far as p − y lets it through: little where the target is all but certain.
/// The loss is added up in double from the logits. `go_on` is asked before each stage; false stops. Throws Error for an
/// input, a cell that does not exist, or an evaluation without gradients.
DerivativeCheck check_derivative(const Evaluation& evaluation, int record, const Cell& cell, ThreadPool* pool = nullptr,
                                 const std::function<bool()>& go_on = {});

/// The same of many cells of one evaluation, which must outlive it: the pass is recorded and computed once, and each
/// number that moves computes again only what comes after it.
class DerivativeChecks {
public:
    explicit DerivativeChecks(const Evaluation& evaluation, ThreadPool* pool = nullptr,
                              std::function<bool()> go_on = {});
    ~DerivativeChecks();
    DerivativeCheck check(int record, const Cell& cell);

private:
    class MovedPass;
    const Evaluation& evaluation_;
    ThreadPool* pool_;
    std::function<bool()> go_on_;
    std::unique_ptr<MovedPass> pass_;  // made by the first cell that needs it
};

}  // namespace glassformer
