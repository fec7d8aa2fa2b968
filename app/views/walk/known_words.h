// The list below a token that is edited: the words that the model knows, those first that begin as what is typed.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/views/shared/context.h"
#include "core/text/tokenizer.h"

namespace glassformer {

/// Words of a vocabulary that can be written as one token, in alphabetical order; none for a vocabulary of single
/// characters, and for one of more than some thousand words.
std::vector<std::string> words_known(const Tokenizer& tokenizer);
/// Those that begin with the text, then those that contain it, without regard to the case of ASCII letters.
std::vector<std::string> words_matching(const std::vector<std::string>& words, const std::string& typed);

class KnownWords {
public:
    /// For a token of this vocabulary, which is `original` now.
    void open(std::shared_ptr<const Tokenizer> tokenizer, std::string original);
    /// Draws the list beside the field with `typed` in it and takes the arrow keys; returns the word that is clicked.
    std::optional<std::string> draw(ViewContext& context, const Rect& field, const std::string& typed);
    /// What Enter writes: the marked word, else what was typed; nothing where the model cannot read that.
    std::optional<std::string> chosen(const std::string& typed) const;
    bool holds(Vec2 mouse) const { return place_.contains(mouse); }

private:
    bool readable(const std::string& typed) const;

    std::shared_ptr<const Tokenizer> tokenizer_;
    std::vector<std::string> words_, found_;
    std::string original_, typed_;  // typed_: what `found_` was found for
    int marked_ = -1;            // of `found_`
    Rect place_;                 // of the rows
};

}  // namespace glassformer
