// The keys of config.json's "positional.scaling": names, bounds, defaults, and which kind of scaling has which.
#pragma once

#include <span>
#include <string_view>

#include "core/model/config_key.h"
#include "core/ops/rope_scaling.h"

namespace glassformer {

struct ScalingKey {
    KeyOf<RopeScaling> key;
    bool (*applies)(const RopeScaling& scaling);            // which kinds have it
    bool (*written)(const RopeScaling& scaling) = nullptr;  // of those, which write it; null: all
};

/// "kind" is the first; the others follow it.
std::span<const ScalingKey> all_scaling_keys();

}  // namespace glassformer
