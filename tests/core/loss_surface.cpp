// The loss over a plane of weight space, against losses that are known by another way.
// ctest: optimised too
#include "core/train/surface/loss_surface.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <mutex>
#include <set>

#include "core/base/error.h"
#include "core/base/thread_pool.h"
#include "core/train/perplexity.h"
#include "core/train/surface/directions.h"
#include "core/train/surface/filters.h"
#include "core/train/surface/projection.h"
#include "core/train/surface/surface_samples.h"
#include "core/train/trainer.h"

using namespace glassformer;

namespace {

ModelConfig tiny(const std::string& more = R"("positional": {"kind": "learned"})") {
    return parse_config(R"({"architecture": "decoder", "vocab_size": 7, "d_model": 8, "n_heads": 2, "d_ff": 12,
                            "n_layers": 1, "max_seq_len": 9, "head_bias": true, )" +
                            more + "}",
                        "a test");
}

Weights random_weights(const ModelConfig& config, std::uint64_t seed) {
    return initial_weights(config, seed, {.std = 0.3F, .scale_residual = false});
}

void draw(Random& random, Sample& sample) {
    const int length = 3 + random.below(6);
    for (int i = 0; i < length; ++i) {
        sample.tokens.push_back(random.below(7));
        sample.labels.push_back(random.below(4) == 0 ? -1 : random.below(7));
    }
    sample.labels[0] = sample.tokens[1];
}

std::vector<Sample> texts(int count, std::uint64_t seed = 5) {
    Random random(seed);
    std::vector<Sample> samples(static_cast<std::size_t>(count));
    for (Sample& sample : samples) draw(random, sample);
    return samples;
}

/// centre + a · first + b · second, number by number.
Weights moved(const Weights& centre, const Directions& directions, double a, double b) {
    Weights weights;
    std::size_t at = 0;
    for (const Parameter& parameter : centre.parameters) {
        const auto tensor = std::make_shared<Tensor>(parameter.shape);
        for (std::size_t i = 0; i < tensor->data.size(); ++i, ++at)
            tensor->data[i] = static_cast<float>(static_cast<double>(parameter.data[i]) +
                                                 a * static_cast<double>(directions[0].values[at]) +
                                                 b * static_cast<double>(directions[1].values[at]));
        weights.parameters.push_back({parameter.name, parameter.shape, tensor->data.data(), tensor});
    }
    return weights;
}

/// The mean cross entropy by way of the logits, text by text.
double loss_by_logits(const ModelConfig& config, const Weights& weights, const std::vector<Sample>& samples) {
    return surprise(config, weights, samples).nats();
}

/// Copies of the weights that may be written.
Weights writable(const Weights& weights, std::vector<std::shared_ptr<Tensor>>& tensors) {
    Weights copy;
    for (const Parameter& parameter : weights.parameters) {
        const auto tensor = std::make_shared<Tensor>(parameter.shape);
        std::copy_n(parameter.data, tensor->data.size(), tensor->data.begin());
        tensors.push_back(tensor);
        copy.parameters.push_back({parameter.name, parameter.shape, tensor->data.data(), tensor});
    }
    return copy;
}

std::size_t offset_of(const Weights& weights, std::string_view name) {
    std::size_t at = 0;
    for (const Parameter& parameter : weights.parameters) {
        if (parameter.name == name) return at;
        at += parameter.shape.count();
    }
    FAIL(name);
    return 0;
}

SliceRequest slice(int points, double range = 1) {
    return {.extents = {{{-range, range}, {-range, range}}}, .points = points};
}

bool same_bits(const LossSurface& a, const LossSurface& b) {
    return a.losses.size() == b.losses.size() &&
           std::memcmp(a.losses.data(), b.losses.data(), a.losses.size() * sizeof(double)) == 0;
}

}  // namespace

TEST_SUITE_BEGIN("loss_surface");

TEST_CASE("the loss at the centre is the trainer's own, and that of the logits") {
    const ModelConfig config = tiny();
    TrainOptions options;
    options.steps = 4;
    options.batch = 12;
    options.seed = 3;
    std::vector<Sample> batch;
    Trainer trainer(config, options, [&](Random& random, Sample& sample) {
        draw(random, sample);
        batch.push_back(sample);
    });
    for (int step = 0; step < 3; ++step) {
        batch.clear();
        const Weights before = trainer.copy_weights();
        const double loss = trainer.step().loss;
        const auto surface = loss_surface(config, before, random_directions(before, 1), slice(3), batch, nullptr);
        REQUIRE(surface);
        CHECK(surface->centre == loss);
        CHECK(surface->at(1, 1) == loss);
        CHECK(surface->centre == doctest::Approx(loss_by_logits(config, before, batch)).epsilon(1e-6));
    }
}

