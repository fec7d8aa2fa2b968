// Attention from vectors given by hand: against softmax(X Xᵀ) X in double precision, the three averages against each
// other, and what another order of the tokens changes.
// ctest: optimised too
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/experiments/from_nothing.h"
#include "core/ops/ops.h"

using namespace glassformer;

namespace {

const std::vector<TokenPoint> points{{1, 0.5F}, {-0.4F, 1.2F}, {0.3F, -0.9F}, {-1, -0.2F}, {1.5F, 1}};

double dot(const TokenPoint& a, const TokenPoint& b) { return double{a.x} * double{b.x} + double{a.y} * double{b.y}; }

}  // namespace

TEST_SUITE_BEGIN("experiments_from_nothing");

TEST_CASE("without parameters the outputs are softmax(X Xᵀ) X") {
    const PlaneAttention made = attend_from_nothing({.tokens = points, .order = {}, .query = {}});
    for (std::size_t i = 0; i < points.size(); ++i) {
        double sum = 0, x = 0, y = 0;
        for (const TokenPoint& other : points) {
            const double weight = std::exp(dot(points[i], other));
            sum += weight, x += weight * double{other.x}, y += weight * double{other.y};
        }
        CHECK(double{made.y.data[2 * i]} == doctest::Approx(x / sum).epsilon(1e-5));
        CHECK(double{made.y.data[2 * i + 1]} == doctest::Approx(y / sum).epsilon(1e-5));
        for (std::size_t j = 0; j < points.size(); ++j) {
            const auto terms = features_of(made, static_cast<int>(i), static_cast<int>(j));
            const float score = made.scores.data[i * points.size() + j];
            CHECK(double{terms[0]} + double{terms[1]} == doctest::Approx(double{score}).epsilon(1e-5));
            CHECK(double{terms[0]} == doctest::Approx(double{points[i].x} * double{points[j].x}).epsilon(1e-5));
        }
    }
    CHECK(made.w_q.data.empty());
}

TEST_CASE("identities as parameters change nothing; a quarter turn of the keys makes a token's own score 0") {
    FromNothing setting{.tokens = points, .order = {}, .query = {}};
    const PlaneAttention none = attend_from_nothing(setting);
    setting.maps = PlaneMaps::identity;
    const PlaneAttention identity = attend_from_nothing(setting);
    CHECK(std::ranges::equal(identity.y.data, none.y.data));
    setting.maps = PlaneMaps::mirrored;
    const PlaneAttention mirrored = attend_from_nothing(setting);
    for (std::size_t e = 0; e < none.y.data.size(); ++e) CHECK(mirrored.y.data[e] == -none.y.data[e]);
    setting.maps = PlaneMaps::quarter_turn;
    const PlaneAttention turned = attend_from_nothing(setting);
    for (std::size_t i = 0; i < points.size(); ++i)
        CHECK(double{turned.scores.data[i * points.size() + i]} == doctest::Approx(0).epsilon(1e-6));
    setting.maps = PlaneMaps::random;
    setting.seed = 3;
    const PlaneAttention one = attend_from_nothing(setting);
    CHECK(std::ranges::equal(one.w_q.data, attend_from_nothing(setting).w_q.data));
    setting.seed = 4;
    CHECK_FALSE(std::ranges::equal(one.w_q.data, attend_from_nothing(setting).w_q.data));
}

TEST_CASE("another order moves the outputs and changes nothing, until positions are added") {
    for (const PlaneMaps maps : {PlaneMaps::none, PlaneMaps::quarter_turn, PlaneMaps::random})
        for (int number = 1; number < 8; ++number) {
            CAPTURE(number);
            FromNothing setting{.tokens = points, .maps = maps, .order = order_of(5, number), .query = {}, .seed = 2};
            CHECK(difference_by_order(setting) < 1e-6);
            setting.positions = true;
            CHECK(difference_by_order(setting) > 1e-3);
            setting.order = order_of(5, 0);
            CHECK(difference_by_order(setting) == 0);
        }
}

TEST_CASE("an order is a permutation that is not the first one") {
    for (int tokens = 1; tokens <= 6; ++tokens)
        for (int number = 0; number < 20; ++number) {
            std::vector<int> order = order_of(tokens, number), sorted = order;
            std::ranges::sort(sorted);
            CHECK(sorted == order_of(tokens, 0));
            CHECK((order == sorted) == (number == 0 || tokens < 2));
        }
}

TEST_CASE("three averages: equal scores are the mean, a query of 0 too, and only positions' weights mind the order") {
    FromNothing setting{.tokens = points, .order = {}, .query = {2, -1}, .seed = 5};
    const ThreeAverages made = three_averages(setting);
    const Tensor& x = made.x;
    Tensor mean(Shape{{Axis::d_model, 2}});
    const std::vector<ConstView> in{x.view()};
    op::mean_pool()->forward({.in = in, .out = mean.view()});
    for (std::size_t c = 0; c < 2; ++c)
        CHECK(double{made.averages.data[c]} == doctest::Approx(double{mean.data[c]}).epsilon(1e-6));
    const std::size_t n = points.size();
    for (std::size_t r = 0; r < 3; ++r) {
        double sum = 0;
        for (std::size_t j = 0; j < n; ++j) sum += double{made.weights.data[r * n + j]};
        CHECK(sum == doctest::Approx(1).epsilon(1e-6));
    }
    for (std::size_t j = 0; j < n; ++j)
        CHECK(double{made.scores.data[2 * n + j]} == doctest::Approx(dot({2, -1}, points[j])).epsilon(1e-5));
    setting.query = {};
    CHECK(double{three_averages(setting).averages.data[4]} == doctest::Approx(double{mean.data[0]}).epsilon(1e-6));
    setting.query = {2, -1};
    setting.order = order_of(5, 3);
    const auto by_order = averages_by_order(setting);
    CHECK(by_order[0] < 1e-6);
    CHECK(by_order[1] > 1e-3);
    CHECK(by_order[2] < 1e-6);
    setting.positions = true;
    CHECK(averages_by_order(setting)[0] < 1e-6);  // the same positions are added to the same mean
    CHECK(averages_by_order(setting)[2] > 1e-3);
    CHECK_THROWS_AS(three_averages({.tokens = {}, .order = {}, .query = {}}), Error);
}

TEST_SUITE_END();
