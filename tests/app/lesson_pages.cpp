// Numbers of pages in lessons: those that the pages offer are the core's, follow the controls, and stand in the
// document; a scene that asks for a step of a training has it trained.
// ctest: alone 3 s, optimised instead
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "app/lessons/check_lesson.h"
#include "app/lessons/scene.h"
#include "app/views/experiments/frame/page.h"
#include "app/views/train/run/state.h"
#include "core/analysis/cost.h"
#include "core/base/file.h"
#include "core/experiments/architectures.h"
#include "core/experiments/cost_curves.h"
#include "core/experiments/depth.h"
#include "core/experiments/score_scale.h"
#include "core/experiments/who_sees_whom.h"
#include "core/io/model_folder.h"
#include "core/lesson/read_lesson.h"
#include "core/model/mask.h"
#include "core/model/published_models.h"
#include "core/train/ablations/ablations.h"
#include "core/train/ablations/position_lengths.h"
#include "core/train/live/training_session.h"
#include "tests/support/shipped_program.h"
#include "tests/support/support.h"
#include "tests/support/temporary_folder.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

Inputs text_of(const std::string& name) {
    Inputs inputs;
    inputs.model = name;
    inputs.text = "The animal didn't cross the street because it was too tired.";
    return inputs;
}

LessonScene scene_with(std::vector<SceneLine> lines) {
    lines.insert(lines.begin(), {"model", "coreference", {}});
    LessonScene scene;
    apply(scene, lines, "l.md", text_of);
    return scene;
}

/// Of a page of the experiments, its controls "NAME", "value".
LessonScene experiment(const std::string& page, const std::vector<std::pair<std::string, std::string>>& controls = {}) {
    std::vector<SceneLine> lines{{"view", "experiments", {}}, {"page", page, {}}};
    for (const auto& [name, value] : controls)
        lines.push_back({std::string("experiments.") + page + "." + name, value, {}});
    return scene_with(lines);
}

LessonScene training(const std::string& step, const std::string& seed = "7") {
    return scene_with({{"view", "train", {}},
                       {"train.task", "\"sort\"", {}},
                       {"train.steps", "10", {}},
                       {"train.seed", seed, {}},
                       {"train.step", step, {}}});
}

LessonScene comparison(const std::string& name) {
    return scene_with({{"view", "train", {}}, {"page", "comparison", {}}, {"train.comparison", name, {}}});
}

double of(const std::vector<NamedNumber>& numbers, const std::string& name) {
    const auto found = std::ranges::find(numbers, name, &NamedNumber::name);
    CHECK_MESSAGE(found != numbers.end(), name);
    return found == numbers.end() ? std::numeric_limits<double>::quiet_NaN() : found->value;
}

AppOptions small_options() {
    AppOptions options = shipped_options("coreference", {1280, 720});
    options.still = true;
    return options;
}

}  // namespace

TEST_SUITE_BEGIN("lesson_pages");

TEST_CASE("numbers of the cost page are those of the core") {
    const SettledProgram program(small_options());
    if (!program) return;
    const auto own = std::to_string(1 + published_models().size());
    const auto numbers = program.app->numbers_of(
        experiment("cost", {{"model", own}, {"layers", "2"}, {"d_model", "128"}, {"n", "6"}, {"count", "0"}}));
    CHECK(of(numbers, "tokens") == 64);
    CHECK(of(numbers, "heads") == 2);
    CHECK(of(numbers, "d_head") == 64);
    // By hand: two blocks, 2 · n · d · 4d operations in each of the two products of the MLP.
    CHECK(of(numbers, "mlp") == doctest::Approx(2 * 2 * 2.0 * 64 * 128 * 512).epsilon(0.03));
    // q · k and weights · v: 2 · n² · d each, and the softmax.
    CHECK(of(numbers, "pairs") == doctest::Approx(2 * 2 * 2.0 * 64 * 64 * 128).epsilon(0.15));
    CHECK(of(numbers, "all_attention") == of(numbers, "projections") + of(numbers, "pairs"));
    CHECK(of(numbers, "total") > of(numbers, "mlp") + of(numbers, "all_attention"));
    // Pairs catch up with the MLP near n = 8d·d/(2·2d) = 4d.
    CHECK(of(numbers, "crossover_pairs") == doctest::Approx(4 * 128).epsilon(0.15));
    CHECK(of(numbers, "crossover_all") < of(numbers, "crossover_pairs"));
    const auto longer = program.app->numbers_of(
        experiment("cost", {{"model", own}, {"layers", "2"}, {"d_model", "128"}, {"n", "7"}, {"count", "0"}}));
    CHECK(of(longer, "mlp") == 2 * of(numbers, "mlp"));
    CHECK(of(longer, "pairs") == doctest::Approx(4 * of(numbers, "pairs")).epsilon(0.01));
}

