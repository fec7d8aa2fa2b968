// Scores of −∞ that no mask made: a softmax row of them has no value, as in PyTorch, where a row that a mask or a hand
// closes has weights of 0. On the processor, with each memory policy.
// ctest: optimised too
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/analysis/chain_rule.h"
#include "core/analysis/explain.h"
#include "core/analysis/not_finite.h"
#include "tests/support/evaluated_model.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr int all = Cell::all;

constexpr const char* settings =
    R"({"model_type": "glassformer", "architecture": "decoder", "vocab_size": 9, "max_seq_len": 4, "n_layers": 1, "d_model": 6, "n_heads": 2, "d_ff": 8})";

/// Two heads, four tokens, a causal mask, a loss at every position but the last; with these edits.
struct Edited {
    test::EvaluatedModel model{settings, {1, 2, 3, 4}, {2, 3, 4, -1}};
    explicit Edited(const std::vector<Edit>& edits) {
        model.tape.edit(edits);
        REQUIRE(model.tape.evaluate());
        model.tape.backward(model.graph.loss);
    }
    std::vector<float> row(const char* stage, int head, int query, bool gradient = false) const {
        const Record& record = model.record(std::string("blocks.0.attn.") + stage);
        const ConstView view = gradient ? record.gradient_view() : record.view();
        const float* begin = view.row(static_cast<std::size_t>(head * 4 + query));
        return {begin, begin + 4};
    }
};

bool all_nan(const std::vector<float>& row) {
    return std::ranges::all_of(row, [](float value) { return std::isnan(value); });
}
bool all_zero(const std::vector<float>& row) { return row == std::vector<float>(row.size(), 0.0F); }

}  // namespace

TEST_SUITE_BEGIN("overflowing_scores");

TEST_CASE("where every open score overflows to -inf, the weights are NaN, and the gradients as in PyTorch") {
    for (const char* stage : {"blocks.0.attn.scores_raw", "blocks.0.attn.scores_scaled"}) {
        CAPTURE(stage);
        const Edited run({{stage, {{1, 2, all, 0}}, -infinity}});
        CHECK(run.row("scores_masked", 1, 2) == std::vector<float>(4, -infinity));
        CHECK(all_nan(run.row("weights", 1, 2)));  // of the closed key, too
        const std::vector<float> gradient = run.row("scores_masked", 1, 2, true);
        CHECK(all_nan(gradient));
        for (const int query : {0, 1}) {  // those before it do not see its token
            CHECK(!all_nan(run.row("weights", 1, query)));
            CHECK(!all_nan(run.row("weights", 0, query)));
        }
        const std::vector<float> passed = run.row("scores_scaled", 1, 2, true);
        CHECK(std::isnan(passed[0]));
        CHECK(std::isnan(passed[2]));
        CHECK(passed[3] == 0);  // the mask passes nothing on
    }
}

TEST_CASE("a causal mask's first row has one open score, and that one decides") {
    const Edited overflows({{"blocks.0.attn.scores_raw", {{0, 0, 0, 0}}, -infinity}});
    CHECK(all_nan(overflows.row("weights", 0, 0)));
    const Edited one_left(
        {{"blocks.0.attn.scores_raw", {{0, 3, all, 0}}, -infinity}, {"blocks.0.attn.scores_raw", {{0, 3, 1, 0}}, 2}});
    CHECK(one_left.row("weights", 0, 3) == std::vector<float>{0, 1, 0, 0});
}

TEST_CASE("what the mask closes, or a hand, has weights of 0 and no NaN, whatever the scores were") {
    const std::vector<Edit> by_mask{{"mask", {{2, all, 0, 0}}, 0}};
    const std::vector<Edit> by_hand{{"blocks.0.attn.scores_masked", {{all, 2, all, 0}}, -infinity}};
    std::vector<Edit> overflown = by_mask;
    overflown.push_back({"blocks.0.attn.scores_raw", {{all, 2, all, 0}}, -infinity});
    for (const std::vector<Edit>& edits : {by_mask, by_hand, overflown}) {
        const Edited run(edits);
        for (const int head : {0, 1}) CHECK(all_zero(run.row("weights", head, 2)));
    }
    for (const std::vector<Edit>& edits : {by_mask, by_hand}) {
        const Edited run(edits);
        CHECK(!first_not_finite(run.model.tape.trace()));
        for (const Record& record : run.model.tape.trace().records()) {
            if (record.kind == Record::Kind::input) continue;
            const ConstView gradient = record.gradient_view();
            CAPTURE(record.name);
            CHECK(std::none_of(gradient.data, gradient.data + gradient.shape.count(),
                               [](float value) { return std::isnan(value); }));
        }
    }
}

