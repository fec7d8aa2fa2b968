#include "app/lecture/spotlight.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace glassformer {

namespace {

constexpr float dimming_of_dark = 0.72F, dimming_of_light = 0.5F;  // black over what is not lit
constexpr float round_cells = 1.1F, round_mouse = 5;               // em around what is lit
constexpr float corner = 0.8F, edge = 1.1F;                        // em
constexpr int edge_steps = 9;
constexpr float strip = 3;  // pixels of the strips that a round corner is made of

/// Rectangles that fill a shape with round corners, made larger by `by`: strips where it is round.
void add_strips(std::vector<Rect>& into, const LitPlace& lit, float by) {
    const Rect rect = lit.rect.inset(-by).snapped();
    const float radius = std::min({lit.radius + by, rect.w / 2, rect.h / 2});
    const int strips = static_cast<int>(radius / strip);
    const float round = static_cast<float>(strips) * strip;
    for (int i = 0; i < strips; ++i) {
        const float y = static_cast<float>(i) * strip;
        const float up = radius - y - strip / 2;
        const float in = std::round(radius - std::sqrt(std::max(0.0F, radius * radius - up * up)));
        into.push_back({rect.x + in, rect.y + y, rect.w - 2 * in, strip});
        into.push_back({rect.x + in, rect.bottom() - y - strip, rect.w - 2 * in, strip});
    }
    into.push_back({rect.x, rect.y + round, rect.w, rect.h - 2 * round});
}

std::vector<Rect> strips_of(std::span<const LitPlace> lit, float by) {
    std::vector<Rect> all;
    for (const LitPlace& place : lit) add_strips(all, place, by);
    return all;
}

Rect around(const Rect& a, const Rect& b) {
    const float x = std::min(a.x, b.x), y = std::min(a.y, b.y);
    return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

}  // namespace

void draw_veil(Painter& painter, const Rect& window, std::span<const LitPlace> lit, float strength) {
    const float most = (painter.theme().dark ? dimming_of_dark : dimming_of_light) * strength;
    if (most <= 0) return;
    const Colour black{0, 0, 0, 1};
    const float wide = edge * painter.em();
    const auto out = [&](int k) { return wide * static_cast<float>(k) / edge_steps; };
    const std::vector<Rect> outermost = strips_of(lit, out(edge_steps));
    for (const Rect& part : rest_of(window, outermost)) painter.fill(part, black.faded(most));
    // Each ring of the edge is what the next shape has and this one has not; shapes that meet share their ring.
    for (int k = 0; k < edge_steps; ++k) {
        const float t = (static_cast<float>(k) + 0.5F) / edge_steps;
        const std::vector<Rect> inner = strips_of(lit, out(k)), outer = strips_of(lit, out(k + 1));
        const std::vector<Rect> unlit = rest_of(window, outer);
        std::vector<Rect> kept = inner;
        kept.insert(kept.end(), unlit.begin(), unlit.end());
        for (const Rect& part : rest_of(window, kept)) painter.fill(part, black.faded(most * t * t * (3 - 2 * t)));
    }
}

std::string Spotlight::look_for(const std::vector<LitCells>& lit) {
    target_.clear();
    if (!on_) return {};
    if (lit != lit_) {
        lit_ = lit;
        names_.clear();
        for (const LitCells& cells : lit_)
            for (const std::string& name : {cells.first, cells.last})
                if (std::ranges::find(names_, name) == names_.end()) names_.push_back(name);
        std::erase_if(places_,
                      [&](const auto& place) { return std::ranges::find(names_, place.first) == names_.end(); });
        asked_ = 0;
        left_ = names_.size();
    }
    if (names_.empty()) return {};
    target_ = names_[asked_ % names_.size()];
    return target_;
}

void Spotlight::found(const Targets& targets) {
    if (target_.empty()) return;
    ++asked_;
    if (left_ > 0) --left_;
    const auto place = targets.places.find(target_), known = targets.places.end();
    const auto before = places_.find(target_);
    const bool same =
        place == known ? before == places_.end() : before != places_.end() && before->second == place->second;
    if (same) return;
    if (place == known)
        places_.erase(target_);
    else
        places_[target_] = place->second;
    left_ = names_.size();  // the picture moves: the others have moved, too
}

void Spotlight::draw(Ui& ui, Targets& targets, const Rect& picture, Vec2 mouse, bool moves) {
    fading_.point(on_ ? std::optional(1) : std::nullopt, ui.now, moves);
    if (fading_.moving() || looks()) ui.keep_awake();
    if (!fading_.what()) return;
    if (on_) {
        last_lit_.clear();
        for (const LitCells& cells : lit_) {
            const auto first = places_.find(cells.first), last = places_.find(cells.last);
            if (first == places_.end() && last == places_.end()) continue;
            const Rect& a = first == places_.end() ? last->second : first->second;
            const Rect& b = last == places_.end() ? first->second : last->second;
            const Rect seen = around(a, b).intersect(picture);
            if (seen.w > 0 && seen.h > 0) last_lit_.push_back({seen.inset(-round_cells * ui.em), corner * ui.em});
        }
        const float radius = round_mouse * ui.em;
        if (ui.window.contains(mouse))
            last_lit_.push_back({{mouse.x - radius, mouse.y - radius, 2 * radius, 2 * radius}, radius});
    }
    // Without anything to light, darkness would hide the picture and show nothing.
    if (last_lit_.empty()) return;
    for (std::size_t i = 0; i < last_lit_.size(); ++i) targets.put(fmt::format("lit {}", i + 1), last_lit_[i].rect);
    draw_veil(ui.painter, ui.window, last_lit_, fading_.level());
}

}  // namespace glassformer
