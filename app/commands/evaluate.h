// One evaluation for a command: the tokens of its options, and a tape that may also hold the loss.
#pragma once

#include <memory>
#include <vector>

#include "app/commands/commands.h"
#include "core/session/session.h"

namespace glassformer {

/// The text's tokens, or those given by number; the model's first example where neither is given.
std::vector<TokenLabel> source_tokens(const Model& model, const TextOptions& options);
/// The decoder's tokens; empty for a model without one. Where none are given: those of the model's first example
/// together with its text, else the start token; Error where the model has neither.
std::vector<TokenLabel> target_tokens(const Model& model, const TextOptions& options);
/// What a continuation begins with: the decoder's tokens given, else the start token. No example is taken.
std::vector<TokenLabel> target_to_continue(const Model& model, const TextOptions& options);

/// The options' edits; Error naming what is wrong with one.
std::vector<Edit> edits_of(const TextOptions& options, const Trace& trace);

/// The evaluated pass of these options; with gradients also backwards, against these labels (core/session/labels.h). `model`
/// has the options' architecture.
std::shared_ptr<Evaluation> evaluate(const std::shared_ptr<const Model>& model, const TextOptions& options,
                                     CommandBackend& backend, bool gradients = false, const std::string& labels = "");

}  // namespace glassformer
