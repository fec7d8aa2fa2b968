// Trainings that differ in one thing: the rows differ in what they say, all runs start alike, and what is said of them
// is so.
// ctest: optimised too
#include "core/train/comparison/contrasts.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "core/base/error.h"
#include "core/base/json_text.h"
#include "core/train/comparison/compared_reading.h"
#include "core/train/live/step_memory_check.h"
#include "core/train/live/training_session.h"
#include "core/train/tasks/roles_grammar.h"
#include "tests/support/sanitized.h"
#include "tests/support/trainings.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

constexpr std::uint64_t seed = 1;

/// Top keys of config.json and settings of the training in which two plans differ.
std::set<std::string> differences(const TrainingPlan& a, const TrainingPlan& b) {
    std::set<std::string> names;
    const Json one = parse_json(config_json(a.config), "a"), other = parse_json(config_json(b.config), "b");
    for (const auto& [from, to] : {std::pair(&one, &other), std::pair(&other, &one)})
        for (const auto& [key, value] : from->items())
            if (const Json* const there = to->find(key); there == nullptr || !(there->dump() == value.dump()))
                names.insert(std::string(key));
    const auto settings = [](const TrainingPlan& plan) {
        const auto list = settings_of(plan.options, 0);
        return std::map<std::string, double>(list.begin(), list.end());
    };
    const auto mine = settings(a), theirs = settings(b);
    REQUIRE(mine.size() == theirs.size());
    for (const auto& [name, value] : mine)
        if (theirs.at(name) != value) names.insert(name);
    return names;
}

/// The gradient norm of a block in the first step.
double first_gradient(const TrainingState& state, const std::string& block) {
    TrainingSession session(state, {});
    session.step(1);
    session.wait();
    const TrainingSession::Snapshot shown = session.shown();
    REQUIRE(shown.records.size() == 1);
    double squares = 0;
    const std::vector<ParameterShape> shapes = parameter_shapes(state.plan->config);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        const auto norm = static_cast<double>(shown.records[0].gradient_norms[i]);
        if (shapes[i].name.starts_with(block)) squares += norm * norm;
    }
    CHECK(squares > 0);
    return std::sqrt(squares);
}

/// The mean over the rows of a map of the largest weight in it, with the initial weights.
double sharpness(const TrainingState& state) {
    const ComparedReading reading = read_example(*state.plan, state.trainer.weights, 0, 6);
    const Trace& trace = reading.evaluation->trace();
    const Record& record = trace.record(trace.find(full_name(stage::weights, {.block = 0})));
    const ConstView view = record.view();
    const int queries = view.shape[1].size, keys = view.shape[2].size;
    double sum = 0;
    for (int row = 0; row < queries; ++row)
        sum += static_cast<double>(*std::max_element(view.data + row * keys, view.data + (row + 1) * keys));
    return sum / queries;
}

/// Each makes every run of a contrast for its first step.
const auto seeds = sanitized ? std::vector<std::uint64_t>{57} : std::vector<std::uint64_t>{1, 2, 57};

}  // namespace

TEST_SUITE_BEGIN("contrasts");

TEST_CASE("the runs of a contrast differ in what its title says and in nothing else") {
    const std::map<std::string_view, std::set<std::string>> said{
        {"learning-rate", {"learning_rate"}},
        {"attention-scale", {"attention_scale"}},
        {"residual", {"residual"}},
        {"norm-placement", {"norm_placement", "final_norm"}},  // after the last block post-norm has one already
        {"warm-up", {"warm_up"}},
        {"clipping", {"clip"}},
        {"causal-mask", {"mask"}},
        {"heads", {"n_heads", "n_kv_heads", "d_head"}},
        {"positions", {"positional"}},
        {"norm-kind", {"norm"}}};
    CHECK(all_contrasts().size() == said.size());
    for (const Contrast& contrast : all_contrasts()) {
        CAPTURE(contrast.name);
        CHECK_FALSE(contrast.title.empty());
        CHECK_FALSE(contrast.differs.empty());
        CHECK_FALSE(contrast.sentence.empty());
        REQUIRE(contrast.variants.size() >= 2);
        REQUIRE(contrast.variants.size() <= 4);
        const TrainingPlan first = plan_of(contrast, contrast.variants.front(), seed);
        CHECK(first.task.name == contrast.task);
        std::set<std::string_view> labels{contrast.variants.front().label};
        for (std::size_t v = 1; v < contrast.variants.size(); ++v) {
            CHECK(labels.insert(contrast.variants[v].label).second);
            CHECK(differences(first, plan_of(contrast, contrast.variants[v], seed)) == said.at(contrast.name));
        }
    }
    CHECK_THROWS_WITH_AS(require_contrast("dropout"), doctest::Contains("there are learning-rate, attention-scale, "),
                         Error);
}

