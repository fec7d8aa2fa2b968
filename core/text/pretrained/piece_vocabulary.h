// Spellings and ids of a published tokenizer's model: ids are 0 … size-1 without a gap.
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

    /// {"piece": id, …}. Throws Error for ids that are no whole numbers, stand twice or leave a gap. `source` opens
    /// messages: "tokenizer.json: "model.vocab"".
    PieceVocabulary(const Json& object, const std::string& source);

    /// The pieces in the order of their ids. Throws Error for a piece that stands twice.
    PieceVocabulary(std::vector<std::string> spellings, const std::string& source);

    PieceVocabulary(PieceVocabulary&&) noexcept = default;
    PieceVocabulary& operator=(PieceVocabulary&&) noexcept = default;
    PieceVocabulary(const PieceVocabulary&) = delete;
    PieceVocabulary& operator=(const PieceVocabulary&) = delete;

    int size() const { return static_cast<int>(spellings_.size()); }
    int find(std::string_view spelling) const;  // -1 where there is none
    const std::string& spelling(int id) const { return spellings_[static_cast<std::size_t>(id)]; }
    const std::vector<std::string>& spellings() const { return spellings_; }

private:
    void index(const std::string& source);

    std::vector<std::string> spellings_;
    std::unordered_map<std::string_view, int> ids_;  // of what spellings_ holds, which does not move any more
};

}  // namespace glassformer
