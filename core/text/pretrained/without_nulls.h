// A key that is null counts as absent in the files of published models.
#pragma once

#include "core/base/json.h"

namespace glassformer {

/// The value without keys that are null, at any depth.
Json without_nulls(const Json& value);

}  // namespace glassformer
