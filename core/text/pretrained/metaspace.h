// SentencePiece's sign for a space, "▁" (Kudo & Richardson 2018), as pre-tokenizer and decoder write it.
#pragma once

#include <array>
#include <string_view>

#include "core/text/pretrained/part_reader.h"

namespace glassformer {

enum class MetaspaceScheme { always, first, never };

struct MetaspaceSettings {
    char32_t replacement = U'▁';
    MetaspaceScheme scheme = MetaspaceScheme::always;
    bool split = true;
};

/// Older files say "add_prefix_space" in place of "prepend_scheme".
inline MetaspaceSettings read_metaspace(JsonObject& object) {
    constexpr std::array<std::string_view, 3> schemes{"always", "first", "never"};
    MetaspaceSettings settings;
    if (object.has("replacement")) settings.replacement = read_character(object, "replacement");
    const bool prefixed = object.boolean("add_prefix_space", true);
    settings.scheme = static_cast<MetaspaceScheme>(object.choice("prepend_scheme", schemes, prefixed ? 0 : 2));
    settings.split = object.boolean("split", true);
    return settings;
}

}  // namespace glassformer
