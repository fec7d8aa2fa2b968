#include "core/text/pretrained/piece_vocabulary.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/json_text.h"

namespace glassformer {

PieceVocabulary::PieceVocabulary(const Json& object, const std::string& source) {
    if (!object.is_object()) throw Error(source + " must be an object of pieces and ids, not " + described(object));
    const std::size_t size = object.size();
    if (size == 0) throw Error(source + " is empty");
    if (size > most_ids)
        throw Error(source + " has " + std::to_string(size) + " pieces; at most " + std::to_string(most_ids) +
                    " are supported");
    constexpr std::size_t most_left_out = 1'000'000;
    std::size_t end = 0;  // of the ids
    for (const auto& [spelling, value] : object.items()) {
        const auto piece = [&source, &name = spelling] { return source + ": the piece " + in_quotes(name); };
        if (!value.is_number_integer()) throw Error(piece() + " needs a whole number as id, not " + described(value));
        if (!value.is_number_unsigned() || value.get<std::uint64_t>() >= size + most_left_out)
            throw Error(
                piece() + " has the id " + described(value) +
                (size == 1 ? ", though there is 1 piece" : ", though there are " + std::to_string(size) + " pieces"));
        end = std::max(end, value.get<std::size_t>() + 1);
    }
    spellings_.resize(end);
    given_.resize(end);
    for (const auto& [spelling, value] : object.items()) {
        const auto id = value.get<std::size_t>();
        if (given_[id])
            throw Error(source + ": the piece " + in_quotes(spelling) + " has the id " + std::to_string(id) +
                        ", which is also that of " + in_quotes(spellings_[id]));
        given_[id] = true;
        spellings_[id] = spelling;
    }
    if (end > size) {
        const auto first = std::ranges::find(given_, false) - given_.begin();
        warnings_.push_back(source + " has no piece for " + std::to_string(end - size) + " of its " +
                            std::to_string(end) + " IDs, the first of them " + std::to_string(first));
    } else {
        given_.clear();
    }
    index(source);
}

PieceVocabulary::PieceVocabulary(std::vector<std::string> spellings, const std::string& source)
    : spellings_(std::move(spellings)) {
    if (spellings_.empty()) throw Error(source + " is empty");
    if (spellings_.size() > most_ids)
        throw Error(source + " has " + std::to_string(spellings_.size()) + " pieces; at most " +
                    std::to_string(most_ids) + " are supported");
    index(source);
}

void PieceVocabulary::index(const std::string& source) {
    ids_.reserve(spellings_.size());
    std::size_t twice = 0;
    std::string first;
    for (int id = size() - 1; id >= 0; --id) {  // the last of equal ones has the id
        if (!has(id) || ids_.emplace(spelling(id), id).second) continue;
        given_.resize(spellings_.size(), true);
        given_[static_cast<std::size_t>(id)] = false;
        first = "the piece " + in_quotes(spelling(id)) + " appears twice; ID " + std::to_string(find(spelling(id))) +
                " is used and ID " + std::to_string(id) + " is ignored";
        ++twice;
    }
    if (twice == 0) return;
    warnings_.push_back(source + ": " + first +
                        (twice == 1   ? ""
                         : twice == 2 ? "; so is 1 other"
                                      : "; so are " + std::to_string(twice - 1) + " others"));
    for (int id = 0; id < size(); ++id)
        if (!has(id)) spellings_[static_cast<std::size_t>(id)].clear();
}

int PieceVocabulary::find(std::string_view spelling) const {
    const auto entry = ids_.find(spelling);
    return entry == ids_.end() ? -1 : entry->second;
}

}  // namespace glassformer
