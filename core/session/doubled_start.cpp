#include "core/session/doubled_start.h"

#include <algorithm>
#include <iterator>

#include "core/base/error.h"
#include "core/model/model.h"
#include "core/text/tokenizer.h"

namespace glassformer {

std::string doubled_start(const Model& model, const std::string& text) try {
    // Only tokenizers of published models add tokens.
    if (!model.tokenizer || model.tokenizer->pretrained() == nullptr) return {};
    const Encoding tokens = model.tokenizer->encode_with_special(text);
    const auto first = std::ranges::find(tokens, false, &EncodedToken::added_around);
    if (first == tokens.begin() || first == tokens.end() || first->id != std::prev(first)->id) return {};
    return first->text;
} catch (const Error&) {
    return {};
}

}  // namespace glassformer
