// The curriculum's scenes in the other views: trainings, and switches beside the Walk's picture.
#include <cmath>
#include <filesystem>

#include "app/views/train/run/run.h"
#include "core/io/model_folder.h"
#include "core/train/live/trained_steps.h"
#include "core/train/live/training_change.h"
#include "tests/support/curriculum_scenes.h"
#include "tests/support/short_training.h"

namespace glassformer::test {

namespace {

constexpr const char* one_step = "click @train step\nwait-idle";

ViewValues train_page(const TrainState& state, const char* page) {
    ViewValues values = saved_values(state);
    values["mode"] = page;
    return values;
}

/// The window has the weights that the trainer has after one step of these settings, and others than without `what`.
std::function<void(const SettledProgram&)> first_step_of(const TrainState& state, const TrainState& without) {
    return [state, without](const SettledProgram& program) {
        CHECK(program.state("train_step") == "1");
        const auto open = TrainedSteps::step_of(program.app->session().inputs().model);
        REQUIRE(open);
        CHECK(open->step == 1);
        const auto shown = program.app->session().shown().current;
        REQUIRE(shown);
        CHECK(same_bits(shown->model().weights, replay(plan_of(state), {}, 1)));
        CHECK_FALSE(same_bits(shown->model().weights, replay(plan_of(without), {}, 1)));
    };
}

double record_number(const SettledProgram& program, const std::string& record, const Cell& cell) {
    const Trace& trace = program.trace();
    return static_cast<double>(trace.record(trace.find(record)).at(cell));
}

/// The row's numbers are the softmax of `scores` to the last digits.
void check_softmax(const SettledProgram& program, const std::string& weights, const std::string& scores) {
    const Trace& trace = program.trace();
    const ConstView out = trace.record(trace.find(weights)).view(), in = trace.record(trace.find(scores)).view();
    const auto columns = static_cast<std::size_t>(out.shape.cols());
    const std::size_t last = out.shape.rows() - 1;
    double sum = 0;
    for (std::size_t c = 0; c < columns; ++c) sum += std::exp(static_cast<double>(in.row(last)[c]));
    for (std::size_t c = 0; c < columns; ++c)
        CHECK(static_cast<double>(out.row(last)[c]) ==
              doctest::Approx(std::exp(static_cast<double>(in.row(last)[c])) / sum).epsilon(1e-4));
}

/// The original model's run of the same text, without the window.
std::shared_ptr<Evaluation> original_run(const SettledProgram& program) {
    Inputs inputs = program.app->session().inputs();
    inputs.architecture.clear();
    return evaluate_once(std::make_shared<const Model>(load_model(
                             std::filesystem::path(GLASSFORMER_SOURCE_DIR) / "assets" / "models" / inputs.model)),
                         inputs);
}

void check_same_numbers(const SettledProgram& program, const std::string& record) {
    const auto original = original_run(program);
    const Trace &now = program.trace(), &was = original->trace();
    REQUIRE(now.find(record) >= 0);
    REQUIRE(was.find(record) >= 0);
    const ConstView a = now.record(now.find(record)).view(), b = was.record(was.find(record)).view();
    REQUIRE(a.shape.count() == b.shape.count());
    for (std::size_t i = 0; i < a.shape.count(); ++i)
        CHECK(static_cast<double>(a.data[i]) == doctest::Approx(static_cast<double>(b.data[i])).epsilon(1e-5));
}

/// (x − μ) / (σ + ε) · γ + β of the first row, by hand.
void check_added_epsilon(const SettledProgram& program) {
    const Trace& trace = program.trace();
    const Record& norm = trace.record(trace.find("blocks.0.norm1"));
    const ConstView x = trace.record(norm.operands.front()).view(), out = norm.view();
    const Model& model = program.app->session().shown().current->model();
    const Parameter &gamma = *model.weights.find("blocks.0.norm1.weight"), &beta = *model.weights.find("blocks.0.norm1.bias");
    const auto columns = static_cast<std::size_t>(x.shape.cols());
    double mean = 0, squares = 0;
    for (std::size_t c = 0; c < columns; ++c) mean += static_cast<double>(x.data[c]) / static_cast<double>(columns);
    for (std::size_t c = 0; c < columns; ++c) squares += std::pow(static_cast<double>(x.data[c]) - mean, 2);
    const double divisor = std::sqrt(squares / static_cast<double>(columns)) + static_cast<double>(model.config.norm_eps);
    for (std::size_t c = 0; c < columns; ++c)
        CHECK(static_cast<double>(out.data[c]) ==
              doctest::Approx((static_cast<double>(x.data[c]) - mean) / divisor * static_cast<double>(gamma.data[c]) +
                              static_cast<double>(beta.data[c]))
                  .epsilon(1e-4));
}

CurriculumScene switched_scene(std::vector<std::string> rows, const char* model, const char* cell, const char* target,
                               std::function<void(const SettledProgram&)> check,
                               std::vector<CurriculumControl> controls) {
    return {.rows = std::move(rows),
            .view = "walk",
            .model = model,
            .cell = cell,
            .open = "key A\nwait 2\nclick @switch " + std::string(target) + "\nwait-idle\nwait 2",
            .check = std::move(check),
            .controls = std::move(controls)};
}

}  // namespace

std::vector<CurriculumScene> other_scenes() {
    std::vector<CurriculumScene> scenes;
    for (const auto& [row, model] : {std::pair{"F1", "coreference-full"}, std::pair{"F2", "induction"}})
        scenes.push_back(switched_scene(
            {row}, model, "blocks.0.attn.weights[0,1,0]", "n_layers 1",
            [](const SettledProgram& program) {
                CHECK(program.trace().find("blocks.1.attn.weights") < 0);
                check_same_numbers(program, "blocks.0.resid_mid");
            },
            {{.target = "switch n_layers 2", .state = "architecture", .share = 0.5F},
             {.target = "", .state = "value", .script = "key Alt+M\nwait-idle"}}));
    scenes.push_back(switched_scene(
        {"F10"}, "coreference-full", "blocks.1.attn.weights[0,1,0]", "shared_layers",
        [](const SettledProgram& program) {
            CHECK(program.state("trained_for") == "shared_layers: coreference-full-shared-layers");
            check_same_numbers(program, "blocks.0.resid_mid");
        },
        {{.target = "switch n_layers 6", .state = "architecture", .share = 0.5F},
         {.target = "switch shared_layers", .state = "architecture", .share = 0.5F}}));
    scenes.push_back(switched_scene(
        {"C1"}, "coreference-full", "blocks.0.attn.weights[0,4,1]", "n_heads 4",
        [](const SettledProgram& program) {
            CHECK(program.trace().record(program.trace().find("blocks.0.attn.q")).shape.size(0) == 4);
            check_same_numbers(program, "blocks.0.norm1");
            check_softmax(program, "blocks.0.attn.weights", "blocks.0.attn.scores_masked");
        },
        {{.target = "switch n_heads 1", .state = "value", .share = 0.5F},
         {.target = "", .state = "head_off", .script = "key X\nwait-idle"}}));
    scenes.push_back(switched_scene({"E5"}, "coreference-full", "blocks.0.norm1[0,0]", "norm_eps_placement added_to_std",
                                    check_added_epsilon,
                                    {{.target = "switch norm_eps", .state = "value", .share = 0.95F},
                                     {.target = "switch norm rmsnorm", .state = "value", .share = 0.5F},
                                     {.target = "", .state = "change_list", .script = "key R\nwait-idle"}}));
    scenes.push_back(
        {.rows = {"A7"},
         .values = {{"mode", "\"bottleneck\""}, {"bottleneck.count", "5"}},  // in a window of its own: few sentences
         .check =
             [](const SettledProgram& program) {
                 CHECK(state_number(program, "bottleneck_sentences") == 5);
                 for (const char* model : {"0", "1", "2"}) {
                     const double count = state_number(program, std::string("bottleneck_count_") + model),
                                  share = state_number(program, std::string("bottleneck_share_") + model);
                     CHECK(count == 5);
                     CHECK(share * count == doctest::Approx(std::round(share * count)));  // of whole sentences
                 }
             },
         .controls = {{.target = "experiment length", .state = "bottleneck_text"},
                      {.target = "experiment measure", .state = "kept:bottleneck.measure", .share = 0.9F},
                      {.target = "", .state = "kept:bottleneck.seed", .script = "key Down\nkey Down\nkey Down\nkey Right"},
                      {.target = "", .state = "kept:bottleneck.count", .script = "key Up\nkey Up\nkey Right"}}});
    scenes.push_back({.rows = {"D1"},
                      .view = "positions",
                      .open = "key V\nwait 2",
                      .check =
                          [](const SettledProgram& program) {
                              CHECK(program.state("positions_mode") == "joined");
                              const auto of = [&](const char* what, const char* way) {
                                  return state_number(program, std::string("positions_joined_") + what + "_" + way);
                              };
                              for (const char* way : {"1", "2", "3"})
                                  CHECK(of("whole", way) ==
                                        doctest::Approx(of("token_token", way) + of("token_position", way) +
                                                        of("position_token", way) + of("position_position", way))
                                            .epsilon(1e-4));
                              CHECK(of("token_position", "2") == 0);
                              CHECK(of("columns", "2") == of("columns", "1") + 8);
                          },
                      .controls = {{.target = "", .state = "positions_combine", .script = "key Q\nwait 2"},
                                   {.target = "joined way 3", .state = "positions_combine", .share = 0.5F},
                                   {.target = "", .state = "positions_start_query", .script = "key Up\nwait 2"}}});
    scenes.push_back(
        {.rows = {"F6"},
         .view = "output",
         .model = "characters",
         .open = "click @mode generation\nwait-idle\nwait 2",
         .check =
             [](const SettledProgram& program) {
                 // The log-probabilities of all tokens but the first, in bits.
                 const double nats = state_number(program, "given_log_probability"),
                              tokens = state_number(program, "tokens");
                 CHECK(std::stod(program.state("bits_per_character")) ==
                       doctest::Approx(-nats / std::log(2.0) / (tokens - 1)).epsilon(1e-3));
             },
         .controls = {{.target = "temperature", .state = "sampling"},
                      {.target = "", .state = "generated", .script = "key N\nwait-idle\nwait 2"},
                      {.target = "", .state = "bits_per_character", .script = "key N\nwait-idle\nwait 2"}}});
    {
        TrainState clipped = short_run("coreference");
        clipped.clip = 0.1;
        TrainState unclipped = clipped;
        unclipped.clip = 0;
        scenes.push_back({.rows = {"A5"},
                          .view = "train",
                          .values = train_page(clipped, "0"),
                          .open = one_step,
                          .check = first_step_of(clipped, unclipped),
                          .controls = {{.target = "train clip", .state = "train_changes"},
                                       {.target = "train rate", .state = "train_rate"},
                                       {.target = "", .state = "train_step", .script = one_step}}});
        TrainState smoothed = short_run("coreference");
        smoothed.label_smoothing = 0.2;
        scenes.push_back({.rows = {"G2"},
                          .view = "train",
                          .values = train_page(smoothed, "0"),
                          .open = one_step,
                          .check = first_step_of(smoothed, short_run("coreference")),
                          .controls = {{.target = "", .state = "train_page", .script = "click @train page step\nwait-idle"},
                                       {.target = "", .state = "train_glass_step", .script = "key Right\nwait-idle"}}});
        TrainState other = short_run("coreference");
        other.seed = 2;
        scenes.push_back({.rows = {"G5"},
                          .view = "train",
                          .values = train_page(short_run("coreference"), "0"),
                          .open = one_step,
                          .check = first_step_of(short_run("coreference"), other),
                          .controls = {{.target = "", .state = "train_step", .script = one_step},
                                       {.target = "", .state = "train_looked_at", .script = "key Home\nwait-idle"},
                                       {.target = "train rate", .state = "train_rate"},
                                       {.target = "train seed", .state = "train_seed"},
                                       {.target = "train layers", .state = "kept:layers"}}});
    }
    scenes.push_back({.rows = {"E4"},
                      .view = "train",
                      .values = train_page(short_run("soft-lookup"), "2"),
                      .open = "click @train surface random\nwait-idle\nclick @train surface compute\nwait-idle",
                      .check =
                          [](const SettledProgram& program) {
                              CHECK(program.state("train_surface_error").empty());
                              CHECK(program.state("train_surface_points") == "625");  // 25 × 25
                              CHECK(state_number(program, "train_surface_center") > 0);
                          },
                      .controls = {{.target = "train surface", .state = "train_surface_under", .share = 0.2F},
                                   {.target = "", .state = "train_surface_step", .script = "key Right\nwait-idle\n"
                                                                                           "click @train surface compute\n"
                                                                                           "wait-idle"},
                                   {.target = "train surface run", .state = "train_surface_plane", .share = 0.5F}}});
    scenes.push_back(
        {.rows = {"E7"},
         .view = "train",
         .values = train_page(short_run("coreference"), "3"),
         .open = "?comparison comparison=causal-mask",
         .check =
             [](const SettledProgram& program) {
                 CHECK(program.state("comparison_phase") == "ready");
                 CHECK(program.state("comparison_steps") == "0 0");
             },
         .controls = {{.target = "comparison start", .state = "comparison_steps", .share = 0.5F},
                      {.target = "", .state = "comparison_phase", .script = "key Space"},
                      {.target = "", .state = "comparison_looked_at", .script = "key Home\nwait-idle"}}});
    scenes.push_back({.rows = {"A9"},
                      .view = "walk",
                      .model = "soft-lookup",
                      .cell = "lookup.weights[0,0]",
                      .check =
                          [](const SettledProgram& program) {
                              check_softmax(program, "lookup.weights", "lookup.scores_scaled");
                              CHECK(state_number(program, "value") ==
                                    doctest::Approx(record_number(program, "lookup.weights", {{0, 0}})).epsilon(0.01));
                          },
                      .controls = {{.target = "", .state = "changes_sheet", .script = "key A\nwait 2"},
                                   {.target = "switch lookup.hardness", .state = "value", .share = 0.7F}}});
    scenes.push_back({.rows = {"B9"},
                      .view = "walk",
                      .model = "coreference",
                      .cell = "blocks.0.attn.weights[0,4,1]",
                      .check =
                          [](const SettledProgram& program) {
                              check_softmax(program, "blocks.0.attn.weights", "blocks.0.attn.scores_masked");
                          },
                      .controls = {{.target = "",
                                    .state = "changes_sheet",
                                    .script = "key A\nwait 2"},
                                   {.target = "switch attention_temperature", .state = "value", .share = 0.7F}}});
    return scenes;
}

}  // namespace glassformer::test
