// The chain rule of one number: d loss / d cell is a sum over the cells that read it, each its own gradient times how
// fast it follows,   d loss / d x = Σ_y (d loss / d y) · (∂y / ∂x).   The first factor was recorded by the backward
// pass, the second is y's derivation differentiated (core/ops/derivative.h), so the sum can be checked against what was
// recorded.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/tape/trace.h"

namespace glassformer {

struct ChainTerm {
    int record = -1;      // that reads the cell
    Cell cell;            // y
    int operand = 0;      // as which of its operands
    double gradient = 0;  // d loss / d y, recorded
    double slope = 0;     // ∂y / ∂x
    double product = 0;
};

struct ChainRule {
    std::vector<ChainTerm> terms;  // largest |product| first, at most as many as asked for
    std::size_t count = 0;         // of all terms that are not 0
    double rest = 0;               // sum of the terms that are not listed
    double sum = 0;                // of all
    double size = 0;               // sum of all |products|: what rounding is to be measured against
    double recorded = 0;           // what the backward pass wrote for the cell
    bool is_loss = false;          // the walk starts here: its gradient is 1, and nothing reads it
    std::size_t cut = 0;           // cells set by hand that read it: constants, so nothing comes back through them
    bool finished = true;          // false: stopped
};

struct ChainRuleOptions {
    std::size_t most = 64;                  // terms to list
    std::function<bool()> go_on = nullptr;  // asked now and then; false stops
};

/// Of a stage's or a parameter's cell. Cells y without a gradient add nothing and are not derived. Throws Error for an
/// input, for a cell that does not exist, and where there was no backward pass.
ChainRule chain_rule(const Trace& trace, int record, const Cell& cell, const ChainRuleOptions& options = {});

}  // namespace glassformer
