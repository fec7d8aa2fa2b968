// What somebody gets who works an exercise out as the sheet says, with four decimals on the way: at most one unit of the
// last decimal beside the printed result. Nothing here is taken from core/exercises but what is given and asked for.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "core/exercises/exercise.h"
#include "core/io/assets.h"
#include "core/io/model_folder.h"
#include "tests/support/support.h"

using namespace glassformer;
using namespace glassformer::test;

TEST_SUITE_BEGIN("exercises");

namespace {

using Row = std::vector<double>;
constexpr int drawn_seeds = 60;

double four(double number) { return std::round(number * 1e4) / 1e4; }

Row softmax_by_hand(const Row& scores) {
    Row terms;
    double sum = 0;
    for (const double score : scores) {
        terms.push_back(four(std::exp(score)));
        sum += terms.back();
    }
    for (double& term : terms) term = four(term / four(sum));
    return terms;
}
double dot_of(const Row& a, std::size_t from, const Row& b, std::size_t at, std::size_t count) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += a[from + i] * b[at + i];
    return sum;
}

Exercise drawn_as(const std::string& kind, int seed) {
    static const OpenModel open = [](const std::string& name) {
        return std::make_shared<const Model>(load_model(source_dir() / "assets" / "models" / name));
    };
    return draw_exercise(*find_exercise(kind), static_cast<std::uint64_t>(seed), 0, open);
}

/// Units of the last decimal between two written results.
long apart(double by_hand, double result, int decimals = 3) {
    const double unit = std::pow(10.0, decimals);
    return std::abs(std::lround(by_hand * unit) - std::lround(result * unit));
}

void check_row(const Row& by_hand, const ExerciseAnswer& answer, std::size_t from = 0) {
    for (std::size_t i = 0; i < by_hand.size(); ++i) {
        CAPTURE(answer.name);
        CHECK(apart(by_hand[i], answer.values[from + i], answer.decimals) <= 1);
    }
}

bool says(const Exercise& exercise, const std::string& part) {
    for (const ExercisePart& step : exercise.solution)
        if (step.formula.find(part) != std::string::npos) return true;
    return false;
}

}  // namespace

TEST_CASE("attention that is worked out with four decimals misses no result by more than one unit") {
    for (int seed = 0; seed < drawn_seeds; ++seed) {
        CAPTURE(seed);
        const Exercise scaled = drawn_as("scaled-attention", seed), plain = drawn_as("plain-attention", seed);
        Row scores;
        for (std::size_t j = 0; j < 3; ++j)
            scores.push_back(dot_of(scaled.given.at("q"), 0, scaled.given.at("k"), 4 * j, 4) / 2);
        Row weights = softmax_by_hand(scores), out;
        check_row(weights, scaled.answers[0]);
        for (std::size_t c = 0; c < 2; ++c) {
            const Row& v = scaled.given.at("v");
            out.push_back(weights[0] * v[c] + weights[1] * v[2 + c] + weights[2] * v[4 + c]);
        }
        check_row(out, scaled.answers[1]);
        scores.clear();
        out.clear();
        const Row& x = plain.given.at("x");
        const auto i = static_cast<std::size_t>(plain.given.at("i")[0]);
        for (std::size_t j = 0; j < 3; ++j) scores.push_back(dot_of(x, 2 * i, x, 2 * j, 2));
        weights = softmax_by_hand(scores);
        check_row(weights, plain.answers[1]);
        for (std::size_t c = 0; c < 2; ++c)
            out.push_back(weights[0] * x[c] + weights[1] * x[2 + c] + weights[2] * x[4 + c]);
        check_row(out, plain.answers[2]);
    }
}

TEST_CASE("additive scores, two heads and a loss that are worked out with four decimals miss no result either") {
    for (int seed = 0; seed < drawn_seeds; ++seed) {
        CAPTURE(seed);
        const Exercise additive = drawn_as("additive-score", seed), heads = drawn_as("two-heads", seed),
                       loss = drawn_as("cross-entropy", seed);
        const Row &q = additive.given.at("q"), &k = additive.given.at("k"), &v = additive.given.at("v");
        Row scores;
        for (std::size_t j = 0; j < 2; ++j)
            scores.push_back(four(v[0] * four(std::tanh(q[0] + k[2 * j])) + v[1] * four(std::tanh(q[1] + k[2 * j + 1]))));
        check_row(scores, additive.answers[0]);
        check_row(softmax_by_hand(scores), additive.answers[1]);
        for (std::size_t h = 0; h < 2; ++h) {
            Row of_head;
            for (std::size_t j = 0; j < 2; ++j)
                of_head.push_back(four(
                    dot_of(heads.given.at("q"), 2 * h, heads.given.at("k"), 4 * j + 2 * h, 2) / four(std::sqrt(2.0))));
            check_row(softmax_by_hand(of_head), heads.answers[0], 2 * h);
        }
        const Row p = softmax_by_hand(loss.given.at("z"));
        check_row(p, loss.answers[0]);
        check_row({-std::log(p[static_cast<std::size_t>(loss.given.at("label")[0])])}, loss.answers[1]);
    }
}

TEST_CASE("steps show the four decimals that the sheet asks for") {
    const Exercise scaled = drawn_as("scaled-attention", 7);
    char weight[32];
    std::snprintf(weight, sizeof weight, " = %.4f", scaled.answers[0].values[0]);
    CHECK(says(scaled, weight));
    std::snprintf(weight, sizeof weight, "%.4f·", scaled.answers[0].values[0]);
    CHECK(says(scaled, weight));
}

TEST_SUITE_END();
