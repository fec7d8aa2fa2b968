#include "app/views/walk/map_routes.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace glassformer {

namespace {

using Way = std::vector<Vec2>;

// In map units.
constexpr float channel = 0.1F;      // from a box to the upright lines at its right
constexpr float lane = 0.2F;         // from a box to the level lines above it
constexpr float below_row = 0.35F;   // from a row to the stream's line to the next row
constexpr float above_row = 0.2F;    // from a row to the lines that come from rows further up
constexpr float beside_rows = 0.2F;  // from the frames of blocks to the lines around them
constexpr float level_with = 0.05F;

bool level(const Rect& a, const Rect& b) { return std::abs(a.centre().y - b.centre().y) < level_with; }

/// The nodes by where their boxes begin, so that a line is held against those nearby alone.
class Neighbourhoods {
public:
    explicit Neighbourhoods(const ModelMap& map) : corner_(map.bounds.min()) {
        columns_ = std::max(1, column(map.bounds.right()) + 1);
        rows_ = std::max(1, row(map.bounds.bottom()) + 1);
        nodes_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
        for (std::size_t n = 0; n < map.nodes.size(); ++n)
            nodes_[at(within(column(map.nodes[n].rect.x), columns_), within(row(map.nodes[n].rect.y), rows_))]
                .push_back(static_cast<int>(n));
    }
    /// Calls `visit` with each node whose box, or the names below it, may be in the rectangle, and with some others.
    template <class Visit>
    void visit(const Rect& rect, const Visit& visit) const {
        const int left = within(column(rect.x - map_node.x), columns_), right = within(column(rect.right()), columns_);
        const int top = within(row(rect.y - map_node.y - map_foot), rows_), low = within(row(rect.bottom()), rows_);
        for (int r = top; r <= low; ++r)
            for (int c = left; c <= right; ++c)
                for (const int node : nodes_[at(c, r)]) visit(node);
    }

private:
    int column(float x) const { return static_cast<int>(std::floor((x - corner_.x) / map_pitch.x)); }
    int row(float y) const { return static_cast<int>(std::floor((y - corner_.y) / map_pitch.y)); }
    static int within(int index, int count) { return std::clamp(index, 0, count - 1); }
    std::size_t at(int column, int row) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(column);
    }

    Vec2 corner_;
    int columns_ = 1, rows_ = 1;
    std::vector<std::vector<int>> nodes_;
};

class Router {
public:
    explicit Router(const ModelMap& map) : map_(map), nearby_(map) {
        for (const MapNode& node : map.nodes) right_end_ = std::max(right_end_, node.rect.right());
    }

    Way best(const MapLink& link) const {
        Way best;
        int least = -1;
        for (Way& way : ways(link)) {
            const int hits = crossings(way, link);
            if (least >= 0 && hits >= least) continue;
            least = hits;
            best = std::move(way);
            if (hits == 0) break;
        }
        return best;
    }

private:
    const MapNode& node(int index) const { return map_.nodes[static_cast<std::size_t>(index)]; }

    /// Of the row that a node lies in.
    std::size_t row_of(const MapNode& node) const {
        std::size_t row = 0;
        while (row + 1 < map_.rows.size() && node.rect.centre().y > map_.rows[row].bottom()) ++row;
        return row;
    }

    /// The ways worth trying, the simplest first.
    std::vector<Way> ways(const MapLink& link) const {
        const MapNode &from = node(link.from), &to = node(link.to);
        const Rect &a = from.rect, &b = to.rect;
        const Vec2 out{a.right(), a.centre().y}, in{b.x, b.centre().y};
        const std::size_t from_row = row_of(from), to_row = row_of(to);
        if (from_row != to_row) return between_rows(link, from_row, to_row);
        const float after = out.x + channel, before = in.x - (map_pitch.x - map_node.x) + channel;
        std::vector<Way> ways;
        if (std::abs(a.x - b.x) < level_with) {  // one below the other
            const float x = a.x + channel;
            ways.push_back({{x, a.bottom()}, {x, b.y}});
            ways.push_back({out, {after, out.y}, {after, in.y}, {b.right(), in.y}});
            return ways;
        }
        if (b.x < a.right()) return {around(out, in, after, before, map_.rows[from_row].bottom() + below_row)};
        if (level(a, b)) ways.push_back({out, in});
        if (!level(a, b) && a.y < b.y) ways.push_back({out, {b.centre().x, out.y}, {b.centre().x, b.y}});
        ways.push_back({out, {after, out.y}, {after, in.y}, in});
        ways.push_back({out, {before, out.y}, {before, in.y}, in});
        for (const float y : {a.y - lane, b.y - lane, map_.rows[from_row].y + lane})
            ways.push_back(around(out, in, after, before, y));
        return ways;
    }

