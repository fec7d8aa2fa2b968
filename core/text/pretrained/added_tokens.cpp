#include "core/text/pretrained/added_tokens.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/json_object.h"
#include "core/base/json_text.h"
#include "core/text/pretrained/code_point_classes.h"
#include "core/text/pretrained/normalizer.h"
#include "core/text/pretrained/piece_vocabulary.h"
#include "core/text/pretrained/without_nulls.h"

namespace glassformer {

namespace {

constexpr std::size_t longest_added = 2048;  // bytes of one
constexpr std::size_t most_added = 100'000;
constexpr int most_left_out = 1'000'000;  // ids before an added token

/// The code point before this byte, 0 at the start.
char32_t code_point_before(std::string_view text, std::size_t at) {
    if (at == 0) return 0;
    do --at;
    while ((static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U);
    return next_code_point(text, at);
}
char32_t code_point_at(std::string_view text, std::size_t at) {
    return at < text.size() ? next_code_point(text, at) : 0;
}

}  // namespace

AddedTokens::AddedTokens(const Json* list, const PieceVocabulary& vocabulary, const Normalizer* normalizer,
                         const std::string& source)
    : size_(vocabulary.size()) {
    if (list == nullptr || list->is_null()) return;
    if (!list->is_array()) throw Error(source + ": \"added_tokens\" must be a list, not " + with_type(*list));
    if (list->size() > most_added)
        throw Error(source + ": \"added_tokens\" has more than " + std::to_string(most_added) + " entries");
    for (const Json& entry : *list) {
        const Json plain = without_nulls(entry);
        JsonObject object(plain, source, "added_tokens[" + std::to_string(tokens_.size()) + "].");
        AddedToken token;
        token.content = object.string("content");
        token.id = static_cast<int>(object.integer("id", 0, static_cast<std::int64_t>(most_ids) - 1));
        token.special = object.boolean("special", false);
        token.lstrip = object.boolean("lstrip", false);
        token.rstrip = object.boolean("rstrip", false);
        token.normalized = object.boolean("normalized", !token.special);
        token.single_word = object.boolean("single_word", false);
        if (token.content.empty()) throw object.error("content", "must not be empty");
        if (token.content.size() > longest_added)
            throw object.error("content", "is longer than " + std::to_string(longest_added) + " bytes");
        const int known = vocabulary.find(token.content), own = known >= 0 ? known : find_content(token.content);
        const bool left_out = token.id > size_ && token.id <= size_ + most_left_out;
        const bool free = left_out || (token.id < vocabulary.size() && !vocabulary.has(token.id));
        if (own < 0 && left_out && warning_.empty())
            warning_ = source + ": the added token " + in_quotes(token.content) + " has the ID " +
                       std::to_string(token.id) + ", but the next free ID is " + std::to_string(size_);
        const int right = own >= 0 ? own : free ? token.id : size_;
        if (token.id != right)
            throw object.error("id", "is " + std::to_string(token.id) + ", but " + in_quotes(token.content) +
                                         (own >= 0 ? " already has the ID " : " must have the next ID, ") +
                                         std::to_string(right));
        if (own < 0) size_ = std::max(size_, token.id + 1);
        by_id_.resize(static_cast<std::size_t>(std::max(size_, vocabulary.size())), -1);
        int& index = by_id_[static_cast<std::size_t>(token.id)];
        if (index >= 0) throw object.error("content", "is " + in_quotes(token.content) + ", which appears twice");
        index = static_cast<int>(tokens_.size());
        by_content_.emplace(token.content, index);
        tokens_.push_back(std::move(token));
    }
    // Special ones come first: where two look alike after normalizing, the first is found.
    for (const bool special : {true, false})
        for (const AddedToken& token : tokens_)
            if (token.special == special)
                (token.normalized ? normalized_ : raw_).tokens.push_back(static_cast<int>(&token - tokens_.data()));
    for (Pass* pass : {&raw_, &normalized_}) {
        std::vector<std::string> spellings;
        MatchBudget budget;
        for (const int index : pass->tokens) {
            AddedToken& token = tokens_[static_cast<std::size_t>(index)];
            AlignedText content = AlignedText::part_of(token.content, 0, token.content.size());
            if (token.normalized && normalizer != nullptr) content = normalizer->normalized(std::move(content), budget);
            token.decoded = content.text;
            spellings.push_back(std::move(content.text));
        }
        pass->trie = PieceTrie(spellings);
    }
}

std::vector<AddedMatch> AddedTokens::find(std::string_view text, bool normalized) const {
    const Pass& pass = normalized ? normalized_ : raw_;
    std::vector<AddedMatch> matches;
    if (pass.tokens.empty()) return matches;
    std::size_t taken = 0;  // by the match before
    for (std::size_t at = 0; at < text.size();) {
        int found = -1;
        std::size_t length = 0;
        pass.trie.each_prefix(text.substr(at), [&](int spelling, std::size_t bytes) {
            found = pass.tokens[static_cast<std::size_t>(spelling)];
            length = bytes;
        });
        if (found < 0) {
            ++at;
            continue;
        }
        std::size_t begin = at, end = at + length;
        at = end;
        const AddedToken& token = tokens_[static_cast<std::size_t>(found)];
        if (token.single_word &&
            (is_word_character(code_point_before(text, begin)) || is_word_character(code_point_at(text, end))))
            continue;
        if (token.lstrip)
            while (begin > taken && is_white_space(code_point_before(text, begin))) do
                    --begin;
                while ((static_cast<unsigned char>(text[begin]) & 0xC0U) == 0x80U);
        if (token.rstrip)
            while (end < text.size() && is_white_space(code_point_at(text, end))) next_code_point(text, end);
        begin = std::max(begin, taken);
        if (begin >= end) continue;  // swallowed by the match before
        matches.push_back({begin, end, found});
        taken = end;
    }
    return matches;
}

const AddedToken* AddedTokens::with_id(int id) const {
    if (id < 0 || static_cast<std::size_t>(id) >= by_id_.size()) return nullptr;
    const int index = by_id_[static_cast<std::size_t>(id)];
    return index < 0 ? nullptr : &tokens_[static_cast<std::size_t>(index)];
}

int AddedTokens::find_content(std::string_view spelling) const {
    const auto found = by_content_.find(spelling);
    return found == by_content_.end() ? -1 : tokens_[static_cast<std::size_t>(found->second)].id;
}

bool AddedTokens::is_special(std::string_view spelling) const {
    const auto found = by_content_.find(spelling);
    return found != by_content_.end() && tokens_[static_cast<std::size_t>(found->second)].special;
}

}  // namespace glassformer
