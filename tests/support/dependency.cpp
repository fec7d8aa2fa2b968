#include "tests/support/dependency.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <queue>
#include <tuple>
#include <utility>

#include "core/base/error.h"

namespace glassformer {

namespace {

/// The dimensions of a shape that count tokens; -1: none.
struct TokenAxes {
    int row = -1, column = -1;
    explicit TokenAxes(const Shape& shape)
        : row(shape.find(Axis::position) >= 0 ? shape.find(Axis::position) : shape.find(Axis::query)),
          column(shape.find(Axis::key)) {}
};

/// Indices along a dimension whose cells stand for all: every head; of features the first and the last.
std::vector<int> samples(const Dimension& dimension) {
    std::vector<int> indices;
    if (dimension.axis == Axis::head)
        for (int h = 0; h < dimension.size; ++h) indices.push_back(h);
    else
        indices = {0, dimension.size - 1};
    return indices;
}

/// Calls each(cell) for the cells that stand for a spot.
template <class Each>
void each_cell(const Shape& shape, const TokenCell& spot, const Each& each) {
    const TokenAxes axes(shape);
    const auto walk = [&](const auto& self, Cell cell, int d) -> void {
        if (d == shape.rank()) return each(cell);
        if (d == axes.row || d == axes.column) {
            cell[d] = d == axes.row ? spot.row : spot.column;
            return self(self, cell, d + 1);
        }
        int before = -1;
        for (const int index : samples(shape[d])) {
            if (index == before) continue;
            before = cell[d] = index;
            self(self, cell, d + 1);
        }
    };
    walk(walk, {}, 0);
}

TokenCell spot_of(const Record& record, const Cell& cell) {
    const TokenAxes axes(record.shape);
    return {.record = record.id,
            .row = axes.row >= 0 ? cell[axes.row] : 0,
            .column = axes.column >= 0 ? cell[axes.column] : -1};
}

auto order(const TokenCell& spot) { return std::tuple(spot.record, spot.row, spot.column); }

/// Nothing of a factor arrives where what it is multiplied with is zero: a weight that a mask has left none.
bool arrives(const Term& term, std::size_t factor) {
    for (std::size_t other = 0; other < term.factors.size(); ++other)
        if (other != factor && term.factors[other].kind == Factor::Kind::operand &&
            term.factors[other].minus_step < 0 && term.factors[other].value == 0)
            return false;
    return true;
}

/// Which token of which text a spot belongs to.
struct Token {
    Stack text = Stack::only;
    int position = -1;  // -1: of all together
    bool operator==(const Token&) const = default;
};

class Walker {
public:
    explicit Walker(const Trace& trace) : trace_(trace) {}

    const std::vector<TokenCell>& read(const TokenCell& spot) {
        const auto found = read_.find(order(spot));
        return found != read_.end() ? found->second
                                    : read_.emplace(order(spot), spots_read(trace_, spot)).first->second;
    }

    Token token(const TokenCell& spot) {
        const Record& record = trace_.record(spot.record);
        const int row = TokenAxes(record.shape).row;
        const bool single = row < 0 || record.shape.size(row) == 1;
        if (row >= 0 && single && record.site.step >= 0) return {record.site.stack, record.site.step};
        if (row >= 0 && (!single || !shortened(record))) return {text(record), spot.row};
        // A row taken out of several is still that token; a mean of them is nobody's.
        std::optional<Token> one;
        for (const TokenCell& of : read(spot)) {
            const Token next = token(of);
            if (one && *one != next) return {text(record), -1};
            one = next;
        }
        return one.value_or(Token{});
    }

private:
    int rows_from(const Record& record) const {
        for (const int operand : record.operands)
            if (trace_.record(operand).kind != Record::Kind::parameter) return operand;
        return -1;
    }
    bool shortened(const Record& record) const {
        const int from = rows_from(record);
        if (from < 0) return false;
        const Shape& shape = trace_.record(from).shape;
        const int row = TokenAxes(shape).row;
        return row >= 0 && shape.size(row) > 1;
    }
    /// A record's rows are those of its first operand: keys and values of cross-attention belong to the source.
    Stack text(const Record& record) const {
        const int from = rows_from(record);
        return record.site.step >= 0 || from < 0 ? record.site.stack : text(trace_.record(from));
    }

