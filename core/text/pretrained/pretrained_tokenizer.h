// The tokenizer of a published model, made of the parts that its files name: added tokens are cut out, the rest is
// normalized, cut into pieces, and each piece becomes tokens; a template adds what the model expects around them.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/pretrained/added_tokens.h"
#include "core/text/pretrained/decoder.h"
#include "core/text/pretrained/normalizer.h"
#include "core/text/pretrained/post_processor.h"
#include "core/text/pretrained/pre_tokenizer.h"
#include "core/text/pretrained/subword_model.h"
#include "core/text/pretrained/tokenizing_steps.h"
#include "core/text/tokenizer.h"

namespace glassformer {

/// A file that a tokenizer was read from.
struct TokenizerFile {
    std::string name, text;  // "tokenizer.json"
    bool operator==(const TokenizerFile&) const = default;
};

struct TokenizerParts {
    AddedTokens added;
    std::unique_ptr<const Normalizer> normalizer;  // null: none, as the next two
    std::unique_ptr<const PreTokenizer> pre_tokenizer;
    std::unique_ptr<const SubwordModel> model;
    TokenTemplate around;
    std::unique_ptr<const Decoder> decoder;
    std::vector<TokenizerFile> files = {};
};

class PretrainedTokenizer final : public Tokenizer {
public:
    /// `rows` of the model's embedding, 0 where there is no model. Throws Error "SOURCE has … tokens, more than …"
    /// where they are fewer than the tokens; rows beyond the last token are called "<50277>".
    PretrainedTokenizer(TokenizerParts parts, int rows, const std::string& source);

    /// A token's bytes are those that it came from, exactly; where several came from one character, the first has it.
    /// What was put in has none. Throws Error for a text of more than longest_text bytes, and as Tokenizer::encode().
    Encoding encode(std::string_view text) const override;
    Encoding encode_with_special(std::string_view text) const override;
    TokenizingSteps steps(std::string_view text) const;

    std::string decode(std::span<const int> ids) const override;
    std::string decode_without_special(std::span<const int> ids) const override;

    std::string token(int id) const override;
    int size() const override { return size_; }
    int unknown_id() const override { return parts_.model->unknown_id(); }
    int find(std::string_view token) const override;
    const PretrainedTokenizer* pretrained() const override { return this; }

    const SubwordModel& model() const { return *parts_.model; }
    const AddedTokens& added() const { return parts_.added; }
    int tokens() const { return parts_.added.size(); }  // without the rows that pad an embedding
    bool is_special(int id) const;
    std::vector<std::string> warnings() const;  // sentences on what is odd but no reason to refuse
    /// What it was read from, byte for byte: written into a folder, they make the same tokenizer again
    /// (tokenizer_folder.h).
    const std::vector<TokenizerFile>& files() const { return parts_.files; }
    /// The vocabulary spells bytes in the byte-level alphabet (byte_alphabet.h).
    bool byte_level() const { return byte_letters_; }

    /// The bytes that a token stands for in a text: of "Ġthe" the five of " the", of "<0xE6>" one. Special ones stand
    /// for their spelling.
    std::string bytes(int id) const;

private:
    class Run;
    Encoding with_template(Encoding tokens, std::string_view text) const;
    std::string decoded(std::span<const int> ids, bool with_special) const;

    TokenizerParts parts_;
    int size_;
    bool byte_letters_;  // the vocabulary spells bytes in the byte-level alphabet
};

}  // namespace glassformer
