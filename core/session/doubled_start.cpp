#include "core/session/doubled_start.h"

#include <algorithm>

#include "core/model/model.h"
#include "core/text/tokenizer.h"

namespace glassformer {

namespace {

/// How many tokens are put in front of a text.
std::size_t added_before(const Tokenizer& tokenizer) {
    const std::string any = "a";
    const Encoding whole = tokenizer.encode_with_special(any), alone = tokenizer.encode(any);
    const auto same = [](const EncodedToken& a, const EncodedToken& b) { return a.id == b.id; };
    const auto found = std::search(whole.begin(), whole.end(), alone.begin(), alone.end(), same);
    return alone.empty() || found == whole.end() ? 0 : static_cast<std::size_t>(found - whole.begin());
}

}  // namespace

std::string doubled_start(const Model& model, std::span<const TokenLabel> tokens) {
    if (!model.tokenizer) return {};
    const std::size_t added = added_before(*model.tokenizer);
    if (added == 0 || tokens.size() <= added || tokens[added].id != tokens[added - 1].id) return {};
    return tokens[added].text;
}

}  // namespace glassformer
