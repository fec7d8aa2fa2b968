#include "app/views/walk/token_lines.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/paint/visible_text.h"

namespace glassformer {

namespace {

TokenLines broken(Painter& painter, std::span<const TokenLabel> tokens, float width, bool numbers, bool segments) {
    const float em = painter.em(), pad = 0.45F * em;
    TokenLines found{
        .numbers = numbers, .em = em, .chip = 1.7F * em, .gap = 0.3F * em, .below = segments ? 1.2F * em : 0};
    Vec2 at{0, 0.25F * em};
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        float wide = 2 * pad + painter.measure(visible_text(tokens[i].text), em::small).width;
        if (numbers) wide += 0.35F * em + painter.measure(std::to_string(i + 1), em::small).width;
        wide = std::min(std::max(std::ceil(wide) + 1, 2 * em), width);  // whole pixels cut no letter off
        if (at.x > 0 && at.x + wide > width + 0.5F) {
            at = {0, at.y + found.chip + found.below + found.gap};
            ++found.lines;
        }
        found.chips.push_back({at.x, at.y, wide, found.chip});
        at.x += wide + found.gap;
    }
    return found;
}

}  // namespace

TokenLines token_lines(Painter& painter, std::span<const TokenLabel> tokens, float width, bool with_segments) {
    TokenLines with = broken(painter, tokens, width, true, with_segments);
    if (with.lines == 1) return with;
    TokenLines without = broken(painter, tokens, width, false, with_segments);
    return without.lines < with.lines ? without : with;
}

}  // namespace glassformer
