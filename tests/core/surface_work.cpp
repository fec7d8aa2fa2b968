// The surface of a training as a window has it computed, beside the frames: its numbers are those of loss_surface(),
// what is known is not computed again, and the comparison is the same training without residual connections.
// ctest: optimised too
#include "core/train/surface/surface_work.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <thread>

#include "core/base/error.h"
#include "core/train/surface/surface_samples.h"
#include "core/train/surface/without_residual.h"
#include "tests/support/trainings.h"

using namespace glassformer;
using test::comes_true;
using test::same_bits;
using test::small_plan;

namespace {

/// Of the smallest model there is.
TrainingPlan lookup_plan(std::uint64_t seed) {
    TrainRequest request;
    request.task = "soft-lookup";
    request.seed = seed;
    request.steps = 12;
    request.batch = 4;
    return training_plan(request);
}

/// A finished training of a small model.
TrainingSession::Snapshot trained(const TrainingPlan& plan, int steps) {
    TrainingSession session(plan, {});
    if (steps > 0) session.step(steps);
    session.wait();
    return session.shown();
}

SurfaceRequest request_of(const TrainingSession::Snapshot& shown, int step, const SurfaceSettings& settings) {
    return {.plan = shown.plan,
            .centre = shown.history->nearest(step),
            .path = thinned_path(*shown.history, step, 4),
            .settings = settings};
}

void end(const SurfaceWork& work) {
    CHECK(comes_true([&] { return work.idle(); }));
}

}  // namespace

TEST_SUITE_BEGIN("surface_work");

TEST_CASE("every point of the surface, its center and its path are what the core measures") {
    const TrainingSession::Snapshot shown = trained(small_plan("coreference", 3), 12);
    SurfaceSettings settings{.seed = 5, .extent = 0.5F, .points = 9};
    SurfaceWork work([] {});
    const SurfaceRequest request = request_of(shown, 12, settings);
    REQUIRE(request.centre.step == 12);
    work.start(request);
    end(work);
    const SurfaceWork::Snapshot now = work.shown();
    CHECK(now.error == "");
    REQUIRE(now.result);
    const SurfaceResult& result = *now.result;
    CHECK_FALSE(result.coarse());
    CHECK(work.knows(request));

    const std::vector<Sample> samples = surface_samples(shown.plan->task, 1, surface_texts);
    const Weights& centre = *request.centre.weights;
    const Directions directions = random_directions(centre, 5);
    const Extent reach{.from = -0.5, .to = 0.5};
    const auto measured = loss_surface(shown.plan->config, centre, directions, {.extents = {reach, reach}, .points = 9},
                                       samples, nullptr);
    REQUIRE(measured);
    CHECK(result.surface.losses == measured->losses);
    CHECK(result.surface.axes == measured->axes);
    CHECK(result.surface.centre == measured->centre);

    // The center and every step have the loss of the training's own curve: the same held-out texts.
    CHECK(static_cast<float>(result.surface.centre) == shown.held_out->back().loss);
    REQUIRE(result.path.size() == request.path.size());
    for (std::size_t i = 0; i < result.path.size(); ++i) {
        const SurfacePathPoint& point = result.path[i];
        CAPTURE(point.step);
        CHECK(point.step == request.path[i].step);
        const auto record = std::ranges::find(*shown.held_out, point.step, &HeldOutRecord::step);
        REQUIRE(record != shown.held_out->end());
        const PlanePoint at = project(std::span(request.path[i].weights.get(), 1), centre, directions).front();
        CHECK(point.at.first == at.first);
        CHECK(point.at.second == at.second);
        CHECK(point.at.share == at.share);
        // Nothing of 12 steps lies in the plane: no path is drawn, and only the step looked at is measured.
        CHECK(std::isnan(point.here) == (point.step != 12));
        CHECK(std::isnan(point.on_plane) == (point.step != 12));
        if (point.step == 12) CHECK(static_cast<float>(point.here) == record->loss);
    }
    CHECK(result.path.front().at.share < SurfaceResult::least_share_shown);
    CHECK_FALSE(result.shows_path());
    CHECK(result.path.back().at.first == 0);
    CHECK(result.path.back().on_plane == result.surface.centre);
}

