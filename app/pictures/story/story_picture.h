// Draws the story of a run: ribbons, the open block with one head's weights, the answers. Every mark is a number of the
// record: a ribbon's width the length of a row of the residual stream, a dot's and a line's strength a weight, a bar's
// length a probability.
#pragma once

#include <optional>

#include "app/pictures/story/story.h"
#include "app/pictures/story/story_layout.h"

namespace glassformer {

struct StoryScene {
    const Evaluation& evaluation;
    const Story& story;
    int open_block = 0, head = 0;  // counted from 0
    float beside_title = 0;        // kept free at its right
    int token = -1;                // that alone stays at full strength; −1: the one of the answer
};

/// What the mouse is over.
struct StoryHit {
    enum class Kind : std::uint8_t { token, weight, fold, attention, mlp, answer, head, source, encoder, before };
    Kind kind = Kind::token;
    int token = -1;  // token, source: the row; weight: the query; answer: its number in Story::answers
    int key = -1;    // weight
    int block = -1;  // fold, attention, mlp, before: counted from 0
    Rect rect;
};

std::optional<StoryHit> draw_story(Painter& painter, const Rect& area, const StoryScene& scene, Vec2 mouse);

}  // namespace glassformer
