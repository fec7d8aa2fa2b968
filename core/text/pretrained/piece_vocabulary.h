// Spellings and ids of a published tokenizer's model. Vocabularies that are in use have ids without a piece, and pieces
// that stand twice: they are read as the published libraries read them, and warnings() says so.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace glassformer {

class Json;

/// Ids of a vocabulary, at most.
inline constexpr std::size_t most_ids = std::size_t{1} << 24U;

class PieceVocabulary {
public:
    PieceVocabulary() = default;

    /// {"piece": id, …}. Throws Error for ids that are no whole numbers, stand twice, or leave out more than a million
    /// others. `source` opens messages: "tokenizer.json: "model.vocab"".
    PieceVocabulary(const Json& object, const std::string& source);

    /// The pieces in the order of their ids. Of one that stands twice the later one counts, and the earlier id has
    /// none.
    PieceVocabulary(std::vector<std::string> spellings, const std::string& source);

    PieceVocabulary(PieceVocabulary&&) noexcept = default;
    PieceVocabulary& operator=(PieceVocabulary&&) noexcept = default;
    PieceVocabulary(const PieceVocabulary&) = delete;
    PieceVocabulary& operator=(const PieceVocabulary&) = delete;

    int size() const { return static_cast<int>(spellings_.size()); }  // the last id, and one
    bool has(int id) const {
        return id >= 0 && id < size() && (given_.empty() || given_[static_cast<std::size_t>(id)]);
    }
    int find(std::string_view spelling) const;  // -1 where there is none
    /// "" of an id without a piece.
    const std::string& spelling(int id) const { return spellings_[static_cast<std::size_t>(id)]; }
    const std::vector<std::string>& spellings() const { return spellings_; }
    const std::vector<std::string>& warnings() const { return warnings_; }  // sentences on what is odd

private:
    void index(const std::string& source);

    std::vector<std::string> spellings_, warnings_;
    std::vector<bool> given_;                        // whether an id has a piece; empty: each has
    std::unordered_map<std::string_view, int> ids_;  // of what spellings_ holds, which does not move any more
};

}  // namespace glassformer
