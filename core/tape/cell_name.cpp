#include "core/tape/cell_name.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/base/nearest_name.h"
#include "core/base/number_text.h"
#include "core/tensor/selection.h"

namespace glassformer {

std::string cell_name(const Record& record, const Cell& cell) { return record.name + text(cell, record.shape.rank()); }

namespace {

NamedCell find(const Trace& trace, std::string_view written, bool selections) {
    const std::size_t open = written.find('[');
    if (written.empty() || open == std::string_view::npos || written.back() != ']')
        throw Error("a cell is written as stage[index,…], for example blocks.0.attn.scores_raw[1,8,1]; got " +
                    in_quotes(written));
    const std::string_view name = written.substr(0, open);
    NamedCell found;
    found.record = trace.find(name);
    if (found.record < 0) {
        const std::string near = nearest_record(trace, name);
        throw Error("there is no stage " + in_quotes(name) + " in this model" +
                    (near.empty() ? "" : "; did you mean \"" + near + "\"?"));
    }
    const Shape& shape = trace.record(found.record).shape;
    std::string_view rest = written.substr(open + 1, written.size() - open - 2);
    int count = 0;
    for (bool more = !rest.empty(); more;) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        std::string_view part = rest.substr(0, comma);
        while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
        while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
        int index = 0;
        const bool every = selections && part == "*";
        const auto [end, failed] = std::from_chars(part.data(), part.data() + part.size(), index);
        if (!every && (failed != std::errc() || end != part.data() + part.size()))
            throw Error(in_quotes(part) + " in " + in_quotes(written) + " is not a whole number" +
                        (selections ? " or *" : ""));
        if (!every && index < 0)  // -1 would be taken for all
            throw Error("cell " + in_quotes(written) + " is outside " + std::string(name) + " " + text(shape));
        if (count < shape.rank()) found.cell[count] = every ? Cell::all : index;
        ++count;
        more = comma < rest.size();
        rest = more ? rest.substr(comma + 1) : std::string_view{};
    }
    if (count != shape.rank())
        throw Error(std::string(name) + " has " + std::to_string(shape.rank()) + " axes " + text(shape) + ", but " +
                    in_quotes(written) + " gives " + std::to_string(count) + " indices");
    if (!selects_within(shape, found.cell))
        throw Error("cell " + text(found.cell, shape.rank()) + " is outside " + std::string(name) + " " + text(shape));
    return found;
}

}  // namespace

std::string nearest_record(const Trace& trace, std::string_view name) {
    std::vector<std::string> names;
    for (const Record& record : trace.records()) names.push_back(record.name);
    return nearest_name(names, name);
}

NamedCell find_cell(const Trace& trace, std::string_view written) { return find(trace, written, false); }
NamedCell find_selection(const Trace& trace, std::string_view written) { return find(trace, written, true); }

Edit edit_from_text(const Trace& trace, std::string_view written) {
    const std::size_t equals = written.rfind('=');
    if (equals == std::string_view::npos)
        throw Error("an edit is written as stage[index,…]=value, for example blocks.0.attn.heads[1,*,*]=0; got " +
                    in_quotes(written));
    const NamedCell cells = find_selection(trace, written.substr(0, equals));
    const std::string_view number = written.substr(equals + 1);
    Edit edit{.record = trace.record(cells.record).name, .cell = cells.cell};
    const auto [end, failed] = std::from_chars(number.data(), number.data() + number.size(), edit.value);
    if (failed != std::errc() || end != number.data() + number.size() || std::isnan(edit.value))
        throw Error(in_quotes(number) + " in " + in_quotes(written) + " is not a number");
    return edit;
}

std::string to_text(const Edit& edit, int rank) {
    return edit.record + text(edit.cell, rank) + "=" + shortest_digits(edit.value);
}

}  // namespace glassformer
