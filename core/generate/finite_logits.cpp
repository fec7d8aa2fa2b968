#include "core/generate/finite_logits.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/json_text.h"

namespace glassformer {

void require_finite(std::span<const float> logits, const std::string& model, std::size_t position) {
    const bool some = std::ranges::any_of(logits, [](float logit) { return std::isfinite(logit); });
    if (some && std::ranges::all_of(logits, [](float logit) { return logit < INFINITY; })) return;
    throw Error("logits of the model " + in_quotes(model) + " at position " + std::to_string(position) +
                " are not finite, so no next token can be selected");
}

}  // namespace glassformer