TEST_CASE("what is known is not computed again, and what nobody asked for ends") {
    const TrainingSession::Snapshot shown = trained(lookup_plan(3), 4);
    SurfaceWork work([] {});
    SurfaceRequest request = request_of(shown, 4, {.points = 11});
    work.follow(request, false);
    CHECK(work.idle());
    CHECK(work.shown().result == nullptr);
    work.start(request);
    end(work);
    const auto first = work.shown().result;
    REQUIRE(first);
    work.follow(request, true);
    CHECK(work.idle());
    work.start(request);
    end(work);
    CHECK(work.shown().result == first);
    // Other points of the same plane keep the path; another plane has its own.
    request.settings.points = 13;
    CHECK_FALSE(work.knows(request));
    work.start(request);
    end(work);
    CHECK(work.shown().result->surface.axes[0].size() == 13);
    CHECK(work.shown().result->path.size() == first->path.size());
    request.settings.points = 11;
    work.follow(request, true);
    CHECK(work.idle());
    CHECK(work.shown().result == first);
    request.settings.seed = 2;
    CHECK_FALSE(work.knows(request));
    // Of another training nothing is shown any more.
    const TrainingSession::Snapshot other = trained(lookup_plan(4), 0);
    work.follow(request_of(other, 0, {}), false);
    CHECK(work.shown().result == nullptr);
}

TEST_CASE("the plane of the run goes through the beginning, a step between and the center") {
    const TrainingSession::Snapshot shown = trained(small_plan("coreference", 3), 12);
    const SurfaceRequest request = request_of(shown, 12, {.directions = SurfaceDirections::run, .points = 9});
    const auto middle = middle_step(request);
    REQUIRE(middle);
    SurfaceWork work([] {});
    work.start(request);
    end(work);
    const auto result = work.shown().result;
    REQUIRE(result);
    CHECK(result->path.front().at.first == doctest::Approx(1));
    CHECK(result->path.front().at.second == doctest::Approx(0).epsilon(1e-4));
    CHECK(result->path.front().at.share == doctest::Approx(1));
    CHECK(result->shows_path());
    // Where the plane goes through a step's weights it has that step's loss.
    CHECK(result->path.front().on_plane == doctest::Approx(result->path.front().here).epsilon(1e-3));
    const auto between = std::ranges::find(result->path, middle->step, &SurfacePathPoint::step);
    REQUIRE(between != result->path.end());
    CHECK(between->at.second == doctest::Approx(1));
    CHECK(between->at.share == doctest::Approx(1));
    CHECK(between->on_plane == doctest::Approx(between->here).epsilon(1e-3));
    const std::vector<Sample> samples = surface_samples(shown.plan->task, 1, surface_texts);
    const Weights& centre = *request.centre.weights;
    const Directions directions = slice_of(request).directions;
    for (const SurfacePathPoint& point : result->path) {  // with a margin
        CAPTURE(point.step);
        // Each step has the loss of the training's own curve, and the plane the loss that is measured there.
        const auto record = std::ranges::find(*shown.held_out, point.step, &HeldOutRecord::step);
        REQUIRE(record != shown.held_out->end());
        CHECK(static_cast<float>(point.here) == record->loss);
        const Extent across{point.at.first, point.at.first + 1}, over{point.at.second, point.at.second + 1};
        const auto there = loss_surface(shown.plan->config, centre, directions,
                                        {.extents = {across, over}, .points = 3}, samples, nullptr);
        CHECK(point.on_plane == there->at(0, 0));
        const auto& [along, up] = result->surface.extents;
        CHECK(point.at.first > along.from + 0.1 * (along.to - along.from));
        CHECK(point.at.first < along.to - 0.1 * (along.to - along.from));
        CHECK(point.at.second > up.from + 0.1 * (up.to - up.from));
        CHECK(point.at.second < up.to - 0.1 * (up.to - up.from));
    }

    const SurfaceRequest too_early = request_of(shown, 1, {.directions = SurfaceDirections::run});
    CHECK_FALSE(middle_step(too_early));
    work.start(too_early);
    end(work);
    CHECK(work.shown().error.find("a kept step between") != std::string::npos);
}

