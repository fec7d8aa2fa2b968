// The records of a trace as the inspector lists them: stages, inputs and weights, in groups of a block each, and which
// of them a filter leaves.
#pragma once

#include <string>
#include <vector>

#include "core/tape/trace.h"

namespace glassformer {

struct ListedRecord {
    int record = -1;
    int group = 0;      // of RecordList::groups
    std::string label;  // the name without the group's own part: "attn.q.weight"
    std::string shape;  // "4 × 12 × 8"
    std::string words;  // what a filter looks in, small letters
};

struct RecordGroup {
    std::string title;           // "Block 1", "Encoder input"
    std::size_t parameters = 0;  // learned numbers in it
};

/// Groups in the order of the pass. A weight or an input stands in front of the stage that reads it first.
struct RecordList {
    std::vector<RecordGroup> groups;
    std::vector<ListedRecord> records;
    std::size_t parameters = 0;
};
RecordList list_records(const Trace& trace);

/// Places in list.records of those that have every word of the filter in their name, title, group ("Block 1") or kind
/// ("stage", "weight", "input"); all where it is empty.
std::vector<int> filtered(const RecordList& list, const std::string& filter);

/// "4 × 12 × 8"; "1" for rank 0.
std::string sizes_text(const Shape& shape);
/// "1,024"
std::string count_text(std::size_t count);

}  // namespace glassformer
