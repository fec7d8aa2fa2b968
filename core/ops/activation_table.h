// The activation functions, one row each: name, formula, value and derivative on arrays, derivation of one value.
#pragma once

#include <span>
#include <string_view>

#include "core/ops/derivation.h"

namespace glassformer {

struct Activation {
    std::string_view name;                                        // as in config.json
    const char* title;                                            // on the screen: "ReLU"
    const char* formula;                                          // markup with {x}
    const char* sentence;                                         // for the interface
    void (*value)(const float* x, float* y, std::size_t n);       // y = f(x); x and y may be the same
    void (*derivative)(const float* x, float* y, std::size_t n);  // y = f'(x)
    /// Adds the steps of f(x) to the builder and returns the factors whose sum of products is f(x): one list a term.
    std::vector<Term> (*derive)(DerivationBuilder& builder, const Factor& x);
};

std::span<const Activation> all_activations();             // relu, gelu, gelu_tanh, silu, …
const Activation* find_activation(std::string_view name);  // null where there is none

}  // namespace glassformer
