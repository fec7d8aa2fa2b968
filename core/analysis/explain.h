// A derivation as text, for the command line and the clipboard.
#pragma once

#include <string>

#include "core/tape/trace.h"

namespace glassformer {

/// Name and value, the stage's title and formula, then every step with its terms: value, source cell, product.
std::string explain(const Trace& trace, int record, const Cell& cell);

/// A factor as the panel and the text write it: "1.2500", "(0.5 − μ)", "1/d_model".
std::string factor_text(const Trace& trace, int record, const Derivation& derivation, const Factor& factor);

}  // namespace glassformer