TEST_CASE("an edit that is taken back leaves what was there before") {
    Edited run({});
    const std::vector<float> before = run.row("weights", 0, 1);
    const Edit overflow{"blocks.0.attn.scores_raw", {{0, 1, all, 0}}, -infinity};
    const Edit by_hand{"blocks.0.attn.scores_masked", {{0, 1, all, 0}}, -infinity};
    const auto weights = [&](const std::vector<Edit>& edits) {
        run.model.tape.edit(edits);
        REQUIRE(run.model.tape.evaluate());
        return run.row("weights", 0, 1);
    };
    CHECK(all_nan(weights({overflow})));
    CHECK(all_zero(weights({by_hand})));
    CHECK(all_nan(weights({overflow, by_hand})));
    CHECK(weights({}) == before);
}

TEST_CASE("a row with +inf or NaN has no weights, and logits of nothing but -inf no probabilities") {
    for (const float odd : {infinity, std::numeric_limits<float>::quiet_NaN()}) {
        const Edited run({{"blocks.0.attn.scores_raw", {{0, 2, 1, 0}}, odd}});
        CHECK(all_nan(run.row("weights", 0, 2)));
    }
    const Edited run({{"logits", {{1, all, 0, 0}}, -infinity}});
    const ConstView probs = run.model.view("probs");
    for (int token = 0; token < 9; ++token) CHECK(std::isnan(probs.at({{1, token, 0, 0}})));
}

TEST_CASE("products beyond the range of a float give no weights in training, either") {
    const ModelConfig config = parse_config(settings, "a test");
    Weights weights = initial_weights(config, 5, {.std = 0.4F, .scale_residual = false});
    const Parameter *q = weights.find("blocks.0.attn.q.weight"), *k = weights.find("blocks.0.attn.k.weight");
    REQUIRE(q != nullptr);
    REQUIRE(k != nullptr);
    // Each token's query and key point away from each other, so that its score for itself overflows to -inf.
    for (std::size_t i = 0; i < q->shape.count(); ++i) {
        const_cast<float*>(q->data)[i] *= 1e25F;
        const_cast<float*>(k->data)[i] = -q->data[i];
    }
    for (const Tape::Keep keep : {Tape::Keep::everything, Tape::Keep::needed, Tape::Keep::checkpoints}) {
        CAPTURE(static_cast<int>(keep));
        Tape tape(nullptr, nullptr, keep);
        const Graph graph = record_model(tape, config, weights, {.seq_len = 4, .loss = true});
        tape.set(graph.tokens, std::vector<float>{1, 2, 3, 4});
        tape.set(graph.labels, std::vector<float>{2, -1, -1, -1});  // the first position, which sees itself alone
        REQUIRE(tape.evaluate());
        CHECK(std::isnan(tape.trace().record(graph.loss.id).view().data[0]));
        tape.backward(graph.loss);
        const auto of_queries = std::ranges::find(
            tape.parameter_gradients(), tape.trace().find("blocks.0.attn.q.weight"), &Tape::ParameterGradient::record);
        REQUIRE(of_queries != tape.parameter_gradients().end());
        CHECK(std::isnan(of_queries->gradient[0]));
    }
}

TEST_CASE("explain, the chain rule and the warning say why") {
    const Edited run({{"blocks.0.attn.scores_raw", {{1, 2, all, 0}}, -infinity}});
    const Trace& trace = run.model.tape.trace();
    const int weights = run.model.record("blocks.0.attn.weights").id;
    const Derivation derivation = trace.derive(weights, {{1, 2, 0, 0}});
    CHECK(std::isnan(derivation.value));
    CHECK(derivation.note == "every score that no mask closes is −∞, so the softmax is 0/0");
    const std::string text = explain(trace, weights, {{1, 2, 0, 0}});
    CHECK(text.find("blocks.0.attn.weights[1,2,0] = NaN\n") == 0);
    CHECK(text.find("nan") == std::string::npos);
    const ChainRule rule = chain_rule(trace, run.model.record("blocks.0.attn.scores_masked").id, {{1, 2, 0, 0}});
    CHECK(std::isnan(rule.recorded));
    CHECK(std::isnan(rule.sum));

    const std::optional<NotFinite> found = first_not_finite(trace);
    REQUIRE(found);
    CHECK(
        sentence_of(*found, trace, "small") ==
        "\"small\": blocks.0.attn.scores_raw[1,2,0] is -inf, the first of 4 numbers of this stage that are not finite "
        "(edited; computed value: " +
            trace.derive(found->record, found->cell).note.substr(24) + ")");
    const Edited finite({});
    CHECK(!first_not_finite(finite.model.tape.trace()));

    const Edited large({{"blocks.0.attn.q", {{0, 1, all, 0}}, 1e30F}, {"blocks.0.attn.k", {{0, 1, all, 0}}, -1e30F}});
    CHECK(large.model.tape.trace().derive(large.model.record("blocks.0.attn.scores_raw").id, {{0, 1, 1, 0}}).note ==
          "a sum or product overflows: float32 ends at 3.4e38");
}

TEST_SUITE_END();