TEST_CASE("all runs of a contrast start from the same weights and draw the same batches") {
    for (const Contrast& contrast : all_contrasts()) {
        CAPTURE(contrast.name);
        const ContrastStart start = start_of(contrast, seed);
        REQUIRE(start.states.size() == contrast.variants.size());
        const TrainerState& first = start.states.front().trainer;
        CHECK(same_bits(first.weights, trainer_of(start.states.front().plan, nullptr)->weights()));
        for (std::size_t v = 0; v < start.states.size(); ++v) {
            const TrainerState& state = start.states[v].trainer;
            CHECK(state.steps_done == 0);
            CHECK(state.random == first.random);
            CHECK(start.states[v].plan->options.batch == start.states.front().plan->options.batch);
            std::vector<std::string> own;
            for (const Parameter& parameter : state.weights.parameters) {
                const Parameter* const same = first.weights.find(parameter.name);
                if (same == nullptr || !(same->shape == parameter.shape))
                    own.push_back(parameter.name);
                else
                    CHECK(std::equal(parameter.data, parameter.data + parameter.shape.count(), same->data));
            }
            CHECK(own == start.own[v]);
            if (contrast.name == "positions" && contrast.variants[v].label == "learned positions")
                CHECK(own == std::vector<std::string>{"embed.positions.weight"});
            else
                CHECK(own.empty());
        }
    }
}

TEST_CASE("a label says the number that its run is trained with") {
    const Contrast& rates = require_contrast("learning-rate");
    CHECK(all_contrasts().front().name == rates.name);  // what a newcomer meets first
    for (const ContrastVariant& variant : rates.variants) {
        const std::string words = "learning rate ";
        REQUIRE(variant.label.starts_with(words));
        CHECK(std::stod(variant.label.substr(words.size())) == plan_of(rates, variant, seed).options.learning_rate);
    }
    const Contrast& clipping = require_contrast("clipping");
    CHECK(std::stod(clipping.variants[0].label.substr(std::string("gradients clipped to ").size())) ==
          plan_of(clipping, clipping.variants[0], seed).options.clip);
    CHECK(plan_of(clipping, clipping.variants[1], seed).options.clip == 0);
    const Contrast& warm_up = require_contrast("warm-up");
    CHECK(warm_up.variants[0].label == "post-norm, " +
                                           std::to_string(plan_of(warm_up, warm_up.variants[0], seed).options.warm_up) +
                                           " steps of warm-up");
    CHECK(plan_of(warm_up, warm_up.variants[1], seed).options.warm_up == 0);
}

TEST_CASE("a contrast with an ablation's settings is trained as the ablation is") {
    std::set<std::string_view> taken;
    for (const Contrast& contrast : all_contrasts()) {
        if (contrast.settings == nullptr) continue;
        const Ablation& ablation = *contrast.settings;
        CAPTURE(contrast.name);
        CHECK(contrast.task == "sort");  // every ablation's
        for (const ContrastVariant& variant : contrast.variants) {
            const auto same = std::ranges::find(ablation.variants, variant.label, &AblationVariant::label);
            if (same == ablation.variants.end()) continue;  // differs in another thing than the ablation
            taken.insert(ablation.name);
            CAPTURE(variant.label);
            TrainOptions options = options_of(ablation, *same);
            const TrainingPlan plan = plan_of(contrast, variant, seed);
            options.seed = seed;
            CHECK(settings_of(plan.options, 0) == settings_of(options, 0));
            CHECK(plan.options.seed == seed);
            const ModelConfig config = config_of(ablation, *same);
            CHECK(plan.config.n_layers == config.n_layers);
            CHECK(plan.config.n_heads == config.n_heads);
            CHECK(plan.config.d_model == config.d_model);
            CHECK(plan.config.d_ff == config.d_ff);
            CHECK(plan.config.residual == config.residual);
            CHECK(plan.config.attention_scale == config.attention_scale);
            CHECK(plan.config.norm == config.norm);
            CHECK(plan.config.norm_placement == config.norm_placement);
        }
    }
    CHECK(taken == std::set<std::string_view>{"attention-scale", "residual", "norm-placement", "clipping"});
}

