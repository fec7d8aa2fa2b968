// Positional encodings: one row a kind. A row says where the encoding acts (added to the embedding or appended to it,
// turning q and k, as a bias on the scores, inside the scores), which operation makes it, and which parameters it
// learns.
#pragma once

#include <span>
#include <string_view>

#include "core/ops/operation.h"

namespace glassformer {

struct ModelConfig;
struct PositionalConfig;

struct PositionalKind {
    std::string_view name;  // as in config.json: "rope"
    const char* title;      // "Rotary (RoPE)"
    const char* sentence;   // for the interface: what it does
    /// Each is null where the encoding does not act there. `first`: position of the first row (query).
    OperationPtr (*added)(const ModelConfig& config, int first);     // operands: embedding [, learned table]
    OperationPtr (*rotation)(const ModelConfig& config, int first);  // operand: q or k
    OperationPtr (*bias)(const ModelConfig& config, bool bidirectional, int first);  // operands: scores [, table]
    OperationPtr (*scores)(const ModelConfig& config, int first);                    // operands: q, k, learned table
    bool relative_terms;   // scores are the sum of a content and a position term (core/model/attention.cpp)
    bool has_base;         // its sines and angles have a base
    bool appended_always;  // `added` is joined to the embedding whatever the config says
    /// The learned table: its parameter name behind the model's or the block's prefix, and its shape; "" for none.
    const char* parameter;
    Shape (*parameter_shape)(const ModelConfig& config);
    bool parameter_in_block;  // one table a block (t5, shaw), else one a model (learned)
};

std::span<const PositionalKind> all_positional_kinds();        // in the order of the menu
const PositionalKind* find_positional(std::string_view name);  // null where there is none

/// Columns that positions append to the embedding; 0 where they are added to it or act elsewhere.
int appended_columns(const ModelConfig& config);

}  // namespace glassformer
