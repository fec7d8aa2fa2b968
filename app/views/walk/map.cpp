#include "app/views/walk/map.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <ranges>
#include <set>
#include <string_view>
#include <tuple>

#include "app/views/shared/cursor.h"
#include "app/views/shared/wording.h"
#include "app/views/walk/map_routes.h"

namespace glassformer {

namespace {

constexpr float part_around = 0.22F;
constexpr float between = 0.9F;  // rows and blocks

/// Stages in one frame: those before the blocks, a block, a step of a recurrent layer.
struct Segment {
    Site site;
    std::vector<int> records{};
    std::map<int, std::pair<int, int>>
        places{};  // record -> {column, level}; level 0 is the stream, higher is above it
    std::set<int> trunk{};
    int columns = 1, levels = 1;

    bool framed() const { return site.block >= 0; }
    Vec2 size() const {
        const Vec2 nodes{static_cast<float>(columns - 1) * map_pitch.x + map_node.x,
                         static_cast<float>(levels - 1) * map_pitch.y + map_node.y};
        return framed() ? Vec2{nodes.x + 2 * map_inset, nodes.y + 2 * map_inset + map_foot + map_block_heading} : nodes;
    }
};

bool is_stream(const Record& record) {
    for (const Stage* stage : {&stage::resid_pre, &stage::resid_mid, &stage::resid_self, &stage::resid_cross,
                               &stage::resid_post, &stage::embed, &stage::embed_norm})
        if (record.stage == stage) return true;
    return false;
}

bool is_norm(const Record& record) {
    return record.stage == &stage::norm1 || record.stage == &stage::norm2 || record.stage == &stage::norm3;
}

std::vector<std::vector<int>> readers_of(const Trace& trace) {
    std::vector<std::vector<int>> readers(trace.records().size());
    for (const int id : trace.stages())
        for (const int operand : stages_read(trace, id)) readers[static_cast<std::size_t>(operand)].push_back(id);
    return readers;
}

using SegmentKey = std::tuple<Stack, std::string_view, int, int>;

SegmentKey key_of(const Site& site) {
    return {site.stack, site.block < 0 ? std::string_view() : std::string_view(site.layer), site.block, site.step};
}

std::vector<Segment> segments_of(const Trace& trace) {
    std::vector<Segment> segments;
    for (const int id : trace.stages()) {
        const Site& site = trace.record(id).site;
        if (segments.empty() || key_of(segments.back().site) != key_of(site)) segments.push_back({.site = site});
        segments.back().records.push_back(id);
    }
    return segments;
}

/// A step is a column: its stages one below the other, the state last.
void place_upright(Segment& segment) {
    segment.levels = static_cast<int>(segment.records.size());
    int level = segment.levels;
    for (const int id : segment.records) segment.places[id] = {0, --level};
}

/// Moves what waits for nothing of the segment. A stage that reads what another segment computed (the encoder's result,
/// by the keys and values of cross-attention) begins with its part, beside the queries; any other (positions, and what
/// is made of them alone) comes just before the stage that reads it.
void move_late(const Trace& trace, const std::vector<std::vector<int>>& readers, const Segment& segment,
               const std::set<int>& own, std::map<int, int>& column) {
    std::map<std::string, int> begins;  // column of a part's first stage that waits
    std::set<int> free;
    for (const int id : segment.records) {
        const Record& record = trace.record(id);
        if (column[id] > 0)
            if (const auto [at, added] = begins.try_emplace(part_of(record), column[id]); !added)
                at->second = std::min(at->second, column[id]);
        if (!is_stream(record) && std::ranges::all_of(stages_read(trace, id), [&](int operand) {
                return !own.contains(operand) || free.contains(operand);
            }))
            free.insert(id);
    }
    for (auto last = segment.records.rbegin(); last != segment.records.rend(); ++last) {
        const int id = *last;
        if (!free.contains(id)) continue;
        const std::string part = part_of(trace.record(id));
        int at = -1;
        if (column[id] == 0 && !part.empty() && !stages_read(trace, id).empty() && begins.contains(part)) {
            at = begins.at(part);
        } else {
            for (const int reader : readers[static_cast<std::size_t>(id)])
                if (own.contains(reader)) at = at < 0 ? column[reader] - 1 : std::min(at, column[reader] - 1);
        }
        column[id] = std::max(column[id], at);
    }
}

/// A stage's column is how many stages of the segment it waits for; its level that of what it reads first.
void place_by_waves(const Trace& trace, const std::vector<std::vector<int>>& readers,
                    const std::set<int>& stream_before, Segment& segment) {
    const std::set<int> own(segment.records.begin(), segment.records.end());
    std::map<int, int> column;
    const auto wait = [&] {
        for (const int id : segment.records)
            for (const int operand : stages_read(trace, id))
                if (own.contains(operand)) column[id] = std::max(column[id], column[operand] + 1);
    };
    wait();
    move_late(trace, readers, segment, own, column);
    wait();
    for (const int id : segment.records) {
        const Record& record = trace.record(id);
        bool stream = is_stream(record) || !segment.framed();
        if (!stream && is_norm(record))  // of a post-norm block: the norm is what the stream goes on from
            for (const int reader : readers[static_cast<std::size_t>(id)])
                stream |= is_stream(trace.record(reader)) || !own.contains(reader);
        if (stream && segment.framed()) segment.trunk.insert(id);
        if (!segment.framed()) {
            bool on = is_stream(record);
            for (const int operand : stages_read(trace, id))
                on |= !own.contains(operand) && stream_before.contains(operand);
            if (on) segment.trunk.insert(id);
        }
    }
    std::set<std::pair<int, int>> taken;
    for (const int id : segment.records) {
        int level = segment.framed() && !segment.trunk.contains(id) ? 1 : 0;
        const std::vector<int> read = stages_read(trace, id);
        if (level > 0 && std::ranges::none_of(read, [&](int operand) { return own.contains(operand); }))
            level = 2;  // comes in from the side: a bias, the keys and values of another text
        if (level > 0)
            for (const int operand : read)
                if (own.contains(operand) && !segment.trunk.contains(operand)) {
                    level = std::max(level, segment.places[operand].second);
                    break;
                }
        while (taken.contains({column[id], level})) ++level;
        taken.insert({column[id], level});
        segment.places[id] = {column[id], level};
        segment.columns = std::max(segment.columns, column[id] + 1);
        segment.levels = std::max(segment.levels, level + 1);
    }
}

/// A part in the columns of another one, as an MLP beside the attention, stands above it, a level apart for the name.
void stack_parts(const Trace& trace, Segment& segment) {
    struct Extent {
        std::vector<int> records{};
        int left = 0, right = 0, low = 0, high = 0;
    };
    std::vector<Extent> parts;
    std::map<std::string, std::size_t> named;
    for (const int id : segment.records) {
        const std::string part = part_of(trace.record(id));
        if (part.empty() || segment.trunk.contains(id)) continue;
        const auto [column, level] = segment.places.at(id);
        const auto [at, added] = named.try_emplace(part, parts.size());
        if (added) parts.push_back({.left = column, .right = column, .low = level, .high = level});
        Extent& extent = parts[at->second];
        extent.records.push_back(id);
        extent.left = std::min(extent.left, column);
        extent.right = std::max(extent.right, column);
        extent.low = std::min(extent.low, level);
        extent.high = std::max(extent.high, level);
    }
    for (std::size_t i = 1; i < parts.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            Extent& upper = parts[i];
            const Extent& lower = parts[j];
            const bool apart = upper.left > lower.right || lower.left > upper.right || upper.low > lower.high + 1 ||
                               lower.low > upper.high + 1;
            if (apart) continue;
            const int by = lower.high + 2 - upper.low;
            for (const int id : upper.records) segment.places.at(id).second += by;
            upper.low += by;
            upper.high += by;
            segment.levels = std::max(segment.levels, upper.high + 1);
        }
}

/// Segments in rows of at most `width`; a decoder begins a row of its own. Lower edges are aligned: there is the
/// stream.
struct Flow {
    std::vector<Vec2> corners;  // of each segment
    Vec2 size;
    std::vector<Rect> bands;  // of the rows
    int uneven = 0;           // rows with another number of blocks than the first, but for the last
};
Flow flow(const std::vector<Segment>& segments, float width) {
    Flow placed;
    placed.corners.resize(segments.size());
    float y = 0;
    int first = 0;  // blocks of the first row
    for (std::size_t begin = 0; begin < segments.size();) {
        float x = 0, height = 0;
        std::size_t end = begin;
        for (; end < segments.size(); ++end) {
            const Vec2 size = segments[end].size();
            const bool decoder_begins = end > begin && segments[end].site.stack == Stack::decoder &&
                                        segments[end - 1].site.stack == Stack::encoder;
            if (decoder_begins || (end > begin && x + size.x > width + 0.01F)) break;
            placed.corners[end].x = x;
            x += size.x + (segments[end].site.step >= 0 ? between / 2 : between);
            height = std::max(height, size.y + (segments[end].framed() ? 0 : map_inset + map_foot));
            placed.size.x = std::max(placed.size.x, placed.corners[end].x + size.x);
        }
        for (std::size_t i = begin; i < end; ++i)
            placed.corners[i].y = y + height - segments[i].size().y - (segments[i].framed() ? 0 : map_inset + map_foot);
        int blocks = 0;
        for (std::size_t i = begin; i < end; ++i) blocks += segments[i].framed() ? 1 : 0;
        if (placed.bands.empty()) first = blocks;
        if (end < segments.size() && blocks != first) ++placed.uneven;
        placed.bands.push_back({0, y, x, height});
        y += height + between;
        begin = end;
    }
    placed.size.y = y - between;
    return placed;
}

Flow best_flow(const std::vector<Segment>& segments, float aspect) {
    float least = 0, whole = 0;
    for (const Segment& segment : segments) {
        least = std::max(least, segment.size().x);
        whole += segment.size().x + between;
    }
    Flow best;
    float best_scale = -1;
    constexpr int tries = 60;
    for (int i = 0; i <= tries; ++i) {
        const float width = least * std::pow(std::max(1.0F, whole / least), static_cast<float>(i) / tries);
        Flow placed = flow(segments, width);
        // A little smaller is better than rows that do not match.
        const float scale = std::min(aspect / placed.size.x, 1 / placed.size.y) *
                            (1 - 0.15F * static_cast<float>(placed.uneven) / static_cast<float>(placed.bands.size()));
        if (scale <= best_scale) continue;
        best_scale = scale;
        best = std::move(placed);
    }
    return best;
}

Rect joined(const Rect& a, const Rect& b) {
    const float x = std::min(a.x, b.x), y = std::min(a.y, b.y);
    return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

void add_parts(const Trace& trace, const Segment& segment, ModelMap& map, int block,
               const std::vector<int>& node_of_record) {
    std::map<std::string, int> parts;
    for (const int id : segment.records) {
        const std::string part = part_of(trace.record(id));
        if (part.empty() || segment.trunk.contains(id)) continue;
        MapNode& node = map.nodes[static_cast<std::size_t>(node_of_record[static_cast<std::size_t>(id)])];
        const auto [found, added] = parts.try_emplace(part, static_cast<int>(map.groups.size()));
        if (added)
            map.groups.push_back({.kind = MapGroup::Kind::part,
                                  .title = part,
                                  .rect = node.rect,
                                  .first = id,
                                  .last = id,
                                  .parent = block});
        MapGroup& group = map.groups[static_cast<std::size_t>(found->second)];
        group.rect = joined(group.rect, node.rect);
        group.last = id;
        node.group = found->second;
    }
    for (const auto& [title, index] : parts) {
        Rect& rect = map.groups[static_cast<std::size_t>(index)].rect;
        rect = {rect.x - part_around, rect.y - part_around - map_part_heading, rect.w + 2 * part_around,
                rect.h + 2 * part_around + map_part_heading + map_foot};
    }
}

void add_links(const Trace& trace, ModelMap& map, const std::vector<int>& node_of_record,
               const std::vector<int>& segment_of) {
    for (std::size_t n = 0; n < map.nodes.size(); ++n) {
        const MapNode& node = map.nodes[n];
        const int own = segment_of[static_cast<std::size_t>(node.record)];
        for (const int operand : stages_read(trace, node.record)) {
            const int from = node_of_record[static_cast<std::size_t>(operand)];
            if (from < 0) continue;
            const bool both = map.nodes[static_cast<std::size_t>(from)].trunk && node.trunk;
            const int before = segment_of[static_cast<std::size_t>(operand)];
            const bool near = before == own || before + 1 == own;
            map.links.push_back({both   ? MapLink::Kind::trunk
                                 : near ? MapLink::Kind::flow
                                        : MapLink::Kind::far,
                                 from, static_cast<int>(n)});
        }
    }
}

}  // namespace

int ModelMap::node_of(const Trace& trace, int record) const {
    return record < 0 || nodes.empty() ? -1 : stage_index(trace, record);
}

int ModelMap::group_of(int node, MapGroup::Kind kind) const {
    int group = node < 0 ? -1 : nodes[static_cast<std::size_t>(node)].group;
    while (group >= 0 && groups[static_cast<std::size_t>(group)].kind != kind)
        group = groups[static_cast<std::size_t>(group)].parent;
    return group;
}

ModelMap map_of(const Trace& trace, float aspect) {
    std::vector<Segment> segments = segments_of(trace);
    const auto readers = readers_of(trace);
    std::set<int> stream;
    for (Segment& segment : segments) {
        if (segment.site.step >= 0)
            place_upright(segment);
        else
            place_by_waves(trace, readers, stream, segment);
        stack_parts(trace, segment);
        stream.insert(segment.trunk.begin(), segment.trunk.end());
    }
    const Flow placed = best_flow(segments, aspect);

    ModelMap map;
    std::vector<int> node_of_record(trace.records().size(), -1), segment_of = node_of_record;
    for (std::size_t s = 0; s < segments.size(); ++s) {
        const Segment& segment = segments[s];
        const Vec2 size = segment.size(), corner = placed.corners[s];
        int group = -1;
        if (segment.framed()) {
            group = static_cast<int>(map.groups.size());
            const std::string title = segment.site.step >= 0 ? step_text(segment.site) : block_text(segment.site);
            map.groups.push_back({.kind = MapGroup::Kind::block,
                                  .title = title,
                                  .rect = {corner.x, corner.y, size.x, size.y},
                                  .first = segment.records.front(),
                                  .last = segment.records.back(),
                                  .parent = -1});
        }
        const float inside = segment.framed() ? map_inset : 0, foot = segment.framed() ? map_foot : 0;
        for (const int id : segment.records) {
            const auto [column, level] = segment.places.at(id);
            node_of_record[static_cast<std::size_t>(id)] = static_cast<int>(map.nodes.size());
            segment_of[static_cast<std::size_t>(id)] = static_cast<int>(s);
            map.nodes.push_back(
                {.record = id,
                 .rect = {corner.x + inside + static_cast<float>(column) * map_pitch.x,
                          corner.y + size.y - inside - foot - map_node.y - static_cast<float>(level) * map_pitch.y,
                          map_node.x, map_node.y},
                 .trunk = segment.trunk.contains(id),
                 .group = group});
        }
        if (segment.framed() && segment.site.step < 0) add_parts(trace, segment, map, group, node_of_record);
    }
    map.bounds = {-map_gutter, 0, placed.size.x + 2 * map_gutter, placed.size.y};
    map.rows = placed.bands;
    add_links(trace, map, node_of_record, segment_of);
    route_links(map);
    return map;
}

}  // namespace glassformer
