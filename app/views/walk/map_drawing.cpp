#include "app/views/walk/map_drawing.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "app/paint/formula.h"
#include "app/paint/printed_number.h"
#include "app/pictures/board/labelled_matrix.h"
#include "app/pictures/board/off_mark.h"
#include "app/pictures/board/page.h"
#include "app/views/shared/head_switch.h"
#include "app/views/walk/texts.h"
#include "core/session/intervention.h"

namespace glassformer {

namespace {

constexpr float min_link = 14;        // pixels of a node below which only the stream is drawn
constexpr float min_frame = 7;        // … and a node has no frame of its own
constexpr float line_height = 1.12F;  // of a name below a node, in its size
constexpr float min_arrowhead = 3;    // pixels; shorter ones are left out
constexpr float min_symbol = 1.1F;    // em of a node that carries its symbol
constexpr float min_tiles = 11;       // em of a node that shows its heads beside one another
constexpr float min_cells = 8;        // pixels of a node that shows its cells in a map of many
constexpr std::size_t many_nodes = 2000;

class MapPainter {
public:
    MapPainter(Painter& painter, const Rect& canvas, const Camera& camera, const MapScene& scene, Vec2 mouse)
        : painter_(painter),
          canvas_(canvas),
          camera_(camera),
          scene_(scene),
          mouse_(mouse),
          trace_(scene.evaluation.trace()),
          em_(painter.em()),
          node_width_(map_node.x * camera.scale),
          plain_(node_width_ < min_cells && scene.map.nodes.size() > many_nodes),
          label_size_(std::clamp(node_width_ / (7.5F * em_), 0.62F, em::body)),
          named_(all_named()) {}

    MapHit draw() {
        MapHit hit;
        for (std::size_t i = 0; i < scene_.map.groups.size(); ++i)
            if (frame(scene_.map.groups[i])) hit.group = static_cast<int>(i);
        for (const MapLink& each : scene_.map.links) link(each);
        for (const MapGroup& group : scene_.map.groups) title(group);
        const Scene shown{.evaluation = scene_.evaluation,
                          .record = scene_.map.nodes.front().record,
                          .head = scene_.head,
                          .memory = &scene_.memory};
        Page page(painter_, canvas_, shown, mouse_, scene_.memory);
        for (std::size_t i = 0; i < scene_.map.nodes.size(); ++i)
            if (node(page, static_cast<int>(i))) hit = {static_cast<int>(i), -1};
        draw_overs();
        if (scene_.path != nullptr) path(*scene_.path);
        return hit;
    }

private:
    bool seen(const Rect& rect) const {
        return rect.x < canvas_.right() && rect.right() > canvas_.x && rect.y < canvas_.bottom() &&
               rect.bottom() > canvas_.y;
    }

    /// True where the mouse is in it.
    bool frame(const MapGroup& group) {
        const Theme& theme = painter_.theme();
        const Rect rect = camera_.to_screen(canvas_, group.rect).snapped();
        if (!seen(rect)) return false;
        const bool block = group.kind == MapGroup::Kind::block;
        if (plain_) {  // no frames around dots
            if (block) painter_.fill(rect, mix(theme.background, theme.panel, 0.75F));
            return rect.contains(mouse_);
        }
        const float radius = std::clamp(0.12F * camera_.scale, 2.0F, 0.8F * em_);
        painter_.fill(rect, mix(theme.background, theme.panel, block ? 0.75F : 1.6F), radius);
        painter_.stroke(rect, theme.border, 1, radius);
        return rect.contains(mouse_);
    }

    void title(const MapGroup& group) {
        const Theme& theme = painter_.theme();
        const Rect rect = camera_.to_screen(canvas_, group.rect).snapped();
        const bool block = group.kind == MapGroup::Kind::block;
        const float room = (block ? 0.68F : map_part_heading) * camera_.scale;  // above the parts, or above their nodes
        const float size = std::clamp(room / (1.9F * em_), 0.7F, block ? em::large : em::small);
        if (!seen(rect) || rect.w < 3 * em_) return;
        if (room < 0.75F * size * em_) {
            if (block) title_over(group.title, rect, size);
            return;
        }
        // Kept in sight while a part of the frame is.
        const float x = std::clamp(canvas_.x + 0.4F * em_, rect.x, std::max(rect.x, rect.right() - 10 * em_));
        text_in(painter_, {x + 0.6F * em_, rect.y + 0.08F * room, rect.right() - x - em_, room}, group.title,
                {.colour = block ? theme.text : theme.muted, .size = size, .face = block ? Face::bold : Face::sans});
    }

