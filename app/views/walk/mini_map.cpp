#include "app/views/walk/mini_map.h"

#include <algorithm>
#include <vector>

namespace glassformer {

namespace {

/// Square pixels of what is to be read that a rectangle would cover.
float covered(const Rect& place, const Rect& canvas, const Camera& camera, const ModelMap& map, float em) {
    float sum = 0;
    const auto add = [&](const Rect& rect) {
        const Rect both = rect.intersect(place);
        if (both.w > 0 && both.h > 0) sum += both.w * both.h;
    };
    for (const MapNode& node : map.nodes) {
        Rect rect = camera.to_screen(canvas, node.rect);
        rect.h += 1.4F * em;  // its name
        add(rect);
    }
    for (const MapGroup& group : map.groups) {
        const Rect rect = camera.to_screen(canvas, group.rect);
        const float left = std::max(rect.x, canvas.x);  // the title stays in sight
        add({left, rect.y, std::min(10 * em, std::max(0.0F, rect.right() - left)), 0.7F * camera.scale});
    }
    return sum;
}

}  // namespace

Rect mini_map_place(const Rect& canvas, Vec2 size, const Camera& camera, const ModelMap& map, float em,
                    const Rect& before) {
    const float right = canvas.right() - size.x, bottom = canvas.bottom() - size.y;
    std::vector<Vec2> corners{{right, bottom}, {right, canvas.y}, {canvas.x, bottom}, {canvas.x, canvas.y}};
    // Between the corners, along the edges.
    constexpr int steps = 8;
    for (int i = 1; i < steps; ++i) {
        const float share = static_cast<float>(i) / steps;
        const float x = canvas.x + share * (right - canvas.x), y = canvas.y + share * (bottom - canvas.y);
        corners.insert(corners.end(), {{x, bottom}, {right, y}, {x, canvas.y}, {canvas.x, y}});
    }
    const bool same = before.w == size.x && before.h == size.y && before.intersect(canvas).w >= size.x &&
                      before.intersect(canvas).h >= size.y;
    if (same) corners.insert(corners.begin(), before.min());
    Rect best;
    float least = -1;
    for (const Vec2 corner : corners) {
        const Rect place{corner.x, corner.y, size.x, size.y};
        const float covers = covered(place, canvas, camera, map, em);
        if (least >= 0 && covers >= least) continue;
        least = covers;
        best = place;
        if (covers <= 0) break;
    }
    return best;
}

std::optional<Vec2> draw_mini_map(Painter& painter, const Rect& area, const Rect& canvas, const Camera& camera,
                                  const MapScene& scene, Vec2 mouse) {
    const Theme& theme = painter.theme();
    painter.fill(area, theme.panel.faded(0.92F), 4);
    painter.stroke(area, theme.border, 1, 4);
    const Camera small = fitted(area, scene.map.bounds, 0.06F);
    for (const MapGroup& group : scene.map.groups)
        if (group.kind == MapGroup::Kind::block)
            painter.fill(small.to_screen(area, group.rect), mix(theme.panel, theme.control_hot, 0.7F), 2);
    for (std::size_t i = 0; i < scene.map.nodes.size(); ++i) {
        const MapNode& node = scene.map.nodes[i];
        const Rect dot = small.to_screen(area, node.rect);
        const bool here = static_cast<int>(i) == scene.current;
        painter.fill(here ? dot.inset(-1.5F) : dot,
                     here ? theme.accent
                          : colour(theme, scene.evaluation.trace().record(node.record).stage->meaning).faded(0.7F));
    }
    const Vec2 from = camera.to_map(canvas, canvas.min()), to = camera.to_map(canvas, canvas.max());
    Rect seen = small.to_screen(area, Rect{from.x, from.y, to.x - from.x, to.y - from.y}).intersect(area.inset(1));
    if (seen.w > 0 && seen.h > 0) painter.stroke(seen.w < 5 ? seen.inset(-2) : seen, theme.text, 1.5F, 2);
    if (!area.contains(mouse)) return {};
    return small.to_map(area, mouse);
}

}  // namespace glassformer
