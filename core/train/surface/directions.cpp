#include "core/train/surface/directions.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/train/surface/filters.h"

namespace glassformer {

namespace {

constexpr std::uint64_t direction_stream = 0xD12EC;  // directions and texts are drawn from different streams of a seed

/// Scales each filter of `direction` to the norm that it has in the weights. A vector is one filter.
void scale_filters(const Parameter& parameter, float* direction) {
    const Shape& shape = parameter.shape;
    const bool whole = filters_of(shape) == Filters::none;
    const auto filter = [&](std::size_t i) { return whole ? 0 : filter_at(shape, i); };
    std::vector<double> wanted(whole ? 1 : filter_count(shape)), drawn(wanted.size());
    for (std::size_t i = 0; i < shape.count(); ++i) {
        const double w = static_cast<double>(parameter.data[i]), d = static_cast<double>(direction[i]);
        wanted[filter(i)] += w * w;
        drawn[filter(i)] += d * d;
    }
    for (std::size_t f = 0; f < wanted.size(); ++f)
        wanted[f] = drawn[f] > 0 ? std::sqrt(wanted[f]) / std::sqrt(drawn[f]) : 0;
    for (std::size_t i = 0; i < shape.count(); ++i)
        direction[i] = static_cast<float>(wanted[filter(i)] * static_cast<double>(direction[i]));
}

Direction random_direction(const Weights& weights, Random& random, VectorParameters vectors) {
    Direction direction;
    direction.values.assign(weights.count(), 0.0F);
    float* values = direction.values.data();
    for (const Parameter& parameter : weights.parameters) {
        const std::size_t count = parameter.shape.count();
        if (filters_of(parameter.shape) != Filters::none || vectors == VectorParameters::one_filter) {
            std::generate_n(values, count, [&] { return random.normal(); });
            scale_filters(parameter, values);
        }
        values += count;
    }
    return direction;
}

}  // namespace

Directions random_directions(const Weights& weights, std::uint64_t seed, VectorParameters vectors) {
    Random random(seed ^ (direction_stream << 32U));
    Direction first = random_direction(weights, random, vectors);
    return {std::move(first), random_direction(weights, random, vectors)};
}

Direction direction_between(const Weights& from, const Weights& to) {
    if (const std::string differs = mismatch(from, to); !differs.empty())
        throw Error("no direction leads from one model to the other: " + differs);
    Direction direction;
    direction.values.reserve(from.count());
    for (std::size_t p = 0; p < from.parameters.size(); ++p)
        for (std::size_t i = 0; i < from.parameters[p].shape.count(); ++i)
            direction.values.push_back(to.parameters[p].data[i] - from.parameters[p].data[i]);
    return direction;
}

Directions plane_through(const Weights& a, const Weights& b, const Weights& c, bool orthogonal) {
    Directions plane{direction_between(a, b), direction_between(a, c)};
    if (orthogonal) make_orthogonal(plane[1], plane[0]);
    return plane;
}

void make_orthogonal(Direction& direction, const Direction& to) {
    const double length = dot(to, to);
    if (length == 0) return;
    const double along = dot(direction, to) / length;
    for (std::size_t i = 0; i < direction.values.size(); ++i)
        direction.values[i] =
            static_cast<float>(static_cast<double>(direction.values[i]) - along * static_cast<double>(to.values[i]));
}

double dot(const Direction& a, const Direction& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.values.size(); ++i)
        sum += static_cast<double>(a.values[i]) * static_cast<double>(b.values[i]);
    return sum;
}

std::string mismatch(const Weights& a, const Weights& b) {
    const std::size_t shared = std::min(a.parameters.size(), b.parameters.size());
    for (std::size_t p = 0; p < shared; ++p) {
        const Parameter &one = a.parameters[p], &other = b.parameters[p];
        if (one.name != other.name) return "one has the parameter " + one.name + " where the other has " + other.name;
        if (!(one.shape == other.shape))
            return one.name + " has the shape " + text(one.shape) + " in one and " + text(other.shape) +
                   " in the other";
    }
    if (a.parameters.size() == b.parameters.size()) return "";
    const Weights& more = a.parameters.size() > shared ? a : b;
    return "only one has the parameter " + more.parameters[shared].name;
}

}  // namespace glassformer
