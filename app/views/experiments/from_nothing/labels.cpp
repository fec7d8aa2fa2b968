#include "app/views/experiments/from_nothing/labels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace glassformer {

namespace {

constexpr float least_gap = 0.3F, next_ring = 0.6F, longest_line = 0.9F;  // em
constexpr int rings = 14;
constexpr float not_covered = 0.5F;  // square pixels, of rounding

/// To the right and above first, where names of points usually are.
constexpr std::array<Vec2, 12> directions{Vec2{1, -0.6F}, {-1, -0.6F}, {1, 0.6F}, {-1, 0.6F}, {0, -1}, {0, 1},
                                          Vec2{1, 0},     {-1, 0},     {0.5F, -1}, {-0.5F, -1}, {0.5F, 1}, {-0.5F, 1}};

float shared_area(const Rect& a, const Rect& b) {
    const Rect both = a.intersect(b);
    return both.w * both.h;
}

/// Of a box whose edge is that far from the point, in that direction.
Rect beside(Vec2 point, Vec2 direction, float distance, Vec2 size) {
    return {point.x + direction.x * (distance + size.x / 2) - size.x / 2,
            point.y + direction.y * (distance + size.y / 2) - size.y / 2, size.x, size.y};
}

/// Pixels from the point to the nearest one of the box.
float distance_to(const Rect& box, Vec2 point) {
    const float x = std::clamp(point.x, box.x, box.right()), y = std::clamp(point.y, box.y, box.bottom());
    return std::hypot(point.x - x, point.y - y);
}

}  // namespace

void place_labels(Painter& painter, const Rect& bounds, std::span<const Rect> marks, std::span<PlaneLabel> labels) {
    const float em = painter.em();
    for (std::size_t now = 0; now < labels.size(); ++now) {
        PlaneLabel& label = labels[now];
        const TextSize text = painter.measure(label.text, em::small, label.face);
        const Vec2 size{std::ceil(text.width), std::ceil(0.8F * text.height)};  // of the letters alone
        float least = std::numeric_limits<float>::infinity();
        for (int ring = 0; ring < rings && least > 0; ++ring)
            for (const Vec2 direction : directions) {
                const float away = label.clear + (least_gap + next_ring * static_cast<float>(ring)) * em;
                const Rect place = beside(label.at, direction, away, size);
                float covered = size.x * size.y - shared_area(place, bounds);
                for (const Rect& mark : marks) covered += shared_area(place, mark);
                for (std::size_t before = 0; before < now; ++before)
                    covered += shared_area(place.inset(-0.1F * em), labels[before].place);
                if (covered < not_covered) covered = 0;
                if (covered >= least) continue;
                least = covered;
                label.place = place;
                if (covered <= 0) break;
            }
    }
}

void draw_labels(Painter& painter, std::span<const PlaneLabel> labels) {
    for (const PlaneLabel& label : labels) {
        if (const float apart = distance_to(label.place, label.at) - label.clear; apart > longest_line * painter.em()) {
            const Vec2 to{std::clamp(label.at.x, label.place.x, label.place.right()),
                          std::clamp(label.at.y, label.place.y, label.place.bottom())};
            painter.line(label.at, to, label.colour.faded(0.5F));
        }
        painter.fill(label.place, painter.theme().card.faded(0.7F));  // over lines
        painter.text(label.place.centre(), label.text,
                     {.colour = label.colour,
                      .size = em::small,
                      .face = label.face,
                      .align = Align::centre,
                      .anchor = Anchor::middle});
    }
}

}  // namespace glassformer
