#include <algorithm>
#include <span>
#include <unordered_map>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/text/pretrained/aligned_text.h"
#include "core/text/pretrained/subword_model.h"

namespace glassformer {

namespace {

/// A symbol of a piece in a linked list, by index.
struct LinkedSymbol {
    int id;
    std::size_t begin, end;
    int before, after;  // -1: none
    bool unknown;
};

class BytePairEncoding final : public SubwordModel {
public:
    BytePairEncoding(PieceVocabulary vocabulary, const std::vector<BpeMerge>& merges, const BpeSettings& settings,
                     const std::string& source)
        : vocabulary_(std::move(vocabulary)),
          settings_(settings),
          unknown_(settings.unknown.empty() ? -1 : vocabulary_.find(settings.unknown)),
          bytes_(settings.byte_fallback ? byte_pieces(vocabulary_) : std::vector<int>()),
          first_rank_(static_cast<std::size_t>(vocabulary_.size()), -1) {
        merges_.reserve(merges.size());
        for (const BpeMerge& merge : merges) {
            const int rank = static_cast<int>(&merge - merges.data());
            const auto known = [&](const std::string& spelling, const char* what) {
                const int id = vocabulary_.find(spelling);
                if (id < 0)
                    throw Error(source + ": merge " + std::to_string(rank) + " " + what + " " + in_quotes(spelling) +
                                ", which the vocabulary does not have");
                return id;
            };
            const int left = known(merge.left, "joins"), right = known(merge.right, "joins");
            std::string_view rest = merge.right;
            if (!settings.prefix.empty()) rest.remove_prefix(std::min(settings.prefix.size(), rest.size()));
            const int result = known(merge.left + std::string(rest), "makes");
            merges_.insert_or_assign(key(left, right), Merge{rank, result});
            int& first = first_rank_[static_cast<std::size_t>(result)];
            if (first < 0) first = rank;
        }
    }

    void encode(std::string_view piece, std::vector<PieceToken>& tokens, PieceSteps* steps) const override {
        BpeSteps* shown = steps == nullptr ? nullptr : &steps->emplace<BpeSteps>();
        if (settings_.ignore_merges)
            if (const int id = vocabulary_.find(piece); id >= 0) {
                tokens.push_back({id, 0, piece.size()});
                if (shown != nullptr) {
                    shown->whole = true;
                    shown->start.push_back({std::string(piece), id, 0, piece.size()});
                }
                return;
            }
        std::vector<LinkedSymbol> symbols = start(piece);
        if (shown != nullptr)
            for (const LinkedSymbol& symbol : symbols)
                shown->start.push_back({vocabulary_.spelling(symbol.id), symbol.id, symbol.begin, symbol.end});
        merge_all(symbols, shown);
        for (int at = symbols.empty() ? -1 : 0; at >= 0;) {
            const LinkedSymbol& symbol = symbols[static_cast<std::size_t>(at)];
            tokens.push_back({symbol.id, symbol.begin, symbol.end, symbol.unknown});
            at = symbol.after;
        }
    }

    const PieceVocabulary& vocabulary() const override { return vocabulary_; }
    int unknown_id() const override { return unknown_; }
    int rank(int id) const override { return first_rank_[static_cast<std::size_t>(id)]; }
    int pair_rank(int left, int right) const override {
        const auto found = merges_.find(key(left, right));
        return found == merges_.end() ? -1 : found->second.rank;
    }
    bool byte_fallback() const override { return !bytes_.empty(); }
    std::string_view kind() const override { return "BPE"; }

private:
    struct Merge {
        int rank, result;
    };
    struct Candidate {
        int rank;
        int at;                                         // left symbol
        int left, right;                                // ids when it was found
        bool operator<(const Candidate& other) const {  // the top of a heap is the greatest
            return rank != other.rank ? rank > other.rank : at > other.at;
        }
    };
    static std::uint64_t key(int left, int right) {
        return static_cast<std::uint64_t>(static_cast<std::uint32_t>(left)) << 32U | static_cast<std::uint32_t>(right);
    }

