// Depth in untrained models: the collapse of pure attention and what prevents it (Dong, Cordonnier, Loukas 2021), and
// the gradients of three orders of a block (Xiong et al. 2020).
// ctest: optimised too
#include "core/experiments/depth.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "core/base/error.h"

using namespace glassformer;

namespace {

Tensor matrix(int rows, int columns, std::vector<float> entries) {
    Tensor tensor(Shape{{Axis::position, rows}, {Axis::d_model, columns}});
    std::ranges::copy(entries, tensor.data.begin());
    return tensor;
}

}  // namespace

TEST_SUITE_BEGIN("experiments_depth");

TEST_CASE("the distance from rank one and the share of dead units, by hand") {
    CHECK(rank_one_residual(matrix(2, 2, {3, 4, 3, 4}).view()) == 0);
    CHECK(rank_one_residual(matrix(2, 2, {1, 0, -1, 0}).view()) == doctest::Approx(1));
    // Rows (1, 1) and (3, 1): mean (2, 1), squares 2 apart of 12.
    CHECK(rank_one_residual(matrix(2, 2, {1, 1, 3, 1}).view()) == doctest::Approx(std::sqrt(2.0 / 12)));
    CHECK(rank_one_residual(matrix(2, 2, {0, 0, 0, 0}).view()) == 0);
    CHECK(quiet_share(matrix(2, 4, {0, 1, 0, 0, 0, 0, 0, -2}).view(), 0) == doctest::Approx(0.5));
    // Bound 0.01 · 2: the first column is within it, the third is not.
    CHECK(quiet_share(matrix(2, 4, {0.01F, 1, 0.03F, 0, -0.02F, 0, 0, -2}).view(), 0.01) == doctest::Approx(0.25));
    CHECK(quiet_share(matrix(2, 2, {0, 0, 0, 0}).view(), 0.01) == 1);
}

TEST_CASE("attention alone collapses to rank one; residual connections prevent it") {
    for (const std::uint64_t seed : {0, 1, 2}) {
        CAPTURE(seed);
        const DeepStack setting{.layers = 8, .seed = seed};
        const StreamDepth alone = stream_depth(setting, StackKind::attention),
                          residual = stream_depth(setting, StackKind::with_residual),
                          both = stream_depth(setting, StackKind::with_both);
        REQUIRE(alone.similarity.size() == 9);
        CHECK(alone.residual[0] > 0.8);
        CHECK(alone.residual[8] < 1e-3);
        CHECK(alone.similarity[8] > 0.9999);
        // At least a tenth is lost in each block until single precision ends it.
        for (std::size_t l = 1; l <= 8; ++l)
            if (alone.residual[l] > 1e-5) CHECK(alone.residual[l] < 0.9 * alone.residual[l - 1]);
        CHECK(residual.residual[8] > 0.15);
        CHECK(residual.residual[8] > 100 * alone.residual[8]);
        CHECK(both.residual[8] > 0.3);
        // All start from the same embeddings.
        for (const StreamDepth* other : {&residual, &both}) {
            CHECK(other->residual[0] == alone.residual[0]);
            CHECK(other->similarity[0] == alone.similarity[0]);
            CHECK(other->norm[0] == alone.norm[0]);
        }
        CHECK(alone.norm[8] < alone.norm[0]);  // mixtures of alike vectors, through random matrices
        CHECK(both.norm[8] > both.norm[0]);    // every sublayer adds
        CHECK(alone.stream.shape.size(0) == setting.tokens);
        CHECK(rank_one_residual(alone.stream.view()) == alone.residual[8]);
    }
}

TEST_CASE("hidden units that are 0 for all tokens are counted where there is an MLP, and only ReLU has such") {
    DeepStack setting{.layers = 3, .activation = "relu"};
    CHECK(stream_depth(setting, StackKind::attention).dead.empty());
    CHECK(stream_depth(setting, StackKind::with_residual).dead.empty());
    const StreamDepth relu = stream_depth(setting, StackKind::with_mlp);
    REQUIRE(relu.dead.size() == 3);
    // Tokens that are all alike switch the same half of the units off.
    CHECK(relu.dead.back() > 0.3);
    CHECK(relu.dead.back() < 0.7);
    CHECK(stream_depth(setting, StackKind::with_both).dead.front() < 0.3);
    setting.activation = "gelu";
    const StreamDepth gelu = stream_depth(setting, StackKind::with_mlp);
    for (const double dead : gelu.dead) CHECK(dead == 0);
    // What is within a bound counts at least what is 0.
    REQUIRE(gelu.quiet.size() == 3);
    for (std::size_t block = 0; block < 3; ++block) CHECK(relu.quiet[block] >= relu.dead[block]);
    CHECK(is_zero_below_zero("relu"));
    CHECK_FALSE(is_zero_below_zero("gelu"));
    for (const char* smooth : {"silu", "gelu_tanh", "tanh", "sigmoid"}) CHECK_FALSE(is_zero_below_zero(smooth));
    CHECK_THROWS_AS(static_cast<void>(is_zero_below_zero("none of these")), Error);
    CHECK_THROWS_AS(static_cast<void>(stream_depth({.layers = 2, .d_model = 0}, StackKind::with_mlp)), Error);
}

