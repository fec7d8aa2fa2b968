// The packed copy of a weight, made once, perhaps by another thread while the model is already used.
#pragma once

#include <atomic>
#include <memory>

#include "core/math/row_product.h"

namespace glassformer {

class WeightPacking {
public:
    /// How the weight at `b` will be packed; nothing is done yet.
    WeightPacking(int k, int n, const MatrixIn& b, int group) : k_(k), n_(n), group_(group), b_(b) {}

    /// Makes the copy. One thread, once; others may call ready() meanwhile.
    void make() {
        packed_ = std::make_unique<const PackedMatrix>(k_, n_, b_, group_);
        ready_.store(packed_.get(), std::memory_order_release);
    }
    const PackedMatrix* ready() const { return ready_.load(std::memory_order_acquire); }  // null: not yet

private:
    int k_, n_, group_;
    MatrixIn b_;
    std::unique_ptr<const PackedMatrix> packed_;
    std::atomic<const PackedMatrix*> ready_{nullptr};
};

}  // namespace glassformer
