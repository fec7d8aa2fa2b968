// Averages, rollout and head statistics, by hand and on models whose heads are known.
#include "core/analysis/attention_summary.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/analysis/measures.h"
#include "core/base/error.h"
#include "core/io/model_folder.h"
#include "core/session/session.h"
#include "tests/support/support.h"

using namespace glassformer;

namespace {

Tensor weights_of(int heads, int n, const std::vector<float>& values) {
    Tensor tensor(Shape{{Axis::head, heads}, {Axis::query, n}, {Axis::key, n}});
    REQUIRE(values.size() == tensor.data.size());
    std::copy(values.begin(), values.end(), tensor.data.begin());
    return tensor;
}

}  // namespace

TEST_SUITE_BEGIN("attention_summary");

TEST_CASE("the mean over heads and the rollout of two layers, by hand") {
    const Tensor first = weights_of(2, 2, {1, 0, 0.5F, 0.5F, 1, 0, 0.25F, 0.75F});
    const Tensor mean = mean_over_heads(first.view());
    CHECK(mean.data[0] == 1);
    CHECK(mean.data[2] == 0.375F);
    const Tensor second = weights_of(1, 2, {1, 0, 1, 0});
    const std::vector<ConstView> layers{first.view(), second.view()};
    const Tensor rollout = attention_rollout(layers);
    // Layer 1, half itself: [1 0; 0.1875 0.8125]. Layer 2: [1 0; 0.5 0.5]. Second times first.
    CHECK(rollout.data[0] == doctest::Approx(1));
    CHECK(rollout.data[1] == doctest::Approx(0));
    CHECK(rollout.data[2] == doctest::Approx(0.5 + 0.5 * 0.1875));
    CHECK(rollout.data[3] == doctest::Approx(0.5 * 0.8125));
    // Without a residual share it is the product of the maps; a row that sees nothing is then itself nothing.
    const Tensor plain = attention_rollout(layers, 0);
    CHECK(plain.data[2] == doctest::Approx(1));
    CHECK_THROWS_AS(attention_rollout({}), Error);
    const Tensor larger = weights_of(1, 3, {1, 0, 0, 0, 1, 0, 0, 0, 1});
    const std::vector<ConstView> uneven{first.view(), larger.view()};
    CHECK_THROWS_AS(attention_rollout(uneven), Error);
    CHECK_THROWS_AS(mean_over_heads(mean.view()), Error);
}

TEST_CASE("head statistics by hand") {
    const Tensor weights = weights_of(1, 4,
                                      {1, 0, 0, 0,             //
                                       0.75F, 0.25F, 0, 0,     //
                                       0.5F, 0.25F, 0.25F, 0,  //
                                       0.1F, 0.2F, 0.3F, 0.4F});
    const std::vector<int> tokens{7, 8, 7, 8};
    const HeadStatistics of = head_statistics(weights.view(), tokens).front();
    CHECK(of.previous == doctest::Approx((0.75 + 0.25 + 0.3) / 3));
    CHECK(of.first == doctest::Approx((0.75 + 0.5 + 0.1) / 3));
    CHECK(of.diagonal == doctest::Approx((1 + 0.25 + 0.25 + 0.4) / 4));
    CHECK(of.duplicate == doctest::Approx((0.5 + 0.2) / 2));   // rows 2 and 3: tokens 0 and 1
    CHECK(of.induction == doctest::Approx((0.25 + 0.3) / 2));  // the tokens behind them: 1 and 2
    CHECK(of.entropy == doctest::Approx(attention_entropy(weights.view()).front()));
    const std::vector<int> different{1, 2, 3, 4};
    CHECK(std::isnan(head_statistics(weights.view(), different).front().duplicate));
    CHECK_THROWS_AS(head_statistics(weights.view(), std::vector<int>{1}), Error);
}

TEST_CASE("the induction model has a head of the token before, and one of the token behind the same letter") {
    const auto model =
        std::make_shared<const Model>(load_model(test::source_dir() / "assets" / "models" / "induction"));
    const auto evaluation =
        evaluate_once(model, {.model = "induction", .text = model->card.examples.front(), .target = "", .edits = {}});
    const Trace& trace = evaluation->trace();
    std::vector<int> tokens;
    for (const TokenLabel& token : evaluation->tokens()) tokens.push_back(token.id);
    const std::vector<int> layers = attention_layers(trace, Stack::only, AttentionKind::only);
    REQUIRE(layers.size() == 2);
    double previous = 0, induction = 0;
    std::vector<ConstView> maps;
    for (const int id : layers) maps.push_back(trace.record(id).view());
    for (const HeadStatistics& head : head_statistics(maps[0], tokens)) previous = std::max(previous, head.previous);
    for (const HeadStatistics& head : head_statistics(maps[1], tokens)) induction = std::max(induction, head.induction);
    CHECK(previous > 0.6);
    CHECK(induction > 0.6);
    const Tensor rollout = attention_rollout(maps);
    for (int i = 0; i < rollout.shape.size(0); ++i) {
        double sum = 0;
        for (int j = 0; j < rollout.shape.size(1); ++j) sum += static_cast<double>(rollout.view().at(Cell{{i, j}}));
        CHECK(sum == doctest::Approx(1).epsilon(1e-5));
    }
    CHECK(attention_layers(trace, Stack::decoder, AttentionKind::cross).empty());
}

TEST_SUITE_END();
