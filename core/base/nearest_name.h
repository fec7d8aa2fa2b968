// The name that somebody meant who wrote another one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace glassformer {

/// The known name that is most like the written one, for "did you mean": the shortest one that begins with it, else the
/// one with the fewest letters changed (Levenshtein 1966), else the shortest one that holds it; "" where none is near.
std::string nearest_name(std::span<const std::string> names, std::string_view written);

}  // namespace glassformer
