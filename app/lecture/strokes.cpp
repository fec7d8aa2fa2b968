#include "app/lecture/strokes.h"

#include <algorithm>
#include <cmath>

namespace glassformer {

namespace {

constexpr float pen_width = 0.28F;      // em
constexpr float least_distance = 0.5F;  // pixels between two points of a stroke

}  // namespace

const std::array<PenColour, pen_colour_count>& pen_colours() {
    static constexpr std::array<PenColour, pen_colour_count> rows{{{"red", hex(0xC81E1E), hex(0xFF6B6B)},
                                                                   {"blue", hex(0x1D4ED8), hex(0x60A5FA)},
                                                                   {"green", hex(0x15803D), hex(0x4ADE80)},
                                                                   {"orange", hex(0xB45309), hex(0xFBBF24)}}};
    return rows;
}

void Strokes::begin(int page, int colour, Vec2 at) {
    open_ = &pages_[page].emplace_back(Stroke{.colour = std::clamp(colour, 0, pen_colour_count - 1), .points = {at}});
}

void Strokes::extend(Vec2 at) {
    if (open_ != nullptr && open_->points.back() != at) open_->points.push_back(at);
}

std::span<const Stroke> Strokes::of(int page) const {
    const auto known = pages_.find(page);
    return known == pages_.end() ? std::span<const Stroke>() : std::span<const Stroke>(known->second);
}

bool Strokes::undo(int page) {
    const auto known = pages_.find(page);
    if (known == pages_.end() || known->second.empty()) return false;
    end();
    known->second.pop_back();
    return true;
}

bool Strokes::clear(int page) {
    if (of(page).empty()) return false;
    end();
    pages_.erase(page);
    return true;
}

void Strokes::forget_steps() {
    end();
    std::erase_if(pages_, [](const auto& page) { return page.first != without_lesson; });
}

void draw_strokes(Painter& painter, const Rect& window, std::span<const Stroke> strokes) {
    const float width = std::max(3.0F, pen_width * painter.em());
    std::vector<Vec2> line;
    for (const Stroke& stroke : strokes) {
        const PenColour& pen = pen_colours()[static_cast<std::size_t>(stroke.colour)];
        const Colour colour = painter.theme().dark ? pen.on_dark : pen.on_light;
        line.clear();
        for (const Vec2 share : stroke.points) {
            const Vec2 at{window.x + share.x * window.w, window.y + share.y * window.h};
            const Vec2 way = line.empty() ? Vec2{} : at - line.back();
            if (line.empty() || std::hypot(way.x, way.y) >= least_distance) line.push_back(at);
        }
        if (line.size() > 1) painter.polyline(line, colour, width);
        // Round ends and joints, and a stroke that is a dot.
        for (const Vec2 at : line) painter.circle(at, width / 2, colour);
    }
}

}  // namespace glassformer
