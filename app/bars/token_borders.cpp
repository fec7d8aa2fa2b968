#include "app/bars/token_borders.h"

#include <string_view>

#include "app/widgets/controls.h"
#include "core/base/error.h"
#include "core/text/pretrained/pretrained_tokenizer.h"

namespace glassformer {

namespace {

constexpr std::size_t longest_with_borders = 4096;  // bytes

bool has_parts_of_words(const Tokenizer* tokenizer) {
    return tokenizer != nullptr && tokenizer->pretrained() != nullptr &&
           tokenizer->pretrained()->model().kind() != "WordLevel";
}

}  // namespace

const std::vector<std::pair<std::size_t, std::size_t>>& TokenBorders::of(
    const std::shared_ptr<const Tokenizer>& tokenizer, const std::string& text) {
    if (tokenizer == tokenizer_ && text == text_) return borders_;
    tokenizer_ = tokenizer;
    text_ = text;
    borders_.clear();
    if (!has_parts_of_words(tokenizer.get()) || text.size() > longest_with_borders) return borders_;
    // Where each byte stands in the line that is drawn, counted once along the text.
    std::size_t counted = 0, in_drawn = 0;
    const auto in_line = [&](std::size_t at) {
        if (at < counted) counted = in_drawn = 0;
        in_drawn += line_of(std::string_view(text).substr(counted, at - counted)).size();
        counted = at;
        return in_drawn;
    };
    try {
        for (const EncodedToken& token : tokenizer->encode(text)) {
            if (token.end <= token.begin) continue;
            const std::size_t begin = in_line(token.begin);
            borders_.emplace_back(begin, in_line(token.end));
        }
    } catch (const Error&) {
        borders_.clear();  // the run says what is wrong
    }
    return borders_;
}

}  // namespace glassformer
