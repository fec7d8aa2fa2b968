// From the spellings of tokens back to a text.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace glassformer {

class JsonObject;
class MatchBudget;

class Decoder {
public:
    virtual ~Decoder() = default;

    /// The spellings, changed; the text is all of them joined. Throws Error where a text grows too long or a regular
    /// expression needs too many steps.
    virtual void decode(std::vector<std::string>& spellings, MatchBudget& budget) const = 0;
};

/// The decoder that {"type": …} describes. Throws Error naming the key for an unknown type and a wrong value.
std::unique_ptr<const Decoder> read_decoder(JsonObject& object);

/// Bytes as UTF-8; each broken sequence, as long as it could be one, becomes one U+FFFD.
std::string repaired_utf8(std::string_view bytes);

}  // namespace glassformer
