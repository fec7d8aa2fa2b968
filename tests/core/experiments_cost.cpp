// What the cost page counts, against the formulas that lectures write and against the measures it is read from.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "core/analysis/cost.h"
#include "core/experiments/cost_curves.h"
#include "core/model/graph.h"
#include "core/model/published_models.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

ModelConfig small_decoder(const std::string& more = "") {
    return parse_config(R"({"architecture": "decoder", "vocab_size": 100, "max_seq_len": 64, "n_layers": 2,
                            "d_model": 64, "n_heads": 4)" +
                            more + "}",
                        "a test");
}

}  // namespace

TEST_SUITE_BEGIN("experiments_cost");

TEST_CASE("parts and stages of a pass add up, and are those of the record") {
    for (const Counted counted : {Counted::flop, Counted::bytes, Counted::pairs}) {
        const CostAt at = cost_at({.config = small_decoder(), .counted = counted, .step = {.batch = 3}, .n = 20});
        Tape tape;
        record_shapes(tape, small_decoder(), {.seq_len = 20});
        const double expected = counted == Counted::flop    ? total_cost(tape.trace()).flop
                                : counted == Counted::bytes ? total_cost(tape.trace()).bytes
                                                            : 3 * pair_memory(tape.trace()).bytes;
        double parts = 0;
        for (const PartAmount& part : at.parts) {
            double stages = 0;
            for (const StageAmount& stage : part.stages) stages += stage.amount;
            CHECK(stages == doctest::Approx(part.amount).epsilon(1e-12));
            parts += part.amount;
        }
        CHECK(parts == doctest::Approx(expected).epsilon(1e-12));
        CHECK(at.total == doctest::Approx(expected).epsilon(1e-12));
    }
    const CostAt pairs = cost_at({.config = small_decoder(), .counted = Counted::pairs, .step = {.batch = 3}, .n = 20});
    REQUIRE(pairs.parts.size() == 1);
    CHECK(pairs.parts[0].stages.size() == 4);         // raw, scaled, masked, weights
    CHECK(pairs.parts[0].stages[0].records == 2);     // one a block
    CHECK(pairs.total == 3.0 * 2 * 4 * 4 * 4 * 400);  // texts · blocks · matrices · bytes · heads · n²
    CHECK(cost_at({.config = small_decoder(),
                   .counted = Counted::pairs,
                   .step = {.batch = 3, .precision = Precision::half},
                   .n = 20})
              .total == pairs.total / 2);
}

TEST_CASE("narrow heads cost what one head costs in products, wide ones as often as there are heads") {
    const int n = 20, d = 64;
    for (const int heads : {1, 2, 8}) {
        CAPTURE(heads);
        const CostAt at = cost_at({.config = with_heads(small_decoder(), heads, HeadWidth::narrow), .n = n});
        CHECK(at.narrow.heads == heads);
        CHECK(at.narrow.d_head == d / heads);
        CHECK(at.narrow.parameters == 2 * (4.0 * d * d + 4 * d));
        CHECK(at.wide.heads == heads);
        CHECK(at.wide.d_head == d);
        CHECK(at.wide.parameters == 2 * (4.0 * heads * d * d + 3 * heads * d + d));
        // Q, K, V and the output: 8 n d² in products, and the biases.
        CHECK(at.narrow.projections == doctest::Approx(2 * 8.0 * n * d * d).epsilon(0.02));
        CHECK(at.wide.projections == doctest::Approx(2 * 8.0 * n * d * d * heads).epsilon(0.02));
        CHECK(at.of("projections") == at.narrow.projections);
        CHECK(at.of("pairs") == at.narrow.pairs);
    }
}

TEST_CASE("heads that a model cannot have become the nearest that it can") {
    CHECK(with_heads(small_decoder(), 7, HeadWidth::as_is).n_heads == 4);
    CHECK(with_heads(small_decoder(), 0, HeadWidth::as_is) == small_decoder());
    CHECK(with_heads(small_decoder(), 0, HeadWidth::wide).d_head == 64);
    CHECK(with_heads(small_decoder(R"(, "attention_projections": false)"), 2, HeadWidth::wide).d_head == 32);
    const ModelConfig grouped = with_heads(small_decoder(R"(, "n_kv_heads": 2)"), 8, HeadWidth::narrow);
    CHECK(grouped.n_kv_heads == 4);
    CHECK(with_heads(small_decoder(R"(, "n_kv_heads": 2)"), 1, HeadWidth::narrow).n_kv_heads == 1);
    const ModelConfig recurrent = parse_config(
        R"({"architecture": "recurrent", "vocab_size": 9, "d_model": 8, "n_layers": 1, "max_seq_len": 8,
            "recurrent": {"cell": "rnn", "d_hidden": 8}})",
        "a test");
    CHECK(with_heads(recurrent, 4, HeadWidth::wide) == recurrent);
}