TEST_CASE("gradients by block: post-norm's is about √L times pre-norm's at the last block, as from a claim") {
    for (const int layers : {4, 16}) {
        CAPTURE(layers);
        double ratio = 0;
        for (const std::uint64_t seed : {0, 1, 2}) {
            const DeepStack setting{.layers = layers, .d_model = 64, .tokens = 32, .seed = seed};
            const DepthGradients pre = depth_gradients(setting, BlockOrder::pre_norm),
                                 post = depth_gradients(setting, BlockOrder::post_norm);
            REQUIRE(pre.stream.size() == static_cast<std::size_t>(layers));
            REQUIRE(post.parameters.size() == pre.parameters.size());
            ratio += post.stream.back() / pre.stream.back() / 3;
            CHECK(post.parameters.back() > pre.parameters.back());
        }
        CHECK(ratio > 0.5 * std::sqrt(layers));
        CHECK(ratio < 2 * std::sqrt(layers));
    }
}

TEST_CASE(
    "without residual connections the gradient fades on its way to the first block; another seed, other numbers") {
    for (const std::uint64_t seed : {0, 1, 2}) {
        CAPTURE(seed);
        const DeepStack setting{.layers = 16, .seed = seed};
        const DepthGradients none = depth_gradients(setting, BlockOrder::no_residual),
                             pre = depth_gradients(setting, BlockOrder::pre_norm);
        // Pre-norm's grows on its way back, by what each block adds.
        CHECK(none.stream.front() < none.stream.back());
        CHECK(pre.stream.front() > 2 * pre.stream.back());
        DeepStack other = setting;
        other.seed = seed + 7;
        CHECK(depth_gradients(other, BlockOrder::pre_norm).stream != pre.stream);
        CHECK(depth_gradients(setting, BlockOrder::pre_norm).stream == pre.stream);
    }
}

TEST_CASE("the mean over draws is the geometric one of each block, and what it says holds for each seed") {
    const DeepStack setting{.layers = 8, .d_model = 16, .seed = 3};
    const std::atomic<bool> going = false;
    std::vector<DepthDraw> draws;
    for (int draw = 0; draw < depth_draws; ++draw) draws.push_back(depth_draw(setting, draw, going));
    DeepStack second = setting;
    second.seed = 3 * depth_draws + 1;
    CHECK(draws[1][2].stream == depth_gradients(second, BlockOrder::pre_norm).stream);
    CHECK(draws[1][2].stream != draws[0][2].stream);
    const DepthGradients post = mean_gradients(draws, BlockOrder::post_norm);
    double product = 1, parameters = 1;
    for (const DepthDraw& draw : draws) product *= draw[1].stream[3], parameters *= draw[1].parameters[7];
    CHECK(post.stream[3] == doctest::Approx(std::pow(product, 1.0 / depth_draws)));
    CHECK(post.parameters[7] == doctest::Approx(std::pow(parameters, 1.0 / depth_draws)));
    CHECK(mean_gradients(std::span(draws).first(1), BlockOrder::post_norm).stream[5] ==
          doctest::Approx(draws[0][1].stream[5]));
    // A draw alone may say the contrary; the mean of any seed says the same.
    for (const std::uint64_t seed : {0, 1, 2}) {
        CAPTURE(seed);
        DeepStack other = setting;
        other.layers = 12, other.seed = seed;
        draws.clear();
        for (int draw = 0; draw < depth_draws; ++draw) draws.push_back(depth_draw(other, draw, going));
        const DepthGradients none = mean_gradients(draws, BlockOrder::no_residual),
                             pre = mean_gradients(draws, BlockOrder::pre_norm),
                             last = mean_gradients(draws, BlockOrder::post_norm);
        CHECK(none.stream.front() < 0.7 * none.stream.back());
        CHECK(2 * draws_that_fade(draws, BlockOrder::no_residual) > depth_draws);
        CHECK(pre.stream.front() > 1.5 * pre.stream.back());
        CHECK(draws_that_fade(draws, BlockOrder::pre_norm) == 0);
        // What pre-norm's final norm divides by is what its gradient is smaller by, of the order of √L.
        CHECK(last.stream.back() / pre.stream.back() == doctest::Approx(pre.deviation).epsilon(0.25));
        CHECK(pre.deviation > 0.5 * std::sqrt(12));
        CHECK(pre.deviation < 2 * std::sqrt(12));
        CHECK(last.deviation == 0);
    }
    const std::atomic<bool> stopped = true;
    CHECK(depth_draw(setting, 0, stopped)[0].stream.empty());
}

TEST_SUITE_END();
