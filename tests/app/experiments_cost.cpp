// The cost page through the program's own events: every control, and that what it says is what the core counts.
// ctest: alone 13 s, optimised too
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <string>

#include "core/analysis/cost.h"
#include "core/experiments/cost_curves.h"
#include "core/experiments/equal_gradients.h"
#include "core/model/config.h"
#include "core/model/published_models.h"
#include "core/train/memory.h"
#include "tests/support/sanitized.h"
#include "tests/support/train_program.h"

using namespace glassformer;
using namespace glassformer::test;

namespace {

/// Frames until the page has computed what its controls want.
void finish(const Program& program) { rest_until_done(program, "cost_done"); }

/// The program with its page computed.
struct CostProgram : SettledProgram {
    explicit CostProgram(const AppOptions& options) : SettledProgram(options) {
        if (app) finish(*this);
    }
    void run(const std::string& script) const {
        finish(*this);
        SettledProgram::run(script);
        finish(*this);
    }
};

AppOptions cost_options(ViewValues values = {}, PixelSize size = {1280, 720}) {
    AppOptions options = window_options(decoder, size);
    options.view = "experiments";
    values["mode"] = "\"cost\"";
    options.view_values = values;
    options.theme = "dark";
    options.text_scale = 1;
    return options;
}

/// Drags the knob of a control from one share of its width to another.
void drag(const Program& program, const std::string& target, float from, float to) {
    const Rect place = program.target(target);
    const float y = place.centre().y;
    program.platform->events().drag({place.x + from * place.w, y}, {place.x + to * place.w, y});
    finish(program);
}

double number(const Program& program, const char* name) { return std::stod(program.state(name)); }

const PublishedModel& published(const char* name) {
    return *std::ranges::find(published_models(), std::string_view(name), &PublishedModel::name);
}

/// A decoder with so many blocks: what is counted of it is counted of larger ones too, in a fraction of the time.
ViewValues own_sizes(const char* layers, const char* d_model, ViewValues values = {}) {
    values["cost.model"] = std::to_string(1 + published_models().size());
    values["cost.layers"] = layers;
    values["cost.d_model"] = d_model;
    return values;
}

}  // namespace

TEST_SUITE_BEGIN("experiments_cost");

TEST_CASE("the cost page counts GPT-2 small at 1024 tokens as the core does, with the published parameters") {
    const CostProgram program(cost_options());
    if (!program) return;
    program.run("expect experiments_page=cost\nexpect cost_n=1024\nexpect cost_heads=12");
    const ModelConfig& gpt2 = published("GPT-2 small").config;
    const CostAt expected = cost_at({.config = gpt2, .n = 1024});
    CHECK(number(program, "cost_total") == doctest::Approx(expected.total));
    CHECK(number(program, "cost_of mlp") == doctest::Approx(expected.of("mlp")));
    CHECK(number(program, "cost_of pairs") == doctest::Approx(expected.of("pairs")));
    CHECK(number(program, "cost_parameters") == 124439808);
    CHECK(program.state("cost_about").find("as many as in the published checkpoint") != std::string::npos);
    CHECK(number(program, "cost_crossover_pairs") == attention_crossover(gpt2, AttentionCost::pairs));
    CHECK(number(program, "cost_crossover_whole") == attention_crossover(gpt2, AttentionCost::whole));
    CHECK(program.state("cost_model") == "GPT-2 small");
    drag(program, "experiment width", 0.97F, 0.97F);  // no longer the published sizes, nor only their name
    program.run("expect cost_d_head=768");
    CHECK(program.state("cost_about").empty());
    CHECK(program.state("cost_model").find("heads of size") != std::string::npos);
    // By hand: 12 blocks, 16 n d² in the two products of the MLP.
    CHECK(expected.of("mlp") == doctest::Approx(12 * 16.0 * 1024 * 768 * 768).epsilon(0.02));
}

TEST_CASE("more narrow heads change no product, wide ones multiply it, and both are beside each other") {
    const CostProgram program(cost_options(own_sizes("1", "768")));
    if (!program) return;
    const double own = number(program, "cost_of projections");
    drag(program, "experiment heads", 0.99F, 0.99F);
    program.run("expect cost_heads=32\nexpect cost_d_head=24");
    CHECK(number(program, "cost_of projections") == own);
    CHECK(number(program, "cost_narrow_flop") < number(program, "cost_wide_flop"));
    drag(program, "experiment width", 0.97F, 0.97F);
    program.run("expect cost_d_head=768");
    CHECK(number(program, "cost_of projections") > 30 * own);
    program.run("key Ctrl+Z"), program.run("expect cost_d_head=24\nkey Ctrl+Z"), program.run("expect cost_heads=12");
    program.run("key Ctrl+Y"), program.run("expect cost_heads=32");
}