    /// A block that is too small for a heading has its name across its middle.
    void title_over(const std::string& title, const Rect& rect, float size) {
        const std::string text = shortened(painter_, title, rect.w - 0.4F * em_, size, Face::bold);
        const TextSize wide = painter_.measure(text, size, Face::bold);
        if (rect.h < wide.height) return;
        overs_.push_back({text, rect.centre(), size});
    }

    void draw_overs() {
        const Theme& theme = painter_.theme();
        for (const Over& over : overs_) {
            const TextSize wide = painter_.measure(over.text, over.size, Face::bold);
            const Vec2 half{wide.width / 2 + 0.35F * em_, wide.height / 2 + 0.1F * em_};
            painter_.fill(Rect{over.at.x - half.x, over.at.y - half.y, 2 * half.x, 2 * half.y}.snapped(),
                          theme.panel.faded(0.88F), 0.3F * em_);
            painter_.text(over.at, over.text,
                          {.colour = theme.text,
                           .size = over.size,
                           .face = Face::bold,
                           .align = Align::centre,
                           .anchor = Anchor::middle});
        }
    }

    void link(const MapLink& link) {
        const Theme& theme = painter_.theme();
        Vec2 low{1e9F, 1e9F}, high{-1e9F, -1e9F};
        for (const Vec2& on_map : link.way) {
            const Vec2 point = camera_.to_screen(canvas_, on_map);
            low = {std::min(low.x, point.x), std::min(low.y, point.y)};
            high = {std::max(high.x, point.x), std::max(high.y, point.y)};
        }
        if (link.way.size() < 2 || !seen({low.x - 2, low.y - 2, high.x - low.x + 4, high.y - low.y + 4})) return;
        const auto on_screen = [&] {
            std::vector<Vec2> way;
            for (const Vec2& point : link.way) way.push_back(camera_.to_screen(canvas_, point));
            return way;
        };
        if (link.kind == MapLink::Kind::trunk) {
            const std::vector<Vec2> way = on_screen();
            const float width = std::clamp(0.07F * camera_.scale, 1.5F, 0.5F * em_);
            painter_.polyline(way, mix(theme.background, colour(theme, Meaning::residual), 0.75F), width);
            return;
        }
        const MapNode &from = scene_.map.nodes[static_cast<std::size_t>(link.from)],
                      &to = scene_.map.nodes[static_cast<std::size_t>(link.to)];
        const bool lit = link.from == scene_.current || link.to == scene_.current;
        const bool across = trace_.record(from.record).site.stack == Stack::encoder &&
                            trace_.record(to.record).site.stack != Stack::encoder;
        const bool far = link.kind == MapLink::Kind::far && !across;
        if (!lit && !across && node_width_ < (far ? 2 * min_link : min_link)) return;
        const std::vector<Vec2> way = on_screen();
        // Opaque: where the links of one stage share their way, they are one line that parts.
        const Colour tone = mix(theme.background, colour(theme, trace_.record(from.record).stage->meaning),
                                lit   ? 0.95F
                                : far ? 0.35F
                                      : 0.6F);
        const float width = std::clamp(0.02F * camera_.scale, 1.0F, 3.0F) * (lit ? 1.6F : 1.0F);
        painter_.polyline(rounded(way, 0.12F * camera_.scale), tone, width);
        arrowhead(way[way.size() - 2], way.back(), tone, std::min(0.16F * camera_.scale, 1.2F * em_));
    }

    void arrowhead(Vec2 from, Vec2 tip, Colour tone, float length) {
        const Vec2 along = tip - from;
        const float far = std::hypot(along.x, along.y);
        if (length < min_arrowhead || far < 1e-3F) return;
        const Vec2 ahead = along * (length / far), aside{-0.4F * ahead.y, 0.4F * ahead.x};
        painter_.triangle(tip, tip - ahead + aside, tip - ahead - aside, tone);
    }

