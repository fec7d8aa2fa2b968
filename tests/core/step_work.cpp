// The step that a window takes apart: beside the frames, from the session's state or by training again, and
// in other ways.
#include <doctest/doctest.h>

#include <atomic>
#include <cmath>
#include <thread>

#include "core/train/memory.h"
#include "core/train/step/step_work.h"
#include "tests/support/trainings.h"

using namespace glassformer;
using test::same_bits;
using test::small_plan;

namespace {

TrainingState state_of(const TrainingSession& session, TrainingSession& asked) {
    asked.request_state();
    asked.wait();
    REQUIRE(session.shown().state);
    return *session.shown().state;
}

TrainingState state_after(const char* task, int steps, const std::function<void(TrainOptions&)>& options = {}) {
    TrainingPlan plan = small_plan(task, 6);
    plan.options.clip = 0.3;
    if (options) options(plan.options);
    TrainingSession session(plan, {});
    session.step(steps);
    session.wait();
    return state_of(session, session);
}

/// Follows as a window does, once every millisecond, until it comes true.
template <class Condition>
bool follows_until(StepWork& work, TrainingSession& session, Condition&& condition) {
    return test::comes_true([&] {
        work.follow(session.shown(), session);
        return condition();
    });
}

}  // namespace

TEST_SUITE_BEGIN("training");

TEST_CASE("changes right before the step that is shown are part of it, also where the model is trained again") {
    for (const OptimiserKind* optimiser : all_optimisers()) {
        CAPTURE(optimiser->name);
        TrainingPlan plan = small_plan("coreference", 6);
        plan.options.optimiser = optimiser;
        TrainingSession session(plan, {});
        session.step(2);
        session.wait();
        session.change(Changed::learning_rate, 0.02);  // in the middle
        session.step(1);
        session.wait();
        session.change(Changed::learning_rate, 0.001);  // right before the fourth step
        session.change(Changed::clip, 0.1);
        session.change(Changed::batch, 7);
        session.step(1);
        session.wait();
        session.change(Changed::clip, 3);  // of the fifth
        session.wait();
        const TrainingSession::Snapshot shown = session.shown();
        REQUIRE(shown.steps_done == 4);
        REQUIRE(shown.changes->size() == 5);
        const std::atomic<bool> stopped{false};
        std::atomic<int> done{0};
        const TrainingState before = replayed_state(shown.plan, *shown.changes, 3, stopped, done);
        CHECK(done == 3);
        CHECK(before.changes.size() == 4);
        const StepResult result = make_step(before);
        REQUIRE(result.error == "");
        CHECK(same_bits(result.inspection->weights_after(), *shown.weights));
        CHECK(result.inspection->texts().size() == 7);
        CHECK(result.inspection->options().batch == 7);
        const StepRecord record = shown.records.back();
        CHECK(static_cast<float>(result.inspection->step().loss) == record.loss);
        CHECK(static_cast<float>(result.inspection->step().learning_rate) == record.learning_rate);
        CHECK(static_cast<float>(result.inspection->step().clip_factor) == record.clip_factor);
        // The state of the session itself makes the same fifth step as one that is trained again.
        const StepResult ours = make_step(state_of(session, session)),
                         again = make_step(replayed_state(shown.plan, *shown.changes, 4, stopped, done));
        REQUIRE(ours.error == "");
        CHECK(same_bits(ours.inspection->weights_after(), again.inspection->weights_after()));
        CHECK(ours.largest == again.largest);
    }
}

TEST_CASE("the weight that a step is begun with is the query's of the first block") {
    for (const auto& [task, name] : {std::pair{"coreference", "blocks.0.attn.q.weight"},
                                     std::pair{"translate-fr-en", "encoder.blocks.0.self_attn.q.weight"}}) {
        const StepResult result = make_step(state_after(task, 2));
        REQUIRE(result.error == "");
        CHECK(result.inspection->weights_before().parameters[result.begin_with.parameter].name == name);
        const auto gradient = result.inspection->gradient(result.begin_with.parameter);
        for (const float one : gradient) CHECK(std::abs(one) <= std::abs(gradient[result.begin_with.index]));
    }
}

