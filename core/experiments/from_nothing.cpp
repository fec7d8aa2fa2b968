#include "core/experiments/from_nothing.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/ops/ops.h"

namespace glassformer {

namespace {

constexpr int d = 2;

Tensor apply(const OperationPtr& operation, std::initializer_list<const Tensor*> operands) {
    std::vector<ConstView> in;
    std::vector<Shape> shapes;
    for (const Tensor* operand : operands) {
        in.push_back(operand->view());
        shapes.push_back(operand->shape);
    }
    Tensor out(operation->infer(shapes));
    operation->forward({.in = in, .out = out.view()});
    return out;
}

/// The embeddings in their order, and their positions where they are on.
Tensor inputs_of(const FromNothing& setting) {
    const auto n = setting.tokens.size();
    if (n == 0) throw Error("attention needs at least one token");
    if (!setting.order.empty() && setting.order.size() != n) throw Error("an order has one entry per token");
    Tensor x(Shape{{Axis::position, static_cast<int>(n)}, {Axis::d_model, d}});
    for (std::size_t i = 0; i < n; ++i) {
        const TokenPoint& token =
            setting.tokens.at(setting.order.empty() ? i : static_cast<std::size_t>(setting.order[i]));
        x.data[d * i] = token.x;
        x.data[d * i + 1] = token.y;
    }
    if (!setting.positions) return x;
    const Tensor p = apply(op::sinusoidal_positions(10000), {&x});
    return apply(op::add(), {&x, &p});
}

Tensor matrix(float a, float b, float c, float e) {
    Tensor w(Shape{{Axis::d_model, d}, {Axis::heads, d}});
    std::ranges::copy(std::array{a, b, c, e}, w.data.begin());
    return w;
}

Tensor random_matrix(Random& random) {
    Tensor w = matrix(0, 0, 0, 0);
    for (float& entry : w.data) entry = std::round(100 * random.normal() / std::sqrt(2.0F)) / 100;  // as it is written
    return w;
}

void choose_maps(const FromNothing& setting, PlaneAttention& to) {
    to.w_q = to.w_k = to.w_v = matrix(1, 0, 0, 1);
    if (setting.maps == PlaneMaps::quarter_turn) to.w_k = matrix(0, 1, -1, 0);
    if (setting.maps == PlaneMaps::mirrored) to.w_v = matrix(-1, 0, 0, -1);
    if (setting.maps != PlaneMaps::random) return;
    Random random(setting.seed);
    to.w_q = random_matrix(random), to.w_k = random_matrix(random), to.w_v = random_matrix(random);
}

void put_row(const Tensor& row, int at, Tensor& into) {
    std::ranges::copy(row.data, into.data.begin() + static_cast<std::ptrdiff_t>(at) * into.shape.cols());
}

double between(float a, float b) { return std::abs(static_cast<double>(a) - static_cast<double>(b)); }

}  // namespace

std::vector<int> order_of(int tokens, int number) {
    std::vector<int> order(static_cast<std::size_t>(std::max(tokens, 0)));
    std::iota(order.begin(), order.end(), 0);
    if (number == 0 || tokens < 2) return order;
    Random random(static_cast<std::uint64_t>(number));
    const std::vector<int> first = order;
    while (order == first) random.shuffle(order);
    return order;
}

PlaneAttention attend_from_nothing(const FromNothing& setting) {
    PlaneAttention all;
    all.x = inputs_of(setting);
    if (setting.maps == PlaneMaps::none) {
        all.q = all.k = all.v = apply(op::split_heads(1), {&all.x});
    } else {
        choose_maps(setting, all);
        all.q = apply(op::project_heads(1), {&all.x, &all.w_q});
        all.k = apply(op::project_heads(1), {&all.x, &all.w_k});
        all.v = apply(op::project_heads(1), {&all.x, &all.w_v});
    }
    all.scores = apply(op::attention_scores(), {&all.q, &all.k});
    all.weights = apply(op::softmax(), {&all.scores});
    all.y = apply(op::attention_values(), {&all.weights, &all.v});
    return all;
}

std::array<float, 2> features_of(const PlaneAttention& attention, int query, int key) {
    const float *q = attention.q.view().row(static_cast<std::size_t>(query)),
                *k = attention.k.view().row(static_cast<std::size_t>(key));
    return {q[0] * k[0], q[1] * k[1]};
}

std::array<TokenPoint, 3> ThreeAverages::place() const {
    std::array<TokenPoint, 3> points;
    for (std::size_t r = 0; r < points.size(); ++r) points[r] = {averages.data[d * r], averages.data[d * r + 1]};
    return points;
}

ThreeAverages three_averages(const FromNothing& setting) {
    ThreeAverages all;
    all.x = inputs_of(setting);
    const int n = all.x.shape.size(0);
    all.scores = all.weights = Tensor(Shape{{Axis::query, ThreeAverages::count}, {Axis::key, n}});
    all.averages = Tensor(Shape{{Axis::query, ThreeAverages::count}, {Axis::d_model, d}});
    Tensor place(Shape{{Axis::position, n}}), query(Shape{{Axis::d_model, d}});
    Random random(setting.seed + 1);
    const Tensor none = place;
    for (float& score : place.data) score = std::round(100 * random.normal()) / 100;
    query.data[0] = setting.query.x, query.data[1] = setting.query.y;
    const std::array<Tensor, 3> scores{apply(op::place_scores(), {&all.x, &none}),
                                       apply(op::place_scores(), {&all.x, &place}),
                                       apply(op::query_scores(), {&all.x, &query})};
    for (int r = 0; r < ThreeAverages::count; ++r) {
        const Tensor& row = scores.at(static_cast<std::size_t>(r));
        const Tensor weights = apply(op::softmax(), {&row});
        put_row(row, r, all.scores);
        put_row(weights, r, all.weights);
        put_row(apply(op::weighted_rows(), {&weights, &all.x}), r, all.averages);
    }
    return all;
}

double difference_by_order(const FromNothing& setting) {
    FromNothing first = setting;
    first.order.clear();
    const PlaneAttention moved = attend_from_nothing(setting), there = attend_from_nothing(first);
    double largest = 0;
    for (std::size_t i = 0; i < setting.order.size(); ++i)
        for (std::size_t c = 0; c < d; ++c)
            largest = std::max(largest, between(moved.y.data[d * i + c],
                                                there.y.data[d * static_cast<std::size_t>(setting.order[i]) + c]));
    return largest;
}

std::array<double, 3> averages_by_order(const FromNothing& setting) {
    FromNothing first = setting;
    first.order.clear();
    const ThreeAverages moved = three_averages(setting), there = three_averages(first);
    std::array<double, 3> largest{};
    for (std::size_t r = 0; r < largest.size(); ++r)
        for (std::size_t c = 0; c < d; ++c)
            largest.at(r) =
                std::max(largest.at(r), between(moved.averages.data[d * r + c], there.averages.data[d * r + c]));
    return largest;
}

}  // namespace glassformer
