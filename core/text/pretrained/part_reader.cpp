#include "core/text/pretrained/part_reader.h"

#include "core/base/json_text.h"
#include "core/base/utf8.h"

namespace glassformer {

std::unique_ptr<const Matcher> read_pattern(JsonObject& object) {
    object.value("pattern");
    JsonObject pattern = object.object("pattern");
    if (pattern.has("String")) {
        std::string text = pattern.string("String");
        if (text.empty()) throw pattern.error("String", "must not be empty");
        return match_text(std::move(text));
    }
    if (!pattern.has("Regex")) throw object.error("pattern", "must have \"String\" or \"Regex\"");
    return match_regex(pattern.string("Regex"), pattern.source() + ": " + in_quotes(pattern.path() + "Regex"));
}

char32_t read_character(JsonObject& object, std::string_view key) {
    const std::u32string text = decode_utf8(object.string(key));
    if (text.size() != 1) throw object.error(key, "must be one character, not " + in_quotes(object.string(key)));
    return text[0];
}

}  // namespace glassformer
