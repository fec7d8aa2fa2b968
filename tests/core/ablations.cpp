// The stored pairs of loss curves show what their titles say, and are what the trainer makes.
// ctest: alone 2 s, optimised only
#include "core/train/ablations/ablations.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <span>

#include "core/base/error.h"
#include "core/train/train_task.h"
#include "tests/support/support.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;

namespace {

AblationCurves stored(std::string_view name) {
    return load_ablation(test::source_dir() / "assets" / "ablations" / (std::string(name) + ".json"));
}

}  // namespace

TEST_SUITE_BEGIN("ablations");

TEST_CASE("every ablation has its stored curves, with its settings") {
    std::set<std::string_view> names;
    for (const Ablation& ablation : all_ablations()) {
        CAPTURE(ablation.name);
        CHECK(names.insert(ablation.name).second);
        CHECK(&require_ablation(ablation.name) == &ablation);
        const AblationCurves curves = stored(ablation.name);
        CHECK(curves.name == ablation.name);
        CHECK(curves.title == ablation.title);
        CHECK(curves.sentence == ablation.sentence);
        CHECK(curves.command == "glassformer measure ablations --out ablations");
        CHECK(curves.seed == static_cast<std::int64_t>(ablation.training.seed));
        REQUIRE(curves.curves.size() == ablation.variants.size());
        for (std::size_t v = 0; v < curves.curves.size(); ++v) {
            const LossCurve& curve = curves.curves[v];
            CHECK(curve.label == ablation.variants[v].label);
            if (curve.diverged_at == 0) CHECK(static_cast<int>(curve.loss.size()) == ablation.training.steps);
            const auto by_name = [](std::vector<std::pair<std::string, double>> settings) {
                std::ranges::sort(settings);
                return settings;
            };
            const TrainOptions options = options_of(ablation, ablation.variants[v]);
            CHECK(by_name(curve.training) == by_name(settings_of(options, static_cast<int>(curve.loss.size()))));
            config_of(ablation, ablation.variants[v]);
        }
    }
    CHECK_THROWS_WITH_AS(require_ablation("dropout"),
                         doctest::Contains("there is no ablation \"dropout\"; there are attention-scale, "), Error);
}

TEST_CASE("undivided scores slow one block of one head down") {
    const AblationCurves curves = stored("attention-scale");
    CHECK(loss_at(curves.curves[0], 100) < 0.5);
    CHECK(loss_at(curves.curves[1], 100) > 0.8);
    CHECK(loss_at(curves.curves[0], 200) < 0.3);
    CHECK(loss_at(curves.curves[1], 200) > 0.6);
}

TEST_CASE("eight blocks without residual connections do not learn, with them they do") {
    const AblationCurves curves = stored("residual");
    CHECK(loss_at(curves.curves[0], 100) < 0.8);
    CHECK(loss_at(curves.curves[0], 200) < 0.4);
    for (int step = 20; step <= 200; step += 5) CHECK(loss_at(curves.curves[1], step) > 2.2);
}

TEST_CASE("eight blocks learn slower without norm") {
    const AblationCurves curves = stored("norm");
    CHECK(loss_at(curves.curves[0], 200) < 0.4);
    CHECK(loss_at(curves.curves[1], 200) > 1.5 * loss_at(curves.curves[0], 200));
    CHECK(loss_at(curves.curves[1], 200) < 2.2);
}

TEST_CASE("post-norm needs a warm-up, pre-norm does not") {
    const AblationCurves curves = stored("norm-placement");
    CHECK(loss_at(curves.curves[0], 100) < 0.7);
    for (int step = 25; step <= 150; step += 25) CHECK(loss_at(curves.curves[1], step) > 2.2);
    CHECK(loss_at(curves.curves[2], 150) < 1.6);
}

