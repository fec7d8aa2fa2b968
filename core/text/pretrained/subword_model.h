// The heart of a tokenizer: one piece of a text becomes tokens of a vocabulary.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/text/pretrained/piece_vocabulary.h"

namespace glassformer {

class JsonObject;

/// A token of a piece.
struct PieceToken {
    int id;
    std::size_t begin, end;  // bytes of the piece
    bool unknown = false;    // the piece has it, the vocabulary has not
};

/// Byte-pair encoding (Sennrich et al. 2016): which pairs of neighbours became one, the lowest rank first.
struct BpeSteps {
    struct Symbol {
        std::string spelling;
        int id;
        std::size_t begin, end;  // bytes of the piece
    };
    struct Merge {
        int rank;
        std::size_t at;           // index of the left symbol among the symbols that there are before the merge
        int left, right, result;  // ids
    };
    bool whole = false;  // the piece is in the vocabulary, and merges are ignored
    std::vector<Symbol> start;
    std::vector<Merge> merges;

    /// The symbols after the first `count` merges; spellings are those of the vocabulary.
    std::vector<Symbol> symbols_after(std::size_t count, const PieceVocabulary& vocabulary) const;
};

/// WordPiece (Schuster & Nakajima 2012): the longest piece of the vocabulary that the rest of the word begins with.
struct WordPieceSteps {
    struct Try {
        std::size_t begin, end;  // bytes of the piece
        int id;                  // -1: the vocabulary has it not
    };
    bool too_long = false;   // the word has more characters than are tried
    std::string prefix;      // of what is tried inside the word: "##"
    std::vector<Try> tries;  // in the order in which they were made
};

/// Unigram (Kudo 2018): the cut with the greatest sum of scores, by Viterbi's algorithm.
struct UnigramSteps {
    struct Edge {
        std::size_t begin, end;  // bytes of the piece
        int id;                  // -1: unknown, which a model without an unknown token cannot be
        double score;            // of this piece alone
        double sum;              // of the best cut that ends with it
        bool best;               // of all that end there
    };
    std::vector<Edge> edges;          // by their begin, the shortest first
    std::vector<std::size_t> chosen;  // of the edges, from left to right
};

using PieceSteps = std::variant<std::monostate, BpeSteps, WordPieceSteps, UnigramSteps>;

class SubwordModel {
public:
    virtual ~SubwordModel() = default;

    /// Appends the piece's tokens, from left to right; `steps`, where it is not null, is set to how they came about.
    /// Throws Error where the model has no token for what it does not know and needs one.
    virtual void encode(std::string_view piece, std::vector<PieceToken>& tokens, PieceSteps* steps) const = 0;

    virtual const PieceVocabulary& vocabulary() const = 0;
    virtual int unknown_id() const = 0;            // -1 where there is none
    virtual double score(int) const { return 0; }  // Unigram's, of an id
    virtual bool has_scores() const { return false; }
    virtual bool byte_fallback() const { return false; }  // bytes are tokens of what the vocabulary lacks
    virtual int rank(int) const { return -1; }            // of the first merge that makes the id; -1 for none
    virtual int pair_rank(int, int) const { return -1; }  // of the merge of two neighbouring ids; -1 for none
    virtual std::string_view kind() const = 0;            // "BPE", "WordPiece", "Unigram", "WordLevel"
};

/// Reads "model"; without "type" the other keys say which it is. Throws Error naming the key.
std::unique_ptr<const SubwordModel> read_model(const Json& model, const std::string& source);

struct BpeSettings {
    std::string unknown;         // "" : what the vocabulary lacks vanishes
    std::string prefix, suffix;  // of symbols that are not first, of the last
    bool fuse_unknown = false, byte_fallback = false, ignore_merges = false;
};
struct BpeMerge {
    std::string left, right;
};
/// `merges_source` opens messages about merges.
std::unique_ptr<const SubwordModel> make_bpe(PieceVocabulary vocabulary, const std::vector<BpeMerge>& merges,
                                             const BpeSettings& settings, const std::string& merges_source);

struct WordPieceSettings {
    std::string unknown = "[UNK]", prefix = "##";
    std::size_t longest_word = 100;  // code points
};
/// Throws Error where the vocabulary lacks the unknown token.
std::unique_ptr<const SubwordModel> make_word_piece(PieceVocabulary vocabulary, const WordPieceSettings& settings,
                                                    const std::string& source);

struct ScoredPiece {
    std::string spelling;
    double score;
};
/// `unknown` is -1 for none.
std::unique_ptr<const SubwordModel> make_unigram(const std::vector<ScoredPiece>& pieces, int unknown,
                                                 bool byte_fallback, const std::string& source);

/// A piece is one token, or the unknown one. "" as `unknown`: a piece that the vocabulary lacks is an Error.
std::unique_ptr<const SubwordModel> make_word_level(PieceVocabulary vocabulary, const std::string& unknown);

/// Ids of "<0x00>" to "<0xFF>", -1 where the vocabulary lacks one.
std::vector<int> byte_pieces(const PieceVocabulary& vocabulary);

}  // namespace glassformer
