// Reading one JSON object with checks: every value is asked for by key with its type and range, and finish() complains
// about keys that nobody asked for. Messages name file, key and value.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/json.h"

namespace glassformer {

class JsonObject {
public:
    /// `source` opens every message: "config.json"; `path` is put before each key: "inputs.". Throws Error where the
    /// value is no object. Keeps a reference.
    JsonObject(const Json& value, std::string source, std::string path = "");

    bool has(std::string_view key);  // also marks the key as known, as all of the following
    std::int64_t integer(std::string_view key, std::int64_t least, std::int64_t most);  // throws where missing
    std::int64_t integer(std::string_view key, std::int64_t least, std::int64_t most, std::int64_t otherwise);
    double number(std::string_view key, double least, double most, double otherwise);
    bool boolean(std::string_view key, bool otherwise);
    std::string string(std::string_view key);  // throws where missing
    std::string string(std::string_view key, std::string_view otherwise);
    std::vector<std::string> strings(std::string_view key);       // empty where missing
    JsonObject object(std::string_view key);                      // empty where missing
    const Json& list(std::string_view key);                       // empty where missing
    std::vector<JsonObject> objects(std::string_view key);        // of a list; empty where missing
    const Json& value(std::string_view key);                      // of any type; throws where missing
    std::vector<std::pair<std::string, double>> numbers() const;  // all entries of an object of numbers

    /// Index of the string in `names`; `otherwise` where the key is missing, or an Error where that is negative.
    int choice(std::string_view key, std::span<const std::string_view> names, int otherwise);

    const std::string& source() const { return source_; }
    const std::string& path() const { return path_; }

    /// Error: SOURCE: "key" value-text …, for rules between keys.
    Error error(std::string_view key, const std::string& complaint) const;

    /// Throws Error naming a key that nobody asked for and its nearest known one. Keys that start with "_" pass.
    void finish(std::span<const std::string_view> tolerated = {}) const;

private:
    const Json* find(std::string_view key);
    const Json& require(std::string_view key);

    const Json* value_;
    std::string source_, path_;
    std::vector<std::string> known_;
};

}  // namespace glassformer
