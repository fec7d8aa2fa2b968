// The memory of a step of models that are not loaded: the plan by itself, and its box in the Train view.
// ctest: alone 2 s
#include <doctest/doctest.h>

#include <algorithm>

#include "app/views/memory/plan.h"
#include "app/views/train/run/state.h"
#include "core/base/error.h"
#include "core/model/published_models.h"
#include "core/train/live/step_memory_check.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

OwnStep step_of(const char* task) {
    const TrainingPlan plan = plan_of(settings_of_task(task));
    return {.name = "own", .config = plan.config, .shape = shape_of_step(plan.task, plan.options)};
}

int place_of(std::string_view name) {  // in StepPlan::model
    const auto all = published_models();
    return static_cast<int>(std::ranges::find(all, name, &PublishedModel::name) - all.begin()) + 1;
}

const char* const opened = "wait-idle\nkey Ctrl+K\ntype memory of a training\nkey Enter\nwait-idle\n";

}  // namespace

TEST_SUITE_BEGIN("train_memory");

TEST_CASE("a planned step is training_memory's, in parts whose sum is the total, with its largest part named") {
    for (int model = 0; model <= static_cast<int>(published_models().size()); ++model)
        for (const Precision precision : {Precision::single, Precision::half}) {
            const std::optional<OwnStep> own = step_of("translate-fr-en");
            StepPlan plan = with_model(StepPlan{}, model, own);
            plan.shape.precision = precision;
            const PlannedStep planned = planned_step(plan, own);
            CAPTURE(planned.name);
            const TrainingMemory memory = training_memory(planned_config(plan, own), plan.shape);
            CHECK(planned.memory.total() == memory.total());
            double sum = 0, most = 0;
            const char* largest = "";
            for (const MemoryPart& part : planned.parts) {
                CHECK(part.bytes > 0);
                sum += part.bytes;
                if (part.bytes > most) most = part.bytes, largest = part.is_largest;
            }
            CHECK(sum == doctest::Approx(memory.total()).epsilon(1e-12));
            CHECK(planned.sentence.starts_with(largest));
            CHECK(planned.parameters == parameter_count(planned_config(plan, own)));
            const bool mixed_note = std::ranges::any_of(
                planned.notes, [](const std::string& note) { return note.starts_with("Mixed precision"); });
            CHECK(mixed_note == (precision == Precision::half));
        }
    CHECK_THROWS_AS(planned_step({.model = 5, .shape = {.batch = 1, .seq_len = 1025}}, {}), Error);
}

TEST_CASE("the sentence names the smallest card that holds the step, and the one below it") {
    const auto says = [](const char* model, TrainingShape shape) {
        return planned_step({.model = place_of(model), .shape = shape}, {}).sentence;
    };
    CHECK(says("GPT-2 small", {.batch = 1, .seq_len = 128}).ends_with("The step fits on a card with 8 GB."));
    // 1.56 billion parameters: 16 bytes of each (weights, gradients, their sum, AdamW) are 24.9 GB already.
    CHECK(contains(says("GPT-2 XL", {.batch = 1, .seq_len = 128}), "on a card with 80 GB, but not on one with 24 GB."));
    CHECK(contains(says("LLaMA 7B", {.batch = 1, .seq_len = 1}), "The step does not fit on a card with 80 GB."));
    CHECK(end_of_scale(5e6) == 5e6);
    CHECK(end_of_scale(7e9) == 8e9);
    CHECK(end_of_scale(25e9) == 80e9);
    CHECK(end_of_scale(200e9) == 200e9);
}