TEST_CASE("a point has the loss of weights that are moved by hand, whatever the encoding, also in several batches") {
    for (const char* more : {R"("positional": {"kind": "learned"})", R"("positional": {"kind": "transformer_xl"})",
                             R"("positional": {"kind": "t5"}, "tie_embeddings": true)"}) {
        CAPTURE(more);
        const ModelConfig config = tiny(more);
        const Weights centre = random_weights(config, 2);
        const Directions directions = random_directions(centre, 9, VectorParameters::one_filter);
        const std::vector<Sample> samples = texts(150);  // three batches
        const auto surface = loss_surface(config, centre, directions,
                                          {.extents = {{{-1, 0.5}, {-0.25, 2}}}, .points = 4}, samples, nullptr);
        REQUIRE(surface);
        CHECK(surface->axes[0] == std::vector{-1.0, -0.5, 0.0, 0.5});
        CHECK(surface->axes[1] == std::vector{-0.25, 0.5, 1.25, 2.0});
        CHECK(surface->not_finite == 0);
        for (const auto& [i, j] : std::vector<std::pair<int, int>>{{0, 0}, {3, 0}, {0, 3}, {1, 2}, {2, 1}}) {
            const double a = surface->axes[0][static_cast<std::size_t>(i)];
            const double b = surface->axes[1][static_cast<std::size_t>(j)];
            const double direct = loss_by_logits(config, moved(centre, directions, a, b), samples);
            CHECK(surface->at(static_cast<std::size_t>(i), static_cast<std::size_t>(j)) ==
                  doctest::Approx(direct).epsilon(1e-6));
            CHECK(std::abs(direct - surface->centre) > 1e-4 * static_cast<double>(a != 0 || b != 0));
        }
    }
}

TEST_CASE("two biases of the head move a loss that is known in closed form, the same for both") {
    // Zero weights: the logits are the biases. Labels 0 and 1 alike: L(a, b) = ln(e^a + e^b + 5) - (a + b) / 2.
    const ModelConfig config = tiny();
    std::vector<std::shared_ptr<Tensor>> tensors;
    const Weights centre = writable(random_weights(config, 1), tensors);
    for (const auto& tensor : tensors) std::ranges::fill(tensor->data, 0.0F);
    Directions unit;
    const std::size_t bias = offset_of(centre, "head.bias");
    for (std::size_t d = 0; d < 2; ++d) {
        unit[d].values.assign(centre.count(), 0.0F);
        unit[d].values[bias + d] = 1;
    }
    const std::vector<Sample> samples{{.tokens = {2, 3, 4}, .target_tokens = {}, .labels = {0, -1, 1}}};
    const auto surface = loss_surface(config, centre, unit, slice(9, 2), samples, nullptr);
    REQUIRE(surface);
    CHECK(surface->centre == doctest::Approx(std::log(7.0)).epsilon(1e-7));
    for (std::size_t j = 0; j < 9; ++j)
        for (std::size_t i = 0; i < 9; ++i) {
            const double a = surface->axes[0][i], b = surface->axes[1][j];
            CHECK(surface->at(i, j) ==
                  doctest::Approx(std::log(std::exp(a) + std::exp(b) + 5) - (a + b) / 2).epsilon(1e-6));
            CHECK(surface->at(i, j) == doctest::Approx(surface->at(j, i)).epsilon(1e-6));
        }
}

