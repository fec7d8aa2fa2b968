// What was done to a run beside giving it a text: edits, painted masks, heads that are off, another architecture. Each
// is a part of Inputs; here it is said in words, taken back alone, and made. Heads, queries and keys count from 0.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/session/session.h"

namespace glassformer {

struct Intervention {
    enum class Kind { architecture, mask, head_off, edit };
    Kind kind = Kind::edit;
    /// "Mask: window 4", "query 6 can no longer attend to key 3", "head 4 of block 2 is off", counted from 1 as on the
    /// screen; a single cell by its name: "… = 0.7".
    std::string sentence;
    int edit = -1;         // index into Inputs::edits; -1 for a change of the architecture
    std::string key = {};  // the config.json key that is changed: "mask"; "" for an edit
    bool operator==(const Intervention&) const = default;
};

/// All of them, in the order in which they act: the architecture key by key, then the edits. `trace` says what an
/// edited record is; an edit of one that it lacks is listed by its name.
std::vector<Intervention> interventions(const Inputs& inputs, const Trace& trace);

/// The inputs without that one, or without any. It must be of these inputs.
Inputs without(Inputs inputs, const Intervention& intervention);
Inputs without_interventions(Inputs inputs);

// --- the architecture

/// Sets one key of the architecture, "attention_temperature" or "mask.window", to a value written as JSON: "2",
/// "\"rope\"", "null" for its default. Throws Error where that is not JSON.
Inputs with_key(Inputs inputs, std::string_view key, const std::string& value);
/// Leaves the key as the model has it.
Inputs without_key(Inputs inputs, std::string_view key);

// --- heads

/// The record with the heads' results [head, pos, d_head] of the attention that a record belongs to; -1 where it
/// belongs to none.
int heads_of(const Trace& trace, int record);
/// Switched off, a head hands on zeros. `record` is any of the head's attention; Error where it is of none or the head
/// does not exist. head_on() takes back what keeps the head off, and leaves other heads as they are.
Inputs head_off(Inputs inputs, const Trace& trace, int record, int head);
Inputs head_on(Inputs inputs, const Trace& trace, int record, int head);
bool is_off(const Inputs& inputs, const Trace& trace, int record, int head);

// --- masks

/// Query sees key, or not; Cell::all for every one. `record` names a mask: "mask", "decoder.cross_mask". Takes the
/// place of earlier edits that it covers.
Inputs paint(Inputs inputs, const std::string& record, int query, int key, bool sees);

}  // namespace glassformer
