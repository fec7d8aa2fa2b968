#include "core/analysis/watch.h"

#include <algorithm>
#include <charconv>

#include "core/base/error.h"
#include "core/base/json_object.h"
#include "core/base/json_text.h"
#include "core/base/words.h"
#include "core/tape/cell_name.h"

namespace glassformer {

namespace {

int whole_number(const std::string& word, const std::string& of) {
    int number = -1;
    const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (failed != std::errc() || end != word.data() + word.size() || number < 0)
        throw Error("the " + of + " of a breakpoint must be a number of 0 or greater, got " + in_quotes(word));
    return number;
}

/// The dimension that a breakpoint's row counts; -1: none.
int token_dimension(const Shape& shape) {
    const int position = shape.find(Axis::position);
    return position >= 0 ? position : shape.find(Axis::query);
}

bool has_index(const Shape& shape, int dimension, int index) {
    return index < 0 || dimension < 0 || index < shape.size(dimension);
}

}  // namespace

std::string to_text(const Breakpoint& breakpoint) {
    std::string written = breakpoint.pattern;
    if (breakpoint.head >= 0) written += " head " + std::to_string(breakpoint.head);
    if (breakpoint.row >= 0) written += " row " + std::to_string(breakpoint.row);
    if (!breakpoint.enabled) written += " off";
    return written;
}

Breakpoint breakpoint_from_text(const std::string& written) {
    std::string_view rest = written;
    Breakpoint breakpoint;
    breakpoint.pattern = take_word(rest);
    if (breakpoint.pattern.empty())
        throw Error("a breakpoint begins with the name of a stage, for example blocks.0.attn.weights");
    for (std::string word = take_word(rest); !word.empty(); word = take_word(rest)) {
        if (word == "off") {
            breakpoint.enabled = false;
            continue;
        }
        if (word != "head" && word != "row")
            throw Error(in_quotes(word) + " in the breakpoint " + in_quotes(written) + " is not head, row or off");
        (word == "head" ? breakpoint.head : breakpoint.row) = whole_number(take_word(rest), word);
    }
    return breakpoint;
}

bool matches_pattern(std::string_view pattern, std::string_view name) {
    // The last * is where a mismatch goes back to, with one letter more for it.
    std::size_t p = 0, n = 0, star = std::string_view::npos, taken = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            taken = n;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
            ++p, ++n;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            n = ++taken;
        } else {
            return false;
        }
    }
    while (p < pattern.size() && pattern[p] == '*') ++p;
    return p == pattern.size();
}

bool is_about(const Breakpoint& breakpoint, const Record& record) {
    return record.kind == Record::Kind::computed && matches_pattern(breakpoint.pattern, record.name) &&
           has_index(record.shape, record.shape.find(Axis::head), breakpoint.head) &&
           has_index(record.shape, token_dimension(record.shape), breakpoint.row);
}

Breakpoint breakpoint_at(const Record& record, const Cell& cell) {
    const int head = record.shape.find(Axis::head), row = token_dimension(record.shape);
    return {.pattern = record.name, .head = head < 0 ? -1 : cell[head], .row = row < 0 ? -1 : cell[row]};
}

Cell first_stop(const Breakpoint& breakpoint, const Record& record) {
    const int head = record.shape.find(Axis::head), row = token_dimension(record.shape);
    Cell cell;
    if (head >= 0) cell[head] = std::max(0, breakpoint.head);
    if (row >= 0) cell[row] = std::max(0, breakpoint.row);
    return cell;
}

bool stops_at(const Breakpoint& breakpoint, const Record& record) {
    return breakpoint.enabled && is_about(breakpoint, record);
}

bool stops_at(const Breakpoint& breakpoint, const Record& record, const Cell& cell) {
    if (!stops_at(breakpoint, record)) return false;
    const int head = record.shape.find(Axis::head), row = token_dimension(record.shape);
    return (breakpoint.head < 0 || head < 0 || cell[head] == breakpoint.head) &&
           (breakpoint.row < 0 || row < 0 || cell[row] == breakpoint.row);
}

int next_stop(const std::vector<Breakpoint>& breakpoints, const Trace& trace, int after) {
    for (const int id : trace.stages())
        if (id > after && std::ranges::any_of(breakpoints, [&](const Breakpoint& breakpoint) {
                return stops_at(breakpoint, trace.record(id));
            }))
            return id;
    return -1;
}

std::string to_text(const Watch& watch) {
    Json json;
    json["cells"] = watch.cells;
    json["breakpoints"] = Json::array();
    for (const Breakpoint& breakpoint : watch.breakpoints) json["breakpoints"].push_back(to_text(breakpoint));
    return json.dump();
}

Watch watch_from_text(const std::string& line) {
    const std::string source = "this list of watched cells";
    const Json json = parse_json(line, source);
    JsonObject object(json, source);
    Watch watch;
    watch.cells = object.strings("cells");
    for (const std::string& written : object.strings("breakpoints"))
        watch.breakpoints.push_back(breakpoint_from_text(written));
    return watch;
}

std::vector<WatchedCell> watched(const Watch& watch, const Trace& trace) {
    std::vector<WatchedCell> cells;
    for (const std::string& name : watch.cells) {
        WatchedCell& cell = cells.emplace_back();
        cell.name = name;
        try {
            const NamedCell found = find_cell(trace, name);
            const Record& record = trace.record(found.record);
            if (record.value == nullptr) throw Error(record.name + " was not computed");
            cell.record = found.record;
            cell.cell = found.cell;
            cell.value = record.at(found.cell);
            cell.has_gradient = record.gradient != nullptr && record.kind != Record::Kind::input;
            if (cell.has_gradient) cell.gradient = record.gradient_at(found.cell);
            cell.exists = true;
        } catch (const Error& error) {
            cell.why = error.what();
        }
    }
    return cells;
}

}  // namespace glassformer
