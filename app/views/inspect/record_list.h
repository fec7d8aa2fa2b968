// Records of a trace as the inspector lists them: stages, inputs and weights, grouped by block, and filtered by words.
#pragma once

#include <string>
#include <vector>

#include "core/tape/trace.h"

namespace glassformer {

struct ListedRecord {
    int record = -1;
    int group = 0;      // of RecordList::groups
    std::string label;  // name without the group's prefix: "attn.q.weight"
    std::string shape;  // "4 × 12 × 8"
    std::string words;  // text that a filter searches, in lower case
};

struct RecordGroup {
    std::string title;           // "Block 1", "Encoder input"
    std::size_t parameters = 0;  // learned numbers in it
};

/// Groups in the order of the pass. A weight or an input is listed before the stage that reads it first.
struct RecordList {
    std::vector<RecordGroup> groups;
    std::vector<ListedRecord> records;
    std::size_t parameters = 0;
};
RecordList list_records(const Trace& trace);

/// Indices in list.records of those that have every word of the filter in their name, title, group ("Block 1") or kind
/// ("stage", "weight", "input"); all for an empty filter.
std::vector<int> filtered(const RecordList& list, const std::string& filter);

/// "4 × 12 × 8"; "1" for rank 0.
std::string sizes_text(const Shape& shape);
/// "1,024"
std::string count_text(std::size_t count);

}  // namespace glassformer
