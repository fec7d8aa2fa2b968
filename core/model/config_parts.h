// The nested objects of config.json ("positional", "mask", "head", …), one function each, and what reading them and the
// rest shares. Part of config*.cpp; nobody else includes it.
#pragma once

#include <algorithm>
#include <span>

#include "core/base/json_object.h"
#include "core/model/config.h"
#include "core/model/config_names.h"

namespace glassformer {

/// The largest size that a file may ask for. Beyond it lies no model that this program could show, only a typo or an
/// attempt to exhaust the memory.
inline constexpr std::int64_t max_dimension = std::int64_t{1} << 20U;

template <class Enum, std::size_t N>
Enum choose(JsonObject& object, std::string_view key, const std::array<std::string_view, N>& names, Enum otherwise) {
    return static_cast<Enum>(object.choice(key, names, static_cast<int>(otherwise)));
}

inline int dimension(JsonObject& object, std::string_view key) {
    return static_cast<int>(object.integer(key, 1, max_dimension));
}
inline int dimension(JsonObject& object, std::string_view key, int otherwise) {
    return static_cast<int>(object.integer(key, 1, max_dimension, otherwise));
}

/// A row of a table by the name under "kind"; the menu's names in the message where there is none.
template <class Row>
const Row* choose_row(JsonObject& object, std::string_view key, std::span<const Row> rows, std::string_view otherwise) {
    std::vector<std::string_view> names;
    for (const Row& row : rows) names.push_back(row.name);
    const auto standard = std::ranges::find(names, otherwise);
    return &rows[static_cast<std::size_t>(object.choice(key, names, static_cast<int>(standard - names.begin())))];
}

/// Each throws Error naming the key that is wrong; sizes, heads and architecture of the config are known before.
void read_positional(JsonObject object, ModelConfig& config);
void read_mask(JsonObject object, ModelConfig& config);
void read_head(JsonObject object, ModelConfig& config);
void read_recurrent(JsonObject object, ModelConfig& config);
void read_convolution(JsonObject object, ModelConfig& config);
void read_lookup(JsonObject object, ModelConfig& config);

}  // namespace glassformer
