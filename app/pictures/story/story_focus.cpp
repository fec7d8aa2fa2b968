// The story while one of its parts is pointed at: the others fade.
#include <algorithm>

#include "app/paint/fade.h"
#include "app/pictures/story/story_painter.h"

namespace glassformer {

namespace {

enum class StoryRegion : std::uint8_t { none, fold, source, before, attention, mlp };

StoryRegion region_of(const StoryHit& hit) {
    using Kind = StoryHit::Kind;
    switch (hit.kind) {
        case Kind::token:
        case Kind::stream:
        case Kind::pooled:
        case Kind::logits:
        case Kind::answer: return StoryRegion::none;
        case Kind::fold: return StoryRegion::fold;
        case Kind::source:
        case Kind::encoder: return StoryRegion::source;
        case Kind::before: return StoryRegion::before;
        case Kind::query:
        case Kind::key:
        case Kind::value:
        case Kind::weight:
        case Kind::card:
        case Kind::head:
        case Kind::result: return StoryRegion::attention;
        case Kind::mlp: return StoryRegion::mlp;
        case Kind::norm:
        case Kind::sum:
        case Kind::connection: break;
    }
    const auto part = static_cast<StoryPart>(hit.number);
    return part == StoryPart::attention ? StoryRegion::attention
           : part == StoryPart::mlp     ? StoryRegion::mlp
                                        : StoryRegion::none;
}

}  // namespace

bool has_part(const StoryHit& hit) { return region_of(hit) != StoryRegion::none; }

void StoryPainter::fade_rest() {
    const StoryRegion at = scene_.lit != nullptr ? region_of(*scene_.lit) : StoryRegion::none;
    if (at == StoryRegion::none || scene_.fade <= 0) return;
    const float left = strength_of(theme_, 0, std::min(1.0F, scene_.fade));
    const auto cover = [&](const Rect& part) { veil(painter_, part, left, theme_.background); };
    for (const StoryFold& fold : at_.folds)
        if (at != StoryRegion::fold || scene_.lit->number != fold.first) cover(fold.box);
    const float top = at_.open.y + 0.1F * em_, high = at_.open.h - 0.2F * em_, gap = 0.6F * em_;
    // The encoder's output is what cross-attention reads.
    if (story_.source && at != StoryRegion::source && at != StoryRegion::attention)
        cover({at_.source.x + 0.3F * em_, at_.source.y, at_.source.w + 0.3F * em_, at_.open.y - at_.source.y});
    if (at_.before.w > 0 && at != StoryRegion::before) cover(at_.before);
    const float from = at_.before.w > 0 ? at_.before.right() + 0.1F * em_ : at_.open.x + 0.1F * em_;
    // The line over both sublayers is of both where they are parallel, and their lanes share the rows.
    const float line = story_.parallel ? 2.8F * em_ : 0;
    if (at != StoryRegion::attention) cover({from, top + line, at_.joined - gap - from, high - line});
    if (mlp_ != nullptr && at != StoryRegion::mlp && !story_.parallel)
        cover({at_.joined + gap, top, at_.out - at_.joined - 2 * gap, high});
    for (int token = 0; story_.parallel && token < tokens(); ++token) {
        const float left_end = at_.joined - gap, right_end = at_.mlp.right();
        if (at != StoryRegion::attention) cover(at_.lane_row(at_.attention_lane, left_end, right_end, token));
        if (at != StoryRegion::mlp) cover(at_.lane_row(at_.mlp_lane, at_.branch_behind, right_end, token));
    }
    const std::optional<StoryHit> under = hit_;
    ribbons_of(focus_);
    hit_ = under;
}

}  // namespace glassformer