TEST_CASE("numbers of the score scale, of masks, of depth and of three architectures are those of the core") {
    const SettledProgram program(small_options());
    if (!program) return;
    App& app = *program.app;
    const auto scale = app.numbers_of(experiment("score-scale", {{"d_k", "4"}, {"keys", "8"}, {"seed", "3"}}));
    const Tensor scores = random_scores({.d_k = 16, .keys = 8, .seed = 3});
    CHECK(of(scale, "d_k") == 16);
    CHECK(of(scale, "variance") == score_measures(scores.view(), 1).variance);
    CHECK(of(scale, "variance_scaled") == doctest::Approx(of(scale, "variance") / 16));
    CHECK(of(scale, "entropy_scaled") == score_measures(scores.view(), 0.25).entropy);
    CHECK(of(scale, "most_entropy") == std::log(8.0));
    CHECK(of(scale, "largest_weight") == score_measures(scores.view(), 1).peak);

    const auto strided = std::ranges::find(all_masks(), "strided", &MaskKind::name) - all_masks().begin();
    const auto masks = app.numbers_of(experiment(
        "who-sees-whom",
        {{"pattern", std::to_string(strided)}, {"stride", "5"}, {"tokens", "24"}, {"layers", "2"}, {"token", "24"}}));
    const Reach reach(
        {.mask = {.kind = &all_masks()[static_cast<std::size_t>(strided)], .number = 5}, .tokens = 24, .layers = 2});
    CHECK(of(masks, "pairs") == static_cast<double>(reach.pairs()));
    CHECK(of(masks, "dense_pairs") == 24 * 24);
    CHECK(of(masks, "causal_pairs") == 24 * 25 / 2);
    CHECK(of(masks, "reach_1") == reach.count(23, 1));
    CHECK(of(masks, "reach_2") == reach.count(23, 2));
    CHECK(of(masks, "reached_pairs") == static_cast<double>(reach.reached()));
    CHECK(of(masks, "within_reach") == 24);

    const auto depth =
        app.numbers_of(experiment("depth", {{"layers", "4"}, {"width", "0"}, {"activation", "1"}, {"seed", "1"}}));
    const StreamDepth stack = stream_depth({.layers = 4, .d_model = 16, .seed = 1}, StackKind::with_both);
    CHECK(of(depth, "blocks") == 4);
    CHECK(of(depth, "similarity_both") == stack.similarity.back());
    CHECK(of(depth, "distance_to_rank_one_both") == stack.residual.back());
    CHECK(of(depth, "norm_both") == stack.norm.back());

    const auto paths = app.numbers_of(experiment(
        "architectures",
        {{"show", "0"}, {"text", "\"a b c d e f g h\""}, {"layers", "2"}, {"width", "3"}, {"picked", "[1, 7]"}}));
    // By hand: 6 steps of an RNN, ⌈6 / 2⌉ = 3 layers of width 3, so that two do not reach; one step of attention.
    CHECK(of(paths, "distance") == 6);
    CHECK(of(paths, "path_recurrent") == 6);
    CHECK(std::isnan(of(paths, "path_convolution")));
    CHECK(of(paths, "layers_needed_convolution") == 3);
    CHECK(of(paths, "path_attention") == 1);
    CHECK(of(paths, "steps_recurrent") == 8 + 2 - 1);
    CHECK(of(paths, "steps_convolution") == 2);
    CHECK(of(paths, "steps_attention") == 2);
}

