#include "core/text/character_tokenizer.h"

#include "core/base/utf8.h"
#include "core/text/unicode.h"

namespace glassformer {

CharacterTokenizer::CharacterTokenizer(Vocabulary vocabulary, bool lowercase)
    : vocabulary_(std::move(vocabulary)), lowercase_(lowercase) {}

Encoding CharacterTokenizer::encode(std::string_view text) const {
    Encoding encoding;
    std::size_t next = 0;  // byte after the last token
    for (const CodePoint& c : code_points(text)) {
        if (c.begin < next) continue;  // inside a special token
        const int special = vocabulary_.special_at(text.substr(c.begin));
        std::string key(text.substr(c.begin, c.end - c.begin));
        if (special >= 0)
            key = vocabulary_.spelling(special);
        else if (lowercase_)
            key = lowercase(key);
        next = special >= 0 ? c.begin + key.size() : c.end;
        vocabulary_.append(encoding, text, c.begin, next, key);
    }
    return encoding;
}

std::string CharacterTokenizer::decode(std::span<const int> ids) const {
    std::string text;
    for (const int id : ids) text += vocabulary_.spelling(id);
    return text;
}

}  // namespace glassformer
