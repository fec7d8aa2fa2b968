#include "app/lessons/mark_places.h"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace glassformer {

namespace {

// What a place costs beside its distance in em: all of the box on a matrix, each word or number that is covered, and
// what must stay free.
constexpr float cost_of_map = 10, cost_of_text = 8, cost_of_kept = 1000;
constexpr int directions = 16;
constexpr std::array<float, 10> distances{0.7F, 1.2F, 2, 3, 4.5F, 6, 8, 11, 14, 18};  // em
constexpr float bend = 0.22F, least_bend = 2;  // of an arrow: of its length, and in em

Rect moved_into(const Rect& box, const Rect& area) {
    return {std::clamp(box.x, area.x, std::max(area.x, area.right() - box.w)),
            std::clamp(box.y, area.y, std::max(area.y, area.bottom() - box.h)), box.w, box.h};
}

float cost_of(const Rect& box, const Rect& cell, const PictureContent& drawn, float em) {
    const float whole = std::max(1.0F, box.w * box.h);
    float cost = apart(box, cell) / em;
    for (const Rect& kept : drawn.kept)
        if (shared_area(box, kept.inset(-0.2F * em)) > 0) cost += cost_of_kept;
    for (const Rect& map : drawn.maps) cost += cost_of_map * shared_area(box, map) / whole;
    for (const Rect& text : drawn.texts)
        if (const float covered = shared_area(box, text); covered > 0)
            cost += cost_of_text * std::min(1.0F, 2 * covered / (text.w * text.h));
    return cost;
}

/// Where a ray from the middle of the rectangle leaves it.
Vec2 edge_towards(const Rect& rect, Vec2 to) {
    const Vec2 middle = rect.centre(), along = to - middle;
    const float x = std::abs(along.x) > 0 ? rect.w / 2 / std::abs(along.x) : std::numeric_limits<float>::max();
    const float y = std::abs(along.y) > 0 ? rect.h / 2 / std::abs(along.y) : std::numeric_limits<float>::max();
    return middle + along * std::min({x, y, 1.0F});
}

}  // namespace

float shared_area(const Rect& a, const Rect& b) {
    const Rect both = a.intersect(b);
    return both.w * both.h;
}

float apart(const Rect& a, const Rect& b) {
    return std::hypot(std::max({0.0F, b.x - a.right(), a.x - b.right()}),
                      std::max({0.0F, b.y - a.bottom(), a.y - b.bottom()}));
}

Vec2 nearest_point(const Rect& rect, Vec2 to) {
    return {std::clamp(to.x, rect.x, rect.right()), std::clamp(to.y, rect.y, rect.bottom())};
}

Rect place_near(const Rect& cell, Vec2 size, const Rect& area, const PictureContent& drawn, float em) {
    Rect best = moved_into({cell.right() + em, cell.y, size.x, size.y}, area);
    float least = cost_of(best, cell, drawn, em);
    for (const float distance : distances)
        for (int k = 0; k < directions; ++k) {
            const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(k) / directions;
            const Vec2 middle{
                cell.centre().x + std::cos(angle) * (cell.w / 2 + size.x / 2 + distance * em),
                cell.centre().y + std::sin(angle) * (cell.h / 2 + size.y / 2 + distance * em),
            };
            const Rect box = moved_into({middle.x - size.x / 2, middle.y - size.y / 2, size.x, size.y}, area);
            if (const float cost = cost_of(box, cell, drawn, em); cost < least) {
                least = cost;
                best = box;
            }
        }
    return best;
}

Vec2 ArrowPath::at(float t) const {
    const float u = 1 - t;
    return from * (u * u * u) + control1 * (3 * u * u * t) + control2 * (3 * u * t * t) + to * (t * t * t);
}

ArrowPath arrow_path(const Rect& from, const Rect& to, const Rect& area, float em) {
    const Vec2 a = from.centre(), b = to.centre(), along = b - a;
    const float length = std::max(1.0F, std::hypot(along.x, along.y));
    Vec2 side{along.y / length, -along.x / length};
    if (side.y > 0 || (side.y == 0 && side.x < 0)) side = side * -1;  // upwards, else to the right
    const float out = std::max(bend * length, least_bend * em + std::max(from.h, to.h) / 2);
    Vec2 middle = (a + b) * 0.5F + side * out;
    if (!area.contains(middle)) middle = (a + b) * 0.5F - side * out;
    const Vec2 begin = edge_towards(from, middle), end = edge_towards(to, middle);
    // The cubic curve of the quadratic one through `middle`'s corner.
    return {begin, begin + (middle - begin) * (2.0F / 3), end + (middle - end) * (2.0F / 3), end};
}

}  // namespace glassformer