    const Trace& trace_;
    std::map<std::tuple<int, int, int>, std::vector<TokenCell>> read_;
};

void check(const Trace& trace, const TokenCell& spot) {
    const auto count = static_cast<int>(trace.records().size());
    if (spot.record < 0 || spot.record >= count)
        throw Error("a path needs a record from 0 to " + std::to_string(count - 1) + ", got " +
                    std::to_string(spot.record));
    const Record& record = trace.record(spot.record);
    if (record.kind != Record::Kind::computed)
        throw Error("a path leads from one computed stage to another, and " + record.name + " is not a computed stage");
    if (record.shape.find(Axis::batch) >= 0) throw Error("a path needs one text, but " + record.name + " has several");
    if (record.value == nullptr) throw Error("a path was asked for before " + record.name + " was computed");
    const TokenAxes axes(record.shape);
    const int rows = axes.row >= 0 ? record.shape.size(axes.row) : 1;
    const int columns = axes.column >= 0 ? record.shape.size(axes.column) : 0;
    if (spot.row < 0 || spot.row >= rows || spot.column >= columns || (columns > 0) != (spot.column >= 0))
        throw Error("row " + std::to_string(spot.row) + ", column " + std::to_string(spot.column) + " is outside " +
                    record.name + " " + text(record.shape));
}

/// The fewest records on a way from each record back to `from`, tokens left aside; -1: there is none.
std::vector<int> distances(const Trace& trace, int from) {
    std::vector<int> distance(trace.records().size(), -1);
    distance[static_cast<std::size_t>(from)] = 0;
    for (const int id : trace.stages())
        for (const int operand : trace.record(id).operands) {
            const int before = distance[static_cast<std::size_t>(operand)];
            int& here = distance[static_cast<std::size_t>(id)];
            if (before >= 0 && (here < 0 || here > before + 1)) here = before + 1;
        }
    return distance;
}

std::string layer_of(const Record& record) {
    Site site = record.site;
    site.step = -1;
    std::string name = prefix(site);
    if (!name.empty()) name.pop_back();  // the dot
    return name;
}

}  // namespace

TokenCell token_spot(const Trace& trace, int position, Stack stack) {
    const std::string name = full_name(stage::embed_tokens, {.stack = stack});
    const TokenCell spot{.record = trace.find(name), .row = position};
    if (spot.record < 0) throw Error("there is no stage " + name + " where a token enters");
    check(trace, spot);
    return spot;
}

std::vector<TokenCell> spots_read(const Trace& trace, const TokenCell& spot) {
    check(trace, spot);
    const Record& record = trace.record(spot.record);
    std::vector<TokenCell> spots;
    each_cell(record.shape, spot, [&](const Cell& cell) {
        for (const Step& step : trace.derive(record.id, cell).steps)
            for (const Term& term : step.terms)
                for (std::size_t f = 0; f < term.factors.size(); ++f) {
                    const Factor& factor = term.factors[f];
                    if (factor.kind != Factor::Kind::operand || !arrives(term, f)) continue;
                    const Record& of = trace.record(record.operands[static_cast<std::size_t>(factor.operand)]);
                    if (of.kind == Record::Kind::computed) spots.push_back(spot_of(of, factor.cell));
                }
    });
    std::ranges::sort(spots, {}, order);
    spots.erase(std::unique(spots.begin(), spots.end()), spots.end());
    return spots;
}

Path shortest_path(const Trace& trace, const TokenCell& from, const TokenCell& to) {
    check(trace, from);
    check(trace, to);
    // A* (Hart et al. 1968) from the end, for few operations read forward what many read backward. No path is shorter
    // than the records' own, and none that ends at another token does without a move.
    struct Reached {
        std::pair<int, int> least, so_far;  // moves and records
        TokenCell spot, reader;             // reader: the next on the way to `to`; its record is -1 at `to` itself
        bool operator>(const Reached& other) const {
            return std::tuple(least, order(spot)) > std::tuple(other.least, order(other.spot));
        }
    };
    Walker walker(trace);
    const std::vector<int> distance = distances(trace, from.record);
    const Token start = walker.token(from);
    std::map<std::tuple<int, int, int>, TokenCell> reader_of;
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
    const auto reach = [&](const TokenCell& spot, const TokenCell& reader, int moves, int records) {
        const int left = distance[static_cast<std::size_t>(spot.record)];
        if (left < 0 || reader_of.contains(order(spot))) return;
        open.push({.least = {moves + (walker.token(spot) == start ? 0 : 1), records + left},
                   .so_far = {moves, records},
                   .spot = spot,
                   .reader = reader});
    };
    reach(to, {}, 0, 0);
    Path path;
    while (!open.empty()) {
        const Reached at = open.top();
        open.pop();
        if (!reader_of.emplace(order(at.spot), at.reader).second) continue;
        const auto [moves, records] = at.so_far;
        if (at.spot == from) {
            path.reached = true;
            path.moves = moves;
            break;
        }
        const Token here = walker.token(at.spot);
        for (const TokenCell& read : walker.read(at.spot))
            reach(read, at.spot, moves + (walker.token(read) == here ? 0 : 1), records + 1);
    }
    if (!path.reached) return path;
    bool moves = false;
    for (TokenCell spot = from; spot.record >= 0;) {
        path.steps.push_back({.spot = spot, .moves = moves});
        const TokenCell next = reader_of.at(order(spot));
        moves = next.record >= 0 && walker.token(spot) != walker.token(next);
        spot = next;
    }
    return path;
}

std::vector<int> waves(const Trace& trace) {
    std::vector<int> wave(trace.records().size(), 0);
    for (const int id : trace.stages()) {
        int latest = 0;
        for (const int operand : trace.record(id).operands)
            latest = std::max(latest, wave[static_cast<std::size_t>(operand)]);
        wave[static_cast<std::size_t>(id)] = latest + 1;
    }
    return wave;
}

std::vector<int> longest_chain(const Trace& trace) {
    std::vector<int> chain;
    if (trace.stages().empty()) return chain;
    const std::vector<int> wave = waves(trace);
    const auto time = [&](int id) { return wave[static_cast<std::size_t>(id)]; };
    int id = *std::ranges::max_element(trace.stages(), {}, time);
    while (time(id) > 0) {
        chain.push_back(id);
        const std::vector<int>& operands = trace.record(id).operands;
        if (operands.empty()) break;
        id = *std::ranges::max_element(operands, {}, time);
    }
    std::ranges::reverse(chain);
    return chain;
}

std::vector<LayerChain> chain_by_layer(const Trace& trace) {
    std::vector<LayerChain> layers;
    std::vector<int> within(trace.records().size(), 0);
    for (const int id : trace.stages()) {
        const Record& record = trace.record(id);
        if (record.site.block < 0) continue;
        const std::string layer = layer_of(record);
        int latest = 0;
        for (const int operand : record.operands)
            if (trace.record(operand).site.block >= 0 && layer_of(trace.record(operand)) == layer)
                latest = std::max(latest, within[static_cast<std::size_t>(operand)]);
        within[static_cast<std::size_t>(id)] = latest + 1;
        auto found = std::ranges::find(layers, layer, &LayerChain::layer);
        if (found == layers.end()) found = layers.insert(layers.end(), {.layer = layer});
        found->length = std::max(found->length, latest + 1);
    }
    return layers;
}

}  // namespace glassformer
