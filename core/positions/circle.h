// The circle and the clock: how far each pair has turned at a position, and a query and a key that turn with theirs.
#pragma once

#include <vector>

#include "core/positions/content.h"

namespace glassformer::positions {

struct Point {
    double x = 0, y = 0;
};

/// Radians from one vector to another, counterclockwise, in (-π, π]; 0 where one of them has no length.
double angle_between(const Point& from, const Point& to);

/// Radians that a pair has turned by at a token of the sentence; not wrapped.
double angle_at(const Settings& settings, int token, double frequency);

/// The hand of every pair at a token, on the unit circle, counterclockwise from (1, 0): (cos, sin) of its angle. A
/// sinusoidal table holds y, x of it. Empty for encodings without sines.
void clock_hands(const Settings& settings, int token, std::vector<Point>& out);

/// One pair of q at token i and of k at token j, before and after RoPE turns them.
struct TurnedPair {
    int pair = 0;
    double frequency = 0, wavelength = 0;                // radians a position, positions a turn
    Point query{}, key{}, query_turned{}, key_turned{};  // the two entries of the pair as a point
    double query_angle = 0, key_angle = 0;               // that they were turned by
    double query_factor = 1, key_factor = 1;             // that they were multiplied by
    double between = 0;                                  // from the turned query to the turned key, in (-π, π]
    double product = 0;                                  // of the turned two: the pair's part of q · k
};

/// Every pair of the content's q and k; `query` and `key` are tokens of the sentence. Throws Error where the encoding
/// turns nothing.
void turned_pairs(const Settings& settings, const Content& content, int query, int key, std::vector<TurnedPair>& out);

}  // namespace glassformer::positions