    /// One symbol a code point, or a byte where the vocabulary has not the code point.
    std::vector<LinkedSymbol> start(std::string_view piece) const {
        std::vector<LinkedSymbol> symbols;
        symbols.reserve(piece.size());
        bool fuses = false;  // the last symbol is unknown
        const auto add = [&](int id, std::size_t begin, std::size_t end, bool unknown) {
            const int index = static_cast<int>(symbols.size());
            if (index > 0) symbols.back().after = index;
            symbols.push_back({id, begin, end, index - 1, -1, unknown});
            fuses = unknown;
        };
        std::string spelling;
        for (std::size_t begin = 0; begin < piece.size();) {
            const std::size_t end = begin + code_point_length(piece[begin]);
            spelling.assign(begin > 0 ? settings_.prefix : std::string());
            spelling += piece.substr(begin, end - begin);
            if (end == piece.size()) spelling += settings_.suffix;
            const int id = vocabulary_.find(spelling);
            const auto byte_id = [&](char c) { return bytes_[static_cast<unsigned char>(c)]; };
            if (id >= 0) {
                add(id, begin, end, false);
            } else if (!bytes_.empty() && std::ranges::all_of(spelling, [&](char c) { return byte_id(c) >= 0; })) {
                for (std::size_t i = 0; i < spelling.size(); ++i) {  // prefix and suffix are of no byte of the piece
                    const std::size_t before = begin > 0 ? settings_.prefix.size() : 0;
                    const std::size_t at = begin + std::clamp(i, before, before + end - begin) - before;
                    add(byte_id(spelling[i]), at, std::min(end, at + (i >= before ? 1 : 0)), false);
                }
            } else if (unknown_ >= 0) {
                if (fuses && settings_.fuse_unknown)
                    symbols.back().end = end;
                else
                    add(unknown_, begin, end, true);
            }
            begin = end;
        }
        return symbols;
    }

    void merge_all(std::vector<LinkedSymbol>& symbols, BpeSteps* steps) const {
        std::vector<Candidate> waiting;
        const auto look = [&](int left) {
            if (left < 0 || symbols[static_cast<std::size_t>(left)].after < 0) return false;
            const LinkedSymbol& symbol = symbols[static_cast<std::size_t>(left)];
            const int right = symbols[static_cast<std::size_t>(symbol.after)].id;
            const auto found = merges_.find(key(symbol.id, right));
            if (found == merges_.end()) return false;
            waiting.push_back({found->second.rank, left, symbol.id, right});
            return true;
        };
        for (int at = 0; at + 1 < static_cast<int>(symbols.size()); ++at) look(at);
        std::make_heap(waiting.begin(), waiting.end());
        // Symbols that went into the one before them are marked by an id of -1.
        while (!waiting.empty()) {
            std::pop_heap(waiting.begin(), waiting.end());
            const Candidate best = waiting.back();
            waiting.pop_back();
            LinkedSymbol& left = symbols[static_cast<std::size_t>(best.at)];
            if (left.id != best.left || left.after < 0) continue;
            LinkedSymbol& right = symbols[static_cast<std::size_t>(left.after)];
            if (right.id != best.right) continue;
            const int result = merges_.find(key(best.left, best.right))->second.result;
            if (steps != nullptr)
                steps->merges.push_back({best.rank, index_of(symbols, best.at), best.left, best.right, result});
            left.id = result;
            left.end = right.end;
            left.unknown = false;
            left.after = right.after;
            right.id = -1;
            if (left.after >= 0) symbols[static_cast<std::size_t>(left.after)].before = best.at;
            if (look(left.before)) std::push_heap(waiting.begin(), waiting.end());
            if (look(best.at)) std::push_heap(waiting.begin(), waiting.end());
        }
    }

    /// How many symbols there are before this one.
    static std::size_t index_of(const std::vector<LinkedSymbol>& symbols, int at) {
        std::size_t index = 0;
        for (int before = symbols[static_cast<std::size_t>(at)].before; before >= 0; ++index)
            before = symbols[static_cast<std::size_t>(before)].before;
        return index;
    }

    PieceVocabulary vocabulary_;
    BpeSettings settings_;
    int unknown_;
    std::vector<int> bytes_;       // empty without byte_fallback
    std::vector<int> first_rank_;  // by id
    std::unordered_map<std::uint64_t, Merge> merges_;
};

}  // namespace

std::vector<BpeSteps::Symbol> BpeSteps::symbols_after(std::size_t count, const PieceVocabulary& vocabulary) const {
    std::vector<Symbol> symbols = start;
    for (const Merge& merge : std::span(merges).first(std::min(count, merges.size()))) {
        symbols[merge.at] = {vocabulary.spelling(merge.result), merge.result, symbols[merge.at].begin,
                             symbols[merge.at + 1].end};
        symbols.erase(symbols.begin() + static_cast<std::ptrdiff_t>(merge.at) + 1);
    }
    return symbols;
}

std::vector<int> byte_pieces(const PieceVocabulary& vocabulary) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::vector<int> ids;
    for (std::size_t byte = 0; byte < 256; ++byte)
        ids.push_back(vocabulary.find(std::string("<0x") + digits[byte / 16] + digits[byte % 16] + ">"));
    return ids;
}

std::unique_ptr<const SubwordModel> make_bpe(PieceVocabulary vocabulary, const std::vector<BpeMerge>& merges,
                                             const BpeSettings& settings, const std::string& merges_source) {
    return std::make_unique<BytePairEncoding>(std::move(vocabulary), merges, settings, merges_source);
}

}  // namespace glassformer
