#include "core/session/unknown_words.h"

#include <algorithm>
#include <set>

#include "core/base/error.h"
#include "core/model/model.h"
#include "core/text/character_tokenizer.h"
#include "core/text/vocabulary.h"

namespace glassformer {

std::vector<bool> unknown_tokens(std::span<const TokenLabel> tokens) {
    std::vector<bool> unknown;
    if (std::ranges::none_of(tokens, &TokenLabel::unknown)) return unknown;
    for (const TokenLabel& token : tokens) unknown.push_back(token.unknown);
    return unknown;
}

std::string unknown_words(const Tokenizer* tokenizer, std::span<const TokenLabel> tokens) {
    std::set<std::string> words;
    int id = -1;
    for (const TokenLabel& token : tokens) {
        if (!token.unknown) continue;
        words.insert(token.text);
        id = token.id;
    }
    if (words.empty() || tokenizer == nullptr) return {};
    const bool characters = dynamic_cast<const CharacterTokenizer*>(tokenizer) != nullptr;
    const std::string noun = characters ? "character" : tokenizer->pretrained() != nullptr ? "token" : "word";
    const std::string count = std::to_string(words.size()) + " " + noun + (words.size() == 1 ? " is" : "s are");
    return count + " not among this model's " + std::to_string(tokenizer->size()) + "; it reads " +
           tokenizer->token(id);
}

std::string missing_start(const Model& model, std::span<const TokenLabel> tokens) try {
    if (!model.tokenizer || model.card.examples.empty() || tokens.empty()) return {};
    int start = -1;
    for (const std::string& example : model.card.examples) {
        const std::vector<TokenLabel> begins = tokenize(model, example);
        if (begins.empty() || (start >= 0 && begins.front().id != start)) return {};
        start = begins.front().id;
    }
    const std::string spelling = model.tokenizer->token(start);
    if (tokens.front().id == start || !is_special(spelling)) return {};
    const bool read =
        model.card.answer_at == spelling || (model.config.head.classifier && model.config.head.pooling == Pooling::cls);
    return read ? "This model answers at “" + spelling + "”; the text does not begin with it"
                : "This model’s texts begin with “" + spelling + "”; this one does not";
} catch (const Error&) {
    return {};  // an example that the model cannot read
}

std::string unknown_words(const Model& model, std::span<const TokenLabel> tokens, std::span<const TokenLabel> target) {
    std::string text = missing_start(model, tokens);
    if (const std::string words = unknown_words(model.tokenizer.get(), tokens); !words.empty())
        text += (text.empty() ? "" : ". ") + words;
    const auto& of_target = model.target_tokenizer ? model.target_tokenizer : model.tokenizer;
    if (const std::string more = unknown_words(of_target.get(), target); !more.empty())
        text += text.empty() ? more : "; of the target, " + more;
    return text;
}

std::string unknown_words(const Evaluation& evaluation) {
    return unknown_words(evaluation.model(), evaluation.tokens(), evaluation.target_tokens());
}

bool is_unknown(const Evaluation& evaluation, const Record& record, int dimension, int index) {
    if (dimension < 0 || record.kind == Record::Kind::parameter) return false;
    if (record.stage == &stage::start_hidden || record.stage == &stage::start_cell) return false;  // no token's
    const Axis axis = record.shape.axis(dimension);
    if (axis != Axis::position && axis != Axis::query && axis != Axis::key) return false;
    const std::vector<TokenLabel>& tokens = evaluation.tokens_along(record, axis);
    const auto at = static_cast<std::size_t>(index + evaluation.first_token_along(record, axis));
    return at < tokens.size() && tokens[at].unknown;
}

}  // namespace glassformer
