// The nested objects of config.json ("positional", "mask", "head", …), one function each, and what reading them and the
// rest shares. Part of config*.cpp; nobody else includes it.
#pragma once

#include <string_view>
#include <vector>

#include "core/base/json_object.h"
#include "core/model/config.h"
#include "core/model/config_key.h"
#include "core/model/config_names.h"

namespace glassformer {

template <class Enum, std::size_t N>
Enum choose(JsonObject& object, std::string_view key, const std::array<std::string_view, N>& names, Enum otherwise) {
    return static_cast<Enum>(object.choice(key, names, static_cast<int>(otherwise)));
}

/// The key's value in the object, or what it stands for where it is missing. Throws Error naming what is wrong.
template <class Owner>
double read_key(JsonObject& object, const KeyOf<Owner>& key, const ModelConfig& config) {
    const std::string_view name = name_in_object(key.name);
    const bool required = key.otherwise == nullptr;
    const double otherwise = required || object.has(name) ? 0 : key.otherwise(config);
    switch (key.type) {
        case KeyType::flag: return object.boolean(name, otherwise != 0) ? 1 : 0;
        case KeyType::number: return object.number(name, key.min, key.max, otherwise);
        case KeyType::choice: {
            std::vector<std::string_view> names;
            for (const KeyOption& option : key.options()) names.push_back(option.name);
            return object.choice(name, names, required ? -1 : static_cast<int>(otherwise));
        }
        case KeyType::whole: break;
    }
    const auto min = static_cast<std::int64_t>(key.min), max = static_cast<std::int64_t>(key.max);
    return static_cast<double>(required ? object.integer(name, min, max)
                                        : object.integer(name, min, max, static_cast<std::int64_t>(otherwise)));
}
/// Reads the key of the table into the config.
inline void read_into(JsonObject& object, std::string_view name, ModelConfig& config) {
    const ConfigKey& key = config_key(name).key;
    key.set(config, read_key(object, key, config));
}

/// Each throws Error naming the key that is wrong; sizes, heads and architecture of the config are known before.
void read_positional(JsonObject object, ModelConfig& config);
void read_mask(JsonObject object, ModelConfig& config);
void read_head(JsonObject object, ModelConfig& config);
void read_recurrent(JsonObject object, ModelConfig& config);
void read_convolution(JsonObject object, ModelConfig& config);
void read_lookup(JsonObject object, ModelConfig& config);

}  // namespace glassformer
