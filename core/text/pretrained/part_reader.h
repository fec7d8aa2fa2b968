// The parts of tokenizer.json that have a "type" each: a row of a table reads one of them.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json_object.h"
#include "core/text/pretrained/matcher.h"

namespace glassformer {

/// Parts in one "Sequence", at most.
inline constexpr std::size_t most_parts = 64;

template <class Part>
struct PartKind {
    std::string_view type;
    std::unique_ptr<const Part> (*read)(JsonObject& object);
};

/// Reads the part by the row that its "type" names; throws Error naming all types where none has this one.
template <class Part, std::size_t count>
std::unique_ptr<const Part> read_part(JsonObject& object, const std::array<PartKind<Part>, count>& kinds) {
    std::array<std::string_view, count> types;
    std::ranges::transform(kinds, types.begin(), &PartKind<Part>::type);
    return kinds[static_cast<std::size_t>(object.choice("type", types, -1))].read(object);
}

/// The parts in a list; throws Error where there is none, or where there are too many.
template <class Read>
auto read_parts(JsonObject& object, std::string_view key, Read read) {
    std::vector<decltype(read(object))> parts;
    if (!object.has(key)) throw object.error(key, "is missing");
    if (object.list(key).size() > most_parts)
        throw object.error(key, "has more than " + std::to_string(most_parts) + " entries");
    for (JsonObject& part : object.objects(key)) parts.push_back(read(part));
    return parts;
}

/// {"pattern": {"String": "…"} or {"Regex": "…"}}
std::unique_ptr<const Matcher> read_pattern(JsonObject& object);

/// The text of a key as one code point. Throws Error where it is not one.
char32_t read_character(JsonObject& object, std::string_view key);

}  // namespace glassformer
