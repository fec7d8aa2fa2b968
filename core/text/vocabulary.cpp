#include "core/text/vocabulary.h"

#include <algorithm>
#include <functional>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/utf8.h"

namespace glassformer {

bool is_special(std::string_view spelling) {
    return spelling.size() > 2 &&
           ((spelling.front() == '<' && spelling.back() == '>') || (spelling.front() == '[' && spelling.back() == ']'));
}

Vocabulary::Vocabulary(const std::string& json, const std::string& source, const std::string& unknown, int vocab_size) {
    const Json root = parse_json(json, source);
    if (!root.is_object()) throw Error(source + " must hold an object of tokens and ids, not " + described(root));
    if (root.size() > static_cast<std::size_t>(vocab_size))
        throw Error(source + " has " + std::to_string(root.size()) + " tokens, more than the model's vocab_size " +
                    std::to_string(vocab_size));
    spellings_.resize(root.size());
    std::vector<bool> given(root.size());
    for (const auto& [spelling, value] : root.items()) {
        const std::string token = source + ": the token " + in_quotes(spelling);
        if (spelling.empty()) throw Error(source + " has a token without a spelling");
        if (!value.is_number_integer()) throw Error(token + " needs a whole number as id, not " + described(value));
        // As many tokens as ids: one of size or more leaves a gap below it.
        if (!value.is_number_unsigned() || value.get<std::uint64_t>() >= root.size())
            throw Error(token + " has the id " + described(value) + ", but the ids of " + std::to_string(root.size()) +
                        " tokens are 0 to " + std::to_string(root.size() - 1) + " without a gap");
        const auto id = value.get<std::size_t>();
        if (given[id])
            throw Error(token + " has the id " + std::to_string(id) + ", which is also that of " +
                        in_quotes(spellings_[id]));
        given[id] = true;
        spellings_[id] = spelling;
        ids_.emplace(spelling, static_cast<int>(id));
        if (is_special(spelling)) specials_.push_back(static_cast<int>(id));
    }
    std::ranges::stable_sort(specials_, std::greater{}, [&](int id) { return this->spelling(id).size(); });
    if (!unknown.empty()) {
        unknown_ = find(unknown);
        if (unknown_ < 0) throw Error(source + " lacks the token for unknown words, " + in_quotes(unknown));
    }
    // Embeddings are padded to round sizes; such a row can be predicted and needs a label, but no text gives it.
    for (int id = size(); id < vocab_size; ++id) spellings_.push_back("<" + std::to_string(id) + ">");
}

int Vocabulary::find(std::string_view spelling) const {
    const auto entry = ids_.find(spelling);
    return entry == ids_.end() ? -1 : entry->second;
}

const std::string& Vocabulary::spelling(int id) const {
    if (id < 0 || id >= size())
        throw Error("there is no token " + std::to_string(id) + " in a vocabulary of " + std::to_string(size()));
    return spellings_[static_cast<std::size_t>(id)];
}

int Vocabulary::special_at(std::string_view text) const {
    const auto found = std::ranges::find_if(specials_, [&](int id) { return text.starts_with(spelling(id)); });
    return found == specials_.end() ? -1 : *found;
}

/// ": "0123456789"" for a vocabulary of signs; else ", which has "the", "then" and others": what begins like the word
/// is first.
std::string Vocabulary::some_like(std::string_view word) const {
    constexpr std::size_t most_signs = 120, most_words = 8;
    std::vector<const std::string*> known;
    bool signs = true;
    for (const std::string& spelling : spellings_) {
        if (is_special(spelling)) continue;
        known.push_back(&spelling);
        signs = signs && decode_utf8(spelling).size() == 1;
    }
    if (known.empty()) return {};
    std::string text;
    if (signs && known.size() <= most_signs) {
        for (const std::string* sign : known) text += *sign;
        return ": " + in_quotes(text);
    }
    std::ranges::stable_sort(known, std::ranges::greater{}, [word](const std::string* spelling) {
        return std::ranges::mismatch(*spelling, word).in2 - word.begin();
    });
    for (std::size_t i = 0; i < std::min(most_words, known.size()); ++i)
        text += (i > 0 ? ", " : "") + in_quotes(*known[i]);
    return std::string(vocabulary_sample) + text + (known.size() > most_words ? " and others" : "");
}

void Vocabulary::append(Encoding& encoding, std::string_view text, std::size_t begin, std::size_t end,
                        std::string_view key) const {
    const std::string typed(text.substr(begin, end - begin));
    const int id = find(key);
    if (id < 0 && unknown_ < 0)
        throw Error(in_quotes(typed) + ", token " + std::to_string(encoding.size() + 1) + " of the text (byte " +
                    std::to_string(begin) + "), " + std::string(not_in_vocabulary) + " of " + std::to_string(size()) +
                    " tokens" + some_like(typed));
    encoding.push_back({id < 0 ? unknown_ : id, begin, end, typed, id < 0});
}

}  // namespace glassformer
