// Adding a token to a text that is kept as text: what must be written so that the model reads the same tokens and this
// one behind them, which token ends a text, and whether there is room for another.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/session/session.h"

namespace glassformer {

/// The token with which a target ends: the one that the tokenizer of an encoder–decoder names; nothing elsewhere.
std::optional<int> end_token(const Model& model);

/// The text with the token behind it; nothing where no writing is read as that token (a padding row of the vocabulary).
std::optional<std::string> with_token(const Model& model, const std::string& text, int token, bool target = false);

/// The text of a target's tokens, without those that only open and end it.
std::string target_text(const Model& model, std::span<const int> tokens);

/// The same inputs with the token behind the text that is continued: the target of an encoder–decoder, else the text.
std::optional<Inputs> continued(const Model& model, const Inputs& inputs, int token);

/// The tokens that are continued: of the target of an encoder–decoder, else of the text.
const std::vector<TokenLabel>& continued_tokens(const Evaluation& evaluation);

/// The row of the logits that is shown first: of the last token that the model's card names ("answer_at"); else the
/// last one where rows see only what stands before them, the masked token's, the middle one where a row answers for its
/// own place, the first.
int answer_row(const Evaluation& evaluation);

/// False for a row that the model's card says nothing of, because it names another token ("answer_at").
bool asked_at(const Evaluation& evaluation, int row);

/// What the card says of the answers of a row ("answer_note"); "" where it says nothing.
std::string answer_note(const Evaluation& evaluation, int row);

/// The row of probabilities that holds the answer: 0 of a classifier, else answer_row().
int row_of_answer(const Evaluation& evaluation);

struct RankedAnswer {
    int token = -1;  // or class
    float probability = 0;
};

/// The most probable answers of that row, the first is the model's answer; none where nothing is answered, or nothing
/// finite.
std::vector<RankedAnswer> most_probable_answers(const Evaluation& evaluation, int count);
/// The same of any row of the probabilities.
std::vector<RankedAnswer> most_probable_answers(const Evaluation& evaluation, int count, int row);

/// The name of a class in the model's card; "" where the model is no classifier or its classes have no names.
std::string class_name(const Model& model, int number);

/// As the vocabulary of the answers spells it: of the target in an encoder–decoder; a class by its name. The number
/// where it has neither.
std::string answer_word(const Model& model, int token);

}  // namespace glassformer
