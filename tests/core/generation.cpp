// Decoding held against enumeration: on random tables of logits every continuation can be written down.
#include "core/generate/generation.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.h"

using namespace glassformer;

namespace {

constexpr int vocabulary = 4, end_token = 3, longest = 4;

/// Logits that depend on everything before, drawn once for each text.
class Table {
public:
    explicit Table(std::uint64_t seed) : seed_(seed) {}
    std::vector<float> operator()(std::span<const int> tokens) const {
        std::uint64_t state = seed_;
        for (const int token : tokens) state = state * 31 + static_cast<std::uint64_t>(token) + 7;
        Random random(state);
        std::vector<float> logits;
        for (int i = 0; i < vocabulary; ++i) logits.push_back(static_cast<float>(2 * random.normal()));
        return logits;
    }

private:
    std::uint64_t seed_;
};

/// The most probable continuation of all, by trying each.
void enumerate(const Table& table, std::vector<int>& tokens, double total, int left, double& best,
               std::vector<int>& best_tokens) {
    if (left == 0 || (!tokens.empty() && tokens.back() == end_token)) {
        if (total > best) best = total, best_tokens = tokens;
        return;
    }
    const std::vector<double> next = log_probabilities(table(tokens));
    for (int token = 0; token < vocabulary; ++token) {
        tokens.push_back(token);
        enumerate(table, tokens, total + next[static_cast<std::size_t>(token)], left - 1, best, best_tokens);
        tokens.pop_back();
    }
}

constexpr GenerationOptions options{.steps = longest, .end = end_token};

}  // namespace

TEST_SUITE_BEGIN("generation");

TEST_CASE("log-probabilities are those of the softmax") {
    const std::vector<double> of = log_probabilities(std::vector<float>{1000.0F, 1001.0F, -INFINITY});
    CHECK(of[0] == doctest::Approx(std::log(1 / (1 + std::exp(1.0)))).epsilon(1e-12));
    CHECK(std::exp(of[0]) + std::exp(of[1]) == doctest::Approx(1).epsilon(1e-12));
    CHECK(of[2] == -INFINITY);
    for (const float wrong : {-INFINITY, INFINITY, NAN})
        CHECK_THROWS_AS(log_probabilities(std::vector<float>{wrong, -INFINITY}), Error);
    CHECK_THROWS_AS(log_probabilities(std::vector<float>{NAN, 1}), Error);
}

TEST_CASE("a beam of one is greedy decoding, and a full one finds the best continuation") {
    int greedy_misses = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        CAPTURE(seed);
        const Table table(seed);
        Random random(1);
        const Continuation greedy = continue_text(table, {}, options, {.temperature = 0}, random);
        const std::vector<Continuation> one = beam_search(table, {}, options, 1);
        REQUIRE(one.size() == 1);
        CHECK(one[0].tokens == greedy.tokens);
        CHECK(one[0].total == greedy.total);

        double best = -INFINITY;
        std::vector<int> best_tokens, tokens;
        enumerate(table, tokens, 0, longest, best, best_tokens);
        const std::vector<Continuation> all = beam_search(table, {}, options, 256);
        CHECK(all.front().tokens == best_tokens);
        CHECK(all.front().total == doctest::Approx(best).epsilon(1e-12));
        CHECK(std::ranges::is_sorted(all, std::greater{}, &Continuation::total));
        CHECK(greedy.total <= best + 1e-12);
        greedy_misses += greedy.tokens != best_tokens;
    }
    CHECK(greedy_misses > 20);  // else the tables would tell nothing
}

TEST_CASE("a wider beam is better on the whole") {
    double narrow = 0, wide = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        narrow += beam_search(Table(seed), {}, options, 1).front().total;
        wide += beam_search(Table(seed), {}, options, 4).front().total;
    }
    CHECK(wide > narrow);
}

TEST_CASE("every step has its log-probability, and the end token ends") {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const Table table(seed);
        Random random(seed);
        const Continuation text = continue_text(table, std::vector<int>{1, 2}, options, {.top_k = 3}, random);
        REQUIRE(text.given == 2);
        REQUIRE(text.log_probabilities.size() == text.tokens.size() - 2);
        double total = 0;
        for (std::size_t i = 2; i < text.tokens.size(); ++i) {
            const std::vector<double> of = log_probabilities(table(std::span(text.tokens).first(i)));
            CHECK(text.log_probabilities[i - 2] == of[static_cast<std::size_t>(text.tokens[i])]);
            total += text.log_probabilities[i - 2];
        }
        CHECK(text.total == total);
        const auto end = std::ranges::find(text.tokens.begin() + 2, text.tokens.end(), end_token);
        CHECK(text.ended == (end != text.tokens.end()));
        if (text.ended) CHECK(end + 1 == text.tokens.end());
        CHECK((text.ended || text.tokens.size() == 2 + longest));
    }
}

TEST_CASE("a sampled text follows from its seed") {
    const Table table(5);
    const auto draw = [&](std::uint64_t seed) {
        Random random(seed);
        return continue_text(table, {}, {.steps = 30, .end = {}}, {}, random).tokens;
    };
    CHECK(draw(1) == draw(1));
    CHECK(draw(1) != draw(2));
    CHECK(draw(1).size() == 30);
}

TEST_CASE("a beam without width is refused") { CHECK_THROWS_AS(beam_search(Table(1), {}, options, 0), Error); }

TEST_SUITE_END();