    /// The way with its corners rounded.
    static std::vector<Vec2> rounded(const std::vector<Vec2>& way, float radius) {
        constexpr int steps = 4;
        std::vector<Vec2> round{way.front()};
        for (std::size_t i = 1; i + 1 < way.size(); ++i) {
            const Vec2 before = way[i - 1] - way[i], after = way[i + 1] - way[i];
            const float back = std::hypot(before.x, before.y), ahead = std::hypot(after.x, after.y);
            const float r = std::min({radius, back / 2, ahead / 2});
            if (r < 0.5F) {
                round.push_back(way[i]);
                continue;
            }
            const Vec2 start = way[i] + before * (r / back), end = way[i] + after * (r / ahead);
            for (int s = 0; s <= steps; ++s) {
                const float t = static_cast<float>(s) / steps;
                round.push_back(start * ((1 - t) * (1 - t)) + way[i] * (2 * t * (1 - t)) + end * (t * t));
            }
        }
        round.push_back(way.back());
        return round;
    }

    void path(const InfluencePath& path) {
        std::vector<Vec2> points;
        for (const PathStep& hop : path.hops) {
            const int at = scene_.map.node_of(trace_, hop.record);
            if (at < 0) continue;
            points.push_back(camera_.to_screen(canvas_, scene_.map.nodes[static_cast<std::size_t>(at)].rect.centre()));
        }
        const float width = std::clamp(0.06F * camera_.scale, 2.0F, 5.0F);
        painter_.polyline(points, painter_.theme().accent.faded(0.85F), width);
        for (const Vec2 point : points) painter_.circle(point, 1.3F * width, painter_.theme().accent);
    }

    /// True where the mouse is on it.
    bool node(const Page& page, int index) {
        const MapNode& node = scene_.map.nodes[static_cast<std::size_t>(index)];
        const Rect rect = camera_.to_screen(canvas_, node.rect).snapped();
        const bool named = named_, lettered = node_width_ >= min_symbol * em_;
        const float below = named || lettered ? 2 * line_height * label_size_ * em_ : 0;
        if (!seen({rect.x, rect.y, rect.w, rect.h + below})) return false;
        if (index == scene_.without || index == scene_.also_without) return false;
        const Theme& theme = painter_.theme();
        const Record& record = trace_.record(node.record);
        if (plain_) {
            painter_.fill(rect, tone_of_dot(page, record));
        } else {
            painter_.fill(rect, theme.background);
            cells(page, record, rect.inset(node_width_ > 4 * min_frame ? 2.0F : 0.0F));
        }
        const bool here = index == scene_.current, hovered = rect.contains(mouse_);
        if (here)
            painter_.stroke(rect.inset(-2), theme.accent, 2.5F, 3);
        else if (hovered)
            painter_.stroke(rect.inset(-1), theme.text, 1.5F, 3);
        else if (node_width_ > min_frame && !plain_)
            painter_.stroke(rect, colour(theme, record.stage->meaning).faded(0.65F), 1, 2);
        if (scene_.differs != nullptr && static_cast<std::size_t>(node.record) < scene_.differs->size() &&
            (*scene_.differs)[static_cast<std::size_t>(node.record)]) {
            const float radius = std::clamp(0.035F * node_width_, 2.0F, 0.32F * em_);
            const Vec2 corner{rect.right() - 0.4F * radius, rect.y + 0.4F * radius};
            painter_.circle(corner, radius + 1.5F, theme.background);
            painter_.circle(corner, radius, theme.accent);
        }
        if (!named && lettered) {  // no room for words: the letter that formulas have for it
            const FormulaStyle style{.size = std::clamp(node_width_ / (2.2F * em_), 0.62F, em::small)};
            draw_formula(painter_, trace_.coloured_symbol(record.id),
                         {rect.x - 0.3F * node_width_, rect.bottom() + 1, 1.6F * node_width_, 1.3F * style.size * em_},
                         style);
        }
        if (named) name(*record.stage, rect, here);
        return hovered;
    }

