// How text becomes tokens, as config.json says it.
#pragma once

#include <string>
#include <vector>

namespace glassformer {

/// How text becomes tokens where vocab.json stands alone.
struct TokenizerConfig {
    enum class Kind { automatic, characters, words };
    Kind kind = Kind::automatic;
    bool lowercase = false;
    std::vector<std::string> split{};        // word endings cut off: "n't"
    std::vector<std::string> split_front{};  // word beginnings cut off: "l'"
    std::string unknown{};                   // "" : an unknown word is an error
    std::string start{};                     // of an encoder–decoder: what its target begins with; "": nothing
    std::string end{};                       // the same: what closes its source and ends its target
    bool operator==(const TokenizerConfig&) const = default;
};

}  // namespace glassformer
