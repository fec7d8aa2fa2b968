#include "core/positions/circle.h"

#include <cmath>
#include <string>

#include "core/base/error.h"
#include "core/ops/position_formulas.h"
#include "core/positions/encoding.h"

namespace glassformer::positions {

namespace {

/// As turn_pairs(), which models compute with, of one pair.
Point turned(const Point& point, double angle, double factor) {
    const float in[2] = {static_cast<float>(point.x), static_cast<float>(point.y)};
    const auto cosine = static_cast<float>(factor * std::cos(angle)),
               sine = static_cast<float>(factor * std::sin(angle));
    float out[2];
    turn_pairs(in, 2, 2, RotaryLayout::interleaved, &cosine, &sine, out);
    return {static_cast<double>(out[0]), static_cast<double>(out[1])};
}

Point pair_of(const Tensor& vector, const RotaryPair& pair) {
    return {static_cast<double>(vector.data[pair.a]), static_cast<double>(vector.data[pair.b])};
}

double dot(const Point& a, const Point& b) { return a.x * b.x + a.y * b.y; }
double cross(const Point& a, const Point& b) { return a.x * b.y - a.y * b.x; }

}  // namespace

double angle_between(const Point& from, const Point& to) { return std::atan2(cross(from, to), dot(from, to)); }

double angle_at(const Settings& settings, int token, double frequency) {
    return counted_position(settings, token) * frequency;
}

void clock_hands(const Settings& settings, int token, std::vector<Point>& out) {
    out.clear();
    for (const double frequency : frequencies(settings)) {
        const double angle = angle_at(settings, token, frequency);
        out.push_back({std::cos(angle), std::sin(angle)});
    }
}

void turned_pairs(const Settings& settings, const Content& content, int query, int key, std::vector<TurnedPair>& out) {
    if (settings.kind->rotation == nullptr)
        throw Error("the encoding " + std::string(settings.kind->name) + " rotates no queries and keys");
    const std::vector<double> of_pairs = frequencies(settings);
    out.clear();
    for (std::size_t k = 0; k < of_pairs.size(); ++k) {
        const RotaryPair pair = rotary_pair(k, rotary_dims(settings), settings.layout);
        TurnedPair turn{.pair = static_cast<int>(k), .frequency = of_pairs[k], .wavelength = wavelength(of_pairs[k])};
        turn.query = pair_of(content.query, pair);
        turn.key = pair_of(content.key, pair);
        turn.query_angle = angle_at(settings, query, turn.frequency);
        turn.key_angle = angle_at(settings, key, turn.frequency);
        turn.query_factor = length_factor(settings, Rotated::query, query, turn.pair);
        turn.key_factor = length_factor(settings, Rotated::key, key, turn.pair);
        turn.query_turned = turned(turn.query, turn.query_angle, turn.query_factor);
        turn.key_turned = turned(turn.key, turn.key_angle, turn.key_factor);
        turn.between = angle_between(turn.query_turned, turn.key_turned);
        turn.product = dot(turn.query_turned, turn.key_turned);
        out.push_back(turn);
    }
}

}  // namespace glassformer::positions