    /// That of the stage, or of its largest gradient.
    Colour tone_of_dot(const Page& page, const Record& record) const {
        const Theme& theme = painter_.theme();
        if (!scene_.gradients || record.gradient == nullptr)
            return mix(theme.background, colour(theme, record.stage->meaning), 0.55F);
        if (!page.memory.knows_logarithms(record.id) && !painter_.has_time(record.shape.count()))
            return theme.background;
        const std::vector<float>& sizes = page.memory.logarithms(record);
        const HeatStyle scale = gradient_scale(page.memory);
        const float share = (*std::ranges::max_element(sizes) - scale.low) / (scale.limit - scale.low);
        return heat_colour(theme, scale.map, scale.meaning, std::clamp(share, 0.0F, 1.0F));
    }

    /// A label in one line, or broken in two where that is too wide for the way from box to box.
    std::array<std::string, 2> lines_of(const Stage& stage) const {
        const std::string label = stage.label;
        const std::size_t space = label.find(' ');
        if (space == std::string::npos || painter_.measure(label, label_size_).width <= label_room())
            return {label, ""};
        return {label.substr(0, space), label.substr(space + 1)};
    }
    float label_room() const { return 0.97F * map_pitch.x * camera_.scale; }

    /// True where the words of every box have room: the boxes of one map are named in one way.
    bool all_named() const {
        std::set<const Stage*> stages;
        for (const MapNode& node : scene_.map.nodes) stages.insert(trace_.record(node.record).stage);
        return std::ranges::all_of(stages, [&](const Stage* stage) {
            const std::array<std::string, 2> lines = lines_of(*stage);
            const float high = (lines[1].empty() ? 1 : 2) * line_height * label_size_ * em_;
            return high <= (map_pitch.y - map_node.y) * camera_.scale + 1 &&
                   std::ranges::all_of(lines, [&](const std::string& line) {
                       return painter_.measure(line, label_size_).width <= label_room();
                   });
        });
    }

    void name(const Stage& stage, const Rect& rect, bool here) {
        const float high = line_height * label_size_ * em_, room = label_room();
        Rect line{rect.centre().x - room / 2, rect.bottom() + 1, room, high};
        for (const std::string& text : lines_of(stage)) {
            text_in(painter_, line, text,
                    {.colour = here ? painter_.theme().text : painter_.theme().muted,
                     .size = label_size_,
                     .face = here ? Face::bold : Face::sans,
                     .align = Align::centre});
            line.y += high;
        }
    }

    void cells(const Page& page, const Record& record, const Rect& rect) const {
        const int head_dim = record.shape.find(Axis::head);
        const int rank = record.shape.rank();
        if (record.value == nullptr || rect.w < 1 || rect.h < 1) return;
        Slice slice = page.slice(record.id, scene_.head);
        const int heads = rank == 3 && head_dim == 0 ? record.shape.size(0) : 1;
        // All heads lie below one another in memory.
        ConstMatrix all = slice.values;
        all.data = record.value;
        all.rows *= heads;
        const bool back = scene_.gradients && record.gradient != nullptr;
        if (back) {
            const std::size_t all_of_it = record.shape.count();
            if (!page.memory.knows_logarithms(record.id) && !painter_.has_time(all_of_it)) return;
            const std::vector<float>& sizes = page.memory.logarithms(record);
            slice.values.data = sizes.data() + record.shape.offset(slice.at);
            all.data = sizes.data();
            slice.values.record = all.record = nullptr;  // the numbers are here
        }
        const ConstMatrix& whole = heads > 1 ? all : slice.values;
        const auto numbers = static_cast<std::size_t>(whole.rows) * static_cast<std::size_t>(whole.cols);
        if (!back && whole.record == nullptr && !page.memory.knows(whole) && !painter_.has_time(numbers)) return;
        const HeatStyle style = back ? gradient_scale(page.memory) : page.style(record.id, whole);
        std::vector<bool> off;
        if (heads > 1 && !scene_.evaluation.inputs().edits.empty()) off = heads_off(scene_.evaluation, record.id);
        if (static_cast<int>(off.size()) != heads) off.assign(static_cast<std::size_t>(heads), false);
        if (heads == 1 || rect.w < min_tiles * em_) {
            LabelledMatrix{.values = whole, .style = style}.draw(painter_, rect);
            const float high = rect.h / static_cast<float>(heads);
            for (int h = 0; h < heads; ++h)
                if (off[static_cast<std::size_t>(h)] &&
                    heads_of(trace_, record.id) == record.id)  // where the zeros are
                    draw_off_mark(painter_, {rect.x, rect.y + high * static_cast<float>(h), rect.w, high});
            return;
        }
        int across = 1;  // as many columns as make the tiles nearest to the shape of what they show
        float best = 1e9F;
        const float shape = static_cast<float>(slice.values.cols) / static_cast<float>(std::max(1, slice.values.rows));
        for (int columns = 1; columns <= heads; ++columns) {
            const int lines = (heads + columns - 1) / columns;
            const float tile = rect.w / static_cast<float>(columns) / (rect.h / static_cast<float>(lines));
            const float unlike = std::abs(std::log(tile / shape)) + 0.3F * static_cast<float>(columns * lines - heads);
            if (unlike < best) {
                best = unlike;
                across = columns;
            }
        }
        const int down = (heads + across - 1) / across;
        const float gap = 0.35F * em_;
        const Vec2 tile{(rect.w - gap * static_cast<float>(across - 1)) / static_cast<float>(across),
                        (rect.h - gap * static_cast<float>(down - 1)) / static_cast<float>(down)};
        const int marked = page.heads > 0 ? scene_.head * heads / page.heads : 0;
        for (int h = 0; h < heads; ++h) {
            const int column = h % across, row = h / across;
            const Rect place = Rect{rect.x + static_cast<float>(column) * (tile.x + gap),
                                    rect.y + static_cast<float>(row) * (tile.y + gap), tile.x, tile.y}
                                   .snapped();
            LabelledMatrix{.values = block(all, h * slice.values.rows, 0, slice.values.rows, slice.values.cols),
                           .style = style}
                .draw(painter_, place);
            if (off[static_cast<std::size_t>(h)]) draw_off_mark(painter_, place);
            if (h == marked) painter_.stroke(place.inset(-1), painter_.theme().accent.faded(0.8F), 1.5F);
        }
    }

