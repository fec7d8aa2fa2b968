#include "app/views/walk/map_drawing.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/paint/formula.h"
#include "app/pictures/board/off_mark.h"
#include "app/pictures/board/page.h"
#include "app/views/shared/head_switch.h"
#include "app/views/walk/texts.h"
#include "core/session/intervention.h"

namespace glassformer {

namespace {

constexpr float min_link = 14;      // pixels of a node below which only the stream is drawn
constexpr float min_frame = 7;      // … and a node has no frame of its own
constexpr float min_label = 3.2F;   // em of a node that carries its name
constexpr float min_symbol = 1.1F;  // … its symbol
constexpr float min_tiles = 11;     // em of a node that shows its heads beside one another

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
          node_width_(map_node.x * camera.scale) {}

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
        const MapNode &from = scene_.map.nodes[static_cast<std::size_t>(link.from)],
                      &to = scene_.map.nodes[static_cast<std::size_t>(link.to)];
        const Rect a = camera_.to_screen(canvas_, from.rect), b = camera_.to_screen(canvas_, to.rect);
        const Vec2 start{a.right(), a.centre().y}, end{b.x, b.centre().y};
        const Rect around{std::min(start.x, end.x) - 40, std::min(start.y, end.y) - 40, std::abs(end.x - start.x) + 80,
                          std::abs(end.y - start.y) + 80};
        if (!seen(around)) return;
        const bool lit = link.from == scene_.current || link.to == scene_.current;
        if (link.kind == MapLink::Kind::trunk) {
            const float width = std::clamp(0.07F * camera_.scale, 1.5F, 0.5F * em_);
            const Colour tone = colour(theme, Meaning::residual).faded(0.75F);
            if (std::abs(start.y - end.y) < 2 && end.x >= start.x - 2) {
                painter_.line(start, end, tone, width);
                return;
            }
            // To the next row: out at the right, back between the rows, in at the left.
            const auto out = [&](const MapNode& node) {
                return ((node.group >= 0 ? map_inset : 0) + 0.5F * map_gutter) * camera_.scale;
            };
            const float turn = a.bottom() + (map_inset + map_foot + 0.35F) * camera_.scale;
            const std::array points{start,
                                    Vec2{start.x + out(from), start.y},
                                    Vec2{start.x + out(from), turn},
                                    Vec2{end.x - out(to), turn},
                                    Vec2{end.x - out(to), end.y},
                                    end};
            painter_.polyline(points, tone, width);
            return;
        }
        const bool across = trace_.record(from.record).site.stack == Stack::encoder &&
                            trace_.record(to.record).site.stack != Stack::encoder;
        if (node_width_ < min_link && !lit && !across) return;
        if (link.kind == MapLink::Kind::far && node_width_ < 2 * min_link && !lit && !across) return;
        const Colour tone = colour(theme, trace_.record(from.record).stage->meaning)
                                .faded(lit                                          ? 0.95F
                                       : link.kind == MapLink::Kind::far && !across ? 0.3F
                                                                                    : 0.55F);
        const float width = std::clamp(0.02F * camera_.scale, 1.0F, 3.0F) * (lit ? 1.6F : 1.0F);
        if (std::abs(start.y - end.y) < 2) {
            painter_.line(start, end, tone, width);
            return;
        }
        const float bend = std::max(0.25F * camera_.scale, 0.4F * std::abs(end.x - start.x));
        painter_.curve(start, {start.x + bend, start.y}, {end.x - bend, end.y}, end, tone, width);
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
        const bool named = node_width_ >= min_label * em_, lettered = node_width_ >= min_symbol * em_;
        const float below = named || lettered ? 1.4F * em_ : 0;
        if (!seen({rect.x, rect.y, rect.w, rect.h + below})) return false;
        if (index == scene_.without || index == scene_.also_without) return false;
        const Theme& theme = painter_.theme();
        const Record& record = trace_.record(node.record);
        painter_.fill(rect, theme.background);
        cells(page, record, rect.inset(node_width_ > 4 * min_frame ? 2.0F : 0.0F));
        const bool here = index == scene_.current, hovered = rect.contains(mouse_);
        if (here)
            painter_.stroke(rect.inset(-2), theme.accent, 2.5F, 3);
        else if (hovered)
            painter_.stroke(rect.inset(-1), theme.text, 1.5F, 3);
        else if (node_width_ > min_frame)
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
        if (named) {
            const float size = std::clamp(node_width_ / (7.5F * em_), 0.62F, em::body);
            text_in(painter_, {rect.x - 0.15F * node_width_, rect.bottom() + 1, 1.3F * node_width_, 1.35F * size * em_},
                    record.stage->label,
                    {.colour = here ? theme.text : theme.muted,
                     .size = size,
                     .face = here ? Face::bold : Face::sans,
                     .align = Align::centre});
        }
        return hovered;
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
            painter_.heatmap(heads > 1 ? all : slice.values, rect, style);
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
            const Rect place = Rect{rect.x + static_cast<float>(h % across) * (tile.x + gap),
                                    rect.y + static_cast<float>(h / across) * (tile.y + gap), tile.x, tile.y}
                                   .snapped();
            painter_.heatmap(block(all, h * slice.values.rows, 0, slice.values.rows, slice.values.cols), place, style);
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
        text_in(painter, inside, with_minus(fmt::format("{:.1e}", std::pow(10.0, static_cast<double>(decades)))),
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