TEST_CASE("a scene's training reaches its step with the trainer's numbers, and comes back to an earlier one") {
    const SettledProgram program(small_options());
    if (!program) return;
    App& app = *program.app;
    TrainState state = settings_of_task("sort");
    state.steps = 10;
    state.seed = 7;
    TrainingSession session(plan_of(state), {.wake = [] {}});
    session.step(3);
    session.wait();
    const TrainingSession::Snapshot trained = session.shown();
    const auto at = app.numbers_of(training("3"));
    CHECK(of(at, "step") == 3);
    CHECK(of(at, "steps") == 10);
    CHECK(of(at, "loss") == static_cast<double>(trained.records[2].loss));
    CHECK(of(at, "first_loss") == static_cast<double>(trained.records[0].loss));
    CHECK(of(at, "gradient_norm") == static_cast<double>(trained.records[2].gradient_norm));
    REQUIRE(trained.held_out);
    CHECK(of(at, "accuracy") == static_cast<double>(trained.held_out->back().accuracy));
    CHECK(of(at, "held_out_loss") == static_cast<double>(trained.held_out->back().loss));
    CHECK(of(at, "parameters") == static_cast<double>(trained.weights->count()));
    CHECK(app.session().inputs().model == "coreference");  // the window's model stays
    // On from there, and back: the same step has the same numbers.
    CHECK(of(app.numbers_of(training("6")), "step") == 6);
    const auto again = app.numbers_of(training("3"));
    CHECK(of(again, "step") == 3);
    CHECK(of(again, "loss") == of(at, "loss"));
    CHECK(of(again, "accuracy") == of(at, "accuracy"));
    // Another seed is another run; step 0 asks for none, and beyond the plan is its end.
    const auto other = app.numbers_of(training("3", "8"));
    CHECK(of(other, "step") == 3);
    CHECK(of(other, "loss") != of(at, "loss"));
    const auto untrained = app.numbers_of(training("0", "9"));
    CHECK(of(untrained, "step") == 0);
    CHECK(std::isnan(of(untrained, "loss")));
    CHECK(of(app.numbers_of(training("100")), "step") == 10);
}

TEST_CASE("a live number of a page follows its controls") {
    const TemporaryFolder folder;
    write_file(folder / "l.md",
               "---\ntitle: T\n---\n## One\n\n```scene\nmodel: coreference\nview: experiments\npage: score-scale\n"
               "experiments.score-scale.d_k: 4\n```\n\n{{page.variance}}\n");
    AppOptions options = small_options();
    options.lesson = folder / "l.md";
    const SettledProgram program(options);
    if (!program) return;
    const auto now = [&] {
        const LessonValue value = evaluate(*parse_expression("page.d_k"), program.app->lesson_runs());
        return value.number;
    };
    program.run("expect lesson_step=1\nexpect experiments_page=score-scale");
    CHECK(now() == 16);
    program.run("key Down\nkey Right\nwait-idle");
    CHECK(now() == 32);
    CHECK(std::stod(program.state("score_scale_d_k")) == 32);
}

TEST_CASE("run B is computed beside any view that a scene with one shows") {
    const TemporaryFolder folder;
    write_file(folder / "l.md",
               "---\ntitle: T\n---\n## One\n\n```scene\nmodel: coreference\nview: walk\n"
               "b.text: The dog was tired.\n```\n\n{{argmax(b(logits[last]))}}\n\n"
               "## Two\n\n```scene\nb.text: The cat was tired.\n```\n\n"
               "## Three\n\n```scene\nmodel: coreference\n```\n");
    AppOptions options = small_options();
    options.lesson = folder / "l.md";
    const SettledProgram program(options);
    if (!program) return;
    program.run("expect lesson_step=1\nexpect view=walk");
    REQUIRE(program.app->lesson_runs().other != nullptr);
    CHECK(program.app->lesson_runs().other->inputs().text == "The dog was tired.");
    program.run("key Page down\nwait-idle\nexpect lesson_step=2");
    REQUIRE(program.app->lesson_runs().other != nullptr);
    CHECK(program.app->lesson_runs().other->inputs().text == "The cat was tired.");
    program.run("key Page down\nwait-idle\nexpect lesson_step=3");
    CHECK(program.app->lesson_runs().other == nullptr);
}

TEST_CASE("numbers of published results are those of the papers") {
    const SettledProgram program(small_options());
    if (!program) return;
    const auto numbers = program.app->numbers_of(experiment("results", {{"table", "0"}}));
    CHECK(of(numbers, "rows") == 8);
    CHECK(of(numbers, "row") == 8);  // Transformer (big)
    CHECK(of(numbers, "bleu") == 28.4);
    CHECK(of(numbers, "bleu_place") == 1);
    CHECK(of(numbers, "bleu_5") == 26.3);
    CHECK(of(numbers, "flop_7") == 3.3e18);
    CHECK(of(numbers, "flop_best") == 3.3e18);
    CHECK(std::isnan(of(numbers, "flop_1")));
    const auto base = program.app->numbers_of(experiment("results", {{"table", "0"}, {"row", "6"}}));
    CHECK(of(base, "bleu") == 27.3);
    CHECK(of(base, "bleu_place") == 2);
    CHECK(of(base, "bleu_best") == 28.4);
}