TEST_CASE("bytes, pairs and training steps are counted with their batch, precision, micro-batches and checkpoints") {
    const CostProgram program(cost_options(own_sizes("2", "768", {{"cost.count", "2"}, {"cost.n", "10"}})));
    if (!program) return;
    // t² · 4 bytes · heads · batch, four matrices a block.
    CHECK(number(program, "cost_total") == 1024.0 * 1024 * 4 * 12 * 16 * 4 * 2);
    drag(program, "experiment precision", 0.9F, 0.9F);
    CHECK(number(program, "cost_total") == 1024.0 * 1024 * 2 * 12 * 16 * 4 * 2);
    const CostProgram step(cost_options(
        {{"cost.model", "0"}, {"cost.count", "3"}, {"cost.n", "8"}, {"cost.batch", "3"}, {"cost.micro", "1"}}));
    ModelConfig open = make_model(model_named(decoder))->config;
    open.max_seq_len = std::max(open.max_seq_len, 256);
    TrainingShape shape{.batch = 8, .seq_len = 256, .accumulate = 2};
    CHECK(number(step, "cost_total") == training_memory(open, shape).total());
    step.run("click @experiment checkpoints\nwait-idle");
    shape.checkpoint = true;
    CHECK(number(step, "cost_total") == training_memory(open, shape).total());
    drag(step, "experiment precision", 0.9F, 0.9F);
    shape.precision = Precision::half;
    CHECK(number(step, "cost_total") == training_memory(open, shape).total());
    const double before = number(step, "cost_total");
    // The same step of a tiny model in the ways that are drawn beside it.
    const EqualGradients equal = equal_gradients({.batch = 8, .micro = 2}, std::atomic<bool>(false));
    CHECK(number(step, "cost_equal_micro") == 2);
    CHECK(number(step, "cost_equal_plain_bytes") == equal.checkpoints.bytes_plain);
    CHECK(number(step, "cost_equal_micro_bytes") == equal.accumulation.bytes_thrifty);
    CHECK(number(step, "cost_equal_micro_difference") == equal.accumulation.difference);
    CHECK(number(step, "cost_equal_checkpoints_bytes") == equal.checkpoints.bytes_thrifty);
    CHECK(number(step, "cost_equal_checkpoints_difference") == 0);
    for (const char* knob : {"batch", "micro"}) {
        CAPTURE(knob);
        drag(step, std::string("experiment ") + knob, 0.05F, 0.6F);
        CHECK(number(step, "cost_total") != before);
    }
}

TEST_CASE("the open model, published ones and sizes of one's own are counted; the chart sets the length") {
    const CostProgram program(cost_options({{"cost.model", "0"}}));
    if (!program) return;
    const ModelConfig open = make_model(model_named(decoder))->config;
    CHECK(number(program, "cost_total") == doctest::Approx(cost_at({.config = open, .n = 1024}).total));
    drag(program, "cost curves", 0.09F, 0.09F);
    program.run("expect cost_n=32");
    const int sizes = 1 + static_cast<int>(published_models().size());
    const CostProgram own(cost_options(own_sizes("2", "128")));
    const double two = number(own, "cost_of mlp");
    CHECK(two == doctest::Approx(2 * 16.0 * 1024 * 128 * 128).epsilon(0.05));
    own.run("key Down\nkey Up\nkey Up\nkey Right\nkey Right\nkey Right\nkey Right");  // from n up to the blocks
    CHECK(number(own, "cost_of mlp") > 2 * two);
    drag(own, "experiment d_model", 0.02F, 0.3F);
    CHECK(number(own, "cost_of mlp") > 100 * two);
    drag(own, "experiment n", 0.4F, 0.9F);
    CHECK(number(own, "cost_n") > 4096);
    own.run("click @experiment model");
    for (int up = 0; up < sizes; ++up) own.run("key Up");
    own.run("key Enter");
    CHECK(own.state("cost_model") == decoder);
    own.run("click @experiments reset"), own.run("expect cost_model=GPT-2 small\nexpect cost_n=1024");
}

