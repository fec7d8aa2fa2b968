// Texts of different lengths in one pass: padded to one length, a causal mask for each query and a padding mask for
// each key, every position with the next token as its label. The same predictions one query after the other, each with
// the keys that it may attend to: as a pass over every beginning of a text, and with cached keys and values (Vaswani et
// al. 2017, section 3.2.3: masking stands for leaving keys out).
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "core/model/model.h"
#include "core/train/sample.h"

namespace glassformer {

struct BatchMasks {
    std::shared_ptr<const Model> model;   // a decoder of next tokens with a causal mask; compared by its address
    std::vector<std::vector<int>> texts;  // of one token or more
    int length = 0;                       // padded to so many positions; that of the longest text at least
    bool causal = true;                   // false: every query attends to all tokens of its text
    bool operator==(const BatchMasks&) const = default;
};

/// Labels shifted by one: the next token, none at the last position.
Sample shifted(const std::vector<int>& text);
/// Whether a query of a text of so many tokens attends to a key of the batch.
enum class KeyInBatch : std::uint8_t { visible, later, padding };
KeyInBatch key_in_batch(const BatchMasks& setting, int text_length, int query, int key);

struct PositionInBatch {
    double loss = 0;              // −log p of the label, nats; NaN where there is none
    double by_beginnings = 0;     // largest difference of a logit from the pass over the beginning that ends here
    double by_cache = 0;          // … from the pass with cached keys and values
    double flop = 0, cached = 0;  // operations of these two passes
    int kept = 0;                 // rows of keys and values that the cache had
};

struct BatchBothWays {
    std::vector<std::vector<PositionInBatch>> texts;  // [text][position], tokens only
    double loss = 0;                                  // mean over the labels, as the engine's loss
    int labels = 0, length = 0;
    double flop = 0;                                   // of the one pass, padding included
    double by_beginnings = 0, by_cache = 0;            // largest differences
    double flop_of_beginnings = 0, flop_of_cache = 0;  // of all passes
    int passes = 0;                                    // one for each token of a text
    int padding = 0;                                   // positions without a token
    bool whole = false;                                // false: it was stopped
};

/// Throws Error for a model without a cache of keys and values, for no text, and for one that is too long.
BatchBothWays both_ways(const BatchMasks& setting, const std::atomic<bool>& stopped);

}  // namespace glassformer
