// The "tokenizer" key of config.json, which every model type may carry. For core's .cpp files.
#pragma once

#include "core/base/json_object.h"
#include "core/model/config.h"

namespace glassformer {

/// Reads and checks the key of a config; its absence gives the defaults.
TokenizerConfig read_tokenizer_config(JsonObject& config);

}  // namespace glassformer
