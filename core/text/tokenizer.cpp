#include "core/text/tokenizer.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/text/character_tokenizer.h"
#include "core/text/tokenizer_config.h"
#include "core/text/word_tokenizer.h"

namespace glassformer {

std::shared_ptr<const Tokenizer> make_tokenizer(const std::string& vocab_json, const std::string& source,
                                                const TokenizerConfig& config, int vocab_size) {
    Vocabulary vocabulary(vocab_json, source, config.unknown, vocab_size);
    const auto one_character = [](const std::string& spelling) {
        return is_special(spelling) || code_points(spelling).size() == 1;
    };
    const bool characters = config.kind == TokenizerConfig::Kind::automatic
                                ? std::ranges::all_of(vocabulary.spellings(), one_character)
                                : config.kind == TokenizerConfig::Kind::characters;
    if (characters) return std::make_shared<CharacterTokenizer>(std::move(vocabulary), config.lowercase);
    return std::make_shared<WordTokenizer>(std::move(vocabulary), config.lowercase, config.split,
                                           config.split_front);
}

}  // namespace glassformer