TEST_CASE("undivided scores make the initial attention sharper, from whatever seed") {
    for (const std::uint64_t from : seeds) {
        const ContrastStart start = start_of(require_contrast("attention-scale"), from);
        CHECK(sharpness(start.states[1]) > 0.6);  // most of the weight is on one key
        CHECK(sharpness(start.states[1]) > sharpness(start.states[0]) + 0.1);
    }
}

TEST_CASE("post-norm begins with larger gradients in its last block than pre-norm, from whatever seed") {
    for (const std::uint64_t from : seeds) {
        const ContrastStart start = start_of(require_contrast("norm-placement"), from);
        const double pre = first_gradient(start.states[0], "blocks.7."),
                     post = first_gradient(start.states[1], "blocks.7.");
        CHECK(post > 2 * pre);
    }
}

TEST_CASE("as many answers are right as the best possible loss is said to be a guess among") {
    const Contrast& heads = require_contrast("heads");
    CHECK(heads.answers == RolesGrammar::roles);
    const TrainingPlan plan = plan_of(heads, heads.variants[0], seed);
    const RolesGrammar& grammar = RolesGrammar::instance();
    std::map<int, int> roles;  // of what is asked for
    Random random(3);
    constexpr int texts = 600;
    for (int i = 0; i < texts; ++i) {
        Sample sample;
        plan.task.sample(random, Split::train, sample);
        for (const RolesGrammar::Role role : {RolesGrammar::giver, RolesGrammar::object, RolesGrammar::receiver})
            roles[role] += std::ranges::count(grammar.answers(role), sample.labels.front()) > 0 ? 1 : 0;
    }
    REQUIRE(roles.size() == 3);
    for (const auto& [role, count] : roles) CHECK(std::abs(count - texts / 3) < 60);
    for (const Contrast& contrast : all_contrasts()) CHECK((contrast.answers > 1) == contrast.by_loss);
}

TEST_CASE("all runs are counted together against the memory that is free, with the weights that are kept") {
    const std::vector<TrainingPlan> plans = plans_of(require_contrast("positions"), seed);
    REQUIRE(plans.size() == 4);
    constexpr std::size_t history = 1 << 20;
    double bytes = 0;
    for (const TrainingPlan& plan : plans) {
        bytes += memory_for_step(plan.task, plan.config, plan.options).total() + history;
        CHECK(weight_bytes(plan.config) * 301 > history);  // so that the budget is the least of both
    }
    CHECK(memory_for_runs(plans, history) == doctest::Approx(bytes));
    // Where it is not: weights of the beginning and of all 300 steps.
    double all_steps = 0;
    for (const TrainingPlan& plan : plans) all_steps += static_cast<double>(weight_bytes(plan.config)) * 301;
    CHECK(memory_for_runs(plans, std::size_t{1} << 40U) - memory_for_runs(plans, 0) == doctest::Approx(all_steps));
    CHECK_NOTHROW(expect_room_for_runs(plans, history, static_cast<std::uint64_t>(bytes) + 1));
    CHECK_NOTHROW(expect_room_for_runs(plans, history, memory_unknown));
    CHECK_THROWS_WITH_AS(expect_room_for_runs(plans, history, 1 << 20),
                         doctest::Contains("the 4 runs of this comparison need about "), Error);
}

TEST_SUITE_END();
