// Cells that somebody keeps an eye on, and places where a stepper stops: plain values with a text form. Cells are kept
// by name, so they survive another text or model wherever a cell of that name exists.
#pragma once

#include <string>
#include <vector>

#include "core/tape/trace.h"

namespace glassformer {

struct Breakpoint {
    std::string pattern;  // of record names; * stands for any letters, ? for one: "blocks.1.attn.*"
    int head = -1;        // -1: any; a record without heads stops whatever is asked for
    int row = -1;         // of tokens (pos or query); -1: any; the same
    bool enabled = true;
    bool operator==(const Breakpoint&) const = default;
};

/// "blocks.1.attn.* head 0 row 5", with " off" behind it where it is disabled; and back: Error naming the word that is
/// wrong.
std::string to_text(const Breakpoint& breakpoint);
Breakpoint breakpoint_from_text(const std::string& written);

/// Whether the whole name fits the pattern.
bool matches_pattern(std::string_view pattern, std::string_view name);

/// It is about this record, whether it is enabled or not. Only stages have breakpoints, not inputs and weights.
bool is_about(const Breakpoint& breakpoint, const Record& record);
/// The breakpoint of one row of one head: of the record's name, and of head and row where the cell has them.
Breakpoint breakpoint_at(const Record& record, const Cell& cell);
/// The first cell of the head and the row that it names, in a record that it is about.
Cell first_stop(const Breakpoint& breakpoint, const Record& record);

/// A stepper asks before it shows a record: does it stop there at all? Only stages stop, not inputs and weights.
bool stops_at(const Breakpoint& breakpoint, const Record& record);
/// And for a stepper that goes cell by cell or row by row: does it stop at this one?
bool stops_at(const Breakpoint& breakpoint, const Record& record, const Cell& cell);

/// The first stage behind `after` (-1: from the beginning) where one of them stops; -1: none.
int next_stop(const std::vector<Breakpoint>& breakpoints, const Trace& trace, int after);

/// Watched cells and breakpoints of a window.
struct Watch {
    std::vector<std::string> cells;  // "blocks.0.attn.weights[0,3,1]", in the order in which they were added
    std::vector<Breakpoint> breakpoints;
    bool operator==(const Watch&) const = default;
};

/// One line of JSON, and back; Error naming what is wrong.
std::string to_text(const Watch& watch);
Watch watch_from_text(const std::string& line);

/// A watched cell in one pass.
struct WatchedCell {
    std::string name;
    bool exists = false;  // in this pass; if not, `why` says what is missing
    std::string why;
    int record = -1;
    Cell cell;
    float value = 0;
    bool has_gradient = false;  // the pass went backwards
    float gradient = 0;
};
std::vector<WatchedCell> watched(const Watch& watch, const Trace& trace);

}  // namespace glassformer
