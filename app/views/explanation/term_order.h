// Which terms and steps of a derivation are shown, and in which order.
#pragma once

#include <vector>

#include "core/ops/derivation.h"

namespace glassformer {

class TermOrder {
public:
    explicit TermOrder(const Derivation& derivation) : derivation_(derivation) {}

    /// The terms of a step in the order in which they are shown: those that decide first, and apart from them what
    /// stands alone among many of one kind (the bias, ε), which is always shown, behind them.
    struct Order {
        std::vector<int> terms, alone;
        std::size_t sorted = 0;  // so many of the terms are in order
    };
    /// Sorts a step's first `sorted` terms, once.
    const Order& of(int step, std::size_t sorted);

    /// The steps before the last one; of very many (one a hidden unit) the one that its largest term reads.
    std::vector<int> steps_shown() const;

private:
    bool many_steps() const { return derivation_.steps.size() > 5; }
    bool alike(const Term& a, const Term& b) const;
    std::vector<bool> kinds_of_one(const Step& step) const;

    const Derivation& derivation_;
    std::vector<Order> orders_;  // by step
};

}  // namespace glassformer