TEST_CASE("the comparison is the same training without residual connections") {
    const auto plan = std::make_shared<const TrainingPlan>(small_plan("coreference", 3));
    CHECK(has_residual(plan->config));
    CHECK_FALSE(has_residual(require_task("soft-lookup").config));
    const std::vector<TrainingChange> changes{{.step = 3, .what = Changed::learning_rate, .value = 0.002}};
    TrainingWithoutResidual training([] {});
    training.start(plan, changes, 6);
    CHECK(comes_true([&] { return training.idle(); }));
    const auto trained = training.trained();
    REQUIRE(trained);
    CHECK(trained->error == "");
    CHECK(trained->step == 6);
    CHECK_FALSE(trained->plan->config.residual);
    TrainingPlan without = *plan;
    without.config.residual = false;
    CHECK(same_bits(*trained->history->at(6), replay(without, changes, 6)));
    CHECK(same_bits(*trained->history->at(0), replay(without, {}, 0)));
}

TEST_CASE("a surface is computed, replaced and stopped beside those who look on" * doctest::test_suite("threads")) {
    const TrainingSession::Snapshot shown = trained(lookup_plan(3), 4), other = trained(lookup_plan(4), 2);
    const SurfaceRequest request = request_of(shown, 4, {.points = 21}), finer = request_of(shown, 4, {.points = 31}),
                         elsewhere = request_of(shown, 4, {.seed = 9, .points = 21}),
                         of_another = request_of(other, 2, {.points = 11});
    std::atomic<int> woken{0};
    SurfaceWork work([&] { ++woken; });
    std::atomic<bool> in_order{true};
    const std::jthread looks_on([&](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            const SurfaceWork::Snapshot now = work.shown();
            if (now.done > now.total) in_order = false;
            if (now.result)
                for (const SurfacePathPoint& point : now.result->path)
                    if (point.here <= 0 || (now.result->shows_path() && std::isnan(point.here))) in_order = false;
            static_cast<void>(work.knows(request));
            std::this_thread::yield();
        }
    });
    const auto points = [&] {
        const auto result = work.shown().result;
        return result ? result->surface.axes[0].size() : 0;
    };
    // Stopped in the middle: what was known by then stays, and the rest can be computed later.
    work.start(request);
    CHECK(comes_true([&] { return work.shown().result != nullptr; }));
    work.stop();
    end(work);
    work.start(request);
    end(work);
    CHECK(points() == 21);
    const auto first = work.shown().result;
    // What was asked for goes on when another plane of the same training is looked at, and ends for another training.
    work.start(finer);
    work.follow(elsewhere, true);
    end(work);
    CHECK(work.knows(finer));
    work.start(elsewhere);
    work.follow(of_another, true);
    end(work);
    CHECK_FALSE(work.knows(elsewhere));
    work.follow(of_another, true);  // a coarse grid that nobody asked for
    work.follow(request, true);     // and that nobody wants any more
    end(work);
    work.follow(request, false);
    work.start(request);
    end(work);
    REQUIRE(points() == 21);
    CHECK(work.shown().result->surface.losses == first->surface.losses);
    CHECK(work.shown().error == "");
    CHECK(in_order);
    CHECK(woken > 0);
    work.start(of_another);  // and is destroyed so
}

TEST_CASE("the training without residual connections is begun, stopped and destroyed beside those who look on" *
          doctest::test_suite("threads")) {
    TrainingPlan small = small_plan("coreference", 3, 400);
    small.options.batch = 1;
    const auto plan = std::make_shared<const TrainingPlan>(small);
    std::atomic<int> woken{0};
    TrainingWithoutResidual training([&] { ++woken; });
    std::atomic<bool> in_order{true};
    const std::jthread looks_on([&](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            const auto [done, steps] = training.progress();
            if (done > steps) in_order = false;
            if (const auto trained = training.trained())
                if (trained->history && trained->history->nearest(trained->step).weights == nullptr) in_order = false;
            std::this_thread::yield();
        }
    });
    training.start(plan, {}, 400);
    CHECK(training.of() == plan);
    CHECK(comes_true([&] { return training.progress().first > 2; }));
    training.stop();
    CHECK(comes_true([&] { return training.idle(); }));
    CHECK(training.trained() == nullptr);  // nothing half done is shown
    training.start(plan, {}, 3);
    CHECK(comes_true([&] { return training.idle(); }));
    REQUIRE(training.trained());
    CHECK(training.trained()->step == 3);
    CHECK(training.trained()->error == "");
    CHECK(training.progress() == std::pair(3, 3));
    CHECK(in_order);
    CHECK(comes_true([&] { return woken == 2; }));  // it is idle before it says so
    training.start(plan, {}, 400);                  // and is destroyed so
}

TEST_SUITE_END();
