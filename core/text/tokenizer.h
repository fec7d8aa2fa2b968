// The interface of a tokenizer: text to the ids of a vocabulary and back. A tokenizer knows where each token stands in
// the text, so that the interface can show a word that the vocabulary lacks as it was typed.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace glassformer {

struct EncodedToken {
    int id = 0;
    std::size_t begin = 0, end = 0;  // bytes of the text it stands for
    std::string text;                // those bytes, as typed
    bool unknown = false;            // not in the vocabulary: id is that of the unknown token
    bool added_around = false;       // not of the text: the model expects it around one; `text` is its spelling
    int type = 0;                    // segment, of models that have several
    bool operator==(const EncodedToken&) const = default;
};
using Encoding = std::vector<EncodedToken>;

class PretrainedTokenizer;

class Tokenizer {
public:
    virtual ~Tokenizer() = default;

    /// The text's tokens in order; none for an empty text. Throws Error for invalid UTF-8, and for a word or character
    /// outside a vocabulary that has no unknown token, naming it and its position.
    virtual Encoding encode(std::string_view text) const = 0;

    /// The same with the tokens that the model expects around a text ("[CLS]", "<s>"), where it expects any.
    virtual Encoding encode_with_special(std::string_view text) const { return encode(text); }

    /// Text with these tokens. Exact for characters; words are joined with spaces. Throws Error for an id out of range.
    virtual std::string decode(std::span<const int> ids) const = 0;

    /// The same without special tokens ("[SEP]", "</s>"), where the tokenizer tells them apart.
    virtual std::string decode_without_special(std::span<const int> ids) const { return decode(ids); }

    /// A token as the vocabulary spells it, for labels. Throws Error for an id out of range.
    virtual std::string token(int id) const = 0;

    virtual int size() const = 0;                        // ids are 0 … size-1
    virtual int unknown_id() const = 0;                  // -1 where the vocabulary has no unknown token
    virtual int find(std::string_view token) const = 0;  // id of a spelling, -1 where the vocabulary lacks it

    /// The tokenizer of a published model, which has steps to show (pretrained_tokenizer.h); null for all others.
    virtual const PretrainedTokenizer* pretrained() const { return nullptr; }
};

struct TokenizerConfig;

/// The tokenizer of vocab.json's text (an object: spelling to id) for a model whose embedding has `vocab_size` rows;
/// `source` opens messages. Throws Error for ids that are no whole numbers, stand twice, leave a gap, or reach
/// vocab_size. Rows beyond the last spelling are legal (embeddings are padded): they are called "<17>", and no text
/// gives them.
std::shared_ptr<const Tokenizer> make_tokenizer(const std::string& vocab_json, const std::string& source,
                                                const TokenizerConfig& config, int vocab_size);

}  // namespace glassformer
