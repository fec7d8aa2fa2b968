// Which tokens can influence which through a stack of layers that all have one mask: after L layers, those that L steps
// through the mask lead to (the boolean power of the mask), since a residual connection keeps what a token had. Sparse
// patterns with a stride near √n have some n√n pairs and reach every earlier token in two layers (Child et al. 2019);
// with the states of the previous segment kept, reach grows by a segment per layer (Dai et al. 2019).
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

#include "core/model/config.h"

namespace glassformer {

struct ReachSetting {
    MaskConfig mask;  // its kind is not null
    int tokens = 24;
    int layers = 3;
    bool operator==(const ReachSetting&) const = default;
};

class Reach {
public:
    Reach() = default;
    /// Throws Error where there are no tokens, or fewer layers than 0.
    explicit Reach(const ReachSetting& setting);

    int tokens() const { return tokens_; }
    int layers() const { return layers_; }
    /// The query attends to the key.
    bool sees(int query, int key) const { return sees_[index(query, key)]; }
    /// Layers after which the key can influence the query: 0 for a token itself; −1: not with all of them.
    int needed(int query, int key) const { return needed_[index(query, key)]; }
    /// Tokens that can influence the query after so many layers, itself among them.
    int count(int query, int layers) const;
    std::size_t pairs() const { return pairs_; }  // of one layer
    /// Pairs of query and key that all layers together reach.
    std::size_t reached() const;

private:
    std::size_t index(int query, int key) const {
        return static_cast<std::size_t>(query) * static_cast<std::size_t>(tokens_) + static_cast<std::size_t>(key);
    }

    int tokens_ = 0, layers_ = 0;
    std::size_t pairs_ = 0;
    std::vector<bool> sees_;   // [query, key]
    std::vector<int> needed_;  // [query, key]
};

/// Pairs of query and key that the mask lets through, of a text of that length. Ends soon, with whatever, once
/// `stopped` is true.
double mask_pairs(const MaskConfig& mask, int tokens, const std::atomic<bool>& stopped);

}  // namespace glassformer