TEST_CASE("numbers say how they are counted, lines how they grow, and the FLOP page fits a lecture's window") {
    const CostProgram program(cost_options());
    if (!program) return;
    // The MLP's first stage: 3,072 products of 768 entries for each of 1,024 tokens, in 12 blocks.
    const std::string formula = program.state("cost_formula");
    for (const char* piece : {"1,024 × 3,072 numbers", "(2 · 768 + 1) FLOP", "12 of these stages"}) {
        CAPTURE(formula);
        CHECK(formula.find(piece) != std::string::npos);
    }
    CHECK(program.state("cost_growth") == "n");
    CHECK(program.app->find_target("experiments keys").has_value());  // there is room for all, nothing scrolls
    const CostProgram pairs(cost_options(own_sizes("1", "64", {{"cost.count", "2"}}), {1920, 1080}));
    CHECK(pairs.state("cost_growth") == "n²");
    const double before = number(pairs, "cost_total");
    pairs.run("click @cost square 2"), pairs.run("expect cost_n=512");
    CHECK(number(pairs, "cost_total") == before / 4);
}

TEST_CASE("the tiny step beside a training step opens its first text with gradients") {
    const CostProgram program(cost_options(own_sizes("1", "64", {{"cost.count", "3"}, {"cost.n", "6"}})));
    if (!program) return;
    CHECK(program.state("cost_formula").find("bytes") != std::string::npos);
    program.SettledProgram::run("click @cost equal row 0\nwait-idle");
    CHECK(program.state("view") == "walk");
    CHECK(program.state("stage") == "logits");
    const auto current = program.app->session().shown().current;
    REQUIRE(current);
    CHECK(current->has_gradients());
    CHECK(current->model().config.n_layers == 4);
}

TEST_CASE("the cost page answers which parts grow as n and which as n², for every count") {
    for (const char* count : {"0", "1", "3"}) {
        CAPTURE(count);
        const CostProgram program(cost_options(own_sizes("1", "64", {{"cost.count", count}, {"cost.n", "6"}})));
        if (!program) return;
        const std::string said = program.state("cost_sentence");
        CAPTURE(said);
        CHECK(said.find("twice the tokens take ") != std::string::npos);
        CHECK(said.find('^') == std::string::npos);
        CHECK(said.ends_with("Move “Tokens n”."));
        // Weights that grow with the text are explained; rotary positions have none.
        CHECK(said.find("Learned vectors of positions") == std::string::npos);
        if (std::string_view(count) == "3") continue;
        const std::size_t four = said.find("four times as much (n²) for “Query–key pairs”"),
                          two = said.find("twice as much (n) for "), mlp = said.find("“MLP”", two);
        CHECK(four != std::string::npos);
        CHECK(two > four);
        CHECK(mlp != std::string::npos);
    }
    if (!sanitized) {  // GPT-2 learns its positions
        const CostProgram learned(cost_options({{"cost.count", "3"}}));
        CHECK(learned.state("cost_sentence").find("Learned vectors of positions are weights") != std::string::npos);
    }
    // All matrices of pairs are counted, more than a training step keeps, and that is said.
    const CostProgram pairs(
        cost_options(own_sizes("1", "64", {{"cost.count", "2"}, {"cost.n", "8"}, {"cost.batch", "4"}})));
    const std::string said = pairs.state("cost_sentence");
    CAPTURE(said);
    CHECK(said.find("includes all 4 stages") != std::string::npos);
    CHECK(said.find("A training step keeps only those that its gradients need") != std::string::npos);
    const ModelConfig config = parse_config(
        R"({"architecture": "decoder", "vocab_size": 50257, "max_seq_len": 1024, "n_layers": 1, "d_model": 64,
            "n_heads": 1, "activation": "gelu_tanh", "positional": {"kind": "rope"}, "tie_embeddings": true})",
        "test");
    const auto kept = [&](int n) { return training_memory(config, {.batch = 16, .seq_len = n}).activations; };
    // What grows as n² of a step's activations, by two differences.
    const double squares = (kept(1024) - 2 * kept(512)) / (1024.0 * 1024 - 2 * 512.0 * 512);
    CHECK(squares < number(pairs, "cost_total") / (256.0 * 256));
    CHECK(squares > 0);
}

TEST_SUITE_END();