TEST_CASE("numbers of positions are those of the core") {
    AppOptions options = small_options();
    options.position_lengths = source_dir() / "assets" / "positions" / "lengths.json";
    const SettledProgram program(options);
    if (!program) return;
    const auto page = [&](const char* name, std::vector<SceneLine> more = {}) {
        more.insert(more.begin(), {{"view", "positions", {}}, {"page", name, {}}});
        return program.app->numbers_of(scene_with(more));
    };
    // ALiBi of head 1 of 8 has the slope 1/2: what it adds at a distance of 3.
    const auto start = page("start", {{"positions.start_query", "8", {}}, {"positions.start_key", "5", {}}});
    CHECK(of(start, "query") == 8);
    CHECK(of(start, "distance") == 3);
    const auto joined = page("joined", {{"positions.start_query", "8", {}}, {"positions.start_key", "5", {}}});
    CHECK(of(joined, "whole") == doctest::Approx(of(joined, "token_token") + of(joined, "token_position") +
                                                 of(joined, "position_token") + of(joined, "position_position"))
                                     .epsilon(1e-4));
    const auto curves = page("curves", {{"positions.columns", "\"rope,learned\"", {}},
                                        {"positions.shift", "4", {}},
                                        {"positions.query", "9", {}},
                                        {"positions.key", "7", {}}});
    CHECK(of(curves, "query") == 13);
    CHECK(of(curves, "distance") == 2);
    CHECK(of(curves, "change_1") < 1e-4);  // RoPE: a score follows the distance alone
    CHECK(of(curves, "change_2") > 1e-3);
    CHECK(of(curves, "score_1") == doctest::Approx(std::stod(program.app->state().at("positions_score_1"))));
    CHECK(of(curves, "accuracy_1") > 0.5);
    const auto task = load_position_lengths(options.position_lengths).tasks.front();
    const auto learned =
        page("learned", {{"positions.columns", "\"alibi,sinusoidal\"", {}}, {"positions.measured", "0", {}}});
    for (const EncodingLengths& encoding : task.encodings)
        if (encoding.encoding == "alibi") {
            double sum = 0;
            int runs = 0;
            const auto at = std::ranges::find(task.lengths, 2 * task.trained_length) - task.lengths.begin();
            for (const LengthRun& run : encoding.runs) {
                if (static_cast<std::size_t>(at) >= run.accuracy.size()) continue;
                sum += run.accuracy[static_cast<std::size_t>(at)];
                ++runs;
            }
            CHECK(of(learned, "accuracy_2x_1") == doctest::Approx(sum / runs));
        }
}

TEST_CASE("numbers of compared trainings are those of their curves") {
    AppOptions options = small_options();
    options.ablations = source_dir() / "assets" / "ablations";
    const SettledProgram program(options);
    if (!program) return;
    const auto numbers = program.app->numbers_of(comparison("\"stored/residual\""));
    const AblationCurves curves = load_ablation(options.ablations / "residual.json");
    for (std::size_t i = 0; i < curves.curves.size(); ++i) {
        const std::string at = "_" + std::to_string(i + 1);
        const std::vector<double>& loss = curves.curves[i].loss;
        CHECK(of(numbers, "steps" + at) == static_cast<double>(loss.size()));
        CHECK(of(numbers, "first_loss" + at) == loss.front());
        if (curves.curves[i].diverged_at == 0)
            CHECK(of(numbers, "loss" + at) == doctest::Approx(std::accumulate(loss.end() - 5, loss.end(), 0.0) / 5));
    }
    const auto live = program.app->numbers_of(comparison("\"attention-scale\""));
    CHECK(of(live, "step") == 0);
    CHECK(of(live, "steps_1") == 0);
    CHECK(std::isnan(of(live, "loss_1")));
}

