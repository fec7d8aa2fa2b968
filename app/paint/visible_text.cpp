#include "app/paint/visible_text.h"

namespace glassformer {

std::string visible_text(const std::string& token) {
    if (token.empty()) return "∅";
    std::string made;
    for (const char c : token) {
        if (c == '\n')
            made += "↵";
        else if (c == ' ' && made.empty())
            made += "␣";
        else
            made += c;
    }
    return made;
}

}  // namespace glassformer