TEST_CASE("curves end where n² rules: GPT-2's pairs overtake its MLP, and the parameters are the published ones") {
    const auto gpt2 = std::ranges::find(published_models(), "GPT-2 small", &PublishedModel::name);
    const CostCurves curves = cost_curves({.config = gpt2->config}, false);
    CHECK(curves.lengths.front().n == least_tokens);
    CHECK(curves.lengths.back().n == most_tokens(gpt2->config));
    const CostAt &first = curves.lengths.front(), &last = curves.lengths.back();
    CHECK(first.of("pairs") < first.of("mlp"));
    CHECK(last.of("pairs") > last.of("mlp"));
    CHECK(curves.crossover_pairs == attention_crossover(gpt2->config, AttentionCost::pairs));
    CHECK(curves.crossover_whole < curves.crossover_pairs);
    // 16 n d² = 4 n² d at n = 4 d, a little earlier for the softmax of 12 heads.
    CHECK(curves.crossover_pairs == doctest::Approx(4 * 768).epsilon(0.25));
    std::size_t sum = 0;
    for (const ParameterPart& part : curves.parameters) sum += part.count;
    CHECK(static_cast<std::int64_t>(sum) == gpt2->parameters);
    for (std::size_t i = 2; i < curves.lengths.size(); i += 2)  // each second is twice as long
        CHECK(curves.lengths[i].of("pairs") / curves.lengths[i - 2].of("pairs") == doctest::Approx(4).epsilon(0.02));
}

TEST_CASE("a step's memory is what training_memory counts, for micro-batches and checkpoints too") {
    TrainingShape step{.batch = 8, .seq_len = 32, .accumulate = 4, .checkpoint = true, .precision = Precision::half};
    const double expected = training_memory(small_decoder(), step).total();
    step.seq_len = 1;
    CHECK(cost_at({.config = small_decoder(), .counted = Counted::training, .step = step, .n = 32}).total == expected);
    step.accumulate = 99;  // more than texts: as many as texts
    CHECK_NOTHROW(cost_at({.config = small_decoder(), .counted = Counted::training, .step = step, .n = 200}));
}

TEST_CASE("each amount is the product that it is said to be") {
    const ModelConfig config = small_decoder();
    for (const Counted counted : {Counted::flop, Counted::bytes, Counted::pairs}) {
        const CostAt at = cost_at({.config = config, .counted = counted, .step = {.batch = 3}, .n = 20});
        for (const PartAmount& part : at.parts)
            for (const StageAmount& stage : part.stages) {
                CAPTURE(stage.stage->key);
                REQUIRE(stage.alike);
                CHECK(stage.records * stage.numbers * stage.each * stage.texts == doctest::Approx(stage.amount));
                if (stage.products > 0) CHECK(stage.each == 2 * stage.products + (stage.bias ? 1 : 0));
            }
    }
    // By hand: scores of 4 heads, 20 queries and 20 keys, each a product of two vectors of 16.
    const CostAt at = cost_at({.config = config, .n = 20});
    const auto pairs = std::ranges::find(at.parts, "pairs", &PartAmount::part);
    REQUIRE(pairs != at.parts.end());
    const StageAmount& scores = pairs->stages.front();
    CHECK(scores.shape == std::vector<int>{4, 20, 20});
    CHECK(scores.products == 16);
    CHECK_FALSE(scores.bias);
    const auto mlp = std::ranges::find(at.parts, "mlp", &PartAmount::part);
    REQUIRE(mlp != at.parts.end());
    CHECK(mlp->stages.front().products == 64);
    CHECK(mlp->stages.front().bias);
    CHECK(scores.records == 2);
    const CostAt step = cost_at({.config = config, .counted = Counted::training, .step = {.batch = 2}, .n = 20});
    for (const PartAmount& part : step.parts) CHECK(part.numbers * part.bytes == doctest::Approx(part.amount));
}

TEST_CASE("around a length weights are constant, products with weights grow as n and pairs as n²") {
    const std::atomic<bool> going{false};
    const CostCurves flop = cost_curves({.config = small_decoder()}, going);
    for (const int n : {16, 1024, 1 << 17}) {
        CAPTURE(n);
        CHECK(growth_around(flop, "mlp", n) == doctest::Approx(1));
        CHECK(growth_around(flop, "projections", n) == doctest::Approx(1));
        CHECK(growth_around(flop, "pairs", n) == doctest::Approx(2));
        CHECK(growth_around(flop, "", n) > 1);
        CHECK(growth_around(flop, "", n) < 2);
        CHECK(std::isnan(growth_around(flop, "recurrent", n)));
    }
    CHECK(growth_around(flop, "", 1 << 17) > growth_around(flop, "", 16));
    // Without a table of positions, which has a row for each token.
    const ModelConfig no_table = small_decoder(R"(, "positional": {"kind": "sinusoidal"})");
    const CostCurves step = cost_curves({.config = no_table, .counted = Counted::training}, going);
    CHECK(growth_around(step, "weights", 1024) == doctest::Approx(0));
    CHECK(growth_around(step, "activations", 1 << 17) > 1.9);
    std::size_t numbers = 0, expected = 0;
    for (const ParameterGroup& group : flop.groups) {
        std::size_t count = static_cast<std::size_t>(group.times);
        for (const int size : group.shape) count *= static_cast<std::size_t>(size);
        numbers += count;
    }
    for (const ParameterPart& part : flop.parameters) expected += part.count;
    CHECK(numbers == expected);
}

TEST_SUITE_END();
