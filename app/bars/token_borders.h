// Which stretches of a text are its tokens, for the text boxes at the top.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/text/tokenizer.h"

namespace glassformer {

class TokenBorders {
public:
    /// Bytes [begin, end) of line_of(text) that each token of it stands for. None where a token is a whole word or a
    /// character, which the text shows by itself, of a text of more than 4,096 bytes, and of one that is refused.
    const std::vector<std::pair<std::size_t, std::size_t>>& of(const std::shared_ptr<const Tokenizer>& tokenizer,
                                                               const std::string& text);

private:
    std::shared_ptr<const Tokenizer> tokenizer_;  // of the last question, as the next two
    std::string text_;
    std::vector<std::pair<std::size_t, std::size_t>> borders_;
};

}  // namespace glassformer
