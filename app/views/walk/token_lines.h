// Layout of a text's token chips in lines, with token ids where these need no additional line.
#pragma once

#include <span>
#include <vector>

#include "app/paint/painter.h"
#include "core/session/session.h"

namespace glassformer {

struct TokenLines {
    std::vector<Rect> chips{};  // one per token, from the strip's top left corner
    bool numbers = true;        // chips have room for their positions, counted from 1
    int lines = 1;
    float height() const {
        return 0.5F * em + (chip + below) * static_cast<float>(lines) + gap * static_cast<float>(lines - 1);
    }
    float em = 0, chip = 0, gap = 0;  // pixels: body text, height of a chip, between chips
    float below = 0;                  // pixels below a chip, for its segment
};

TokenLines token_lines(Painter& painter, std::span<const TokenLabel> tokens, float width, bool with_segments = false);

}  // namespace glassformer
