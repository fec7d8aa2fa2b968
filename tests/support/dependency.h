// How information travels in a recorded pass: the shortest path from one token to another, and the longest chain of
// operations that must wait for each other (Vaswani et al. 2017, table 1). Both are read off the record itself: what a
// cell reads is what its derivation names, so masks, windows, edits and weights of zero count as they are.
// The paths and time steps of the experiments are checked against these.
#pragma once

#include <string>
#include <vector>

#include "core/tape/trace.h"

namespace glassformer {

/// A token's part of a record: a row [pos, …], or one entry a head of a map [query, key].
struct TokenCell {
    int record = -1;
    int row = 0;      // along pos or query; 0 where the record has no axis of tokens
    int column = -1;  // along key; -1 where there is none
    bool operator==(const TokenCell&) const = default;
};

/// Where a token enters the model: its row of embed.tokens. Throws Error where there is no such token.
TokenCell token_spot(const Trace& trace, int position, Stack stack = Stack::only);

/// What the derivations of a spot's cells read of computed records, each spot once. The first and the last cell of each
/// head stand for all. Throws Error for a trace with a batch axis, or one that was not evaluated.
std::vector<TokenCell> spots_read(const Trace& trace, const TokenCell& spot);

struct Path {
    struct Step {
        TokenCell spot;
        bool moves = false;  // what it took here came from another token
    };
    bool reached = false;     // false: nothing that is done to `from` shows in `to`
    int moves = 0;            // records that brought it from one token to another: the path length of table 1
    std::vector<Step> steps;  // from … to; empty where it is not reached
};

/// The path with the fewest moves, and of these one with the fewest records. A recurrent layer moves from each step to
/// the next, a convolution within its window, attention to whoever looks; a mean over all tokens is one move. Finding a
/// path takes milliseconds; that there is none shows only once all that `to` reads was searched: some second for 64
/// tokens.
Path shortest_path(const Trace& trace, const TokenCell& from, const TokenCell& to);

/// When each record can be computed at the earliest if all that is ready is computed at once: 0 for inputs and
/// parameters, else one more than its latest operand. The wave front of a pass.
std::vector<int> waves(const Trace& trace);

/// The longest chain of computed records, each an operand of the next: as many operations wait for each other, however
/// much hardware there is. Within a record all tokens are computed at once, so only recurrent steps make it grow with
/// the text.
std::vector<int> longest_chain(const Trace& trace);

/// The same within each layer alone, in the order of recording.
struct LayerChain {
    std::string layer;  // "blocks.0", "decoder.rnn.1"
    int length = 0;     // records
};
std::vector<LayerChain> chain_by_layer(const Trace& trace);

}  // namespace glassformer