    Painter& painter_;
    const Rect canvas_;
    const Camera camera_;
    const MapScene& scene_;
    const Vec2 mouse_;
    const Trace& trace_;
    const float em_, node_width_;
    const bool plain_;  // nodes are dots in the tone of their stage: thousands of maps of a few pixels say no more
    const float label_size_;
    const bool named_;  // by words, not by symbols
    struct Over {
        std::string text;
        Vec2 at;
        float size;
    };
    std::vector<Over> overs_;  // names that are written over nodes
};

}  // namespace

HeatStyle gradient_scale(PictureMemory& memory) {
    const auto [low, high] = memory.gradient_decades();
    return {.map = HeatMap::sequential, .meaning = Meaning::gradient, .limit = high, .low = low};
}

void draw_gradient_scale(Painter& painter, const Rect& rect, const HeatStyle& scale) {
    const Theme& theme = painter.theme();
    const float em = painter.em();
    painter.fill(rect, theme.panel.faded(0.92F), 0.4F * em);
    painter.stroke(rect, theme.border, 1, 0.4F * em);
    Rect inside = rect.inset(0.7F * em, 0.35F * em);
    text_in(painter, inside.take_top(1.3F * em), texts::walk::gradient_scale,
            {.colour = theme.muted, .size = em::small});
    const Rect bar = inside.take_top(0.6F * em).snapped();
    constexpr int steps = 64;
    for (int i = 0; i < steps; ++i)
        painter.fill(cell_rect(bar, 1, steps, 0, i),
                     heat_colour(theme, scale.map, scale.meaning, (static_cast<float>(i) + 0.5F) / steps));
    const auto end = [&](float decades, Align align) {
        text_in(painter, inside, power_number(fmt::format("{:.1e}", std::pow(10.0, static_cast<double>(decades)))),
                {.colour = theme.muted, .size = em::small, .align = align});
    };
    end(scale.low, Align::left);
    end(scale.limit, Align::right);
}

MapHit draw_map(Painter& painter, const Rect& canvas, const Camera& camera, const MapScene& scene, Vec2 mouse) {
    if (scene.map.nodes.empty()) return {};
    return MapPainter(painter, canvas, camera, scene, canvas.contains(mouse) ? mouse : Vec2{-1e6F, -1e6F}).draw();
}

}  // namespace glassformer
