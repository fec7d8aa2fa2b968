// Moving a token within a text, as dragging it does, and writing another in its place: the text that the tokenizer cuts
// into the tokens as they are then.
#pragma once

#include <string>
#include <string_view>

#include "core/session/session.h"
#include "core/text/tokenizer.h"

namespace glassformer {

/// The text with token `from` taken out and put so that it is token `to`; what stands before the first token and behind
/// the last stays. Between tokens that were not neighbours before stands what makes the text give these tokens again:
/// as typed on either side, a space or nothing, in that order of preference. Where no choice does (pieces of words may
/// join to another piece) the first is taken, and the tokens are what the tokenizer makes of it. Throws Error for a
/// token that does not exist.
std::string move_token(const Tokenizer& tokenizer, const std::string& text, int from, int to);

/// The same for the text of an evaluation, or its target; tokens count as the evaluation has them. Throws Error for a
/// start or end token that does not stand in the text, and for a model without a vocabulary.
std::string move_token(const Evaluation& evaluation, int from, int to, bool target = false);

/// The text with another in the place of a token; "" takes the token out, with what separates it from the one before
/// (of the first: from the one behind). The tokenizer may cut what is written into several tokens. Throws Error for a
/// token that does not exist.
std::string replace_token(const Tokenizer& tokenizer, const std::string& text, int token, const std::string& with);

/// The same for the text of an evaluation, or its target; tokens and errors as of move_token().
std::string replace_token(const Evaluation& evaluation, int token, const std::string& with, bool target = false);

}  // namespace glassformer