TEST_CASE("the same seed gives the same grid to the last bit, on one thread and on three" *
          doctest::test_suite("threads")) {
    const ModelConfig config = tiny();
    const Weights centre = random_weights(config, 4);
    const std::vector<Sample> samples = texts(20);
    ThreadPool one(1), three(3);
    const auto grid = [&](std::uint64_t seed, ThreadPool* pool) {
        std::vector<int> seen;
        const auto surface = loss_surface(config, centre, random_directions(centre, seed), slice(5), samples, pool,
                                          [&](int done, int total) {
                                              CHECK(total == 25);
                                              seen.push_back(done);
                                              return true;
                                          });
        REQUIRE(surface);
        REQUIRE(seen.size() == 25);
        for (int i = 0; i < 25; ++i) CHECK(seen[static_cast<std::size_t>(i)] == i + 1);
        return *surface;
    };
    const LossSurface first = grid(6, nullptr);
    CHECK(same_bits(first, grid(6, nullptr)));
    CHECK(same_bits(first, grid(6, &one)));
    CHECK(same_bits(first, grid(6, &three)));
    CHECK_FALSE(same_bits(first, grid(7, &three)));
}

TEST_CASE("a callback that says no ends it, and nothing is given back" * doctest::test_suite("threads")) {
    const ModelConfig config = tiny();
    const Weights centre = random_weights(config, 4);
    ThreadPool pool(3);
    for (ThreadPool* threads : {static_cast<ThreadPool*>(nullptr), &pool}) {
        int calls = 0;
        const auto surface = loss_surface(config, centre, random_directions(centre, 1), slice(41), texts(4), threads,
                                          [&](int, int) { return ++calls < 7; });
        CHECK_FALSE(surface);
        CHECK(calls == 7);
    }
}

TEST_CASE("filters are columns of matrices, rows of tables, and none in a vector") {
    const auto count = [](const Shape& shape) { return filter_count(shape); };
    CHECK(count({{Axis::d_model, 4}, {Axis::heads, 6}}) == 6);
    CHECK(count({{Axis::vocab, 9}, {Axis::d_model, 4}}) == 9);
    CHECK(count({{Axis::d_model, 4}, {Axis::vocab, 9}}) == 9);  // the head: a filter a logit
    CHECK(count({{Axis::offset, 5}, {Axis::d_head, 4}}) == 5);
    CHECK(count({{Axis::offset, 3}, {Axis::d_model, 4}, {Axis::d_model, 4}}) == 4);
    CHECK(count({{Axis::bucket, 8}, {Axis::head, 2}}) == 2);
    CHECK(count({{Axis::d_model, 4}}) == 0);
    CHECK(filter_at({{Axis::d_model, 4}, {Axis::heads, 6}}, 13) == 1);
    CHECK(filter_at({{Axis::vocab, 9}, {Axis::d_model, 4}}, 13) == 3);
    CHECK(filter_at({{Axis::offset, 3}, {Axis::d_model, 4}, {Axis::d_model, 4}}, 30) == 2);
}

TEST_CASE("every filter of a random direction is as long as that of the weights; vectors are zero or one filter") {
    std::vector<std::shared_ptr<Tensor>> tensors;
    const Weights weights = writable(random_weights(tiny(), 8), tensors);
    const std::size_t embeddings = offset_of(weights, "embed.tokens.weight");
    REQUIRE(embeddings == 0);
    std::fill_n(tensors[0]->data.begin() + 8, 8, 0.0F);  // token 1: a filter of length 0
    for (const VectorParameters vectors : {VectorParameters::zero, VectorParameters::one_filter}) {
        const Directions directions = random_directions(weights, 3, vectors);
        for (const Direction& direction : directions) {
            REQUIRE(direction.values.size() == weights.count());
            const float* values = direction.values.data();
            for (const Parameter& parameter : weights.parameters) {
                CAPTURE(parameter.name);
                // By hand: rows of embeddings and positions, columns of all other matrices, vectors as a whole.
                const bool rows = parameter.name.starts_with("embed."), vector = parameter.shape.rank() == 1;
                const std::size_t width = static_cast<std::size_t>(parameter.shape.cols()),
                                  height = parameter.shape.rows();
                const std::size_t count = vector ? 1 : rows ? height : width;
                for (std::size_t f = 0; f < count; ++f) {
                    double drawn = 0, wanted = 0;
                    for (std::size_t r = 0; r < height; ++r)
                        for (std::size_t c = 0; c < width; ++c) {
                            if (!vector && f != (rows ? r : c)) continue;
                            drawn += std::pow(static_cast<double>(values[r * width + c]), 2);
                            wanted += std::pow(static_cast<double>(parameter.data[r * width + c]), 2);
                        }
                    if (vector && vectors == VectorParameters::zero) wanted = 0;
                    CHECK(std::sqrt(drawn) == doctest::Approx(std::sqrt(wanted)).epsilon(1e-5));
                }
                values += parameter.shape.count();
            }
        }
        // Two draws, not one twice, and nearly orthogonal.
        CHECK(std::abs(dot(directions[0], directions[1])) < 0.3 * dot(directions[0], directions[0]));
        CHECK(random_directions(weights, 3, vectors)[1].values == directions[1].values);
        CHECK(random_directions(weights, 4, vectors)[0].values != directions[0].values);
    }
}

