// Writes a model onto a tape: the forward pass as prose, one tape.run a stage. Whatever the config can say is said
// here and in the tables of encodings, masks and activations; no operation knows a config.
#pragma once

#include <span>
#include <vector>

#include "core/model/config.h"
#include "core/model/weights.h"
#include "core/tape/tape.h"

namespace glassformer {

/// Sizes of what is recorded. batch 0: one text, no batch axis; batch n: n texts, padded, with padding inputs.
struct GraphSize {
    int batch = 0;
    int seq_len = 0;
    int target_len = 0;   // encoder–decoder only
    bool probs = true;    // record the softmax over the vocabulary or the classes
    bool loss = false;    // record labels and the cross entropy
    float smoothing = 0;  // label smoothing of the loss
    int past = 0;         // of a decoder: tokens before, whose keys and values are inputs (key_value_cache.h)
};

/// The handles that callers need; all others are found by name.
struct Graph {
    Ref tokens, target_tokens;    // [pos] whole floats
    Ref token_types;              // [pos] whole floats; empty where the model has no token types
    Ref padding, target_padding;  // [batch, pos], with a batch axis only
    Ref labels;                   // [pos] or [1]: next tokens, or the class; -1 is ignored
    Ref logits, probs, loss;      // empty where the model has no head
};

/// Records the model. Throws Error where a text is longer than max_seq_len, or empty, or a weight is missing, or where
/// there is a past in a model that has no cache of keys and values.
/// Masks are filled in, and every token is of type 0; tokens, padding and labels are the caller's to set. With a loss:
/// Error where the model has no head.
Graph record_model(Tape& tape, const ModelConfig& config, const Weights& weights, const GraphSize& size);

/// The same records without numbers, for counting what a pass of any size costs and takes: nothing is allocated but the
/// list, and the tape cannot be evaluated.
Graph record_shapes(Tape& tape, const ModelConfig& config, const GraphSize& size);

/// Labels of a language model for its own input: the next token, -1 at the last position.
std::vector<float> next_token_labels(std::span<const int> tokens);

}  // namespace glassformer
