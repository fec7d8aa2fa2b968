// Recurrent cells: one row a kind. A row says how many gates there are, what is carried from step to step, and records
// one step, gate by gate.
#pragma once

#include <span>
#include <string_view>

#include "core/tape/tape.h"

namespace glassformer {

/// What a cell hands to its next step, or has handed on at all steps: [pos, d_hidden] each.
struct RecurrentState {
    Ref hidden;
    Ref cell;  // an LSTM's; empty for the others
};

struct RecurrentCell {
    std::string_view name;  // as in config.json: "lstm"
    const char* title;
    const char* sentence;  // for the interface: what it does
    int gates;             // parts of d_hidden columns in its two products
    bool two_states;       // carries a cell beside the hidden state
    int forget_gate;       // which part it is; -1: there is none
    /// Records a step: what the token and the state before bring, [pos 1, gates·d_hidden] each, and that state.
    RecurrentState (*step)(Tape& tape, const Site& site, Ref input, Ref recurrent, const RecurrentState& before);
};

std::span<const RecurrentCell> all_recurrent_cells();  // in the order of the menu

}  // namespace glassformer
