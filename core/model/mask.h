// Which key a query may see: one row a kind. A mask is data, a [query, key] tensor of ones and zeros; the operation
// that applies it knows nothing of its kind.
#pragma once

#include <span>
#include <string_view>

#include "core/tensor/tensor.h"

namespace glassformer {

struct MaskConfig;

struct MaskKind {
    std::string_view name;  // as in config.json: "causal"
    const char* sentence;   // for the interface
    bool (*sees)(int query, int key, const MaskConfig& config);
    // Which keys of MaskConfig must be given and positive.
    bool needs_window = false, needs_stride = false, needs_prefix = false, needs_segment = false;
};

std::span<const MaskKind> all_masks();             // in the order of the menu
const MaskKind* find_mask(std::string_view name);  // null where there is none

/// Some query sees a key behind itself.
bool sees_later(const MaskConfig& config);

/// Fills mask [query, key] with 1 where the query sees the key, else 0.
void fill_mask(const MaskConfig& config, View mask, int first = 0);

}  // namespace glassformer