TEST_CASE("the axis between two models has their losses at 0 and 1, the plane through three has all three") {
    const ModelConfig config = tiny();
    const Weights a = random_weights(config, 1), b = random_weights(config, 2), c = random_weights(config, 3);
    const std::vector<Sample> samples = texts(10);
    const SliceRequest unit{.extents = {{{0, 1}, {0, 1}}}, .points = 3};
    const auto surface = loss_surface(config, a, plane_through(a, b, c), unit, samples, nullptr);
    REQUIRE(surface);
    CHECK(surface->centre == doctest::Approx(loss_by_logits(config, a, samples)).epsilon(1e-6));
    CHECK(surface->at(0, 0) == surface->centre);
    CHECK(surface->at(2, 0) == doctest::Approx(loss_by_logits(config, b, samples)).epsilon(1e-6));
    CHECK(surface->at(0, 2) == doctest::Approx(loss_by_logits(config, c, samples)).epsilon(1e-6));
    CHECK(std::abs(surface->at(2, 0) - surface->at(0, 2)) > 1e-3);

    const Directions plane = plane_through(a, b, c, true);
    CHECK(plane[0].values == direction_between(a, b).values);
    CHECK(std::abs(dot(plane[0], plane[1])) < 1e-6 * dot(plane[0], plane[0]));
    const PlanePoint at = project(std::vector{c}, a, plane).front();
    CHECK(at.second == doctest::Approx(1).epsilon(1e-5));
    CHECK(at.first == doctest::Approx(dot(direction_between(a, c), plane[0]) / dot(plane[0], plane[0])).epsilon(1e-5));
    CHECK(at.share == doctest::Approx(1).epsilon(1e-6));
}

TEST_CASE("a path is found again in the plane, and only as much of it as lies there") {
    const ModelConfig config = tiny();
    const Weights centre = random_weights(config, 1);
    Directions directions = random_directions(centre, 2);
    for (std::size_t i = 0; i < directions[1].values.size(); ++i)
        directions[1].values[i] += 0.5F * directions[0].values[i];  // far from orthogonal
    const std::vector<Weights> path{centre, moved(centre, directions, 0.3, -0.2), moved(centre, directions, -1, 2)};
    const std::vector<PlanePoint> found = project(path, centre, directions);
    REQUIRE(found.size() == 3);
    CHECK(found[0].first == 0);
    CHECK(found[0].second == 0);
    CHECK(found[0].share == 1);
    CHECK(found[1].first == doctest::Approx(0.3).epsilon(1e-5));
    CHECK(found[1].second == doctest::Approx(-0.2).epsilon(1e-5));
    CHECK(found[1].share == doctest::Approx(1).epsilon(1e-6));
    CHECK(found[2].first == doctest::Approx(-1).epsilon(1e-5));
    CHECK(found[2].second == doctest::Approx(2).epsilon(1e-5));

    // 3 of a unit direction and 4 of one beside the plane: 3 of the distance 5 are seen.
    Directions units, beside;
    for (std::size_t d = 0; d < 2; ++d) {
        units[d].values.assign(centre.count(), 0.0F);
        units[d].values[d] = 1;
        beside[d].values.assign(centre.count(), 0.0F);
    }
    beside[0].values[0] = 3;
    beside[1].values[5] = 4;
    const PlanePoint seen = project(std::vector{moved(centre, beside, 1, 1)}, centre, units).front();
    CHECK(seen.first == doctest::Approx(3).epsilon(1e-6));
    CHECK(seen.second == doctest::Approx(0));
    CHECK(seen.share == doctest::Approx(0.6).epsilon(1e-6));

    CHECK_THROWS_WITH_AS(project(path, centre, {directions[0], directions[0]}),
                         "two directions that are zero or parallel span no plane", Error);
}