TEST_CASE("plain gradient descent at a high rate explodes unless gradients are clipped") {
    const AblationCurves curves = stored("clipping");
    CHECK(curves.curves[0].diverged_at == 0);
    CHECK(loss_at(curves.curves[0], 150) < 1);
    CHECK(curves.curves[1].diverged_at > 0);
    CHECK(std::ranges::max(std::span(curves.curves[1].loss).first(30)) > 1e6);
    CHECK(static_cast<int>(curves.curves[1].loss.size()) == curves.curves[1].diverged_at - 1);
    CHECK(*std::ranges::max_element(curves.curves[1].loss) > 100);
    // The norms are those before clipping: both runs have the same first gradient, and the one that is not clipped has
    // far larger ones in the end.
    const std::vector<double>&clipped = curves.curves[0].gradient_norm, &free = curves.curves[1].gradient_norm;
    REQUIRE(clipped.size() == curves.curves[0].loss.size());
    REQUIRE(free.size() == curves.curves[1].loss.size());
    CHECK(clipped.front() == free.front());
    CHECK(std::ranges::max(clipped) > 0.5);
    CHECK(std::ranges::max(free) > 100 * std::ranges::max(clipped));
}

TEST_CASE("AdamW at a high rate learns with warm-up and clipping, and much slower without") {
    const AblationCurves curves = stored("warm-up");
    CHECK(loss_at(curves.curves[0], 150) < 0.5);
    CHECK(loss_at(curves.curves[1], 150) > 2 * loss_at(curves.curves[0], 150));
}

TEST_CASE("the trainer makes the stored curves again") {
    constexpr int steps = 40;
    for (const char* name : {"attention-scale", "clipping"}) {
        const Ablation& ablation = require_ablation(name);
        const AblationCurves curves = stored(name);
        for (std::size_t v = 0; v < curves.curves.size(); ++v) {
            CAPTURE(curves.curves[v].label);
            const LossCurve again =
                run_variant(ablation, ablation.variants[v], [](int step, int) { return step < steps; });
            // Other processors round otherwise, and training makes the difference larger from step to step.
            for (std::size_t t = 0; t < 5; ++t)
                CHECK(again.loss.at(t) == doctest::Approx(curves.curves[v].loss.at(t)).epsilon(2e-3));
            CHECK(again.gradient_norm.size() == (ablation.keeps_norms ? again.loss.size() : 0));
            for (std::size_t t = 0; t < 5 && ablation.keeps_norms; ++t)
                CHECK(again.gradient_norm.at(t) == doctest::Approx(curves.curves[v].gradient_norm.at(t)).epsilon(1e-2));
            if (curves.curves[v].diverged_at == 0)
                CHECK(loss_at(again, steps) == doctest::Approx(loss_at(curves.curves[v], steps)).epsilon(0.1));
            else
                CHECK(std::ranges::max(again.loss) > 100);
        }
    }
}

TEST_CASE("curves come back as they were saved, with four digits") {
    const TemporaryFolder folder;
    AblationCurves curves{.name = "n", .title = "t", .sentence = "s", .command = "c", .seed = 3, .curves = {}};
    curves.curves.push_back({.label = "a",
                             .training = {{"clip", 0.5}, {"steps", 7}},
                             .loss = {2.30312, 49012},
                             .gradient_norm = {0.51237, 1e9}});
    curves.curves.push_back({.label = "b", .training = {{"clip", 0}}, .loss = {}, .diverged_at = 1});
    save_ablation(folder / "n.json", curves);
    curves.curves[0].loss = {2.303, 49010};
    curves.curves[0].gradient_norm = {0.5124, 1e9};
    CHECK(load_ablation(folder / "n.json") == curves);
    curves.curves[0].gradient_norm.pop_back();
    save_ablation(folder / "short.json", curves);
    CHECK_THROWS_WITH_AS(load_ablation(folder / "short.json"),
                         doctest::Contains("needs as many numbers in \"gradient_norm\" as in \"loss\""), Error);
    CHECK_THROWS_WITH_AS(loss_at(curves.curves[0], 5), doctest::Contains("the curve \"a\" has 2 steps"), Error);
}

TEST_SUITE_END();