TEST_CASE("a text that speaks of a page. reads none of its numbers") {
    int opened = 0;
    const LessonTools tools{
        .example_of = text_of,
        .load =
            [](const std::string& name) {
                return std::make_shared<const Model>(load_model(source_dir() / "assets" / "models" / name));
            },
        .write = [](double number) { return std::to_string(number); },
        .page =
            [&](const LessonScene&) {
                ++opened;
                return std::vector<NamedNumber>{{"loss", 1.0}};
            }};
    const auto check = [&](const std::string& body) {
        return check_lesson(
            lesson_from_text("---\ntitle: T\n---\n## S\n\n```scene\nmodel: coreference\n```\n" + body, "l.md"), tools);
    };
    CHECK(check("\n```notes\nTurn to the next page. Then go on.\n```\n").problems.empty());
    CHECK(opened == 0);
    CHECK(check("\n```notes\nThe loss is {{page.loss}}.\n```\n").problems.empty());
    CHECK(opened == 1);
    CHECK(check("\n```check\npage.loss = 1\n```\n").problems.empty());
    CHECK(opened == 2);
}

TEST_CASE("the document names all numbers that pages offer") {
    AppOptions options = small_options();
    options.position_lengths = source_dir() / "assets" / "positions" / "lengths.json";
    options.ablations = source_dir() / "assets" / "ablations";
    const SettledProgram program(options);
    if (!program) return;
    const std::string document = read_file(source_dir() / "docs" / "lessons.md", std::size_t{1} << 20U);
    const std::size_t begin = document.find("### Numbers of a page"), end = document.find("## Questions", begin);
    REQUIRE(end != std::string::npos);
    const std::string table = document.substr(begin, end - begin);
    const auto check = [&](const LessonScene& scene) {
        const auto numbers = program.app->numbers_of(scene);
        CHECK_FALSE(numbers.empty());
        for (const NamedNumber& number : numbers) {
            CAPTURE(number.name);
            CHECK(number.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789") == std::string::npos);
            std::string name = number.name;  // the first measure stands for the others
            for (const std::string measure : {"flop", "perplexity", "rouge_l"})
                if (name.starts_with(measure + "_")) name = "bleu" + name.substr(measure.size());
            // Of numbers that differ in their last word, the first stands for all.
            bool named = table.find("`" + name + "`") != std::string::npos;
            for (std::size_t at = name.find('_'); !named && at != std::string::npos; at = name.find('_', at + 1))
                named = table.find("`" + name.substr(0, at + 1)) != std::string::npos &&
                        table.find("`" + name.substr(at + 1) + "`") != std::string::npos;
            for (const char* row : {"reach_",   "steps_",      "weight_", "error_",           "sentences_",
                                    "longest_", "path_",       "score_",  "toeplitz_spread_", "widest_spread_",
                                    "change_",  "accuracy_",   "angle_",  "angle_before_",    "angle_moved_",
                                    "added_",   "first_loss_", "loss_",   "diverged_at_",     "bleu_",
                                    "flop_",    "rouge_l_"})
                named = named || (name.starts_with(row) && table.find(std::string("`") + row) != std::string::npos);
            CHECK(named);
        }
    };
    for (const char* counted : {"0", "3"}) check(experiment("cost", {{"model", "0"}, {"n", "5"}, {"count", counted}}));
    check(experiment("tokens"));
    check(experiment("score-scale"));
    check(experiment("who-sees-whom"));
    check(experiment("depth", {{"layers", "2"}, {"width", "0"}}));
    check(experiment("depth", {{"layers", "2"}, {"width", "0"}, {"show", "1"}}));
    check(experiment("architectures"));
    check(experiment("architectures", {{"show", "1"}}));
    check(experiment("architectures", {{"show", "2"}, {"length", "8"}}));
    check(experiment("batch"));
    check(experiment("from-nothing"));
    check(training("0"));
    check(experiment("bottleneck"));
    for (const char* figures : {"0", "3"}) check(experiment("results", {{"table", figures}}));
    for (const char* page : {"start", "joined", "scores", "curves", "circles", "terms", "similarity", "shift",
                             "scaling", "learned", "trained", "formulas"})
        check(scene_with({{"view", "positions", {}}, {"page", page, {}}, {"positions.measured", "0", {}}}));
    check(comparison("\"attention-scale\""));
    check(comparison("\"stored/residual\""));
    CHECK(program.app->numbers_of(scene_with({{"view", "walk", {}}})).empty());
}

TEST_SUITE_END();
