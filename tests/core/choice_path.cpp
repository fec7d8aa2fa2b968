// The path from logits to probabilities against decode.h, which knows nothing of it: the same result, the same cut.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/generate/choice_path.h"

using namespace glassformer;

namespace {

const std::vector<float> scores{1.5F, -2, 4, 3.25F, 4, -0.5F, 3.9F, -30, 2};

const std::vector<DecodeOptions> settings{{},
                                          {.temperature = 0.5F},
                                          {.temperature = 2},
                                          {.temperature = 0.05F},
                                          {.top_k = 3},
                                          {.top_p = 0.9F},
                                          {.temperature = 2, .top_k = 5, .top_p = 0.7F},
                                          {.temperature = 0.5F, .top_k = 1},
                                          {.top_k = 100},
                                          {.top_p = 0.01F}};

}  // namespace

TEST_SUITE_BEGIN("choice_path");

TEST_CASE("every step leads to the distribution that a token is drawn from") {
    for (const DecodeOptions& options : settings) {
        CAPTURE(options.temperature);
        CAPTURE(options.top_k);
        CAPTURE(options.top_p);
        const std::vector<double> chosen = next_token_distribution(scores, options);
        const Candidates found = candidates(scores, options);
        const ChoicePath path = choice_path(found, options);
        REQUIRE(path.steps.size() == scores.size());
        double sum = 0;
        int kept = 0;
        for (std::size_t i = 0; i < path.steps.size(); ++i) {
            const ChoiceStep& step = path.steps[i];
            const double logit = static_cast<double>(found.ranks[i].logit);
            const double share = chosen[static_cast<std::size_t>(found.ranks[i].token)];
            CHECK(step.divided == doctest::Approx(logit / static_cast<double>(options.temperature)));
            CHECK(step.exponent == doctest::Approx(std::exp(step.divided - path.peak)).epsilon(1e-9));
            CHECK(step.exponent <= 1);
            CHECK(step.share == doctest::Approx(share).epsilon(1e-9));
            if (step.dropped == Dropped::no) {
                CHECK(step.exponent / path.sum == doctest::Approx(share).epsilon(1e-9));
                sum += step.exponent;
                ++kept;
            } else {
                CHECK(share == 0);
            }
        }
        CHECK(path.sum == doctest::Approx(sum).epsilon(1e-12));
        CHECK(path.kept == kept);
        CHECK(path.kept == found.kept);
        // What a folded table says of the rest.
        for (std::size_t from = 0; from < path.steps.size(); ++from) {
            double exponents = 0, shares = 0;
            for (std::size_t i = from; i < path.steps.size(); ++i) {
                if (path.steps[i].dropped == Dropped::no) exponents += path.steps[i].exponent;
                shares += path.steps[i].share;
            }
            CHECK(path.steps[from].exponents_on == doctest::Approx(exponents).epsilon(1e-12));
            CHECK(path.steps[from].shares_on == doctest::Approx(shares).epsilon(1e-12));
        }
    }
}

TEST_CASE("each dropped token has its reason: top-k by rank, top-p by the sum before it") {
    const DecodeOptions options{.temperature = 2, .top_k = 5, .top_p = 0.7F};
    const ChoicePath path = choice_path(candidates(scores, options), options);
    for (std::size_t i = 0; i < path.steps.size(); ++i) {
        const ChoiceStep& step = path.steps[i];
        const double before = i == 0 ? 0 : path.steps[i - 1].running;
        const Dropped expected = i >= 5 ? Dropped::top_k : before >= 0.7F ? Dropped::top_p : Dropped::no;
        CHECK(step.dropped == expected);
        CHECK((step.running > 0) == (i < 5));
    }
    CHECK(path.steps[4].running == 1);
}

TEST_CASE("greedy decoding divides nothing, takes the largest and leaves the model's probabilities") {
    const DecodeOptions options{.temperature = 0, .top_k = 2, .top_p = 0.5F};
    const Candidates found = candidates(scores, options);
    const ChoicePath path = choice_path(found, options);
    CHECK(path.greedy);
    CHECK(path.temperature == 1);
    CHECK(path.peak == 4);
    CHECK(path.kept == 1);
    double sum = 0;
    for (std::size_t i = 0; i < path.steps.size(); ++i) {
        CHECK(path.steps[i].dropped == (i == 0 ? Dropped::no : Dropped::not_largest));
        CHECK(path.steps[i].share == doctest::Approx(path.steps[i].exponent / path.sum).epsilon(1e-9));
        sum += path.steps[i].share;
    }
    CHECK(sum == doctest::Approx(1));
}

TEST_CASE("what only rounds to 0 is not said to be cut by top-p") {
    const std::vector<float> far{0, -100, -std::numeric_limits<float>::infinity()};
    const auto path = [&](const DecodeOptions& options) { return choice_path(candidates(far, options), options); };
    CHECK(path({.temperature = 0.5F}).steps[1].dropped == Dropped::rounded);
    CHECK(path({.temperature = 0.5F, .top_p = 0.9F}).steps[1].dropped == Dropped::top_p);
    const ChoicePath plain = path({});
    CHECK(plain.kept == 3);
    CHECK(plain.steps[1].share > 0);
    CHECK(plain.steps[2].share == 0);
}

TEST_SUITE_END();
