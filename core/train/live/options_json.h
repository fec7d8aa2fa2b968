// The settings of a training as JSON, whole: what is read back is equal to what was written.
#pragma once

#include "core/base/json.h"
#include "core/base/json_object.h"
#include "core/train/options.h"

namespace glassformer {

Json options_json(const TrainOptions& options);

/// Throws Error naming the first key that is missing, unknown or out of its range.
TrainOptions options_of(JsonObject& json);

/// 16 hexadecimal digits: JSON's whole numbers are not that long everywhere.
std::string bits_text(std::uint64_t bits);
std::uint64_t bits_of(JsonObject& json, std::string_view key);

}  // namespace glassformer
