// Which key a query may see: one row a kind. A mask is data, a [query, key] tensor of ones and zeros; the operation
// that applies it knows nothing of its kind.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/tensor/tensor.h"

namespace glassformer {

struct MaskConfig;

/// The one number that a mask may need, from 1 on: its key in config.json and what the interface says of it.
struct MaskNumber {
    std::string_view key;              // "window"; masks may share one
    const char* title;                 // "Window"
    const char* hint;                  // a sentence
    int (*default_for)(int n_tokens);  // for a text of that length, where nobody gave one
};

struct MaskKind {
    std::string_view name;  // as in config.json: "causal"
    const char* sentence;   // for the interface
    /// `number` is positive where the mask has one. A mask that hides the next key hides all later ones: sees_later().
    bool (*sees)(int query, int key, int number);
    std::optional<MaskNumber> number = std::nullopt;
};

std::span<const MaskKind> all_masks();             // in the order of the menu
const MaskKind* find_mask(std::string_view name);  // null where there is none

/// Some query sees a key behind itself.
bool sees_later(const MaskConfig& config);

/// Fills mask [query, key] with 1 where the query sees the key, else 0.
void fill_mask(const MaskConfig& config, View mask, int first = 0);

}  // namespace glassformer