TEST_CASE("a step that this machine has no memory for is a sentence, before it is tried") {
    const TrainingState state = state_after("coreference", 2);
    const StepResult result = make_step(state, 100'000);
    CHECK_FALSE(result.inspection);
    CHECK(result.error.find("a step with a batch of 4 needs about ") == 0);
    CHECK(result.error.find("and 100 kB are free here") != std::string::npos);
    const StepResult whole = make_step(state);
    REQUIRE(whole.error == "");
    for (const StepVariant& variant : step_variants(*whole.inspection, state, std::atomic<bool>{false}, 100'000))
        CHECK(variant.error.empty() ==
              (variant.kind == StepVariant::Kind::padding));  // its texts are run by themselves
    // With a larger batch it is that batch which has to fit.
    TrainingState larger = state;
    larger.changes.push_back({.step = 2, .what = Changed::batch, .value = 60000});
    CHECK(make_step(larger, 50'000'000).error.find("a step with a batch of 60000 needs about ") == 0);
}

TEST_CASE("padding, accumulation and checkpoints leave the numbers as they are, whichever of them the run has") {
    struct Run {
        int accumulate;
        bool checkpoint;
    };
    for (const Run run : {Run{1, false}, Run{3, true}}) {
        CAPTURE(run.accumulate);
        const TrainingState state = state_after("translate-fr-en", 2, [&](TrainOptions& options) {
            options.accumulate = run.accumulate;
            options.checkpoint = run.checkpoint;
        });
        const StepResult result = make_step(state);
        REQUIRE(result.error == "");
        const std::atomic<bool> stopped{false};
        const StepVariants variants = step_variants(*result.inspection, state, stopped);
        REQUIRE(variants.size() == 3);
        for (const StepVariant& variant : variants) {
            CHECK(variant.error == "");
            CHECK(variant.texts == 4);
            CHECK(variant.difference < 1e-5);
            CHECK(variant.loss_difference < 1e-5);
            CHECK(variant.largest > 1e-3);
        }
        const BatchLength length = longest(result.inspection->texts());
        const auto bytes = [&](int accumulate, bool checkpoint) {
            return training_memory(result.inspection->plan().config, {.batch = 4,
                                                                      .seq_len = length.seq_len,
                                                                      .target_len = length.target_len,
                                                                      .accumulate = accumulate,
                                                                      .checkpoint = checkpoint})
                .total();
        };
        std::size_t weights = 0;
        for (const Parameter& one : result.inspection->weights_before().parameters) weights += one.shape.count();
        CHECK(variants[0].numbers == static_cast<std::size_t>(result.inspection->labelled()));
        CHECK(variants[0].bytes_plain == bytes(run.accumulate, run.checkpoint));
        CHECK(variants[0].bytes_thrifty < variants[0].bytes_plain);
        CHECK(variants[1].numbers == weights);
        CHECK(variants[1].step_is_thrifty == (run.accumulate > 1));
        CHECK(variants[1].micro_batches == 2);  // 3 of 4 texts: two at once, so two of them
        CHECK(variants[1].bytes_plain == bytes(1, run.checkpoint));
        CHECK(variants[1].bytes_thrifty == bytes(run.accumulate > 1 ? 3 : 2, run.checkpoint));
        CHECK(variants[2].step_is_thrifty == run.checkpoint);
        CHECK(variants[2].bytes_plain == bytes(run.accumulate, false));
        CHECK(variants[2].bytes_thrifty == bytes(run.accumulate, true));
        CHECK(variants[2].difference == 0);  // checkpoints keep the bits
        CHECK(step_variants(*result.inspection, state, std::atomic<bool>{true}).empty());
    }
    const TrainingState single = state_after("sort", 1, [](TrainOptions& options) { options.batch = 1; });
    const StepVariants variants = step_variants(*make_step(single).inspection, single, std::atomic<bool>{false});
    REQUIRE(variants.size() == 3);
    CHECK(variants[1].micro_batches == 1);
    CHECK(variants[1].error == "");
    CHECK(variants[1].numbers == 0);
    CHECK(variants[0].padding == 0);
}

TEST_CASE("the step is made, replaced and stopped beside those who look on" * doctest::test_suite("threads")) {
    std::atomic<int> woken{0};
    TrainingSession session(small_plan("coreference", 6), {});
    StepWork work({.wake = [&] { ++woken; }});
    const std::jthread other([&](const std::stop_token& stop) {  // somebody else reads what is there
        while (!stop.stop_requested()) {
            const auto result = work.result();
            if (result && result->inspection) static_cast<void>(result->losses.nearest(0, 0));
            static_cast<void>(work.variants(result));
            std::this_thread::yield();
        }
    });
    const auto shows = [&](int step) {
        return [&work, step] {
            const auto result = work.result();
            return result && result->inspection && result->inspection->step().step == step && !work.making();
        };
    };
    CHECK(follows_until(work, session, shows(1)));
    const auto first = work.result();
    CHECK(same_bits(first->inspection->weights_before(), *session.shown().weights));

    // Parts, replaced before they are there by those of another weight, and of another text.
    const WeightAt one{.parameter = 0, .index = 0}, two = first->begin_with;
    static_cast<void>(work.parts(first, one, 0));
    std::shared_ptr<const StepParts> parts;
    static_cast<void>(work.parts(first, two, 1));
    CHECK(follows_until(work, session, [&] {
        parts = work.parts(first, two, 3);
        return parts && parts->text == 3;
    }));
    StepInspection again(state_of(session, session));
    CHECK(parts->texts == again.by_text(two.parameter, two.index));
    CHECK(parts->positions == again.by_position(two.parameter, two.index, 3));
    CHECK(parts->error == "");

    // Stopped in the middle by nobody looking, and begun again.
    CHECK(follows_until(work, session, [&] { return !work.busy(); }));
    static_cast<void>(work.parts(first, one, 0));
    work.leave();
    CHECK(follows_until(work, session, [&] {
        parts = work.parts(first, one, 0);
        return parts && parts->weight == one && parts->text == 0;
    }));
    work.compare(first);
    REQUIRE(follows_until(work, session, [&] { return work.variants(first) != nullptr; }));
    CHECK(work.variants(first)->size() == 3);

    // The training goes on while a step is being made: the newest one is shown in the end, and never an older one.
    for (int i = 0; i < 3; ++i) {
        session.step(1);
        work.follow(session.shown(), session);
    }
    session.wait();
    CHECK(follows_until(work, session, shows(4)));
    CHECK(work.parts(first, one, 0) == nullptr);  // of a step that is no longer shown
    CHECK(work.variants(first) == nullptr);

    // All steps done: the last one is shown by itself.
    session.start();
    session.wait();
    CHECK(follows_until(work, session, shows(12)));
    CHECK(same_bits(work.result()->inspection->weights_after(), *session.shown().weights));
    CHECK(follows_until(work, session, [&] { return !work.busy(); }));  // a moment after the step is there
    CHECK(work.refused() == "");
    CHECK(woken > 0);

    // Another training, given up while its first step is being made.
    TrainingSession second(small_plan("sort", 2), {});
    second.wait();
    work.follow(second.shown(), second);
    CHECK(work.result() == nullptr);
    second.wait();
    work.follow(second.shown(), second);
}

TEST_CASE("a state that does not come, or a step that cannot be made, is a sentence and not an endless wait") {
    TrainingSession session(small_plan("coreference", 6), {});
    session.step(1);
    session.wait();
    // A snapshot that never brings the state, as where there is no memory for it.
    TrainingSession::Snapshot shown = session.shown();
    StepWork work({});
    work.follow(shown, session);
    CHECK(work.making() == 2);
    session.wait();
    shown.message = "there was no memory for the record of the last step";
    work.follow(shown, session);
    CHECK_FALSE(work.busy());
    CHECK(work.making() == std::nullopt);
    CHECK(work.refused() == shown.message);
    shown.message.clear();
    work.follow(shown, session);
    CHECK(work.refused() == "there is not enough memory for this");
    work.leave();  // the next look asks again
    CHECK(follows_until(work, session, [&] { return work.result() != nullptr; }));
    CHECK(work.refused() == "");

    StepWork small({.free_memory = [] { return std::uint64_t{100'000}; }});
    CHECK(follows_until(small, session, [&] { return small.result() != nullptr && !small.busy(); }));
    CHECK_FALSE(small.result()->inspection);
    CHECK(small.result()->error.find("a step with a batch of 4 needs about ") == 0);

    // A training that has ended for another reason asks for nothing, and waits for nothing.
    TrainingPlan wild = small_plan("induction", 1, 50);
    wild.options.learning_rate = 1e10;
    wild.options.warm_up = 0;
    wild.options.optimiser = &sgd;
    TrainingSession diverges(wild, {});
    diverges.start();
    diverges.wait();
    REQUIRE(diverges.shown().phase == TrainingPhase::diverged);
    work.follow(diverges.shown(), diverges);
    CHECK_FALSE(work.busy());
    work.replay(diverges.shown());
    CHECK(work.making() == diverges.shown().steps_done);
    CHECK(follows_until(work, diverges, [&] { return !work.busy(); }));
    REQUIRE(work.result()->error == "");
    CHECK(same_bits(work.result()->inspection->weights_after(), *diverges.shown().weights));
}

TEST_SUITE_END();
