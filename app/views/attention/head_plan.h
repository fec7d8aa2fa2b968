// Layout of the page Steps: how an area is shared among the large map, its words, the strips of Q, K and V, and the
// small maps of the steps.
#pragma once

#include "app/platform/geometry.h"

namespace glassformer {

/// What the picture needs, in pixels where nothing else is said.
struct HeadNeeds {
    float em = 1;
    int rows = 1, cols = 1;                 // of the large map
    float words_left = 0, words_above = 0;  // its labels
    float words_right = 0;                  // what they reach beyond its last column
    bool strips = true;                     // Q and K are known
    bool result = true;                     // V and Z are
    int steps = 1;                          // small maps
};

struct HeadPlan {
    Rect steps{};                           // small maps: a band below all, or a column beside
    bool column = false;                    // … which of both
    Rect body{};                            // everything else
    Rect board{};                           // the large map with its words, and the result
    Vec2 cell{};                            // of the large map
    float strip_left = 0;                   // width of Q
    float feed_left = 0;                    // room of the lines from Q
    float strip_above = 0, feed_above = 0;  // height of K, and of the lines from K
    float result_gap = 0, result = 0;       // Z: room before it, its width
    float values_right = 0;                 // room of the lines from V to Z
    float caption = 0;                      // height of the line that names the keys
    bool corner = false;                    // the legend of the large map is above the words of its rows
};

/// The fullest of several layouts that leaves the large map half of the height, or as much of it as its width allows.
HeadPlan head_plan(const HeadNeeds& needs, const Rect& area);

}  // namespace glassformer
