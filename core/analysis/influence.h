// Following a number back: which cells it was made of, and how much of it each brought. A path of such steps leads from
// an output to the tokens it came from. Shares are read off one cell's derivation, so they say what this operation did
// with these numbers, not what would happen if a token were another.
#pragma once

#include <string>
#include <vector>

#include "core/tape/trace.h"

namespace glassformer {

enum class ShareKind : std::uint8_t {
    term,   // the cell is a sum of products: a source's part is its term, source · factor
    slope,  // the cell is no sum (softmax, norms, curves of several cells): ∂ cell / ∂ source · source
    whole,  // the cell has one source alone: all of it
    none,   // nothing was computed: an input, a weight, a masked score, a cell set by hand
};

struct InfluenceSource {
    int record = -1;  // a computed stage; weights are factors, not sources
    Cell cell;
    int operand = 0;
    double value = 0;         // of the source
    double factor = 0;        // what it is multiplied by: the other factors of its term, or the slope
    double contribution = 0;  // signed, in the unit of the cell: value · factor; of `whole`, the cell itself
    double share = 0;  // |contribution| over the sum of all |contributions|, constants included: 0 … 1, and below 0
                       // where it pushes the cell against the sign that it has
};

struct Influence {
    ShareKind kind = ShareKind::none;
    std::vector<InfluenceSource> sources;  // largest |share| first
    double constant = 0;                   // terms of weights and constants alone: a bias
    double value = 0;                      // of the cell
    std::string note;                      // why there are no sources
};

/// Of a product of two activations (a weight of attention and a value, a query and a key) both are sources with the
/// same contribution, for neither would have brought it alone; shares count it once.
Influence influence(const Trace& trace, int record, const Cell& cell);

struct PathStep {
    int record = -1;
    Cell cell;
    ShareKind kind = ShareKind::none;  // how this cell was found among the sources of the cell before
    double factor = 0;
    double share = 1;    // of the cell before
    double product = 1;  // of the shares so far
};

struct InfluencePath {
    std::vector<PathStep> hops;  // the cell itself first
    std::string end;             // why it ends: "a token's embedding", "the position of a token", "masked: …", …
    int position = -1;           // of the token where it ends in one of these two; -1 elsewhere
};

/// Goes from source to source: of a sum to the one with the largest share that is not against it, else to the one with
/// the largest |share|; of two factors of one term to the later operand, which is the value that a weight of attention
/// or a gate lets through. Throws Error for a cell that does not exist.
InfluencePath follow(const Trace& trace, int record, const Cell& cell, int hops = 1000);

}  // namespace glassformer