TEST_CASE("the numbers of a plan fit its model, and the own step comes back as it was") {
    const std::optional<OwnStep> own = step_of("translate-fr-en");
    REQUIRE(own->shape.target_len > 0);
    StepPlan plan = with_model({}, 0, own);
    CHECK(plan.shape == own->shape);
    plan = with_model(plan, place_of("LLaMA 7B"), own);
    CHECK(plan.shape == StepPlan{}.shape);
    plan = with_batch(with_length(plan, 5000, own), 64, own);
    CHECK(plan.shape.seq_len == 2048);
    CHECK(plan.shape.target_len == 0);
    plan.shape.accumulate = 32;
    plan = with_batch(plan, 4, own);
    CHECK(plan.shape.accumulate == 4);
    plan = with_model(plan, place_of("BERT base"), own);
    CHECK(plan.shape.seq_len == 512);
    CHECK(plan.shape.batch == 4);
    plan = with_model(plan, place_of("Transformer base"), own);
    CHECK(plan.shape.target_len == 512);
    plan = with_model(plan, 0, own);
    CHECK(plan.shape == own->shape);
    CHECK(with_length(plan, own->shape.seq_len, own).shape.target_len == own->shape.target_len);
    for (const std::vector<int>& choices :
         {batch_choices(plan, own), length_choices(plan, own), micro_batch_choices(plan, own)}) {
        CHECK(choices.front() == 1);
        CHECK(std::ranges::is_sorted(choices));
        CHECK(std::ranges::adjacent_find(choices) == choices.end());
    }
    CHECK(std::ranges::count(batch_choices(plan, own), own->shape.batch) == 1);
}

TEST_CASE("what is said of a published model's parameters names what our config has not") {
    const auto about = [](const char* model) {
        return planned_step(with_model({}, place_of(model), {}), {}).about_parameters;
    };
    CHECK(about("GPT-2 small") ==
          "124,439,808 parameters, as many as in the published checkpoint (Radford et al. 2019).");
    CHECK(contains(about("BERT base"), "108,888,576 parameters; the encoder of the published checkpoint"));
    CHECK(contains(about("BERT base"), "109,482,240. Not planned here: the pooler"));
    CHECK(contains(about("Transformer base"), "give 63,045,632. Source and target share one table"));
    CHECK(about("Transformer big").ends_with("The paper says 213M."));
}

TEST_CASE("the box opens by its name and by its button, plans what is picked, and closes") {
    SettledProgram program(window_options(decoder, {1280, 720}));
    if (!program) return;
    run_settled(program, std::string("key 7\n") + opened);
    const OwnStep own = step_of("coreference");
    CHECK(program.state("memory_parameters") == std::to_string(parameter_count(own.config)));
    CHECK(program.state("memory_total") ==
          std::to_string(static_cast<std::uint64_t>(training_memory(own.config, own.shape).total())));
    std::string down;
    for (int i = 0; i < place_of("GPT-2 XL"); ++i) down += "key Down\n";
    run_settled(program, "click @memory model\nwait 3\n" + down + "key Enter\nwait-idle\n");
    CHECK(program.state("memory_sheet") == "GPT-2 XL");
    CHECK(program.state("memory_parameters") == "1557611200");
    const ModelConfig& config = published_models()[static_cast<std::size_t>(place_of("GPT-2 XL") - 1)].config;
    TrainingShape shape{.batch = 8, .seq_len = 512};
    const auto total = [&] {
        return std::to_string(static_cast<std::uint64_t>(training_memory(config, shape).total()));
    };
    CHECK(program.state("memory_total") == total());
    run_settled(program, "click @memory mixed\nwait-idle\nclick @memory checkpoints\nwait-idle\n");
    shape.precision = Precision::half;
    shape.checkpoint = true;
    CHECK(program.state("memory_total") == total());
    run_settled(program, "click @memory batch\nwait-idle\n");  // its middle
    CHECK(program.state("memory_total") != total());
    run_settled(program, "click @close memory\nwait-idle\n");
    CHECK(program.state("memory_sheet") == "closed");
    CHECK(program.state("train_phase") == "ready");

    run_settled(program,
                "click @train settings\nwait-idle\nmove 1000 600\nwheel -400\nwait-idle\n"
                "click @train memory\nwait-idle\n");
    CHECK(program.state("memory_sheet") == published_models().front().name);  // it says “of larger models”
    run_settled(program, "key Esc\nwait-idle\n");
    CHECK(program.state("memory_sheet") == "closed");
}

TEST_CASE("the box has room for its controls in any window") {
    for (const PixelSize size : {PixelSize{640, 360}, PixelSize{1920, 1080}}) {
        SettledProgram program(window_options(decoder, size));
        if (!program) return;
        run_settled(program, std::string("key 7\n") + opened);
        CHECK(program.state("memory_sheet") != "closed");
        run_settled(program, "click @memory mixed\nwait-idle\n");
        CHECK(contains(program.state("memory_says"), "fits on a card with 8 GB"));
        run_settled(program, "click @close memory\nwait-idle\n");
        CHECK(program.state("memory_sheet") == "closed");
    }
}

TEST_SUITE_END();
