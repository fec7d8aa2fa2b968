// Evaluation of a command: the tokens of its options, and a pass that may include the loss.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "app/commands/commands.h"
#include "core/session/session.h"

namespace glassformer {

/// Warns of a start token that the text was given although the tokenizer adds one.
void tell_doubled_start(const Model& model, const std::string& text);

/// Warns of words that the model does not know.
void tell_unknown(const Model& model, std::span<const TokenLabel> tokens, std::span<const TokenLabel> target);

/// Tokens of --text or --tokens; a start token that --text has beside the tokenizer's own is warned of. By default
/// those of the model's first example. Throws Error if there is no example.
std::vector<TokenLabel> source_tokens(const Model& model, const TextOptions& options);
/// Tokens of the decoder; empty for a model without one. By default those of the model's first example if its text is
/// used too, else the start token. Throws Error if the model has neither.
std::vector<TokenLabel> target_tokens(const Model& model, const TextOptions& options);
/// Tokens at the start of a continuation: the given ones of the decoder, else the start token; never an example.
std::vector<TokenLabel> target_to_continue(const Model& model, const TextOptions& options);

/// The tokens' types of the options. Throws Error where the model has none of that number, or the text fewer tokens.
std::vector<int> token_types(const Model& model, const TextOptions& options, std::size_t tokens);

/// Edits of the options. Throws Error naming what is wrong with one.
std::vector<Edit> edits_of(const TextOptions& options, const Trace& trace);

/// Warns of the first stage with numbers that are not finite. The result is what it is.
void tell_not_finite(const Trace& trace, const Model& model);

/// Evaluates the pass of these options; with `gradients` also the backward pass, against `labels`
/// (core/session/labels.h). `model` already has the options' architecture.
std::shared_ptr<Evaluation> evaluate(const std::shared_ptr<const Model>& model, const TextOptions& options,
                                     CommandBackend& backend, bool gradients = false, const std::string& labels = "");

}  // namespace glassformer
