#include "core/text/pretrained/piece_vocabulary.h"

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
    spellings_.resize(size);
    std::vector<bool> given(size);
    for (const auto& [spelling, value] : object.items()) {
        const auto piece = [&source, &name = spelling] { return source + ": the piece " + in_quotes(name); };
        if (!value.is_number_integer()) throw Error(piece() + " needs a whole number as id, not " + described(value));
        if (!value.is_number_unsigned() || value.get<std::uint64_t>() >= size)  // then one below it is missing
            throw Error(piece() + " has the id " + described(value) +
                        (size == 1 ? ", but the only id of a single piece is 0"
                                   : ", but the ids of " + std::to_string(size) + " pieces must be 0 to " +
                                         std::to_string(size - 1) + " without a gap"));
        const auto id = value.get<std::size_t>();
        if (given[id])
            throw Error(piece() + " has the id " + std::to_string(id) + ", which is also that of " +
                        in_quotes(spellings_[id]));
        given[id] = true;
        spellings_[id] = spelling;
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
    for (int id = 0; id < size(); ++id)
        if (const auto [entry, added] = ids_.emplace(spelling(id), id); !added)
            throw Error(source + " has the piece " + in_quotes(spelling(id)) + " twice, with the ids " +
                        std::to_string(entry->second) + " and " + std::to_string(id));
}

int PieceVocabulary::find(std::string_view spelling) const {
    const auto entry = ids_.find(spelling);
    return entry == ids_.end() ? -1 : entry->second;
}

}  // namespace glassformer