    static Way around(Vec2 out, Vec2 in, float after, float before, float y) {
        return {out, {after, out.y}, {after, y}, {before, y}, {before, in.y}, in};
    }

    /// The stream goes on between the rows, below the row it leaves; what reads it from afar comes from above.
    std::vector<Way> between_rows(const MapLink& link, std::size_t from_row, std::size_t to_row) const {
        const MapNode &from = node(link.from), &to = node(link.to);
        const Vec2 out{from.rect.right(), from.rect.centre().y}, in{to.rect.x, to.rect.centre().y};
        const auto beside = [](const MapNode& node) { return (node.group >= 0 ? map_inset : 0) + 0.5F * map_gutter; };
        if (link.kind != MapLink::Kind::far && from_row + 1 == to_row)
            return {around(out, in, out.x + beside(from), in.x - beside(to), map_.rows[from_row].bottom() + below_row)};
        const float after = out.x + channel, before = in.x - (map_pitch.x - map_node.x) + channel;
        const float here = map_.rows[std::min(from_row + 1, map_.rows.size() - 1)].y - above_row,
                    there = map_.rows[to_row].y - above_row;
        const float side = right_end_ + map_inset + beside_rows;
        return {around(out, in, after, before, there),
                {out, {after, out.y}, {after, here}, {side, here}, {side, there}, {before, there}, {before, in.y}, in}};
    }

    /// Boxes that a way goes through, but for its own two; what it crosses of their names counts less.
    int crossings(const Way& way, const MapLink& link) const {
        int hits = 0;
        for (std::size_t i = 0; i + 1 < way.size(); ++i) {
            const Rect line{std::min(way[i].x, way[i + 1].x), std::min(way[i].y, way[i + 1].y),
                            std::abs(way[i].x - way[i + 1].x), std::abs(way[i].y - way[i + 1].y)};
            nearby_.visit(line, [&](int n) {
                const Rect& box = node(n).rect;
                const bool beside = line.right() <= box.x || line.x >= box.right();
                if (beside || line.bottom() <= box.y || line.y >= box.bottom() + map_foot) return;
                const bool own = n == link.from || n == link.to;
                if (!own) hits += line.y < box.bottom() ? 10 : 1;
            });
        }
        return hits;
    }

    const ModelMap& map_;
    const Neighbourhoods nearby_;
    float right_end_ = 0;
};

/// Where several enter a box from above each has a place of its own; the one from furthest up the place at the right,
/// so that none crosses another.
void part_entries(ModelMap& map) {
    std::map<int, std::vector<MapLink*>> entries;
    for (MapLink& link : map.links)
        if (link.way.size() == 3) entries[link.to].push_back(&link);
    for (auto& [to, links] : entries) {
        if (links.size() < 2) continue;
        std::ranges::sort(links, [](const MapLink* a, const MapLink* b) { return a->way[0].y > b->way[0].y; });
        const Rect& box = map.nodes[static_cast<std::size_t>(to)].rect;
        for (std::size_t i = 0; i < links.size(); ++i) {
            const float x = box.x + box.w * static_cast<float>(i + 1) / static_cast<float>(links.size() + 1);
            links[i]->way[1].x = links[i]->way[2].x = x;
        }
    }
}

}  // namespace

void route_links(ModelMap& map) {
    const Router router(map);
    for (MapLink& link : map.links) link.way = router.best(link);
    part_entries(map);
}

}  // namespace glassformer
