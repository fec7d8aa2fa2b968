// What the factors and terms of a derivation come to, with the values of the steps before them.
#pragma once

#include <span>

#include "core/ops/derivation.h"

namespace glassformer {

double value_of(const Factor& factor, std::span<const Step> before);
/// Of the term's factors, before the step's `each` is applied.
double product_of(const Term& term, std::span<const Step> before);

}  // namespace glassformer