TEST_CASE("losses beyond the numbers are kept and counted") {
    const ModelConfig config = tiny();
    const Weights centre = random_weights(config, 1);
    Directions far = random_directions(centre, 2);
    const std::size_t bias = offset_of(centre, "head.bias");
    far[0].values[bias] = std::numeric_limits<float>::lowest();  // the label's
    far[0].values[bias + 1] = std::numeric_limits<float>::max();
    const std::vector<Sample> samples{{.tokens = {2, 3}, .target_tokens = {}, .labels = {0, -1}}};
    const auto surface = loss_surface(config, centre, far, slice(3), samples, nullptr);
    REQUIRE(surface);
    CHECK(surface->not_finite == 3);
    for (std::size_t j = 0; j < 3; ++j) {
        CHECK(std::isfinite(surface->at(0, j)));
        CHECK(std::isfinite(surface->at(1, j)));
        CHECK(surface->at(2, j) == INFINITY);
    }
}

TEST_CASE("what makes no surface is said in a sentence") {
    const ModelConfig config = tiny();
    std::vector<std::shared_ptr<Tensor>> tensors;
    const Weights centre = writable(random_weights(config, 1), tensors);
    const Directions directions = random_directions(centre, 1);
    const std::vector<Sample> samples = texts(4);
    const auto refused = [&](const SliceRequest& request, const std::vector<Sample>& on) {
        try {
            loss_surface(config, centre, directions, request, on, nullptr);
        } catch (const Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK(refused(slice(2), samples) == "a loss surface has 3 to 201 points a side, got 2");
    CHECK(refused(slice(202), samples) == "a loss surface has 3 to 201 points a side, got 202");
    CHECK(refused(slice(3, -2), samples) == "an axis of a loss surface must begin before it ends, got 2 to -2");
    CHECK(refused(slice(3, INFINITY), samples).find("must begin before it ends") != std::string::npos);
    CHECK(refused(slice(3), {}) == "there are no texts to measure the loss on");
    const auto one = [](int token, int label) {
        return std::vector<Sample>{{.tokens = {token}, .target_tokens = {}, .labels = {label}}};
    };
    CHECK(refused(slice(3), one(1, -1)) == "no position of the texts is labeled: there is no loss to measure");
    CHECK(refused(slice(3), one(7, 1)).find("the token 7, and it knows 7") != std::string::npos);
    CHECK(refused(slice(3), one(1, 7)).find("the label 7, and it knows 7") != std::string::npos);
    CHECK_THROWS_WITH_AS(loss_surface(config, centre, {directions[0], {}}, slice(3), samples, nullptr),
                         doctest::Contains("a direction has 0 numbers, but the model has "), Error);
    const Weights larger = random_weights(parse_config(R"({"architecture": "decoder", "vocab_size": 7, "d_model": 16,
        "n_heads": 2, "n_layers": 1, "max_seq_len": 9})",
                                                       "larger"),
                                          1);
    CHECK_THROWS_WITH_AS(direction_between(centre, larger),
                         doctest::Contains("embed.tokens.weight has the shape [vocab 7, d_model 8] in one and "),
                         Error);

    const float before = tensors[0]->data[0];
    tensors[0]->data[0] = std::numeric_limits<float>::quiet_NaN();
    CHECK(refused(slice(3), samples) ==
          "the weights hold numbers that are not finite, so there is no loss surface around them");
    tensors[0]->data[0] = before;
    for (float& value : tensors.back()->data) value = std::numeric_limits<float>::max();  // head.bias
    tensors.back()->data[0] = std::numeric_limits<float>::lowest();
    CHECK(refused(slice(3), one(1, 0)).find("the loss at the model's own weights is ") == 0);
}

TEST_CASE("held-out texts come from the seed alone") {
    const Task& task = require_task("sort");
    const std::vector<Sample> some = surface_samples(task, 3, 6), again = surface_samples(task, 3, 4);
    REQUIRE(some.size() == 6);
    for (std::size_t i = 0; i < 4; ++i) CHECK(some[i].tokens == again[i].tokens);
    CHECK(surface_samples(task, 4, 1)[0].tokens != some[0].tokens);
    CHECK_THROWS_WITH_AS(surface_samples(task, 1, 0), "a loss surface needs at least 1 text, got 0", Error);
    CHECK_THROWS_WITH_AS(surface_samples(require_task("characters"), 1, 1),
                         doctest::Contains("has no held-out texts of its own"), Error);
}

TEST_SUITE_END();
