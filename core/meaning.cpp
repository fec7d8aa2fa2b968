#include "core/meaning.h"

#include <array>

namespace glassformer {

namespace {
constexpr std::array<std::string_view, 13> names{"plain",  "residual",  "position", "query", "key",
                                                 "value",  "score",     "weight",   "norm",  "mlp",
                                                 "output", "parameter", "gradient"};
}

std::string_view name(Meaning meaning) { return names[static_cast<std::size_t>(meaning)]; }

Meaning meaning_of(std::string_view wanted) {
    for (std::size_t i = 0; i < names.size(); ++i)
        if (names[i] == wanted) return static_cast<Meaning>(i);
    return Meaning::plain;
}

}  // namespace glassformer
